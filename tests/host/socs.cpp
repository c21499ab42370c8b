// Prints what the runtime and tiling functions know of every SoC, one line of words each.
#include <iostream>

#include "platform/platform_infos_factory.h"
#include "platform/soc_table.h"
#include "tiling/platform/platform_ascendc.h"

int main() {
    for (const std::string& name : platform::AllSocs()) {
        const platform::SocSpec& soc = *platform::FindSoc(name);
        fe::PlatFormInfos infos = platform::InfosOf(soc);
        const platform_ascendc::PlatformAscendC tiling(&infos);
        const platform::SocSpec& device = *platform::FindSoc(soc.short_soc_version);
        std::cout << name << ' ' << soc.soc_version << ' ' << soc.short_soc_version << ' '
                  << soc.arch << ' ' << soc.npu_arch << ' '
                  << static_cast<uint32_t>(tiling.GetCurNpuArch()) << ' ' << soc.split_cores << ' '
                  << device.soc_version << '\n';
    }
}
