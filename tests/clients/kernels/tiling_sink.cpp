#include "register/device_op_impl_registry.h"
#include "tiling/platform/platform_ascendc.h"

namespace optiling {
ge::graphStatus SunkTiling(gert::TilingContext* context) {
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    context->GetWorkspaceSizes(1)[0] = platform.GetLibApiWorkSpaceSize();
    return context->SetBlockDim(platform.GetCoreNumAiv());
}
DEVICE_IMPL_OP_OPTILING(AddCustom).Tiling(SunkTiling);
}  // namespace optiling
