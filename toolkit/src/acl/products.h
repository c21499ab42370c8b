// Functions that some products lack.
#pragma once

#include "platform/soc_table.h"
#include "runtime/error.h"

namespace acl {

enum Product : unsigned { kAtlasA2 = 1, kAtlasA3 = 2, kAscend950 = 4 };

/// 0, or 207000 with a text if the simulated SoC is none of `products` (Product, or-ed).
inline int RequireProduct(const char* function, unsigned products) {
    constexpr uint32_t kArchOf950 = 3510;
    const platform::SocSpec& soc = platform::CurrentSoc();
    unsigned product = soc.npu_arch == kArchOf950 ? unsigned{kAscend950} : 0;
    product = soc.short_soc_version == "ascend910b" ? unsigned{kAtlasA2} : product;
    product = soc.short_soc_version == "ascend910_93" ? unsigned{kAtlasA3} : product;
    return (product & products) != 0
               ? ACL_SUCCESS
               : runtime::Fail(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "%s: %s has no such function",
                               function, soc.soc_version.c_str());
}

}  // namespace acl
