// Contexts for calling a function that infers ranges of shapes in a test (libmetadef.so).
#ifndef METADEF_INC_EXTERNAL_BASE_CONTEXT_BUILDER_INFER_SHAPERANGE_CTX_BUILDER_H_
#define METADEF_INC_EXTERNAL_BASE_CONTEXT_BUILDER_INFER_SHAPERANGE_CTX_BUILDER_H_

#include <vector>

#include "base/context_builder/context_holder.h"
#include "base/context_builder/op_context_builder_base.h"
#include "exe_graph/runtime/infer_shape_range_context.h"

namespace gert {
class GE_FUNC_HOST_VISIBILITY OpInferShapeRangeContextBuilder
    : public OpContextBuilderBase<OpInferShapeRangeContextBuilder> {
public:
    OpInferShapeRangeContextBuilder();
    ~OpInferShapeRangeContextBuilder() override;

    OpInferShapeRangeContextBuilder& OutputTensorDesc(
        size_t index, ge::DataType dtype, ge::Format origin_format, ge::Format storage_format,
        const gert::ExpandDimsType& expand_dims_type = {});
    /// Borrowed.
    OpInferShapeRangeContextBuilder& InputTensorsRange(
        const std::vector<gert::Range<gert::Tensor>*>& inputs);
    ContextHolder<InferShapeRangeContext> Build();
};
}  // namespace gert

#endif  // METADEF_INC_EXTERNAL_BASE_CONTEXT_BUILDER_INFER_SHAPERANGE_CTX_BUILDER_H_
