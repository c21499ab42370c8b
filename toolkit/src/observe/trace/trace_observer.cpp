// Writes what each record did: <output>/<pid>.trace.txt. Options: `limit` records per launch, only
// `block`, only those that write `watch` (ARGUMENT:OFFSET:BYTES).
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "isa/events.h"
#include "observe/access/access.h"
#include "observe/launch_observer.h"
#include "observe/locations.h"
#include "observe/record_names.h"
#include "observe/settings.h"
#include "observe/trace/event_text.h"
#include "observe/trace/operand_values.h"
#include "support/strings.h"

namespace observe {
namespace {

using AscendC::Hardware;
using AscendC::isa::Core;
using AscendC::isa::RecordKind;

const char* TypeOf(const Core& core) {
    static const char* const kTypes[] = {"core", "aic", "aiv"};
    return kTypes[core.core_type];
}

const char* RoleOf(const AscendcArgument& argument) {
    static const char* const kRoles[] = {"input", "output", "workspace", "tiling", "other"};
    return kRoles[argument.role];
}

template <typename... Values>
std::string Format(const char* format, Values... values) {
    char text[300];
    std::snprintf(text, sizeof(text), format, values...);
    return text;
}

/// Bytes of global memory; none if `bytes` is 0.
struct Range {
    uint64_t begin = 0;
    uint64_t bytes = 0;
};

/// "z:4096:4": bytes of an argument.
Range FindWatched(const AscendcObservedLaunch& launch) {
    const std::vector<std::string> words = support::Split(GetSettings().Option("watch", ""), ':');
    if (words.size() != 3) {
        return {};
    }
    for (uint32_t i = 0; i < launch.argument_count; ++i) {
        if (words[0] == launch.arguments[i].name) {
            return {launch.arguments[i].address + std::strtoull(words[1].c_str(), nullptr, 10),
                    std::strtoull(words[2].c_str(), nullptr, 10)};
        }
    }
    return {};
}

bool Touches(const Region& region, const Range& range) {
    const Extent extent = ExtentOf(region);
    if (extent.end <= range.begin || extent.begin >= range.begin + range.bytes) {
        return false;
    }
    bool overlaps = false;
    ForEachRun(region, [&](uint64_t run) {
        overlaps = overlaps || (run < range.begin + range.bytes && run + region.run > range.begin);
    });
    return overlaps;
}

class TraceObserver : public LaunchObserver {
public:
    explicit TraceObserver(const AscendcObservedLaunch& launch)
        : launch_(launch), locations_(launch), watched_(FindWatched(launch)) {
        const Settings& settings = GetSettings();
        limit_ = std::strtoull(settings.Option("limit", "100000").c_str(), nullptr, 10);
        block_ = std::strtol(settings.Option("block", "-1").c_str(), nullptr, 10);
        is_watching_ = !settings.Option("watch", "").empty();
    }

    void Issue(const AscendcBlock& block, const Instruction& instruction,
               const void* const* frame) override {
        RegionList list;
        if (IsSelected(block)) {
            Accesses(instruction.kind, instruction.record, *block.core, &list);
        }
        const bool shown = IsSelected(block) && IsShown(list.regions) && HasSpace();
        std::string text = shown ? Head(block, instruction) : "";
        for (const Region& region : list.regions) {
            if (shown && region.kind != AccessKind::kWrite) {
                text += Operand(*block.core, instruction, region, "reads");
            }
        }
        instruction.Execute();
        if (!shown) {
            return;
        }
        for (const Region& region : list.regions) {
            if (region.kind != AccessKind::kRead) {
                text += Operand(*block.core, instruction, region, "writes");
            }
        }
        lines_.push_back({locations_.At(block, frame), std::move(text)});
    }

    void Note(const AscendcBlock& block, RecordKind kind, const void* event,
              const void* const* frame) override {
        if (IsSelected(block) && (!is_watching_ || WritesWatched(kind, event)) && HasSpace()) {
            lines_.push_back({locations_.At(block, frame),
                              Format("%s(%u) %s %s", TypeOf(*block.core), block.block, NameOf(kind),
                                     EventText(*block.core, kind, event).c_str())});
        }
    }

    void End(const AscendcObservedFault* fault) override {
        const std::string path = OutputPath("trace.txt");
        std::FILE* const file = std::fopen(path.c_str(), "ae");
        if (file == nullptr) {
            std::perror(("[ERROR] " + path).c_str());
            return;
        }
        locations_.Resolve();
        std::fprintf(file, "launch %" PRIu64 " %s blocks %u\n", launch_.index, launch_.kernel,
                     launch_.block_dim);
        for (uint32_t i = 0; i < launch_.argument_count; ++i) {
            const AscendcArgument& argument = launch_.arguments[i];
            std::fprintf(file, "argument %s %s dtype %d bytes %" PRIu64 "\n", argument.name,
                         RoleOf(argument), argument.dtype, argument.bytes);
        }
        for (const TraceLine& line : lines_) {
            const Frame& frame = locations_.LineOf(line.location);
            std::fprintf(file, "%s at=%s:%u\n", line.text.c_str(),
                         frame.file.substr(frame.file.rfind('/') + 1).c_str(), frame.line);
        }
        if (left_out_ != 0) {
            std::fprintf(file, "%" PRIu64 " more records\n", left_out_);
        }
        std::fprintf(file, "end%s%s\n", fault == nullptr ? "" : " ",
                     fault == nullptr ? "" : fault->message);
        if (std::ferror(file) != 0 || std::fclose(file) != 0) {
            std::perror(("[ERROR] " + path).c_str());
        }
    }

private:
    struct TraceLine {
        LocationId location;
        std::string text;
    };

    bool IsSelected(const AscendcBlock& block) const {
        return block_ < 0 || static_cast<long>(block.block) == block_;
    }
    bool IsShown(const std::vector<Region>& regions) const {
        return !is_watching_ ||
               std::any_of(regions.begin(), regions.end(), [this](const Region& region) {
                   return region.kind != AccessKind::kRead && region.memory == Hardware::GM &&
                          Touches(region, watched_);
               });
    }
    bool WritesWatched(RecordKind kind, const void* event) const {
        if (kind != RecordKind::kScalarEvent) {
            return false;
        }
        const auto& scalar = *static_cast<const AscendC::isa::ScalarEvent*>(event);
        const auto address = reinterpret_cast<uint64_t>(scalar.address);
        return scalar.write && address < watched_.begin + watched_.bytes &&
               address + scalar.bytes > watched_.begin;
    }
    bool HasSpace() {
        left_out_ += lines_.size() < limit_ ? 0 : 1;
        return lines_.size() < limit_;
    }

    static std::string Head(const AscendcBlock& block, const Instruction& instruction) {
        return Format("%s(%u) %s api=%s pipe=%s", TypeOf(*block.core), block.block,
                      NameOf(instruction.kind), ApiName(instruction.kind, instruction.record),
                      NameOf(PipeOf(instruction.kind, instruction.record, *block.core)));
    }

    /// " reads src0 UB+0x40 256 bytes {1, 2, ...}"
    std::string Operand(const Core& core, const Instruction& instruction, const Region& region,
                        const char* verb) const {
        std::string text = Format(" | %s %s %s %" PRIu64, verb, region.operand,
                                  LocationText(core, region).c_str(), region.run);
        for (uint32_t i = 0; i < region.axis_count; ++i) {
            text += Format(" x%u by %" PRId64, region.axes[i].count, region.axes[i].stride);
        }
        if (region.selection.words != nullptr) {
            text += Format(" among %u", region.selection.count);
        }
        text += " bytes";
        if (IsAccessible(core, region)) {
            const auto type = TypeOfOperand(instruction.kind, instruction.record, region.operand);
            text += " " + ValuesText(type, reinterpret_cast<const void*>(region.base), region.run);
        }
        return text;
    }

    std::string LocationText(const Core& core, const Region& region) const {
        if (region.memory != Hardware::GM) {
            const auto& arena = core.arenas[static_cast<int>(region.memory)];
            const int64_t offset = static_cast<int64_t>(region.base) -
                                   static_cast<int64_t>(reinterpret_cast<uint64_t>(arena.base));
            return Format("%s+%" PRId64, NameOf(region.memory), offset);
        }
        for (uint32_t i = 0; i < launch_.argument_count; ++i) {
            const AscendcArgument& argument = launch_.arguments[i];
            if (region.base >= argument.address &&
                region.base < argument.address + argument.bytes) {
                return Format("%s+%" PRIu64, argument.name, region.base - argument.address);
            }
        }
        return Format("GM 0x%" PRIx64, region.base);
    }

    bool IsAccessible(const Core& core, const Region& region) const {
        uint64_t begin = 0;
        uint64_t bytes = 0;
        if (region.memory == Hardware::GM) {
            return launch_.find_allocation != nullptr &&
                   launch_.find_allocation(region.base, &begin, &bytes) &&
                   region.base + region.run <= begin + bytes;
        }
        const auto& arena = core.arenas[static_cast<int>(region.memory)];
        begin = reinterpret_cast<uint64_t>(arena.base);
        return region.base >= begin && region.base + region.run <= begin + arena.size;
    }

    const AscendcObservedLaunch& launch_;
    Locations locations_;
    Range watched_;
    bool is_watching_ = false;
    uint64_t limit_ = 0;
    long block_ = -1;
    std::vector<TraceLine> lines_;
    uint64_t left_out_ = 0;
};

}  // namespace

std::unique_ptr<LaunchObserver> MakeTraceObserver(const AscendcObservedLaunch& launch) {
    return std::make_unique<TraceObserver>(launch);
}

}  // namespace observe
