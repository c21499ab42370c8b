// A check of checks.cpp: what metadef's documentation (infershaperangecontext) says of the context
// of shape range functions. Only graphs with open shapes, which NPUs alone run, call them.
#include "check.h"
#include "exe_graph/context_block.h"
#include "exe_graph/node_block.h"
#include "exe_graph/runtime/infer_shape_range_context.h"

void ShapeRanges();

void ShapeRanges() {
    // A required input, an absent optional one, a dynamic one of two; the last has values.
    gert::OpArgs args;
    gert::TensorArg argument;
    argument.present = true;
    args.inputs = {{argument}, {gert::TensorArg()}, {argument, argument}};
    args.outputs = {{argument}};
    gert::OpImplFunctions functions;
    functions.infer_shape_range = [](gert::InferShapeRangeContext* context) -> UINT32 {
        const gert::Range<gert::Shape>* const x = context->GetInputShapeRange(0);
        gert::Range<gert::Shape>* const y = context->GetOutputShapeRange(0);
        if (x == nullptr || y == nullptr || context->GetRequiredInputShapeRange(0) != x ||
            context->GetDynamicInputShapeRange(2, 1) == nullptr ||
            context->GetDynamicInputTensorRange(2, 1)->GetMax()->GetShapeSize() != 8) {
            return ge::GRAPH_FAILED;
        }
        const bool absent = context->GetInputShapeRange(9) == nullptr &&
                            context->GetOptionalInputShapeRange(1) == nullptr &&
                            context->GetOptionalInputTensorRange(1) == nullptr &&
                            context->GetRequiredInputTensorRange(9) == nullptr &&
                            context->GetDynamicInputShapeRange(2, 2) == nullptr &&
                            context->GetDynamicInputTensorRange(9, 0) == nullptr &&
                            context->GetOutputShapeRange(1) == nullptr;
        // The page's example: the bounds themselves, and more through them.
        *y->GetMin() = *x->GetMin();
        *y->GetMax() = *x->GetMax();
        y->GetMax()->AppendDim(absent ? 1 : 0);
        return ge::GRAPH_SUCCESS;
    };
    gert::Shape low({1, 2});
    gert::Shape high({16, -1});
    gert::Shape result_low;
    gert::Shape result_high;
    gert::Range<gert::Shape> x(&low, &high);
    gert::Range<gert::Shape> result(&result_low, &result_high);
    gert::Tensor few({{2}, {2}}, {ge::FORMAT_ND, ge::FORMAT_ND, {}}, ge::DT_INT32);
    gert::Tensor many({{8}, {8}}, {ge::FORMAT_ND, ge::FORMAT_ND, {}}, ge::DT_INT32);
    gert::TensorRange values(&few, &many);
    const gert::NodeBlock node(functions, args);
    gert::ContextBlock block;
    block.AddInput(&x);
    block.AddInput(nullptr);
    block.AddInput(&x);
    block.AddInput(&values);
    block.AddOutput(&result);
    auto* const context = block.Build<gert::InferShapeRangeContext>(node.info());
    EQUAL(functions.infer_shape_range(context), static_cast<UINT32>(ge::GRAPH_SUCCESS));
    EQUAL(result_low == low, true);
    EQUAL(result_high == gert::Shape({16, -1, 1}), true);
}
