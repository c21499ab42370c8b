// What all operator callbacks can ask: ports, element types, formats, attributes, names.
#ifndef INC_EXE_GRAPH_RUNTIME_EXTENDED_KERNEL_CONTEXT_H_
#define INC_EXE_GRAPH_RUNTIME_EXTENDED_KERNEL_CONTEXT_H_

#include <limits>
#include <type_traits>

#include "exe_graph/runtime/context_extend.h"
#include "exe_graph/runtime/kernel_context.h"
#include "graph/kernel_names_off.h"

namespace gert {
/// `index` counts instances (a dynamic port has several), `ir_index` counts declared ports.
/// Whatever is out of range or absent is null.
class ExtendedKernelContext : protected KernelContext {
public:
    const CompileTimeTensorDesc* GetInputDesc(const size_t index) const {
        const ComputeNodeInfo* const node = GetComputeNodeInfo();
        const CompileTimeTensorDesc* const desc =
            node == nullptr ? nullptr : node->GetInputTdInfo(index);
        // the slot of an absent optional input is there but describes nothing
        return desc == nullptr || desc->GetDataType() == ge::DT_UNDEFINED ? nullptr : desc;
    }
    const CompileTimeTensorDesc* GetOptionalInputDesc(const size_t ir_index) const {
        return GetDynamicInputDesc(ir_index, 0);
    }
    const CompileTimeTensorDesc* GetRequiredInputDesc(const size_t ir_index) const {
        return GetDynamicInputDesc(ir_index, 0);
    }
    const CompileTimeTensorDesc* GetDynamicInputDesc(const size_t ir_index,
                                                     const size_t relative_index) const {
        const AnchorInstanceInfo* const port = GetIrInputInstanceInfo(ir_index);
        if (port == nullptr || relative_index >= port->GetInstanceNum()) {
            return nullptr;
        }
        return GetInputDesc(port->GetInstanceStart() + relative_index);
    }
    const CompileTimeTensorDesc* GetOutputDesc(const size_t index) const {
        const ComputeNodeInfo* const node = GetComputeNodeInfo();
        return node == nullptr ? nullptr : node->GetOutputTdInfo(index);
    }
    const AnchorInstanceInfo* GetIrInputInstanceInfo(const size_t ir_index) const {
        const ComputeNodeInfo* const node = GetComputeNodeInfo();
        return node == nullptr ? nullptr : node->GetInputInstanceInfo(ir_index);
    }
    const AnchorInstanceInfo* GetIrOutputInstanceInfo(const size_t ir_index) const {
        const ComputeNodeInfo* const node = GetComputeNodeInfo();
        return node == nullptr ? nullptr : node->GetOutputInstanceInfo(ir_index);
    }
    /// Numbers of instances.
    size_t GetComputeNodeInputNum() const {
        const ComputeNodeInfo* const node = GetComputeNodeInfo();
        return node == nullptr ? 0 : node->GetInputsNum();
    }
    size_t GetComputeNodeOutputNum() const {
        const ComputeNodeInfo* const node = GetComputeNodeInfo();
        return node == nullptr ? 0 : node->GetOutputsNum();
    }
    const RuntimeAttrs* GetAttrs() const {
        const ComputeNodeInfo* const node = GetComputeNodeInfo();
        return node == nullptr ? nullptr : node->GetAttrs();
    }
    /// The operator type.
    const ge::char_t* GetNodeType() const {
        const ComputeNodeInfo* const node = GetComputeNodeInfo();
        return node == nullptr ? nullptr : node->GetNodeType();
    }
    const ge::char_t* GetNodeName() const {
        const ComputeNodeInfo* const node = GetComputeNodeInfo();
        return node == nullptr ? nullptr : node->GetNodeName();
    }
    const ComputeNodeInfo* GetComputeNodeInfo() const {
        return static_cast<const ComputeNodeInfo*>(GetComputeNodeExtend());
    }
    const ge::char_t* GetKernelName() const {
        const KernelExtendInfo* const info = GetExtendInfo();
        return info == nullptr ? nullptr : info->GetKernelName();
    }
    const ge::char_t* GetKernelType() const {
        const KernelExtendInfo* const info = GetExtendInfo();
        return info == nullptr ? nullptr : info->GetKernelType();
    }
    const KernelExtendInfo* GetExtendInfo() const {
        return static_cast<const KernelExtendInfo*>(GetKernelExtend());
    }

protected:
    template <typename T, size_t Offset = 0>
    const T* GetDynamicInputPointer(size_t ir_index, size_t relative_ins_index) const {
        const AnchorInstanceInfo* const port = GetIrInputInstanceInfo(ir_index);
        if (port == nullptr || relative_ins_index >= port->GetInstanceNum()) {
            return nullptr;
        }
        return GetInputPointer<T>(Offset + port->GetInstanceStart() + relative_ins_index);
    }
    template <typename T, size_t Offset = 0>
    const T* GetDynamicOutputPointer(size_t ir_index, size_t relative_ins_index) const {
        const AnchorInstanceInfo* const port = GetIrOutputInstanceInfo(ir_index);
        if (port == nullptr || relative_ins_index >= port->GetInstanceNum()) {
            return nullptr;
        }
        return GetInputPointer<T>(Offset + GetComputeNodeInputNum() + port->GetInstanceStart() +
                                  relative_ins_index);
    }
};
static_assert(std::is_standard_layout<ExtendedKernelContext>::value, "a view of raw memory");
}  // namespace gert

#include "graph/kernel_names_on.h"

#endif  // INC_EXE_GRAPH_RUNTIME_EXTENDED_KERNEL_CONTEXT_H_
