// DumpTensor and its relatives, and time stamps.
#pragma once

#include "detail/core/debug.h"
#include "detail/core/sysvar.h"

namespace AscendC {
namespace isa {

template <typename T>
inline void IssueDump(const void* data, uint64_t address, Hardware memory, uint32_t desc,
                      uint32_t count, const ShapeInfo* shape) {
    if constexpr (kDumps<std::void_t<T>>) {
        ASCENDC_META(ASCENDC_META_PRINT, 0, 0);
        DumpRecord record = {DTypeOf<PrimT<T>>, memory, 0, desc, count, {}, address, data};
        if (shape != nullptr) {
            record.rank = shape->shapeDim < K_MAX_SHAPE_DIM ? shape->shapeDim : K_MAX_SHAPE_DIM;
            for (uint32_t i = 0; i < record.rank; ++i) {
                record.shape[i] = shape->shape[i];
            }
        }
        Issue(record);
    }
}

template <typename T>
inline void IssueDump(const LocalTensor<T>& tensor, uint32_t desc, uint32_t count,
                      const ShapeInfo* shape) {
    IssueDump<T>(tensor.Data(), tensor.address_.bufferAddr,
                 PhysicalOf(static_cast<TPosition>(tensor.GetPosition()), CurrentCore().arch), desc,
                 count, shape);
}
template <typename T>
inline void IssueDump(const GlobalTensor<T>& tensor, uint32_t desc, uint32_t count,
                      const ShapeInfo* shape) {
    IssueDump<T>(tensor.Data(), reinterpret_cast<uintptr_t>(tensor.Data()), Hardware::GM, desc,
                 count, shape);
}

}  // namespace isa

/// Prints `dumpSize` elements; `desc` is any number that tells the place of the call.
template <typename T>
inline void DumpTensor(const LocalTensor<T>& tensor, uint32_t desc, uint32_t dumpSize) {
    isa::IssueDump(tensor, desc, dumpSize, nullptr);
}
template <typename T>
inline void DumpTensor(const GlobalTensor<T>& tensor, uint32_t desc, uint32_t dumpSize) {
    isa::IssueDump(tensor, desc, dumpSize, nullptr);
}
/// The same in the layout of a shape: elements outside the shape are left out, those that are
/// missing are dashes.
template <typename T>
inline void DumpTensor(const LocalTensor<T>& tensor, uint32_t desc, uint32_t dumpSize,
                       const ShapeInfo& shapeInfo) {
    isa::IssueDump(tensor, desc, dumpSize, &shapeInfo);
}
template <typename T>
inline void DumpTensor(const GlobalTensor<T>& tensor, uint32_t desc, uint32_t dumpSize,
                       const ShapeInfo& shapeInfo) {
    isa::IssueDump(tensor, desc, dumpSize, &shapeInfo);
}
/// DumpTensor from element `countOff` on.
template <typename T>
inline void DumpAccChkPoint(const LocalTensor<T>& tensor, uint32_t index, uint32_t countOff,
                            uint32_t dumpSize) {
    DumpTensor(tensor[countOff], index, dumpSize);
}
template <typename T>
inline void DumpAccChkPoint(const GlobalTensor<T>& tensor, uint32_t index, uint32_t countOff,
                            uint32_t dumpSize) {
    DumpTensor(tensor[countOff], index, dumpSize);
}
template <typename T>
void LocalTensor<T>::Print() {
    Print(GetSize());
}
template <typename T>
void LocalTensor<T>::Print(uint32_t count) {
    DumpTensor(*this, 0, count);
}

inline void InitDump(bool, uint32_t) {}
inline void InitDump(bool, __gm__ uint8_t*, uint32_t) {}

/// Numbers of the time stamps that CANN's own modules print; those of users are above 0xffff.
enum class TimeStampId : uint32_t {
    TIME_STAMP_WRAP_FIRST = 0x000,
    TIME_STAMP_WRAP_MC2_CTX = 0x001,
    TIME_STAMP_WRAP_WK_SPACE = 0x002,
    TIME_STAMP_WRAP_INIT_DUMP = 0x003,
    TIME_STAMP_WRAP_FFTS_ADDR = 0x004,
    TIME_STAMP_WRAP_CLEAR_WK_SPAC = 0x005,
    TIME_STAMP_TPIPE = 0x030,
    TIME_STAMP_BUFFER = 0x031,
    TIME_STAMP_MATMUL_SERVER = 0x060,
    TIME_STAMP_MATMUL_SERVER_INIT = 0x061,
    TIME_STAMP_MATMUL_SERVER_OBJ = 0x062,
    TIME_STAMP_MATMUL_MATRIX_KFC = 0x063,
    TIME_STAMP_MATMUL_CLIENT_KFC = 0x064,
    TIME_STAMP_MATMUL_WAIT_EVE = 0x065,
    TIME_STAMP_MATMUL_OBJ = 0x066,
    TIME_STAMP_TILING_DATA = 0x090,
    TIME_STAMP_TILING_DATA_STRUCT = 0x091,
    TIME_STAMP_TILING_DATA_MEMBER = 0x092,
    TIME_STAMP_MC2_START = 0x1000,
    TIME_STAMP_MC2_END = 0x1fff,
    TIME_STAMP_MAX = 0xffff,
};

namespace isa {
inline void PrintTimeStampLine(uint32_t id) {
    Print("descId is %u, rsv is 0, timeStamp is %lld, pcPtr is %lld, entry is %lld.\n", id,
          static_cast<long long>(GetSystemCycle()), static_cast<long long>(GetProgramCounter()),
          static_cast<long long>(CurrentCore().entry_cycle));
}
}  // namespace isa

/// Prints a line with the time. Needs -DASCENDC_TIME_STAMP_ON, as on the device.
inline void PrintTimeStamp([[maybe_unused]] uint32_t descId) {
#ifdef ASCENDC_TIME_STAMP_ON
    isa::PrintTimeStampLine(descId);
#endif
}

}  // namespace AscendC
