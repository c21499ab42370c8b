// The ComputeNodeInfo of one operator call in its block of memory.
#pragma once

#include <vector>

#include "exe_graph/runtime/compute_node_info.h"
#include "exe_graph/tiling_context_builder.h"

namespace gert {

/// Owns the block; `args` must outlive it (names are borrowed).
class NodeBlock {
public:
    NodeBlock(const OpImplFunctions& functions, const OpArgs& args);
    NodeBlock(const NodeBlock&) = delete;
    NodeBlock& operator=(const NodeBlock&) = delete;

    const ComputeNodeInfo* info() const {
        return reinterpret_cast<const ComputeNodeInfo*>(block_.data());
    }
    size_t size() const { return block_.size() * sizeof(uint64_t); }
    /// All instances of the input (output) ports in order.
    const std::vector<const TensorArg*>& inputs() const { return inputs_; }
    const std::vector<const TensorArg*>& outputs() const { return outputs_; }

private:
    std::vector<const TensorArg*> inputs_;
    std::vector<const TensorArg*> outputs_;
    std::vector<uint64_t> block_;  // words, for alignment
};

/// The format and origin format that an argument stands for.
StorageFormat FormatOf(const TensorArg& arg);

}  // namespace gert
