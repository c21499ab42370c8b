// Small questions of tilings.
#ifndef OP_COMMON_OP_HOST_TILING_BASE_UTIL_H
#define OP_COMMON_OP_HOST_TILING_BASE_UTIL_H

#include "register/op_impl_registry.h"
#include "tiling/platform/platform_ascendc.h"

namespace Ops {
namespace Base {
namespace internal {
inline bool HasVectorRegisters(fe::PlatFormInfos* platform) {
    const NpuArch arch = platform_ascendc::PlatformAscendC(platform).GetCurNpuArch();
    return arch == NpuArch::DAV_3510 || arch == NpuArch::DAV_5102;
}
}  // namespace internal

/// Whether kernels of the platform work on vector registers (950 and newer).
inline bool IsRegbaseSocVersion(const gert::TilingParseContext* context) {
    return internal::HasVectorRegisters(context->GetPlatformInfo());
}
inline bool IsRegbaseSocVersion(const gert::TilingContext* context) {
    return internal::HasVectorRegisters(context->GetPlatformInfo());
}

/// [1] for a scalar, else the shape itself.
inline const gert::Shape& EnsureNotScalar(const gert::Shape& inShape) {
    static const gert::Shape kOne = {1};
    return inShape.IsScalar() ? kOne : inShape;
}
}  // namespace Base
}  // namespace Ops

#endif  // OP_COMMON_OP_HOST_TILING_BASE_UTIL_H
