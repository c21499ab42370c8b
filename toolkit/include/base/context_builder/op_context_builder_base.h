// What all builders of contexts take about a call of an operator (libmetadef.so).
#ifndef METADEF_INC_EXTERNAL_BASE_CONTEXT_BUILDER_OP_CONTEXT_BUILDER_BASE_H_
#define METADEF_INC_EXTERNAL_BASE_CONTEXT_BUILDER_OP_CONTEXT_BUILDER_BASE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "exe_graph/runtime/expand_dims_type.h"
#include "exe_graph/runtime/shape.h"
#include "exe_graph/runtime/storage_shape.h"
#include "graph/ascend_string.h"
#include "graph/types.h"

namespace gert {
class ContextBuilderImpl;

template <typename T>
class GE_FUNC_HOST_VISIBILITY OpContextBuilderBase {
public:
    T& OpType(const ge::AscendString& op_type);
    T& OpName(const ge::AscendString& op_name);
    /// Ports, each with one tensor.
    T& IONum(size_t input_ir_num, size_t output_ir_num);
    /// The number of tensors of each port.
    T& IOInstanceNum(const std::vector<uint32_t>& input_instance_num,
                     const std::vector<uint32_t>& output_instance_num);

    /// Attributes in the order of the definition. Lists of texts are rejected.
    T& AppendAttr(bool attr);
    T& AppendAttr(int64_t attr);
    T& AppendAttr(float attr);
    T& AppendAttr(const ge::AscendString& attr);
    T& AppendAttr(const std::vector<bool>& attr);
    T& AppendAttr(const std::vector<int64_t>& attr);
    T& AppendAttr(const std::vector<float>& attr);
    T& AppendAttr(const std::vector<ge::AscendString>& attr);
    T& AppendAttr(const std::vector<std::vector<int64_t>>& attr);

    OpContextBuilderBase(const OpContextBuilderBase&) = delete;
    OpContextBuilderBase& operator=(const OpContextBuilderBase&) = delete;
    OpContextBuilderBase(OpContextBuilderBase&&) = delete;
    OpContextBuilderBase& operator=(OpContextBuilderBase&&) = delete;
    virtual ~OpContextBuilderBase();

protected:
    OpContextBuilderBase();

    std::unique_ptr<ContextBuilderImpl> impl_;
};
}  // namespace gert

#endif  // METADEF_INC_EXTERNAL_BASE_CONTEXT_BUILDER_OP_CONTEXT_BUILDER_BASE_H_
