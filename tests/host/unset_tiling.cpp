// A tiling function that sets one of two fields.
#include <cstdio>

#include "exe_graph/runtime/tiling_context.h"
#include "exe_graph/tiling_context_builder.h"

namespace {

struct Fields {
    uint32_t set;
    uint32_t unset;
};

ge::graphStatus Tile(gert::TilingContext* context) {
    context->GetTilingData<Fields>()->set = 7;
    return context->SetBlockDim(1);
}

}  // namespace

int main() {
    gert::OpImplFunctions functions;
    functions.tiling = Tile;
    const gert::TilingResult result =
        gert::RunTiling(functions, gert::OpArgs(), nullptr, nullptr, 64, 0);
    const auto* const fields = reinterpret_cast<const Fields*>(result.tiling_data.data());
    std::printf("%u %#x\n", fields->set, fields->unset);
}
