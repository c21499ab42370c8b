// What is known about an operator call before it runs: ports, element types, formats, attributes.
#ifndef INC_EXE_GRAPH_RUNTIME_COMPUTE_NODE_INFO_H_
#define INC_EXE_GRAPH_RUNTIME_COMPUTE_NODE_INFO_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "exe_graph/runtime/runtime_attrs.h"
#include "exe_graph/runtime/storage_format.h"
#include "graph/types.h"
// clang-format off: after all others
#include "graph/kernel_names_off.h"
// clang-format on

namespace gert {
/// Which instances (actual tensors) belong to a declared port.
class AnchorInstanceInfo {
public:
    AnchorInstanceInfo() : AnchorInstanceInfo(0U, 0U) {}
    AnchorInstanceInfo(const uint32_t instance_start, const uint32_t instantiation_num)
        : instance_start_(instance_start), instantiation_num_(instantiation_num), reserved_() {}
    /// 0 for an absent optional port, 1 for a plain one, any number for a dynamic one.
    size_t GetInstanceNum() const { return instantiation_num_; }
    size_t GetInstanceStart() const { return instance_start_; }
    void SetInstanceStart(const uint32_t instance_start) { instance_start_ = instance_start; }
    void SetInstantiationNum(const uint32_t instantiation_num) {
        instantiation_num_ = instantiation_num;
    }

private:
    uint32_t instance_start_;
    uint32_t instantiation_num_;
    uint8_t reserved_[40];
};
static_assert(std::is_standard_layout<AnchorInstanceInfo>::value, "a view of raw memory");

/// Element type and formats of one instance.
class CompileTimeTensorDesc {
public:
    CompileTimeTensorDesc() : data_type_(ge::DT_UNDEFINED), reserved_() {}
    ge::DataType GetDataType() const { return data_type_; }
    const StorageFormat& GetFormat() const { return storage_format_; }
    ge::Format GetOriginFormat() const { return storage_format_.GetOriginFormat(); }
    ge::Format GetStorageFormat() const { return storage_format_.GetStorageFormat(); }
    ExpandDimsType GetExpandDimsType() const { return storage_format_.GetExpandDimsType(); }
    void SetDataType(const ge::DataType data_type) { data_type_ = data_type; }
    void SetStorageFormat(const ge::Format format) { storage_format_.SetStorageFormat(format); }
    void SetOriginFormat(const ge::Format format) { storage_format_.SetOriginFormat(format); }
    void SetExpandDimsType(const ExpandDimsType& expand_dims_type) {
        storage_format_.SetExpandDimsType(expand_dims_type);
    }

private:
    ge::DataType data_type_;
    StorageFormat storage_format_;
    uint8_t reserved_[40];
};
static_assert(std::is_standard_layout<CompileTimeTensorDesc>::value, "a view of raw memory");

/// Header of one block: port infos of the inputs, descriptions of all inputs and outputs,
/// attributes, port infos of the outputs. Getters answer null for an index out of range.
class ComputeNodeInfo {
public:
    ComputeNodeInfo() = delete;
    ComputeNodeInfo(const ComputeNodeInfo&) = delete;
    ComputeNodeInfo(ComputeNodeInfo&&) = delete;
    ComputeNodeInfo& operator=(const ComputeNodeInfo&) = delete;
    ComputeNodeInfo& operator=(ComputeNodeInfo&&) = delete;

    const ge::char_t* GetNodeType() const { return node_type_; }
    const ge::char_t* GetNodeName() const { return node_name_; }
    /// Numbers of declared ports (Ir...) and of instances.
    size_t GetIrInputsNum() const { return ir_inputs_num_; }
    size_t GetIrOutputsNum() const { return ir_outputs_num_; }
    size_t GetInputsNum() const { return inputs_num_; }
    size_t GetOutputsNum() const { return outputs_num_; }

    const AnchorInstanceInfo* GetInputInstanceInfo(const size_t ir_index) const {
        return ir_index < ir_inputs_num_ ? At<AnchorInstanceInfo>(0) + ir_index : nullptr;
    }
    const AnchorInstanceInfo* GetOutputInstanceInfo(const size_t ir_index) const {
        return ir_index < ir_outputs_num_
                   ? At<AnchorInstanceInfo>(AttrsOffset() + runtime_attr_size_) + ir_index
                   : nullptr;
    }
    const CompileTimeTensorDesc* GetInputTdInfo(const size_t index) const {
        return index < inputs_num_ ? At<CompileTimeTensorDesc>(DescsOffset()) + index : nullptr;
    }
    const CompileTimeTensorDesc* GetOutputTdInfo(const size_t index) const {
        return index < outputs_num_ ? At<CompileTimeTensorDesc>(DescsOffset()) + inputs_num_ + index
                                    : nullptr;
    }
    const RuntimeAttrs* GetAttrs() const { return At<RuntimeAttrs>(AttrsOffset()); }

    void SetNodeType(const ge::char_t* node_type) { node_type_ = node_type; }
    void SetNodeName(const ge::char_t* node_name) { node_name_ = node_name; }
    AnchorInstanceInfo* MutableInputInstanceInfo(const size_t ir_index) const;
    AnchorInstanceInfo* MutableOutputInstanceInfo(const size_t ir_index) const;
    CompileTimeTensorDesc* MutableInputTdInfo(const size_t index) const;
    CompileTimeTensorDesc* MutableOutputTdInfo(const size_t index) const;
    RuntimeAttrs* MutableAttrs() const;

    /// Bytes of the block without attributes; GRAPH_FAILED on overflow.
    static ge::graphStatus CalcSize(const size_t ir_inputs_num, const size_t inputs_num,
                                    const size_t outputs_num, size_t& total_size);
    static ge::graphStatus CalcSize(const size_t ir_inputs_num, const size_t ir_outputs_num,
                                    const size_t inputs_num, const size_t outputs_num,
                                    size_t& total_size);
    /// Writes the header; the rest of the block is for the caller to fill.
    void Init(const size_t ir_inputs_num, const size_t inputs_num, const size_t outputs_num,
              const ge::char_t* node_name, const ge::char_t* node_type);
    void Init(const size_t ir_inputs_num, const size_t ir_outputs_num, const size_t inputs_num,
              const size_t outputs_num, const size_t attr_size, const ge::char_t* node_name,
              const ge::char_t* node_type);

private:
    template <typename T>
    const T* At(const size_t offset) const {
        return reinterpret_cast<const T*>(reinterpret_cast<const uint8_t*>(&place_holder) + offset);
    }
    size_t DescsOffset() const { return sizeof(AnchorInstanceInfo) * ir_inputs_num_; }
    size_t AttrsOffset() const {
        return DescsOffset() + sizeof(CompileTimeTensorDesc) * (inputs_num_ + outputs_num_);
    }

    const ge::char_t* node_type_;
    const ge::char_t* node_name_;
    size_t ir_inputs_num_;
    size_t inputs_num_;
    size_t outputs_num_;
    size_t ir_outputs_num_;
    size_t runtime_attr_size_;
    uint8_t reserved_[24];
    uint64_t place_holder;  // where the rest of the block begins
};
static_assert(std::is_standard_layout<ComputeNodeInfo>::value, "a view of raw memory");
}  // namespace gert

#include "graph/kernel_names_on.h"

#endif  // INC_EXE_GRAPH_RUNTIME_COMPUTE_NODE_INFO_H_
