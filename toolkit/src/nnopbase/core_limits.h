// The cores that tiling functions of this thread's calls may share work among.
#pragma once

#include <cstdint>

#include "experiment/platform/platform/platform_infos_def.h"

namespace nnopbase {

/// What aclrtGetResInCurrentThread tells; the SoC's without a context.
struct CoreLimits {
    uint32_t cube, vector;

    static CoreLimits OfThread();
    /// The platform as tiling functions see it: with no more cores than these. It lives as long as
    /// the process.
    fe::PlatFormInfos* Platform() const;
};

}  // namespace nnopbase
