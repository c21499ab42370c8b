// Temporaries that functions work in on the hardware: not used here, but reported to observers.
#pragma once

#include "detail/memory/data_copy.h"
#include "detail/memory/tpipe.h"
#include "isa/scratch.h"

namespace AscendC::isa {

/// Whether the facts of isa/scratch.h are those of the running core; on newer ones the library
/// works in registers.
inline bool TakesScratch() {
    return CurrentCore().arch <= 220;
}

/// Ends the launch if the buffers leave less of the unified buffer.
inline void ExpectScratch(const char* api, uint64_t needed) {
    const Core& core = CurrentCore();
    if (!core.manages_pipe || core.core_type == AIC) {
        return;
    }
    const uint64_t allocated = core.pipe->GetQueueEndAddress<TPosition::VECCALC>();
    const uint64_t size = core.arenas[static_cast<int>(Hardware::UB)].size;
    if (__builtin_expect(allocated + needed > size, 0)) {
        ReportException(HardwareException::kNoScratch, api, needed,
                        allocated < size ? size - allocated : 0);
    }
}

/// Tells observers of the temporary that a function works in: the one that it is given, or without
/// (a tensor of nothing) the memory after all buffers, which has to be large enough. `needed`:
/// bytes.
inline void NoteScratch([[maybe_unused]] const char* api,
                        [[maybe_unused]] const LocalTensor<uint8_t>& scratch,
                        [[maybe_unused]] uint64_t needed) {
    if (!TakesScratch()) {
        return;
    }
    if (scratch.Data() != nullptr) {
        Note(ScratchEvent{MemoryOf(scratch), scratch.Data(), scratch.GetLength(), needed, api});
    } else if (needed != 0) {
        Note(ScratchEvent{Hardware::UB, nullptr, 0, needed, api});
        ExpectScratch(api, needed);
    }
}

/// Ends the launch if the work tensor of a reduction does not begin at a multiple of `unit` bytes.
template <typename T>
ASCENDC_ALWAYS_INLINE void ExpectWorkAt(const char* api, const LocalTensor<T>& work,
                                        uint32_t unit) {
    const Core& core = CurrentCore();
    const uint64_t address = reinterpret_cast<uint64_t>(work.Data());
    if (__builtin_expect((address & (unit - 1)) != 0, 0) && TakesScratch() &&
        core.core_type != AIC) {
        const uint64_t base =
            reinterpret_cast<uint64_t>(core.arenas[static_cast<int>(Hardware::UB)].base);
        ReportException(HardwareException::kMisalignedWork, api, address - base, unit);
    }
}

/// Tells observers of a work tensor, which has to be as large as the function needs, whatever size
/// it says of itself.
template <typename T>
inline void NoteWork([[maybe_unused]] const char* api, [[maybe_unused]] const LocalTensor<T>& work,
                     [[maybe_unused]] uint64_t needed) {
    if constexpr (kObserved) {
        if (TakesScratch() && needed != 0) {
            Note(ScratchEvent{MemoryOf(work), work.Data(), 0, needed, api});
        }
    }
}

}  // namespace AscendC::isa
