// LoadData and LoadDataWithTranspose: fractals from L1 or global memory to L0A, L0B and L1.
#pragma once

#include "detail/cube/params.h"
#include "detail/memory/data_copy.h"
#include "detail/types/traits.h"
#include "isa/cube_load.h"
#include "isa/executed.h"
#include "isa/lacks.h"

namespace AscendC {
namespace isa {

/// Whether the core executes the cube's instructions; kernels may call them on all cores.
inline bool HasCube() {
    return HasCube(CurrentCore());
}

template <typename T>
constexpr uint32_t kElementBits = std::is_same_v<T, int4b_t> ? 4 : 8 * sizeof(T);

/// Fractals of one square that LoadDataWithTranspose turns.
template <typename T>
constexpr int64_t kSquareFractals = kElementBits<T> == 4    ? 4
                                    : kElementBits<T> == 16 ? 1
                                                            : 2;

template <typename Dst, typename Src>
inline CubeLoad MakeCubeLoad(const Dst& dst, const Src& src) {
    CubeLoad record = {};
    record.src_memory = MemoryOf(src);
    record.dst_memory = MemoryOf(dst);
    record.element_bits = kElementBits<typename Dst::PrimType>;
    record.dst = reinterpret_cast<uint8_t*>(dst.Data());
    record.src = reinterpret_cast<const uint8_t*>(src.Data());
    record.src_fractal_pitch = kFractalBytes;
    record.dst_fractal_pitch = kFractalBytes;
    return record;
}

/// What all parameters of loads of fractals have.
template <typename Params>
inline void ExpectLoad(const char* api, const Params& params) {
    ExpectFits(api, "startIndex", params.startIndex);
    ExpectFits(api, "repeatTimes", params.repeatTimes);
    ExpectFits(api, "srcStride", params.srcStride);
    ExpectFits(api, "dstGap", params.dstGap);
}

/// LoadData turns fractals of two-byte elements on their way out of L1; 310P also squares of four
/// bits.
inline void ExpectTransposable(const CubeLoad& record, bool transpose) {
    if (!transpose) {
        return;
    }
    const bool nibbles = record.element_bits == 4 && CurrentCore().arch == 200;
    if ((record.element_bits != 16 && !nibbles) || record.src_memory != Hardware::L1 ||
        record.dst_memory == Hardware::L1) {
        aicore_trap(
            "LoadData: ifTranspose is for elements of two bytes from L1 to L0A or L0B; use "
            "LoadDataWithTranspose for others");
    }
}

template <typename Dst, typename Src>
inline void LoadFractals(const Dst& dst, const Src& src, const LoadData2DParams& params,
                         bool backwards) {
    ExpectLoad("LoadData", params);
    CubeLoad record = MakeCubeLoad(dst, src);
    ExpectTransposable(record, params.ifTranspose);
    record.transpose = params.ifTranspose;
    record.repeat = params.repeatTimes;
    record.src += int64_t{params.startIndex} * kFractalBytes;
    record.src_pitch = int64_t{params.srcStride} * kFractalBytes;
    if (backwards) {
        record.src_pitch = -record.src_pitch;
    }
    // 910 packs what it loads.
    const int64_t gap = CurrentCore().arch == 100 ? 0 : int64_t{params.dstGap};
    record.dst_pitch = (gap + 1) * kFractalBytes;
    Issue(record);
}

template <typename T, typename Params>
inline void LoadSquares(const LocalTensor<T>& dst, const LocalTensor<T>& src, const Params& params,
                        int64_t src_unit, int64_t src_fractal_pitch) {
    ExpectLoad("LoadDataWithTranspose", params);
    ExpectFits("LoadDataWithTranspose", "dstFracGap", params.dstFracGap);
    CubeLoad record = MakeCubeLoad(dst, src);
    record.transpose = true;
    record.repeat = params.repeatTimes;
    record.src += params.startIndex * src_unit;
    record.src_pitch = (params.addrMode != 0 ? -1 : 1) * params.srcStride * src_unit;
    record.dst_pitch = (int64_t{params.dstGap} + 1) * kFractalBytes;
    record.src_fractal_pitch = src_fractal_pitch;
    record.dst_fractal_pitch = (int64_t{params.dstFracGap} + 1) * kFractalBytes;
    Issue(record);
}

inline void LackLoad2DV2() {
    if (HasCube()) {
        aicore_trap(
            "LoadData: this core does not take LoadData2DParamsV2; use LoadData2DParams or "
            "LoadDataWithTranspose");
    }
}

}  // namespace isa

template <typename T>
inline void LoadData(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                     const LoadData2DParams& loadDataParams) {
    ASCENDC_REJECT_API("LoadData", 310);  // its left operands lie in another order of fractals
    // On this way addrMode is reserved: the fractals are read upwards whatever it says.
    if (isa::HasCube()) {
        isa::LoadFractals(dstLocal, srcLocal, loadDataParams, false);
    }
}
template <typename T>
inline void LoadData(const LocalTensor<T>& dstLocal, const GlobalTensor<T>& srcLocal,
                     const LoadData2DParams& loadDataParams) {
    ASCENDC_REJECT_API("LoadData", 310);
    if (isa::HasCube()) {
        const bool to_l1 = isa::MemoryOf(dstLocal) == Hardware::L1;
        isa::LoadFractals(dstLocal, srcLocal, loadDataParams,
                          to_l1 && loadDataParams.addrMode == dec);
    }
}

/// Kernels for several architectures name these; no simulated core has them.
template <typename T>
inline void LoadData(const LocalTensor<T>&, const LocalTensor<T>&, const LoadData2DParamsV2&) {
    isa::LackLoad2DV2();
}
template <typename T>
inline void LoadData(const LocalTensor<T>&, const GlobalTensor<T>&, const LoadData2DParamsV2&) {
    isa::LackLoad2DV2();
}

template <typename T>
inline void LoadDataWithTranspose(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                                  const LoadData2dTransposeParams& loadDataParams) {
    ASCENDC_REJECT_API("LoadDataWithTranspose", 310);
    if (isa::HasCube()) {
        isa::LoadSquares(dstLocal, srcLocal, loadDataParams,
                         isa::kSquareFractals<PrimT<T>> * isa::kFractalBytes, isa::kFractalBytes);
    }
}
template <typename T>
inline void LoadDataWithTranspose(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                                  const LoadData2dTransposeParamsV2& loadDataParams) {
    ASCENDC_REJECT_API("LoadDataWithTranspose", 310);
    if (isa::HasCube()) {
        isa::LoadSquares(dstLocal, srcLocal, loadDataParams, isa::kFractalBytes,
                         (int64_t{loadDataParams.srcFracGap} + 1) * isa::kFractalBytes);
    }
}

/// Fills parts of L0A, L0B or L1 with a value.
template <typename T, typename U = PrimT<T>,
          typename std::enable_if<IsSameType<PrimT<T>, U>::value, bool>::type = true>
inline void InitConstValue(const LocalTensor<T>& dstLocal,
                           const InitConstValueParams<U>& initConstValueParams) {
    if (!isa::HasCube()) {
        return;
    }
    isa::RequireTypeOf<isa::VecApi::kInitConstValue, U>();
    isa::CubeFill record = {};
    record.memory = isa::MemoryOf(dstLocal);
    // The older cores fill one fractal per repeat, without gaps.
    const bool whole = isa::CurrentCore().arch <= 200;
    const uint64_t unit =
        record.memory == Hardware::L1 && !whole ? isa::kBlock : isa::kFractalBytes;
    const uint64_t blocks = whole ? 1 : initConstValueParams.blockNum;
    record.element = sizeof(U);
    record.repeat = initConstValueParams.repeatTimes;
    record.dst = reinterpret_cast<uint8_t*>(dstLocal.Data());
    record.bytes = blocks * unit;
    record.pitch = (blocks + (whole ? 0 : initConstValueParams.dstGap)) * unit;
    record.value = isa::RawBits(initConstValueParams.initValue);
    isa::Issue(record);
}
template <typename T, typename U = PrimT<T>,
          typename std::enable_if<IsSameType<PrimT<T>, U>::value, bool>::type = true>
inline void Fill(const LocalTensor<T>& dst, const InitConstValueParams<U>& initConstValueParams) {
    InitConstValue(dst, initConstValueParams);
}

}  // namespace AscendC
