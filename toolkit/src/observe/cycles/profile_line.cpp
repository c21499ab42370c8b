#include "observe/cycles/profile_line.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>

#include "observe/access/access.h"
#include "observe/cycles/schedule.h"
#include "observe/line_fields.h"
#include "observe/output.h"
#include "observe/settings.h"
#include "support/strings.h"

namespace observe::cycles {
namespace {

using AscendC::Hardware;

/// Pipes as profiles call them, by Pipe.
constexpr const char* kPipeNames[] = {"scalar", "vec", "cube", "mte1", "mte2", "mte3", "fixpipe"};
/// Memories as parts of the names of ways, by Hardware.
constexpr const char* kMemoryNames[] = {"gm", "ub", "l1", "l0a", "l0b", "l0c", "bt", "fb"};
constexpr const char* kRoleNames[] = {"input", "output", "workspace", "tiling", "other"};

const char* NameOfPipe(Pipe pipe) {
    return kPipeNames[static_cast<size_t>(pipe)];
}

const char* NameOfCounter(Counter counter) {
    return kCounterNames[static_cast<size_t>(counter)];
}

std::string Number(double value, int digits) {
    char text[64];
    std::snprintf(text, sizeof(text), "%.*f", digits, value);
    return text;
}

/// With one digit after the point; printf takes much longer, and there are many.
std::string CyclesText(Cycles cycles) {
    constexpr Cycles kMost = 1e17;
    if (!(cycles >= 0 && cycles < kMost)) {
        return Number(cycles, 1);
    }
    const auto tenths = static_cast<uint64_t>(std::llrint(cycles * 10));
    std::string text = std::to_string(tenths / 10);
    text += '.';
    text += static_cast<char>('0' + tenths % 10);
    return text;
}

std::string Joined(const std::vector<std::string>& items) {
    std::string text = "[";
    for (const std::string& item : items) {
        text += text.size() > 1 ? "," + item : item;
    }
    return text + "]";
}

std::string TypeName(int32_t type) {
    return type == kAiv ? "aiv" : "aic";
}

std::string ArgumentsText(const AscendcObservedLaunch& launch) {
    std::vector<std::string> items;
    for (uint32_t i = 0; i < launch.argument_count; ++i) {
        const AscendcArgument& argument = launch.arguments[i];
        JsonObject object;
        object.Text(fields::argument::kName, argument.name == nullptr ? "" : argument.name)
            .Text(fields::argument::kRole, kRoleNames[std::min<uint32_t>(argument.role, 4)])
            .Number(fields::argument::kDtype, argument.dtype)
            .Unsigned(fields::argument::kBytes, argument.bytes);
        if (argument.dims != nullptr) {
            std::vector<std::string> dims;
            for (uint32_t k = 0; k < argument.dim_count; ++k) {
                dims.push_back(std::to_string(argument.dims[k]));
            }
            object.Raw(fields::argument::kShape, Joined(dims))
                .Number(fields::argument::kFormat, argument.format);
        }
        items.push_back(object.Close());
    }
    return Joined(items);
}

std::string PipesText(const CoreTiming& core) {
    JsonObject object;
    for (int i = 0; i < kPipes; ++i) {
        const PipeUse& use = core.clock.use(static_cast<Pipe>(i));
        if (use.count > 0) {
            JsonObject pipe;
            pipe.Raw(fields::pipe::kBusy, CyclesText(use.busy))
                .Unsigned(fields::pipe::kCount, use.count);
            object.Raw(kPipeNames[i], pipe.Close());
        }
    }
    return object.Close();
}

std::string WaitsText(const CoreTiming& core) {
    std::vector<std::string> items;
    for (int i = 0; i < kPipes; ++i) {
        const PipeUse& use = core.clock.use(static_cast<Pipe>(i));
        for (int cause = 0; cause < kPipes; ++cause) {
            if (use.waited[static_cast<size_t>(cause)] > 0) {
                JsonObject object;
                object.Text(fields::wait::kPipe, kPipeNames[i])
                    .Text(fields::wait::kCause, kPipeNames[cause])
                    .Raw(fields::wait::kCycles, CyclesText(use.waited[static_cast<size_t>(cause)]));
                items.push_back(object.Close());
            }
        }
    }
    return Joined(items);
}

std::string BytesText(const CoreTiming& core) {
    JsonObject object;
    for (const auto& [route, bytes] : core.moved) {
        const std::string name =
            std::string(kMemoryNames[route.first]) + "_to_" + kMemoryNames[route.second];
        object.Unsigned(name.c_str(), bytes);
    }
    object.Unsigned(fields::bytes::kDdrRead, core.read.in_ddr);
    return object.Close();
}

std::string CountersText(const CoreTiming& core, uint64_t line) {
    JsonObject object;
    for (const auto& [counter, value] : core.counters) {
        object.Raw(NameOfCounter(counter), Number(value, 0));
    }
    object.Unsigned(fields::counter::kIcacheMisses, core.code_misses)
        .Unsigned(fields::counter::kL2ReadHit, core.read.in_l2 / line)
        .Unsigned(fields::counter::kL2ReadMiss, core.read.in_ddr / line);
    return object.Close();
}

std::string CoresText(const Profile& profile, const Schedule& schedule) {
    const auto line = static_cast<uint64_t>(profile.constants("chip.l2_line"));
    std::vector<std::string> items;
    for (size_t i = 0; i < profile.cores.size(); ++i) {
        const CoreTiming& core = *profile.cores[i];
        JsonObject object;
        object.Unsigned(fields::core::kUnit, core.unit)
            .Unsigned(fields::core::kBlock, core.block)
            .Unsigned(fields::core::kSubBlock, core.sub_block)
            .Text(fields::core::kType, TypeName(core.type))
            .Raw(fields::core::kStart,
                 CyclesText(schedule.start[i] * profile.machine.ClockOf(core.type)))
            .Raw(fields::core::kCycles, CyclesText(core.clock.end()))
            .Raw(fields::core::kPipes, PipesText(core))
            .Raw(fields::core::kWaits, WaitsText(core))
            .Raw(fields::core::kBytes, BytesText(core))
            .Raw(fields::core::kCounters, CountersText(core, line));
        items.push_back(object.Close());
    }
    return Joined(items);
}

/// Locations in one line of the sources are added up.
std::string LinesText(const Profile& profile) {
    std::map<std::pair<LocationId, Pipe>, LineUse> uses;
    for (const CoreTiming* core : profile.cores) {
        for (const auto& [where, use] : core->lines) {
            uses[where] += use;
        }
    }
    std::map<std::tuple<std::string, uint32_t, Pipe>, LineUse> lines;
    for (const auto& [where, use] : uses) {
        const Frame& frame = profile.locations.LineOf(where.first);
        lines[{frame.file, frame.line, where.second}] += use;
    }
    std::vector<std::string> items;
    for (const auto& [where, use] : lines) {
        JsonObject object;
        object.Text(fields::line::kFile, std::get<0>(where))
            .Unsigned(fields::line::kLine, std::get<1>(where))
            .Text(fields::line::kPipe, NameOfPipe(std::get<2>(where)))
            .Unsigned(fields::line::kCount, use.count)
            .Raw(fields::line::kCycles, CyclesText(use.cycles))
            .Raw(fields::line::kWait, CyclesText(use.wait));
        items.push_back(object.Close());
    }
    return Joined(items);
}

uint64_t SizeOf(const platform::SocSpec& soc, Hardware memory) {
    switch (memory) {
        case Hardware::UB:
            return soc.ub_size;
        case Hardware::L1:
            return soc.l1_size;
        case Hardware::L0A:
            return soc.l0a_size;
        case Hardware::L0B:
            return soc.l0b_size;
        case Hardware::L0C:
            return soc.l0c_size;
        default:
            return 0;
    }
}

std::string MemoryText(const Profile& profile) {
    JsonObject object;
    for (size_t i = 0; i < kMemories; ++i) {
        uint64_t used = 0;
        for (const CoreTiming* core : profile.cores) {
            used = std::max(used, core->memory_used[i]);
        }
        if (used > 0) {
            const auto memory = static_cast<Hardware>(i);
            JsonObject usage;
            usage.Unsigned(fields::memory::kUsed, used)
                .Unsigned(fields::memory::kSize, SizeOf(*profile.launch.soc, memory));
            object.Raw(NameOf(memory), usage.Close());
        }
    }
    return object.Close();
}

/// Launches of a stream follow each other on the model's clock.
double StartOnDevice(const AscendcObservedLaunch& launch, double duration) {
    static std::mutex mutex;
    static std::map<std::pair<uint32_t, uint32_t>, double> free;
    std::lock_guard<std::mutex> lock(mutex);
    double& stream = free[{launch.device, launch.stream}];
    const double start = stream;
    stream += duration;
    return start;
}

std::string TimelineName(const AscendcObservedLaunch& launch) {
    return std::to_string(launch.index) + ".timeline.jsonl";
}

/// A field's name and colon; `before` is what stands between it and the field before.
std::string KeyText(const char* before, const char* name) {
    return std::string(before) + "\"" + name + "\":";
}

void WriteTimeline(const Profile& profile, const Schedule& schedule) {
    namespace field = fields::instruction;
    std::vector<std::string> locations;  // as they stand in each instruction
    for (LocationId location = 0; location < profile.locations.size(); ++location) {
        const Frame& frame = profile.locations.LineOf(location);
        locations.push_back(KeyText(",", field::kFile) + support::JsonText(frame.file) +
                            KeyText(",", field::kLine) + std::to_string(frame.line));
    }
    constexpr size_t kPieceBytes = size_t{1} << 18;
    const std::string name = TimelineName(profile.launch);
    const std::string name_key = KeyText("\",", field::kName),
                      start_key = KeyText("\",", field::kStart);
    const std::string cycles_key = KeyText(",", field::kCycles),
                      bytes_key = KeyText(",", field::kBytes);
    std::string text;
    uint64_t left_out = 0;
    for (size_t i = 0; i < profile.cores.size(); ++i) {
        const CoreTiming& core = *profile.cores[i];
        const Cycles start = schedule.start[i] * profile.machine.ClockOf(core.type);
        std::vector<const Event*> events;
        for (const Event& event : core.events) {
            events.push_back(&event);
        }
        std::stable_sort(events.begin(), events.end(),
                         [](const Event* a, const Event* b) { return a->start < b->start; });
        const std::string unit = KeyText("{", field::kUnit) + std::to_string(core.unit) +
                                 KeyText(",", field::kPipe) + "\"";
        for (const Event* event : events) {
            text.append(unit).append(NameOfPipe(event->pipe)).append(name_key).append("\"");
            text.append(event->name).append(start_key);
            text.append(CyclesText(start + event->start)).append(cycles_key);
            text.append(CyclesText(event->end - event->start)).append(locations[event->location]);
            if (event->bytes > 0) {
                text.append(bytes_key).append(std::to_string(event->bytes));
            }
            text.append("}\n");
            if (text.size() >= kPieceBytes) {
                text.pop_back();
                AppendLine(name, text);
                text.clear();
            }
        }
        left_out += core.events_left_out;
    }
    JsonObject last;
    last.Unsigned(fields::rest::kLeftOut, left_out);
    AppendLine(name, text + last.Close());
}

double SumOf(const std::vector<const CoreTiming*>& cores, Counter counter) {
    double sum = 0;
    for (const CoreTiming* core : cores) {
        const auto entry = core->counters.find(counter);
        sum += entry == core->counters.end() ? 0 : entry->second;
    }
    return sum;
}

/// What the cores of the launch can do at most, for the types that they computed with most.
std::string PeaksText(const Profile& profile) {
    constexpr double kRepeatBytes = 256;
    constexpr double kFractalOps = 2.0 * 16 * 16 * 16;  // of 16-bit numbers; twice that of bytes
    double chip = 0, moved = 0, vector = 0, cube = 0;
    const double lanes =
        kRepeatBytes /
        (SumOf(profile.cores, Counter::kVecFp16) > SumOf(profile.cores, Counter::kVecFp32) ? 2 : 4);
    const double fractal_ops =
        kFractalOps *
        (SumOf(profile.cores, Counter::kCubeInt8) > SumOf(profile.cores, Counter::kCubeFp16) ? 2
                                                                                             : 1);
    for (const int32_t type : {kMix, kAic, kAiv}) {
        const auto launched = static_cast<uint32_t>(
            std::count_if(profile.cores.begin(), profile.cores.end(),
                          [type](const CoreTiming* core) { return core->type == type; }));
        if (launched == 0) {
            continue;
        }
        const uint32_t cores = profile.machine.AtATime(type, launched);
        const double cycles = static_cast<double>(cores) * profile.machine.ClockOf(type);
        chip = cycles * profile.machine.ShareOf(type, cores).ddr;
        const double read = profile.constants(type == kAic ? "mte2.rate_ddr_l1" : "mte2.rate_ddr");
        moved += cycles * (read + profile.constants("mte3.rate"));
        vector += type == kAic ? 0 : cycles * lanes;
        cube += type == kAiv ? 0 : cycles * fractal_ops / profile.constants("cube.fractal");
    }
    JsonObject object;
    object.Raw(fields::peaks::kGmBytesPerUs, Number(std::min(chip, moved), 0))
        .Raw(fields::peaks::kVecOpsPerUs, Number(vector, 0))
        .Raw(fields::peaks::kCubeOpsPerUs, Number(cube, 0));
    return object.Close();
}

/// The cores of the SoC, of the types that took part.
std::string SocCoresText(const Profile& profile) {
    JsonObject object;
    for (const auto& [type, name] :
         {std::pair(kMix, "aicore"), std::pair(kAic, "aic"), std::pair(kAiv, "aiv")}) {
        const bool takes_part =
            std::any_of(profile.cores.begin(), profile.cores.end(),
                        [type = type](const CoreTiming* core) { return core->type == type; });
        if (takes_part) {
            object.Unsigned(name, profile.machine.AtATime(type, ~uint32_t{0}));
        }
    }
    return object.Close();
}

}  // namespace

void WriteProfile(const Profile& profile) {
    const AscendcObservedLaunch& launch = profile.launch;
    const Schedule schedule = MakeSchedule(profile.cores, profile.constants, profile.machine);
    const int32_t type = profile.cores.empty() ? kMix : profile.cores.front()->type;
    JsonObject line;
    line.Text(fields::launch::kEvent, "profile")
        .Text(fields::launch::kKernel, launch.kernel)
        .Text(fields::launch::kOpType, launch.op_type)
        .Unsigned(fields::launch::kLaunch, launch.index)
        .Text(fields::launch::kSoc, launch.soc->soc_version)
        .Unsigned(fields::launch::kBlockDim, launch.block_dim)
        .Unsigned(fields::launch::kTaskType, launch.task_type)
        .Unsigned(fields::launch::kTilingKey, launch.tiling_key)
        .Unsigned(fields::launch::kDevice, launch.device)
        .Unsigned(fields::launch::kStream, launch.stream)
        .Number(fields::launch::kPid, getpid())
        .Unsigned(fields::launch::kClockMhz, profile.machine.ClockOf(type))
        .Text(fields::launch::kState, NameOfState(profile.state))
        .Raw(fields::launch::kStartUs, Number(StartOnDevice(launch, schedule.duration), 3))
        .Raw(fields::launch::kDurationUs, Number(schedule.duration, 3))
        .Raw(fields::launch::kArguments, ArgumentsText(launch))
        .Raw(fields::launch::kCores, CoresText(profile, schedule))
        .Raw(fields::launch::kLines, LinesText(profile))
        .Raw(fields::launch::kMemory, MemoryText(profile))
        .Raw(fields::launch::kPeaks, PeaksText(profile))
        .Raw(fields::launch::kSocCores, SocCoresText(profile))
        .Text(fields::launch::kTimeline,
              profile.has_timeline ? std::to_string(getpid()) + "." + TimelineName(launch) : "");
    if (profile.has_timeline) {
        WriteTimeline(profile, schedule);
    }
    AppendLine("profile.jsonl", line.Close());
}

}  // namespace observe::cycles
