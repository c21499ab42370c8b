// When cores meet: barriers, flags and words of global memory between the cores of a launch.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "isa/sync.h"
#include "observe/cycles/core_timing.h"

namespace observe::cycles {

/// The n-th arrival of a core at a meeting point belongs to the n-th meeting there.
class CrossCore {
public:
    /// Before a record that may wait: `core` comes to it at `time`.
    void Arrive(const AscendC::isa::SyncRecord& record, CoreTiming* core, Cycles time);
    /// After it: when the core may go on.
    Cycles Leave(const AscendC::isa::SyncRecord& record, CoreTiming* core);

    void Signal(const void* word, Cycles time) { words_[word] = time; }
    Cycles SignalledAt(const void* word) const;

private:
    struct Meeting {
        std::vector<Cycles> last;  ///< by number: when the last core came
        void Come(uint32_t number, Cycles time);
    };

    std::map<int32_t, Meeting> by_type_;
    Meeting all_;
    std::map<const void*, Meeting> by_address_;
    /// Flags: (mode, group or -1, type of who raised it, id).
    std::map<std::tuple<int, int64_t, int32_t, int32_t>, Meeting> flags_;
    std::map<const void*, Cycles> words_;
};

}  // namespace observe::cycles
