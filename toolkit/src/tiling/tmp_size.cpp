#include "tiling/tmp_size.h"

#include <algorithm>

namespace tmp_size {

uint64_t ElementsOf(const ge::Shape& shape) {
    uint64_t count = 1;
    for (size_t i = 0; i < shape.GetDimNum(); ++i) {
        const int64_t dim = shape.GetDim(i);
        if (dim < 0 || __builtin_mul_overflow(count, static_cast<uint64_t>(dim), &count)) {
            return 0;
        }
    }
    return count;
}

uint32_t Saturate(uint64_t bytes) {
    return static_cast<uint32_t>(std::min<uint64_t>(bytes, 0xFFFFFFFFU));
}

uint64_t AlignUp(uint64_t value, uint64_t unit) {
    return (value + unit - 1) / unit * unit;
}

uint32_t ArchOf(const platform_ascendc::PlatformAscendC& platform) {
    const platform_ascendc::SocVersion soc = platform.GetSocVersion();
    return soc == platform_ascendc::SocVersion::ASCEND310P ||
                   soc == platform_ascendc::SocVersion::ASCEND910
               ? 200
               : 220;
}

uint32_t CurrentArch() {
    const platform_ascendc::PlatformAscendC* const platform =
        platform_ascendc::PlatformAscendCManager::GetInstance();
    return platform == nullptr ? 220 : ArchOf(*platform);
}

void LiveVectors(uint64_t elements, uint32_t type_size, uint32_t live, uint32_t* max_value,
                 uint32_t* min_value) {
    const uint64_t least = uint64_t{live} * kRepeatBytes;
    const uint64_t all = live * AlignUp(elements * type_size, kRepeatBytes);
    *min_value = Saturate(least);
    *max_value = Saturate(std::max(all, least));
}

}  // namespace tmp_size
