// The description of one call of a kernel of an AI CPU, from which its context is made.
#ifndef AICPU_CONTEXT_INC_NODE_DEF_H_
#define AICPU_CONTEXT_INC_NODE_DEF_H_

#include <memory>
#include <string>
#include <unordered_map>

#include "cpu_attr_value.h"
#include "cpu_tensor.h"

namespace aicpu {

class AICPU_VISIBILITY NodeDefImpl;

/// A handle; CpuKernelUtils makes new ones.
class AICPU_VISIBILITY NodeDef {
    friend class CpuKernelUtils;

public:
    NodeDef() = delete;
    ~NodeDef() = default;

    /// Null for an index that is too large.
    std::shared_ptr<Tensor> MutableInputs(int32_t index) const;
    std::shared_ptr<Tensor> MutableOutputs(int32_t index) const;
    std::unordered_map<std::string, std::shared_ptr<AttrValue>> Attrs() const;
    void SetOpType(const std::string& op);
    std::string GetOpType() const;
    std::shared_ptr<Tensor> AddInputs();
    std::shared_ptr<Tensor> AddOutputs();
    /// Copies the value; false if it is null or the name has one.
    bool AddAttrs(const std::string& name, const AttrValue* attr);
    int32_t InputsSize() const;
    int32_t OutputsSize() const;
    /// The description in the wire format of CANN's protobuf message aicpuops.NodeDef; true.
    bool SerializeToString(std::string& str) const;

private:
    explicit NodeDef(NodeDefImpl* impl);

    std::shared_ptr<NodeDefImpl> impl_;
};

}  // namespace aicpu

#endif  // AICPU_CONTEXT_INC_NODE_DEF_H_
