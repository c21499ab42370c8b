// Holds Accesses() against the executors: executes every instruction twice, the second time with
// all bytes inverted that it is said not to read. What changes must be what it is said to write,
// with the same values both times. A difference fails the launch.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <vector>

#include "isa/print.h"
#include "observe/access/access.h"
#include "observe/launch_observer.h"
#include "observe/record_names.h"
#include "observe/settings.h"
#include "observe/verify/watched_memory.h"

namespace observe {
namespace {

using AscendC::Hardware;
using AscendC::isa::Arena;
using AscendC::isa::Core;
using AscendC::isa::kFirstEvent;
using AscendC::isa::RecordKind;

constexpr int kInstructions = static_cast<int>(kFirstEvent);

/// Bytes around what is accessed in global memory that are watched.
constexpr uint64_t kMargin = 1024;

/// Instructions that tell somebody outside of the core something: they cannot be repeated.
bool IsHeardOutside(RecordKind kind) {
    return kind == RecordKind::kSyncRecord || kind == RecordKind::kCollectiveRecord ||
           kind == RecordKind::kDumpRecord;
}

/// The kinds that this process has verified: in <output>/<pid>.verified.txt, a name per line.
class VerifiedKinds {
public:
    void Add(RecordKind kind) {
        bool& verified = verified_[static_cast<int>(kind)];
        if (!verified) {
            verified = true;
            if (std::FILE* const file = std::fopen(OutputPath("verified.txt").c_str(), "ae")) {
                std::fprintf(file, "%s\n", NameOf(kind));
                std::fclose(file);
            }
        }
    }

private:
    bool verified_[kInstructions] = {};
};

class VerifyObserver : public LaunchObserver {
public:
    explicit VerifyObserver(const AscendcObservedLaunch& launch)
        : arguments_(launch.arguments, launch.arguments + launch.argument_count) {}

    void Issue(const AscendcBlock& block, const Instruction& instruction,
               const void* const*) override {
        Core& core = *block.core;
        list_.regions.clear();
        if (!Accesses(instruction.kind, instruction.record, core, &list_)) {
            std::snprintf(message_, sizeof(message_), "verify: nobody says what %s accesses",
                          NameOf(instruction.kind));
            aicore_trap(message_);
        }
        if (IsHeardOutside(instruction.kind)) {
            kinds_.Add(instruction.kind);
            instruction.Execute();
            return;
        }
        if (!Watch(core)) {
            instruction.Execute();
            // A fault was to be expected.
            Fail(instruction, {Hardware::MAX, 0, "it is said to leave its memory, and does not"});
        }
        ExecuteTwice(&core, instruction);
        if (IsExecutedBy(instruction.kind, instruction.record, core)) {
            kinds_.Add(instruction.kind);
        }
    }
    void Note(const AscendcBlock&, RecordKind, const void*, const void* const*) override {}
    void End(const AscendcObservedFault*) override {}

private:
    /// One more piece of memory to watch. Its buffers are used again for the next instruction.
    WatchedMemory& Next() {
        if (watched_count_ == pool_.size()) {
            pool_.emplace_back();
        }
        return pool_[watched_count_++];
    }

    /// Watches the core's memories, and the global memory around what is accessed. False if an
    /// access leaves them.
    bool Watch(const Core& core) {
        watched_count_ = 0;
        for (int i = 1; i < static_cast<int>(Hardware::MAX); ++i) {
            const Arena& arena = core.arenas[i];
            const Hardware memory = static_cast<Hardware>(i);
            // L0B has the indices of sparse matrices in front.
            const uint64_t front = memory == Hardware::L0B ? arena.size / 4 : 0;
            if (arena.size != 0) {
                Next().Watch(memory, arena.base - front, arena.size + front, front);
            }
        }
        return std::all_of(list_.regions.begin(), list_.regions.end(),
                           [&](const Region& region) { return Mark(region); });
    }

    bool Mark(const Region& region) {
        const Extent extent = ExtentOf(region);
        WatchedMemory* watched = Find(region.memory, extent);
        if (watched == nullptr && region.memory == Hardware::GM) {
            const AscendcArgument* const argument = ArgumentAt(extent.begin);
            if (argument == nullptr) {
                // It may be anybody's: it is left alone, and not verified.
                return true;
            }
            watched = WatchGlobal(*argument, extent);
        }
        if (watched != nullptr) {
            watched->Mark(region);
        }
        return watched != nullptr;
    }

    /// The argument of the launch that an address lies in, or null.
    const AscendcArgument* ArgumentAt(uint64_t address) const {
        for (const AscendcArgument& argument : arguments_) {
            if (address >= argument.address && address - argument.address < argument.bytes) {
                return &argument;
            }
        }
        return nullptr;
    }

    WatchedMemory* Find(Hardware memory, const Extent& extent) {
        for (size_t i = 0; i < watched_count_; ++i) {
            if (pool_[i].memory() == memory && pool_[i].Contains(extent)) {
                return &pool_[i];
            }
        }
        return nullptr;
    }

    /// Watches an argument of the launch around all regions in it; null if `extent` leaves it.
    WatchedMemory* WatchGlobal(const AscendcArgument& argument, const Extent& extent) {
        const Extent whole = {argument.address, argument.address + argument.bytes};
        if (!IsIn(whole, extent)) {
            return nullptr;
        }
        const Extent all = WithMargin(whole);
        WatchedMemory& watched = Next();
        watched.Watch(Hardware::GM, reinterpret_cast<uint8_t*>(all.begin), all.end - all.begin, 0);
        return &watched;
    }

    static bool IsIn(const Extent& whole, const Extent& part) {
        return part.begin >= whole.begin && part.end <= whole.end;
    }

    /// All regions in an argument, and what lies around them.
    Extent WithMargin(const Extent& argument) const {
        Extent all = {UINT64_MAX, 0};
        for (const Region& region : list_.regions) {
            const Extent extent = ExtentOf(region);
            if (region.memory == Hardware::GM && IsIn(argument, extent)) {
                all = {std::min(all.begin, extent.begin), std::max(all.end, extent.end)};
            }
        }
        return {std::max(argument.begin, all.begin - kMargin),
                std::min(argument.end, all.end + kMargin)};
    }

    void ExecuteTwice(Core* core, const Instruction& instruction) {
        const Core before = *core;
        for (size_t i = 0; i < watched_count_; ++i) {
            pool_[i].Begin();
        }
        instruction.Execute();
        const Core after = *core;
        Violation violation = {};
        for (size_t i = 0; i < watched_count_; ++i) {
            if (!pool_[i].OnlyWritesChanged(&violation)) {
                Fail(instruction, violation);
            }
        }
        for (size_t i = 0; i < watched_count_; ++i) {
            pool_[i].Disturb();
        }
        *core = before;
        instruction.Execute();
        for (size_t i = 0; i < watched_count_; ++i) {
            if (!pool_[i].HasSameResults(&violation)) {
                Fail(instruction, violation);
            }
        }
        if (std::memcmp(core, &after, offsetof(Core, pipe)) != 0) {
            Fail(instruction, {Hardware::MAX, 0,
                               "what it leaves in registers depends on bytes that are not among "
                               "its reads"});
        }
        for (size_t i = 0; i < watched_count_; ++i) {
            pool_[i].Finish();
        }
        *core = after;
    }

    [[noreturn]] void Fail(const Instruction& instruction, const Violation& violation) {
        char location[64] = "";
        if (violation.memory != Hardware::MAX) {
            std::snprintf(location, sizeof(location), ": %s+%llu", NameOf(violation.memory),
                          static_cast<unsigned long long>(violation.offset));
        }
        std::snprintf(message_, sizeof(message_), "verify: %s (%s): %s%s", NameOf(instruction.kind),
                      ApiName(instruction.kind, instruction.record), violation.problem, location);
        aicore_trap(message_);
    }

    static VerifiedKinds kinds_;

    // Members, as a trap does not come back.
    const std::vector<AscendcArgument> arguments_;
    RegionList list_;
    std::vector<WatchedMemory> pool_;
    size_t watched_count_ = 0;  ///< of the pool, in use
    char message_[400];
};

VerifiedKinds VerifyObserver::kinds_;

}  // namespace

std::unique_ptr<LaunchObserver> MakeVerifyObserver(const AscendcObservedLaunch& launch) {
    return std::make_unique<VerifyObserver>(launch);
}

}  // namespace observe
