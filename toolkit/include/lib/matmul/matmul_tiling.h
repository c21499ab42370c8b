// Tiling of a matrix multiplication on one core.
#ifndef LIB_MATMUL_MATMUL_TILING_H
#define LIB_MATMUL_MATMUL_TILING_H

#include "lib/matmul/matmul_tiling_base.h"

namespace matmul_tiling {
class MatmulApiTiling : public MatmulApiTilingBase {
public:
    MatmulApiTiling() = default;
    explicit MatmulApiTiling(const platform_ascendc::PlatformAscendC& ascendcPlatform)
        : MatmulApiTilingBase(ascendcPlatform) {}
    explicit MatmulApiTiling(const PlatformInfo& platform) : MatmulApiTilingBase(platform) {}
    ~MatmulApiTiling() override = default;
    int64_t GetTiling(optiling::TCubeTiling& tiling) override;
    int64_t GetTiling(TCubeTiling& tiling) override;

protected:
    int64_t Compute() override;
};
}  // namespace matmul_tiling

extern "C" {
/// Buffers that a kernel with this tiling occupies; 0 or -1.
int32_t MatmulGetTmpBufSize(optiling::TCubeTiling& tiling,
                            matmul_tiling::SysTilingTempBufSize& bufSize);
int32_t MatmulGetTmpBufSizeV2(TCubeTiling& tiling, matmul_tiling::SysTilingTempBufSize& bufSize);
}

#endif  // LIB_MATMUL_MATMUL_TILING_H
