// Contexts for calling a function of shape inference in a test (libmetadef.so).
#ifndef METADEF_INC_EXTERNAL_BASE_CONTEXT_BUILDER_INFER_SHAPE_CTX_BUILDER_H_
#define METADEF_INC_EXTERNAL_BASE_CONTEXT_BUILDER_INFER_SHAPE_CTX_BUILDER_H_

#include <vector>

#include "base/context_builder/context_holder.h"
#include "base/context_builder/op_context_builder_base.h"
#include "exe_graph/runtime/infer_shape_context.h"

namespace gert {
class GE_FUNC_HOST_VISIBILITY OpInferShapeContextBuilder
    : public OpContextBuilderBase<OpInferShapeContextBuilder> {
public:
    OpInferShapeContextBuilder();
    ~OpInferShapeContextBuilder() override;

    OpInferShapeContextBuilder& OutputTensorDesc(size_t index, ge::DataType dtype,
                                                 ge::Format origin_format,
                                                 ge::Format storage_format,
                                                 const gert::ExpandDimsType& expand_dims_type = {});
    /// Borrowed; null for an absent optional input.
    OpInferShapeContextBuilder& InputTensors(const std::vector<gert::Tensor*>& inputs);
    ContextHolder<InferShapeContext> Build();
};
}  // namespace gert

#endif  // METADEF_INC_EXTERNAL_BASE_CONTEXT_BUILDER_INFER_SHAPE_CTX_BUILDER_H_
