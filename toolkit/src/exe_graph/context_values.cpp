#include "exe_graph/context_values.h"

#include "exe_graph/argument_tensors.h"
#include "exe_graph/context_block.h"
#include "exe_graph/node_block.h"

namespace gert {

struct ContextValues::Parts {
    OpArgs args;
    ArgumentTensors tensors;
    ContextBlock block;
};

ContextValues::ContextValues() : parts_(new Parts) {}
ContextValues::~ContextValues() = default;

KernelRunContext* ContextValues::OfPointers(const std::vector<void*>& inputs,
                                            const std::vector<void*>& outputs) {
    for (void* const input : inputs) {
        parts_->block.AddInput(input);
    }
    for (void* const output : outputs) {
        parts_->block.AddOutput(output);
    }
    return parts_->block.Build<KernelRunContext>(nullptr);
}

KernelRunContext* ContextValues::OfTiling(const OpArgs& args, const TilingSurroundings& around,
                                          std::unique_ptr<uint8_t[]>* node) {
    parts_->args = args;
    const NodeBlock source(OpImplFunctions(), parts_->args);
    if (!parts_->tensors.Add(source.inputs()) || !parts_->tensors.Add(source.outputs())) {
        return nullptr;
    }
    node->reset(new uint8_t[source.size()]);
    (void)std::memcpy(node->get(), source.info(), source.size());
    ContextBlock& block = parts_->block;
    for (size_t i = 0; i < parts_->tensors.size(); ++i) {
        block.AddInput(parts_->tensors.at(i));
    }
    block.AddInput(around.compile_info);
    block.AddInput(around.platform);
    block.AddInput(nullptr);          // the tiling function
    block.AddInputValue<int32_t>(0);  // deterministic
    block.AddInputValue<int32_t>(0);  // level
    AddTilingOutputs(around.tiling_data, around.workspaces, &block);
    return block.Build<KernelRunContext>(reinterpret_cast<const ComputeNodeInfo*>(node->get()));
}

}  // namespace gert
