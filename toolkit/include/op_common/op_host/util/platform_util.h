// What tilings ask about the platform of their context; 0 with a log if the context has none.
#ifndef OP_COMMON_OP_HOST_UTIL_PLATFORM_UTIL_H
#define OP_COMMON_OP_HOST_UTIL_PLATFORM_UTIL_H

#include "exe_graph/runtime/tiling_context.h"
#include "exe_graph/runtime/tiling_parse_context.h"
#include "op_common/log/log.h"
#include "tiling/platform/platform_ascendc.h"

namespace Ops {
namespace Base {
namespace internal {
/// Null with a log if there is none. Context: TilingContext or TilingParseContext.
template <typename Context>
fe::PlatFormInfos* PlatformOf(const Context* context, const char* question) {
    fe::PlatFormInfos* platform = context == nullptr ? nullptr : context->GetPlatformInfo();
    OP_CHECK_IF(platform == nullptr, OP_LOGE(question, "the context has no platform"), (void)0);
    return platform;
}
}  // namespace internal

template <typename Context>
uint32_t GetAivCoreNum(const Context* context) {
    fe::PlatFormInfos* platform = internal::PlatformOf(context, "GetAivCoreNum");
    return platform == nullptr ? 0 : platform_ascendc::PlatformAscendC(platform).GetCoreNumAiv();
}

template <typename Context>
uint32_t GetAicCoreNum(const Context* context) {
    fe::PlatFormInfos* platform = internal::PlatformOf(context, "GetAicCoreNum");
    return platform == nullptr ? 0 : platform_ascendc::PlatformAscendC(platform).GetCoreNumAic();
}

/// Bytes of the unified buffer.
template <typename Context>
uint32_t GetUbSize(const Context* context) {
    uint64_t size = 0;
    fe::PlatFormInfos* platform = internal::PlatformOf(context, "GetUbSize");
    if (platform != nullptr) {
        platform_ascendc::PlatformAscendC(platform).GetCoreMemSize(
            platform_ascendc::CoreMemType::UB, size);
    }
    return static_cast<uint32_t>(size);
}

/// Bytes of workspace in front of the user's.
template <typename Context>
uint32_t GetWorkspaceSize(const Context* context) {
    fe::PlatFormInfos* platform = internal::PlatformOf(context, "GetWorkspaceSize");
    return platform == nullptr
               ? 0
               : platform_ascendc::PlatformAscendC(platform).GetLibApiWorkSpaceSize();
}

/// Bytes of a block of the unified buffer, of a vector register, of the lines of caches.
template <typename Context>
uint32_t GetUbBlockSize(const Context* /*context*/) {
    return 32;
}
template <typename Context>
uint32_t GetVRegSize(const Context* /*context*/) {
    return 256;
}
template <typename Context>
uint32_t GetCacheLineSize(const Context* /*context*/) {
    return 256;
}
template <typename Context>
uint32_t GetSectorCacheLineSize(const Context* /*context*/) {
    return 128;
}
template <typename Context>
uint32_t GetNddmaDcacheSize(const Context* /*context*/) {
    return 8192;
}
template <typename Context>
uint32_t GetSimtMaxDCacheSize(const Context* /*context*/) {
    return 128 * 1024;
}
/// Threads of a SIMT kernel.
template <typename Context>
uint32_t GetSimtMaxThreadNum(const Context* /*context*/) {
    return 2048;
}
}  // namespace Base
}  // namespace Ops

#endif  // OP_COMMON_OP_HOST_UTIL_PLATFORM_UTIL_H
