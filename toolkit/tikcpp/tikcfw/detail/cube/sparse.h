// Products with a matrix of which only two of each four elements along k are stored.
#pragma once

#include "detail/cube/mmad.h"
#include "isa/lacks.h"

namespace AscendC {
namespace isa {

/// The index matrix of what is in L0B, two bits per element. It has a separate memory, which is
/// here in front of L0B.
template <typename T>
inline uint8_t* SparseIndexOf(const LocalTensor<T>& tensor) {
    const Arena& memory = CurrentCore().arenas[static_cast<int>(Hardware::L0B)];
    const uint8_t* address = reinterpret_cast<const uint8_t*>(tensor.Data());
    return memory.base - memory.size / 4 + (address - memory.base) / 4;
}

}  // namespace isa

/// Fractals of the stored elements to L0B, and their indices (128 bytes per fractal).
template <typename T = int8_t, typename U = uint8_t,
          typename std::enable_if<IsSameType<PrimT<T>, int8_t>::value, bool>::type = true,
          typename std::enable_if<IsSameType<PrimT<U>, uint8_t>::value, bool>::type = true>
inline void LoadDataWithSparse(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                               const LocalTensor<U>& idxLocal,
                               const LoadData2dParams& loadDataParam) {
    ASCENDC_LACKS_API("LoadDataWithSparse", 310);
    if (!isa::HasCube()) {
        return;
    }
    constexpr uint32_t index_bytes = isa::kFractalBytes / 4;
    isa::LoadFractals(
        dstLocal, srcLocal,
        LoadData2DParams(loadDataParam.startIndex, loadDataParam.repeatTimes, 1, 0, 0, false, 0),
        false);
    isa::MoveRecord record = isa::MakeMove(dstLocal, idxLocal);
    record.dst = isa::SparseIndexOf(dstLocal);
    record.src += loadDataParam.startIndex * index_bytes;
    record.count = 1;
    record.bytes = uint64_t{loadDataParam.repeatTimes} * index_bytes;
    isa::Issue(record);
}

/// dst = fm * filter where filter was loaded by LoadDataWithSparse; k counts the columns of fm.
template <typename T = int32_t, typename U = int8_t,
          typename std::enable_if<IsSameType<PrimT<T>, int32_t>::value, bool>::type = true,
          typename std::enable_if<IsSameType<PrimT<U>, int8_t>::value, bool>::type = true>
inline void MmadWithSparse(const LocalTensor<T>& dstLocal, const LocalTensor<U>& fmLocal,
                           const LocalTensor<U>& filterLocal, const MmadParams& mmadParams) {
    ASCENDC_META(ASCENDC_META_CUBE, 0, 0);
    ASCENDC_REQUIRE_API("MmadWithSparse", 100, 200, 300);
    ASCENDC_LACKS_API("MmadWithSparse", 310);
    if (!isa::HasCube()) {
        return;
    }
    isa::CubeMmad record =
        isa::MakeMmad(dstLocal, fmLocal, filterLocal, mmadParams,
                      isa::InitOf(mmadParams, mmadParams.cmatrixSource),
                      isa::CurrentCore().arenas[static_cast<int>(Hardware::BIAS)].base);
    record.row_vector = false;
    record.index = isa::SparseIndexOf(filterLocal);
    isa::Issue(record);
}

}  // namespace AscendC
