// Who and where a core is; special registers; workspace.
#pragma once

#include "detail/core/entry.h"
#include "detail/core/sync.h"
#include "isa/lacks.h"

namespace AscendC {
namespace isa {
inline int32_t BlockIndex() {
    const Core& core = CurrentCore();
    return static_cast<int32_t>(core.core_type == AIV
                                    ? core.block_idx * core.task_ratio + core.sub_block_idx
                                    : core.block_idx);
}
}  // namespace isa

inline int64_t GetBlockNum() {
    return isa::CurrentCore().block_num;
}
inline int64_t GetBlockIdx() {
    return isa::BlockIndex();
}
inline int64_t GetBlockIdxImpl() {
    return isa::BlockIndex();
}
inline int64_t GetSubBlockIdx() {
    return isa::CurrentCore().sub_block_idx;
}
inline int64_t GetSubBlockIdxImpl() {
    return isa::CurrentCore().sub_block_idx;
}
inline int64_t GetSubBlockNum() {
    const isa::Core& core = isa::CurrentCore();
    return core.is_mix && core.core_type == AIV ? core.task_ratio : 1;
}
inline int64_t GetTaskRation() {
    const isa::Core& core = isa::CurrentCore();
    return core.is_mix && core.core_type == AIV ? core.task_ratio : 1;
}
inline int64_t GetTaskRationImpl() {
    return GetTaskRation();
}
inline int64_t GetTaskRatio() {
    return GetTaskRation();
}

/// Ticks of the system's counter, in instrumented builds of model time.
inline int64_t GetSystemCycle() {
    ASCENDC_REQUIRE_API("GetSystemCycle", 100, 200, 300);
    if constexpr (isa::kObserved) {
        return aicore_cycle();
    } else {
        return isa::SystemTicks(isa::CurrentCore().arch);
    }
}
inline int64_t GetSystemCycleImpl() {
    return GetSystemCycle();
}
inline int64_t GetProgramCounter() {
    ASCENDC_REQUIRE_API("GetProgramCounter", 100, 300);
    return static_cast<int64_t>(reinterpret_cast<uintptr_t>(__builtin_return_address(0)));
}
/// The digits of the architecture as a hexadecimal number: 0x220 on 910B and 910_93.
inline void GetArchVersion(uint32_t& coreVersion) {
    ASCENDC_REQUIRE_API("GetArchVersion", 100, 300);
    const uint32_t arch = isa::CurrentCore().arch;
    coreVersion = arch / 100 << 8 | arch / 10 % 10 << 4 | arch % 10;
}
/// Bytes of the unified buffer that a kernel may use.
inline uint32_t GetUBSizeInBytes() {
    return isa::CurrentCore().arenas[static_cast<int>(Hardware::UB)].size;
}
inline uint32_t GetRuntimeUBSize() {
    return GetUBSizeInBytes();
}
constexpr uint32_t GetDataBlockSizeInBytes() {
    return 32;
}
constexpr uint32_t GetVecLen() {
    return 256;
}

// --- workspace

/// Names the workspace of a kernel that was started without one; the launch's own stays.
inline void SetSysWorkspace(GM_ADDR workspace) {
    isa::Core& core = isa::CurrentCore();
    if (core.sys_workspace == nullptr) {
        core.sys_workspace = workspace;
    }
}
inline void SetSysWorkspaceForce(GM_ADDR workspace) {
    isa::CurrentCore().sys_workspace = workspace;
}
/// The user's part of the workspace. Kernels get it as their argument already, and ask again.
inline GM_ADDR GetUserWorkspace(GM_ADDR workspace) {
#if defined(ASCENDC_CPU_DEBUG)
    return workspace;  // the system's is elsewhere
#else
    const isa::Core& core = isa::CurrentCore();
    return core.sys_workspace == nullptr ? workspace
                                         : core.sys_workspace + isa::ReservedWorkspace();
#endif
}

/// Contexts of collective communication that a launch registers; `index` 0 or 1.
template <uint32_t index>
inline void SetHcclContext(__gm__ uint8_t* context) {
    if constexpr (index < 2) {
        isa::CurrentCore().hccl_contexts[index] = context;
    }
}
template <uint32_t index>
inline __gm__ uint8_t* GetHcclContext() {
    if constexpr (index < 2) {
        return isa::CurrentCore().hccl_contexts[index];
    } else {
        return nullptr;
    }
}

// --- control registers

/// Bits [start, end] of CTRL.
template <int8_t startBit, int8_t endBit>
inline void SetCtrlSpr(int64_t value) {
    constexpr uint64_t width = endBit - startBit + 1;
    constexpr uint64_t mask = (width >= 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1) << startBit;
    isa::Core& core = isa::CurrentCore();
    core.ctrl = (core.ctrl & ~mask) | ((static_cast<uint64_t>(value) << startBit) & mask);
}
template <int8_t startBit, int8_t endBit>
inline int64_t GetCtrlSpr() {
    constexpr uint64_t width = endBit - startBit + 1;
    return static_cast<int64_t>((isa::CurrentCore().ctrl >> startBit) &
                                (width >= 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1));
}
/// The documented values of the bits: all 0 but bit 60.
template <int8_t startBit, int8_t endBit>
inline void ResetCtrlSpr() {
    SetCtrlSpr<startBit, endBit>(startBit <= 60 && 60 <= endBit ? int64_t{1} << (60 - startBit)
                                                                : 0);
}

namespace isa {
inline void SetCtrlBit(int bit, bool on) {
    Core& core = CurrentCore();
    core.ctrl = on ? core.ctrl | (uint64_t{1} << bit) : core.ctrl & ~(uint64_t{1} << bit);
}
}  // namespace isa

/// What saturates: results of half and bfloat16 arithmetic and conversions to them; integer
/// arithmetic; conversions to integers (without it they keep the low bits).
enum class SaturationMode : uint8_t { FLOAT, FLOAT8, INT, CAST };

namespace isa {
constexpr int SaturationBit(SaturationMode mode) {
    return mode == SaturationMode::CAST    ? CAST_MODE_BIT
           : mode == SaturationMode::INT   ? CTRL_53_BIT
           : mode == SaturationMode::FLOAT ? CTRL_48_BIT
                                           : 50;
}
}  // namespace isa
/// Bit 53 turns saturation on, the others turn it off.
template <SaturationMode mode>
inline void SetSaturationFlag(bool enableSat) {
    ASCENDC_LACKS_API("SetSaturationFlag", 310);
    isa::SetCtrlBit(isa::SaturationBit(mode), enableSat == (mode == SaturationMode::INT));
}
template <SaturationMode mode>
inline bool GetSaturationFlag() {
    ASCENDC_LACKS_API("GetSaturationFlag", 310);
    const bool set = ((isa::CurrentCore().ctrl >> isa::SaturationBit(mode)) & 1) != 0;
    return set == (mode == SaturationMode::INT);
}

inline void SetHF32Mode(bool hf32Mode) {
    isa::SetCtrlBit(HF32_MODE_BIT, hf32Mode);
}
inline void SetHF32TransMode(bool hf32TransMode) {
    isa::SetCtrlBit(HF32_TRANS_MODE_BIT, hf32TransMode);
}
inline void SetMMLayoutTransform(bool mode) {
    isa::SetCtrlBit(MM_LAYOUT_MODE_BIT, mode);
}
inline void SetMMRowMajor() {
    isa::SetCtrlBit(MM_LAYOUT_MODE_BIT, false);
}
inline void SetMMColumnMajor() {
    isa::SetCtrlBit(MM_LAYOUT_MODE_BIT, true);
}

}  // namespace AscendC

/// The names that CANN's headers declare outside the namespace.
inline __gm__ uint8_t* GetSysWorkSpacePtr() {
    return AscendC::isa::CurrentCore().sys_workspace;
}
inline void SetSysWorkSpacePtr(__gm__ uint8_t* workspace) {
    AscendC::isa::CurrentCore().sys_workspace = workspace;
}
namespace AscendC {
using ::GetSysWorkSpacePtr;
using ::SetSysWorkSpacePtr;
}  // namespace AscendC
