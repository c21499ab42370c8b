// A C API of the tiling of matrix multiplications, for Python. It uses nothing but what CANN 8.1
// declares: the embedded toolkit has it as lib64/libasc_tiling.so, and with another toolkit it is
// compiled when it is first asked for (library.py).
#include "tiling/tiling_api.h"

#include <cstdint>
#include <cstring>

#include "tiling/platform/platform_ascendc.h"

namespace {

using matmul_tiling::BatchMatmulTiling;
using matmul_tiling::CubeFormat;
using matmul_tiling::DataType;
using matmul_tiling::DequantType;
using matmul_tiling::MatmulApiTiling;
using matmul_tiling::MatmulApiTilingBase;
using matmul_tiling::MatrixMadType;
using matmul_tiling::MatrixTraverse;
using matmul_tiling::MultiCoreMatmulTiling;
using matmul_tiling::ScheduleType;
using matmul_tiling::TPosition;

/// Arguments in the order of C++; enumerations and truths are numbers.
using Arguments = const int32_t*;
/// What it returns; what goes into references of C++ goes into the results.
using Method = int64_t (*)(MatmulApiTilingBase& tiling, Arguments a, int32_t* results);

TPosition Position(int32_t value) {
    return static_cast<TPosition>(value);
}
CubeFormat Format(int32_t value) {
    return static_cast<CubeFormat>(value);
}
DataType Type(int32_t value) {
    return static_cast<DataType>(value);
}
MultiCoreMatmulTiling& OfCores(MatmulApiTilingBase& tiling) {
    return static_cast<MultiCoreMatmulTiling&>(tiling);
}
BatchMatmulTiling& OfBatches(MatmulApiTilingBase& tiling) {
    return static_cast<BatchMatmulTiling&>(tiling);
}

#define METHOD(expression)                                           \
    [](MatmulApiTilingBase& t, Arguments a, int32_t* r) -> int64_t { \
        (void)a;                                                     \
        (void)r;                                                     \
        return expression;                                           \
    }

constexpr struct {
    const char* name;
    Method call;
} kMethods[] = {
    {"EnableBias", METHOD(t.EnableBias(a[0] != 0))},
    {"GetBaseK", METHOD(t.GetBaseK())},
    {"GetBaseM", METHOD(t.GetBaseM())},
    {"GetBaseN", METHOD(t.GetBaseN())},
    {"SetALayout", METHOD(t.SetALayout(a[0], a[1], a[2], a[3], a[4]))},
    {"SetAType", METHOD(t.SetAType(Position(a[0]), Format(a[1]), Type(a[2]), a[3] != 0))},
    {"SetBLayout", METHOD(t.SetBLayout(a[0], a[1], a[2], a[3], a[4]))},
    {"SetBType", METHOD(t.SetBType(Position(a[0]), Format(a[1]), Type(a[2]), a[3] != 0))},
    {"SetBatchInfoForNormal", METHOD(t.SetBatchInfoForNormal(a[0], a[1], a[2], a[3], a[4]))},
    {"SetBatchNum", METHOD(t.SetBatchNum(a[0]))},
    {"SetBiasType", METHOD(t.SetBiasType(Position(a[0]), Format(a[1]), Type(a[2])))},
    {"SetBufferSpace", METHOD(t.SetBufferSpace(a[0], a[1], a[2], a[3]))},
    {"SetCLayout", METHOD(t.SetCLayout(a[0], a[1], a[2], a[3], a[4]))},
    {"SetCType", METHOD(t.SetCType(Position(a[0]), Format(a[1]), Type(a[2])))},
    {"SetDequantType", METHOD(t.SetDequantType(static_cast<DequantType>(a[0])))},
    {"SetDoubleBuffer",
     METHOD(t.SetDoubleBuffer(a[0] != 0, a[1] != 0, a[2] != 0, a[3] != 0, a[4] != 0, a[5] != 0))},
    {"SetFixSplit", METHOD(t.SetFixSplit(a[0], a[1], a[2]))},
    {"SetMadType", METHOD(t.SetMadType(static_cast<MatrixMadType>(a[0])))},
    {"SetMatmulConfigParams",
     METHOD((t.SetMatmulConfigParams(a[0], a[1] != 0, static_cast<ScheduleType>(a[2]),
                                     static_cast<MatrixTraverse>(a[3]), a[4] != 0),
             0))},
    {"SetOrgShape", METHOD(t.SetOrgShape(a[0], a[1], a[2], a[3]))},
    {"SetShape", METHOD(t.SetShape(a[0], a[1], a[2]))},
    {"SetSparse", METHOD(t.SetSparse(a[0] != 0))},
    {"SetSplitRange", METHOD(t.SetSplitRange(a[0], a[1], a[2], a[3], a[4], a[5]))},
    {"SetTraverse", METHOD(t.SetTraverse(static_cast<MatrixTraverse>(a[0])))},
    {"EnableMultiCoreSplitK", METHOD((OfCores(t).EnableMultiCoreSplitK(a[0] != 0), 0))},
    {"GetCoreNum", METHOD(OfCores(t).GetCoreNum(r[0], r[1], r[2]))},
    {"GetSingleShape", METHOD(OfCores(t).GetSingleShape(r[0], r[1], r[2]))},
    {"SetAlignSplit", METHOD(OfCores(t).SetAlignSplit(a[0], a[1], a[2]))},
    {"SetDim", METHOD(OfCores(t).SetDim(a[0]))},
    {"SetSingleRange", METHOD(OfCores(t).SetSingleRange(a[0], a[1], a[2], a[3], a[4], a[5]))},
    {"SetSingleShape", METHOD(OfCores(t).SetSingleShape(a[0], a[1], a[2]))},
    {"GetBatchCoreNum", METHOD(OfBatches(t).GetCoreNum(r[0], r[1], r[2], r[3], r[4]))},
};

}  // namespace

extern "C" {

/// The platform of a part ("Ascend910B1"), or of the device for null; null if it is unknown.
__attribute__((visibility("default"))) void* AscTilingPlatform(const char* soc) {
    using platform_ascendc::PlatformAscendCManager;
    return soc == nullptr ? PlatformAscendCManager::GetInstance()
                          : PlatformAscendCManager::GetInstance(soc);
}

/// An object of a class; null if there is no such class.
__attribute__((visibility("default"))) void* AscTilingCreate(const char* name, void* platform) {
    const auto& chosen = *static_cast<platform_ascendc::PlatformAscendC*>(platform);
    MatmulApiTilingBase* tiling = nullptr;
    if (std::strcmp(name, "MatmulApiTiling") == 0) {
        tiling = new MatmulApiTiling(chosen);
    } else if (std::strcmp(name, "MultiCoreMatmulTiling") == 0) {
        tiling = new MultiCoreMatmulTiling(chosen);
    } else if (std::strcmp(name, "BatchMatmulTiling") == 0) {
        tiling = new BatchMatmulTiling(chosen);
    }
    return tiling;
}

__attribute__((visibility("default"))) void AscTilingDestroy(void* tiling) {
    delete static_cast<MatmulApiTilingBase*>(tiling);
}

/// The number of a method, which its class must have; -1 if there is none.
__attribute__((visibility("default"))) int32_t AscTilingMethod(const char* name) {
    int32_t number = 0;
    for (const auto& method : kMethods) {
        if (std::strcmp(method.name, name) == 0) {
            return number;
        }
        ++number;
    }
    return -1;
}

__attribute__((visibility("default"))) int64_t AscTilingCall(void* tiling, int32_t method,
                                                             Arguments arguments,
                                                             int32_t* results) {
    return kMethods[method].call(*static_cast<MatmulApiTilingBase*>(tiling), arguments, results);
}

/// Computes the tiling and writes as many of its bytes as asked for.
__attribute__((visibility("default"))) int64_t AscTilingGet(void* tiling, void* bytes,
                                                            uint64_t size) {
    TCubeTiling computed{};
    const int64_t status = static_cast<MatmulApiTilingBase*>(tiling)->GetTiling(computed);
    std::memcpy(bytes, &computed, size < sizeof(computed) ? size : sizeof(computed));
    return status;
}

}  // extern "C"
