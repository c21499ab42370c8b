// Contexts for calling a function of type inference in a test (libmetadef.so).
#ifndef METADEF_INC_EXTERNAL_BASE_CONTEXT_BUILDER_INFER_DTYPE_CTX_BUILDER_H_
#define METADEF_INC_EXTERNAL_BASE_CONTEXT_BUILDER_INFER_DTYPE_CTX_BUILDER_H_

#include <vector>

#include "base/context_builder/context_holder.h"
#include "base/context_builder/op_context_builder_base.h"
#include "exe_graph/runtime/infer_datatype_context.h"

namespace gert {
class GE_FUNC_HOST_VISIBILITY OpInferDataTypeContextBuilder
    : public OpContextBuilderBase<OpInferDataTypeContextBuilder> {
public:
    OpInferDataTypeContextBuilder();
    ~OpInferDataTypeContextBuilder() override;

    OpInferDataTypeContextBuilder& InputTensorDesc(
        size_t index, ge::DataType dtype, ge::Format origin_format, ge::Format storage_format,
        const gert::ExpandDimsType& expand_dims_type = {});
    OpInferDataTypeContextBuilder& OutputTensorDesc(
        size_t index, ge::Format origin_format, ge::Format storage_format,
        const gert::ExpandDimsType& expand_dims_type = {});
    ContextHolder<InferDataTypeContext> Build();
};
}  // namespace gert

#endif  // METADEF_INC_EXTERNAL_BASE_CONTEXT_BUILDER_INFER_DTYPE_CTX_BUILDER_H_
