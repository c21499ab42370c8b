// What a kernel of an AI CPU gets: its tensors and attributes.
#ifndef CPU_KERNELS_CONTEXT_H
#define CPU_KERNELS_CONTEXT_H

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "../cpu_proto/cpu_attr_value.h"
#include "../cpu_proto/cpu_tensor.h"
#include "cpu_types.h"

namespace aicpu {

class AICPU_VISIBILITY CpuKernelContext {
    friend class CpuKernelUtils;

public:
    explicit CpuKernelContext(DeviceType type);
    CpuKernelContext() = delete;
    ~CpuKernelContext() = default;
    CpuKernelContext(const CpuKernelContext&) = delete;
    CpuKernelContext(CpuKernelContext&&) = delete;
    CpuKernelContext& operator=(const CpuKernelContext&) = delete;
    CpuKernelContext& operator=(CpuKernelContext&&) = delete;

    /// Takes the tensors of the description and copies of its attributes. 0, or a status.
    uint32_t Init(NodeDef* nodeDef);

    std::string GetOpType() const;
    /// Null for an index that is too large.
    Tensor* Input(uint32_t index) const;
    Tensor* Output(uint32_t index) const;
    /// Null if the call has no attribute of the name.
    AttrValue* GetAttr(std::string name) const;
    uint32_t GetInputsSize() const;
    uint32_t GetOutputsSize() const;

private:
    std::string op_;
    std::vector<std::shared_ptr<Tensor>> inputs_;
    std::vector<std::shared_ptr<Tensor>> outputs_;
    std::unordered_map<std::string, std::shared_ptr<AttrValue>> attrs_;
    std::shared_ptr<Device> device_;
};

}  // namespace aicpu

#endif  // CPU_KERNELS_CONTEXT_H
