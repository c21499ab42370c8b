// State of one simulated core.
#pragma once

#include <chrono>

#include "isa/image.h"
#include "isa/observer.h"
#include "isa/types.h"

namespace platform {
struct SocSpec;
}

namespace AscendC {

class TPipe;

/// Physical memories of a core; `kGm` is the device's memory, all others belong to one core.
enum class Hardware : uint8_t { GM, UB, L1, L0A, L0B, L0C, BIAS, FIXBUF, MAX };

namespace isa {

/// What an atomic store to global memory does with the old value.
enum class AtomicOp : uint8_t { kNone = 0, kAdd = 1, kMax = 2, kMin = 3 };

/// How vector instructions read the mask registers.
enum class MaskMode : uint8_t {
    kNormal = 0,   ///< mask = bit per lane of a repeat
    kCounter = 1,  ///< mask[0] = number of elements of the whole instruction; repeat count ignored
};

/// One on-chip memory of a core.
struct Arena {
    uint8_t* base;
    uint32_t size;  ///< bytes
};

/// pipe_t of the pipes that have flags are less.
constexpr uint32_t kFlagPipes = 11;

/// A count of flags that goes neither up nor down.
constexpr uint8_t kFlagFull = 255;

/// Pairs of pipes that a TPipe gives event numbers for.
constexpr uint32_t kEventPairs = 64;

/// Events that a core has for each pair of pipes.
constexpr int32_t EventsOf(uint32_t arch) {
    return arch == 100 ? 4 : 8;
}

/// The state of the core that runs a block. Plain data: every instruction finds here what the
/// hardware keeps in special registers. A block starts with all registers at their reset values.
struct Core {
    // --- identity
    uint32_t block_idx;      ///< index of the block (of the group of cores, for MIX kernels)
    uint32_t block_num;      ///< blocks (groups) of the launch
    uint32_t sub_block_idx;  ///< which AIV of its group
    uint32_t task_ratio;     ///< AIV per AIC of the launch: 1 or 2
    int32_t core_type;       ///< AscendC::MIX 0 (a coupled core), AIC 1, AIV 2
    uint32_t arch;           ///< value of __CCE_AICORE__: 100, 200, 220, 300, 310
    bool is_mix;             ///< the launch has AIC and AIV cores
    uint64_t tiling_key;
    const platform::SocSpec* soc;
    int64_t entry_cycle;  ///< GetSystemCycle() when the block started

    // --- memories
    Arena arenas[static_cast<int>(Hardware::MAX)];  ///< indexed by Hardware; GM is empty
    uint8_t* sys_workspace;

    // --- vector special registers
    uint64_t mask[2];  ///< low word first; 128 lanes of 16 bits, 64 of 32 bits
    MaskMode mask_mode;
    uint64_t cmp_mask[2];     ///< result of register-form Compare
    uint64_t ctrl;            ///< CTRL
    uint64_t deq_scale;       ///< raw register of SetDeqScale
    const void* deq_tensor;   ///< per-channel parameters of SetDeqScale(tensor, ...)
    uint64_t acc_val;         ///< raw bits of GetAccVal
    uint64_t max_min_value;   ///< raw bits of the value left by the last WholeReduceMax/Min
    uint64_t max_min_index;   ///< its index
    uint64_t gather_count;    ///< elements selected by the last GatherMask
    uint16_t sort_counts[4];  ///< records consumed by the last MrgSort of each list
    uint64_t va[8][8];        ///< address registers of scatter_vnchwconv

    // --- flags between the pipes of the core
    /// How often each is set, by pipe_t of producer and consumer, and event; kFlagFull: or more.
    uint8_t flags[kFlagPipes][kFlagPipes][8];
    uint32_t doubled_flags;  ///< of them, those set more than once

    // --- data movement registers
    AtomicOp atomic_op;
    DType atomic_dtype;
    uint64_t pad_value;  ///< raw bits that DataCopyPad pads with

    // --- cube special registers
    uint64_t quant_pre;        ///< SetFixpipePreQuantFlag
    uint64_t fixpipe_nd[2];    ///< SetFixpipeNz2ndFlag: ndNum | strides
    const void* fixpipe_relu;  ///< SetFixPipeConfig
    const void* fixpipe_quant;
    uint64_t fmatrix[2];       ///< SetFmatrix left, right
    uint64_t load3d_padding;   ///< SetLoadDataPaddingValue
    uint64_t load3d_repeat;    ///< SetLoadDataRepeat
    uint64_t load3d_boundary;  ///< SetLoadDataBoundary
    ImageRegisters image;
    const void* fixpipe_elements;    ///< SetFixPipeAddr
    uint32_t fixpipe_element_pitch;  ///< bytes from one group of 16 columns to the next
    uint16_t fixpipe_clip;           ///< SetFixPipeClipRelu: half

    // --- library state
    TPipe* pipe;        ///< what GetTPipePtr() returns; after its lifetime, too, as in CANN
    bool manages_pipe;  ///< that pipe is alive and not destroyed
    /// Event numbers that are taken, a bit each, by HardEvent. Of the core, not of its TPipe:
    /// kernels ask pipes that are no more.
    uint8_t taken_events[kEventPairs];
    const void* parameters;  ///< slots of the kernel's parameters
    uint8_t* hccl_contexts[2];
    const void* polled;  ///< address of the last scalar read of global memory
    uint32_t polls;      ///< scalar reads since the last yield
    void* fiber;         ///< scheduler's handle

    // --- what watches the launch; null: nothing
    const AscendcObserver* observer;
    const AscendcBlock* observed_block;
};

/// True when results of half/bfloat16 arithmetic saturate instead of becoming infinity or NaN.
inline bool Saturates(const Core& core) {
    switch (core.arch) {
        case 200:
            return ((core.ctrl >> 53) & 1) != 0;
        case 310:
            return ((core.ctrl >> 60) & 1) != 0 && ((core.ctrl >> 48) & 1) == 0;
        default:
            return ((core.ctrl >> 48) & 1) == 0;
    }
}

/// The same for results of type float of the cube and on their way out of L0C.
inline bool SaturatesCube(const Core& core) {
    return core.arch >= 220 && Saturates(core);
}

/// True when conversions to integers keep the low bits of what does not fit, in place of
/// saturating.
inline bool TruncatesCasts(const Core& core) {
    return core.arch >= 220 && ((core.ctrl >> 59) & 1) != 0;
}

/// Ticks of the system's counter: of 50 MHz, on 950 of 1 GHz.
inline int64_t SystemTicks(uint32_t arch) {
    const int64_t nanoseconds =
        static_cast<int64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
    return arch == 310 ? nanoseconds : nanoseconds / 20;
}

/// Lanes of one repeat (256 bytes) of elements of `size` bytes.
constexpr uint32_t LanesOf(uint32_t size) {
    return 256u / size;
}

inline void SetMask(Core& core, uint64_t high, uint64_t low) {
    core.mask[0] = low;
    core.mask[1] = high;
}

/// Mask with the first `lanes` (0..128) bits set.
inline void SetMaskLanes(Core& core, uint64_t lanes) {
    core.mask[0] = lanes >= 64 ? ~uint64_t{0} : (uint64_t{1} << lanes) - 1;
    core.mask[1] = lanes >= 128  ? ~uint64_t{0}
                   : lanes <= 64 ? 0
                                 : (uint64_t{1} << (lanes - 64)) - 1;
}

inline void ResetMask(Core& core) {
    core.mask[0] = ~uint64_t{0};
    core.mask[1] = ~uint64_t{0};
}

}  // namespace isa
}  // namespace AscendC

extern "C" {
/// The core that the calling thread simulates at the moment; null outside kernels. Blocks never
/// move to another thread while they run, so the compiler may keep the address of this variable.
extern __thread AscendC::isa::Core* ascendc_current_core __attribute__((tls_model("initial-exec")));

/// Lets other blocks of the launch run; returns when the scheduler comes back to this one.
void aicore_yield(void);
}

namespace AscendC::isa {

inline Core& CurrentCore() {
    return *ascendc_current_core;
}

}  // namespace AscendC::isa
