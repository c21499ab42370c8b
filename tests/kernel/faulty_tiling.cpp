// Tiling functions: one that writes down all it is given, and one that fails as attribute 0 says.
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "exe_graph/runtime/tiling_context.h"
#include "register/op_impl_registry.h"
#include "tiling/platform/platform_ascendc.h"

namespace {

std::string Dims(const gert::Shape& shape) {
    std::string text = "[";
    for (size_t i = 0; i < shape.GetDimNum(); ++i) {
        text += (i == 0 ? "" : ",") + std::to_string(shape.GetDim(i));
    }
    return text + "]";
}

ge::graphStatus TileWitness(gert::TilingContext* context) {
    std::string text;
    for (size_t i = 0; i < context->GetComputeNodeInputNum(); ++i) {
        const gert::StorageShape* shape = context->GetInputShape(i);
        if (shape == nullptr) {
            text += "absent;";
            continue;
        }
        const gert::CompileTimeTensorDesc* desc = context->GetInputDesc(i);
        text += std::to_string(desc->GetDataType()) + " " +
                std::to_string(desc->GetOriginFormat()) + Dims(shape->GetOriginShape()) + " " +
                std::to_string(desc->GetStorageFormat()) + Dims(shape->GetStorageShape()) + ";";
    }
    const gert::Tensor* values = context->GetInputTensor(1);
    for (int64_t i = 0; i < values->GetShapeSize(); ++i) {
        text += " " + std::to_string(values->GetData<int64_t>()[i]);
    }
    const gert::RuntimeAttrs* attrs = context->GetAttrs();
    text += "; " + std::to_string(*attrs->GetInt(0)) + " " + std::to_string(*attrs->GetFloat(1)) +
            " " + std::to_string(*attrs->GetBool(2)) + " " + attrs->GetStr(3);
    const auto* numbers = attrs->GetListInt(4);
    for (size_t i = 0; i < numbers->GetSize(); ++i) {
        text += " " + std::to_string(numbers->GetData()[i]);
    }
    text += "; det " + std::to_string(context->GetDeterministic());
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    text += " cores " + std::to_string(platform.GetCoreNumAiv());
    context->GetRawTilingData()->Append(text.data(), text.size());
    context->SetTilingKey(uint64_t{1} << 63);
    context->SetBlockDim(3);
    context->SetScheduleMode(1);
    context->SetLocalMemorySize(4096);
    context->SetNeedAtomic(true);
    context->SetTilingCond(-7);
    size_t* workspaces = context->GetWorkspaceSizes(2);
    workspaces[0] = size_t{5} << 32;
    workspaces[1] = 17;
    return ge::GRAPH_SUCCESS;
}

__attribute__((noinline)) int64_t Divide(int64_t value, int64_t by) {
    return value / by;
}

ge::graphStatus TileFaulty(gert::TilingContext* context) {
    const std::string fault = context->GetAttrs()->GetStr(0);
    context->SetBlockDim(1);
    if (fault == "divide") {
        context->SetBlockDim(static_cast<uint32_t>(
            Divide(7, context->GetInputShape(0)->GetStorageShape().GetDim(0))));
    } else if (fault == "null") {
        context->SetBlockDim(*context->GetAttrs()->GetAttrPointer<uint32_t>(9));
    } else if (fault == "throw") {
        throw std::runtime_error("no such thing");
    } else if (fault == "loop") {
        for (volatile int i = 0;; ++i) {
        }
    } else if (fault == "status") {
        return ge::GRAPH_FAILED;
    } else if (fault == "blocks") {
        context->SetBlockDim(0);
    } else if (fault == "exit") {
        std::exit(3);
    } else if (fault == "memory") {
        std::vector<std::vector<char>> all;
        for (;;) {
            all.emplace_back(size_t{64} << 20, 'x');
        }
    } else if (fault == "size") {
        context->GetRawTilingData()->SetDataSize(size_t{1} << 40);
    } else if (fault == "prints") {
        for (int i = 0; i < 100000; ++i) {
            (void)!write(STDOUT_FILENO, "tiling prints a line\n", 21);
        }
    } else if (fault == "floods") {
        const std::string page(1 << 20, 'x');
        for (int i = 0; i < 1024; ++i) {
            (void)!write(STDOUT_FILENO, page.data(), page.size());
        }
    } else if (fault == "huge") {
        context->GetRawTilingData()->SetDataSize(context->GetRawTilingData()->GetCapacity());
    }
    return ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_OPTILING(Witness).Tiling(TileWitness).TilingInputsDataDependency({1});
IMPL_OP_OPTILING(Faulty).Tiling(TileFaulty);
