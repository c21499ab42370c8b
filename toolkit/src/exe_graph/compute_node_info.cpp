#include "exe_graph/runtime/compute_node_info.h"

#include <cstring>

namespace gert {

AnchorInstanceInfo* ComputeNodeInfo::MutableInputInstanceInfo(const size_t ir_index) const {
    return const_cast<AnchorInstanceInfo*>(GetInputInstanceInfo(ir_index));
}
AnchorInstanceInfo* ComputeNodeInfo::MutableOutputInstanceInfo(const size_t ir_index) const {
    return const_cast<AnchorInstanceInfo*>(GetOutputInstanceInfo(ir_index));
}
CompileTimeTensorDesc* ComputeNodeInfo::MutableInputTdInfo(const size_t index) const {
    return const_cast<CompileTimeTensorDesc*>(GetInputTdInfo(index));
}
CompileTimeTensorDesc* ComputeNodeInfo::MutableOutputTdInfo(const size_t index) const {
    return const_cast<CompileTimeTensorDesc*>(GetOutputTdInfo(index));
}
RuntimeAttrs* ComputeNodeInfo::MutableAttrs() const {
    return const_cast<RuntimeAttrs*>(GetAttrs());
}

ge::graphStatus ComputeNodeInfo::CalcSize(const size_t ir_inputs_num, const size_t inputs_num,
                                          const size_t outputs_num, size_t& total_size) {
    return CalcSize(ir_inputs_num, 0U, inputs_num, outputs_num, total_size);
}

ge::graphStatus ComputeNodeInfo::CalcSize(const size_t ir_inputs_num, const size_t ir_outputs_num,
                                          const size_t inputs_num, const size_t outputs_num,
                                          size_t& total_size) {
    size_t ports = 0;
    size_t tensors = 0;
    size_t ports_size = 0;
    size_t tensors_size = 0;
    if (ge::AddOverflow(ir_inputs_num, ir_outputs_num, ports) ||
        ge::AddOverflow(inputs_num, outputs_num, tensors) ||
        ge::MulOverflow(ports, sizeof(AnchorInstanceInfo), ports_size) ||
        ge::MulOverflow(tensors, sizeof(CompileTimeTensorDesc), tensors_size) ||
        ge::AddOverflow(ports_size, tensors_size, total_size) ||
        ge::AddOverflow(total_size, sizeof(ComputeNodeInfo), total_size)) {
        return ge::GRAPH_FAILED;
    }
    return ge::GRAPH_SUCCESS;
}

void ComputeNodeInfo::Init(const size_t ir_inputs_num, const size_t inputs_num,
                           const size_t outputs_num, const ge::char_t* node_name,
                           const ge::char_t* node_type) {
    Init(ir_inputs_num, 0U, inputs_num, outputs_num, 0U, node_name, node_type);
}

void ComputeNodeInfo::Init(const size_t ir_inputs_num, const size_t ir_outputs_num,
                           const size_t inputs_num, const size_t outputs_num,
                           const size_t attr_size, const ge::char_t* node_name,
                           const ge::char_t* node_type) {
    node_type_ = node_type;
    node_name_ = node_name;
    ir_inputs_num_ = ir_inputs_num;
    inputs_num_ = inputs_num;
    outputs_num_ = outputs_num;
    ir_outputs_num_ = ir_outputs_num;
    runtime_attr_size_ = attr_size;
    (void)memset(reserved_, 0, sizeof(reserved_));
}

}  // namespace gert
