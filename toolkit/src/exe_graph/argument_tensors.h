// gert::Tensor objects of arguments.
#pragma once

#include <deque>
#include <vector>

#include "exe_graph/runtime/tensor.h"
#include "exe_graph/tiling_context_builder.h"

namespace gert {

/// Owns one Tensor per argument; addresses stay valid.
class ArgumentTensors {
public:
    /// False if an argument has more dimensions than a Shape holds.
    bool Add(const std::vector<const TensorArg*>& args);
    /// Null for an argument that is not present.
    Tensor* at(size_t i) { return tensors_[i]; }
    size_t size() const { return tensors_.size(); }

private:
    std::deque<Tensor> plain_;
    std::deque<TensorV2> views_;  ///< of those that are not contiguous
    std::vector<Tensor*> tensors_;
};

}  // namespace gert
