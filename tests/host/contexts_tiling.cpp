#include <iostream>

#include "exe_graph/runtime/storage_shape.h"
#include "tiling/context/context_builder.h"

int main(int, char** argv) {
    gert::StorageShape shape = {{8, 2048}, {8, 2048}};
    gert::StorageShape scalar = {{}, {}};
    int32_t value = 42;
    auto param = gert::TilingData::CreateCap(4096);
    auto sizes = gert::ContinuousVector::Create<size_t>(4096);
    auto holder = context_ascendc::ContextBuilder()
                      .SetOpNameType("probe", "Probe")
                      .NodeIoNum(4, 1)
                      .IrInstanceNum({1, 0, 1, 2})
                      .AddInputTd(0, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND, shape)
                      .AddInputTd(1, ge::DT_INT32, ge::FORMAT_ND, ge::FORMAT_ND, scalar, &value)
                      .AddInputTd(2, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND, shape)
                      .AddInputTd(3, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND, shape)
                      .AddOutputTd(0, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND, shape)
                      .AddAttr("mode", std::string("bound"))
                      .TilingData(param.get())
                      .Workspace(reinterpret_cast<gert::ContinuousVector*>(sizes.get()))
                      .AddPlatformInfo("Ascend910B3")
                      .BuildTilingContext();
    auto* context = holder->GetContext<gert::TilingContext>();
    context_ascendc::OpTilingRegistry registry;
    if (!registry.LoadTilingLibrary(argv[1])) {
        return 1;
    }
    context_ascendc::TilingFunc tiling = registry.GetTilingFunc("Probe");
    if (tiling == nullptr || tiling(context) != ge::GRAPH_SUCCESS) {
        return 2;
    }
    const auto* data = static_cast<const uint32_t*>(context->GetRawTilingData()->GetData());
    std::cout << context->GetBlockDim() << " " << data[0] << std::endl;
    return 0;
}
