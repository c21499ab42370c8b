// Operators that compute element by element: y = f(x1, x2) for tensors of one shape, or one element
// and a tensor.
#include <algorithm>
#include <vector>

#include "elementwise_tiling.h"
#include "register/op_def_registry.h"
#include "tiling/platform/platform_ascendc.h"

namespace optiling {
namespace {

const uint64_t LINE_BYTES = 512;        // no two cores write into one
const uint64_t MIN_BLOCK_BYTES = 8192;  // what makes it worth to start another core
// Per element of a tile: two queues of inputs and one of results, two buffers each, and three
// buffers of float for types that the cores do not compute in.
const uint64_t BUFFERS = 6;
const uint64_t FLOAT_BUFFERS = 3;

uint64_t RoundUp(uint64_t value, uint64_t unit) {
    return (value + unit - 1) / unit * unit;
}

uint64_t ElementsOf(gert::TilingContext* context, size_t input) {
    const gert::StorageShape* shape = context->GetInputShape(input);
    return shape == nullptr ? 0 : static_cast<uint64_t>(shape->GetStorageShape().GetShapeSize());
}

ge::graphStatus TilingFunc(gert::TilingContext* context) {
    const gert::CompileTimeTensorDesc* input = context->GetInputDesc(0);
    const uint64_t first = ElementsOf(context, 0);
    const uint64_t second = ElementsOf(context, 1);
    const uint64_t length = std::max(first, second);
    if (input == nullptr || length == 0 || (first != length && first != 1) ||
        (second != length && second != 1)) {
        return ge::GRAPH_FAILED;
    }
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    uint64_t ubSize = 0;
    platform.GetCoreMemSize(platform_ascendc::CoreMemType::UB, ubSize);

    const uint64_t size = static_cast<uint64_t>(ge::GetSizeByDataType(input->GetDataType()));
    const uint64_t wanted = std::max<uint64_t>(length * size / MIN_BLOCK_BYTES, 1);
    const uint64_t used = std::min<uint64_t>(wanted, platform.GetCoreNumAiv());
    const uint64_t blockLength = RoundUp((length + used - 1) / used, LINE_BYTES / size);

    ElementwiseTilingData tiling;
    tiling.set_length(length);
    tiling.set_blockLength(blockLength);
    const uint64_t bytes = BUFFERS * size + FLOAT_BUFFERS * sizeof(float);
    tiling.set_tileLength(static_cast<uint32_t>(ubSize / 16 * 15 / bytes / 256 * 256));
    tiling.set_repeatsFirst(first < length ? 1 : 0);
    tiling.set_repeatsSecond(second < length ? 1 : 0);
    tiling.SaveToBuffer(context->GetRawTilingData()->GetData(),
                        context->GetRawTilingData()->GetCapacity());
    context->GetRawTilingData()->SetDataSize(tiling.GetDataSize());
    context->SetBlockDim(static_cast<uint32_t>((length + blockLength - 1) / blockLength));
    context->GetWorkspaceSizes(1)[0] = 0;
    return ge::GRAPH_SUCCESS;
}

ge::graphStatus InferShape(gert::InferShapeContext* context) {
    const gert::Shape* first = context->GetInputShape(0);
    const gert::Shape* second = context->GetInputShape(1);
    gert::Shape* result = context->GetOutputShape(0);
    if (first == nullptr || second == nullptr || result == nullptr) {
        return ge::GRAPH_FAILED;
    }
    *result = first->GetShapeSize() == 1 ? *second : *first;
    return ge::GRAPH_SUCCESS;
}

ge::graphStatus InferDataType(gert::InferDataTypeContext* context) {
    context->SetOutputDataType(0, context->GetInputDataType(0));
    return ge::GRAPH_SUCCESS;
}

}  // namespace
}  // namespace optiling

namespace ops {
namespace {

void Define(OpDef* op, const std::vector<ge::DataType>& types) {
    const std::vector<ge::Format> formats(types.size(), ge::FORMAT_ND);
    for (const char* name : {"x1", "x2"}) {
        op->Input(name).ParamType(REQUIRED).DataType(types).Format(formats).UnknownShapeFormat(
            formats);
    }
    op->Output("y").ParamType(REQUIRED).DataType(types).Format(formats).UnknownShapeFormat(formats);
    op->SetInferShape(optiling::InferShape).SetInferDataType(optiling::InferDataType);
    op->AICore().SetTiling(optiling::TilingFunc);
    op->AICore().AddConfig("ascend910b");
    op->AICore().AddConfig("ascend910_93");
}

const std::vector<ge::DataType> REAL = {ge::DT_FLOAT16, ge::DT_BF16, ge::DT_FLOAT};
const std::vector<ge::DataType> REAL_OR_INT = {ge::DT_FLOAT16, ge::DT_BF16, ge::DT_FLOAT,
                                               ge::DT_INT32};

}  // namespace

#define BUILTIN_ELEMENTWISE(Name, types)                \
    class Name : public OpDef {                         \
    public:                                             \
        explicit Name(const char* name) : OpDef(name) { \
            Define(this, types);                        \
        }                                               \
    };                                                  \
    OP_ADD(Name)

BUILTIN_ELEMENTWISE(Add, REAL_OR_INT);
BUILTIN_ELEMENTWISE(Sub, REAL_OR_INT);
BUILTIN_ELEMENTWISE(Mul, REAL_OR_INT);
BUILTIN_ELEMENTWISE(RealDiv, REAL);

}  // namespace ops
