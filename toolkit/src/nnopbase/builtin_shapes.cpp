#include "nnopbase/builtin_shapes.h"

#include "exe_graph/runtime/infer_shape_context.h"

namespace nnopbase {
namespace {

constexpr size_t kX = 0;
constexpr size_t kPaddings = 1;
constexpr size_t kPaddingsContiguous = 1;  // after the attribute "mode"

/// y = x, with `sign` times what is padded before and after each dimension. Pairs (before, after)
/// if paddings_contiguous, else all befores and then all afters.
template <typename T>
ge::graphStatus AddPaddings(gert::InferShapeContext* context, int64_t sign) {
    const gert::Shape& x = *context->GetInputShape(kX);
    const gert::Tensor& paddings = *context->GetInputTensor(kPaddings);
    const T* values = paddings.GetData<T>();
    const size_t rank = x.GetDimNum();
    if (values == nullptr || paddings.GetShapeSize() != static_cast<int64_t>(2 * rank)) {
        return ge::GRAPH_FAILED;
    }
    const bool* pairs = context->GetAttrs()->GetBool(kPaddingsContiguous);
    gert::Shape* y = context->GetOutputShape(0);
    y->SetDimNum(rank);
    for (size_t i = 0; i < rank; ++i) {
        const int64_t before = pairs == nullptr || *pairs ? values[2 * i] : values[i];
        const int64_t after = pairs == nullptr || *pairs ? values[2 * i + 1] : values[rank + i];
        y->SetDim(i, x.GetDim(i) + sign * (before + after));
    }
    return ge::GRAPH_SUCCESS;
}

template <int64_t sign>
ge::graphStatus InferPad(gert::InferShapeContext* context) {
    const gert::Tensor* paddings = context->GetInputTensor(kPaddings);
    if (context->GetInputShape(kX) == nullptr || paddings == nullptr ||
        context->GetAttrs() == nullptr || context->GetOutputShape(0) == nullptr) {
        return ge::GRAPH_FAILED;
    }
    switch (paddings->GetDataType()) {
        case ge::DT_INT32:
            return AddPaddings<int32_t>(context, sign);
        case ge::DT_INT64:
            return AddPaddings<int64_t>(context, sign);
        default:
            return ge::GRAPH_FAILED;
    }
}

gert::OpImplFunctions Of(gert::OpImplRegisterV2::InferShapeKernelFunc infer) {
    gert::OpImplFunctions functions;
    functions.infer_shape = infer;
    functions.inputs_dependency = uint64_t{1} << kPaddings;
    return functions;
}

}  // namespace

const gert::OpImplFunctions* FindBuiltInShapeInference(const std::string& op_type) {
    static const std::map<std::string, gert::OpImplFunctions> functions = {
        {"PadV3", Of(&InferPad<1>)},
        {"PadV3Grad", Of(&InferPad<-1>)},
    };
    const auto entry = functions.find(op_type);
    return entry == functions.end() ? nullptr : &entry->second;
}

}  // namespace nnopbase
