// Turns a SoC of the table into what tiling functions receive.
#pragma once

#include "experiment/platform/platform/platform_infos_def.h"
#include "platform/soc_table.h"

namespace platform {

/// All ini sections of the SoC. GetCoreNum() is set as the aclnn runtime sets it: the vector cores
/// of a chip with separate cores, else the AI cores.
__attribute__((visibility("default"))) fe::PlatFormInfos InfosOf(const SocSpec& soc);

}  // namespace platform
