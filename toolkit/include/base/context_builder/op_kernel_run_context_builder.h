// Contexts over pointers, for calling other functions in a test (libmetadef.so).
#ifndef METADEF_INC_EXTERNAL_BASE_CONTEXT_BUILDER_KERNEL_CONTEXT_BUILDER_H_
#define METADEF_INC_EXTERNAL_BASE_CONTEXT_BUILDER_KERNEL_CONTEXT_BUILDER_H_

#include <vector>

#include "base/context_builder/context_holder.h"
#include "base/context_builder/op_context_builder_base.h"
#include "exe_graph/runtime/kernel_context.h"

namespace gert {
class GE_FUNC_HOST_VISIBILITY OpKernelContextBuilder
    : public OpContextBuilderBase<OpKernelContextBuilder> {
public:
    OpKernelContextBuilder();
    ~OpKernelContextBuilder() override;

    OpKernelContextBuilder& InputTensorDesc(size_t index, ge::DataType dtype,
                                            ge::Format origin_format, ge::Format storage_format,
                                            const gert::ExpandDimsType& expand_dims_type = {});
    OpKernelContextBuilder& OutputTensorDesc(size_t index, ge::DataType dtype,
                                             ge::Format origin_format, ge::Format storage_format,
                                             const gert::ExpandDimsType& expand_dims_type = {});
    OpKernelContextBuilder& Inputs(std::vector<void*> inputs);
    OpKernelContextBuilder& Outputs(std::vector<void*> outputs);
    ContextHolder<KernelContext> Build();
};
}  // namespace gert

#endif  // METADEF_INC_EXTERNAL_BASE_CONTEXT_BUILDER_KERNEL_CONTEXT_BUILDER_H_
