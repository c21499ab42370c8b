// Operators that compute element by element: y = f(x1, x2) for tensors of one shape, or one element
// and a tensor.
#include <vector>

#include "tiles.h"
#include "tiling_data.h"

namespace optiling {
namespace {

// Per element of a tile: two queues of inputs and one of results, two buffers each, and three
// buffers of float for types that the cores do not compute in.
const uint64_t BUFFERS = 6;
const uint64_t FLOAT_BUFFERS = 3;

ge::graphStatus TilingFunc(gert::TilingContext* context) {
    const gert::CompileTimeTensorDesc* input = context->GetInputDesc(0);
    const uint64_t first = ElementsOf(context->GetInputShape(0));
    const uint64_t second = ElementsOf(context->GetInputShape(1));
    const uint64_t length = std::max(first, second);
    if (input == nullptr || (first != length && first != 1) || (second != length && second != 1)) {
        return ge::GRAPH_FAILED;
    }
    const uint64_t size = static_cast<uint64_t>(ge::GetSizeByDataType(input->GetDataType()));
    ElementwiseTilingData tiling;
    tiling.set_repeatsFirst(first < length ? 1 : 0);
    tiling.set_repeatsSecond(second < length ? 1 : 0);
    return Divide(context, length, size, BUFFERS * size + FLOAT_BUFFERS * sizeof(float), &tiling);
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
    DefineTensor(&op->Input("x1"), types);
    DefineTensor(&op->Input("x2"), types);
    DefineTensor(&op->Output("y"), types);
    op->SetInferShape(optiling::InferShape).SetInferDataType(optiling::InferDataType);
    op->AICore().SetTiling(optiling::TilingFunc);
    AddUnits(op);
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
