// The executor of a hand-written interface.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "nnopbase/executor.h"
#include "nnopbase/objects.h"
#include "nnopbase/strided_copy.h"

namespace opdev {

/// One piece of work of phase 2.
class Step {
public:
    virtual ~Step() = default;
    /// Bytes of workspace that only this step uses.
    virtual uint64_t workspace_size() const { return 0; }
    /// Enqueues the work; all tensors have their addresses.
    virtual int Submit(void* workspace, const void* stream) = 0;
};

/// Owns its tensors, and runs its steps in their order. Tensors in the workspace lie one behind the
/// other; behind them is the workspace that the steps share, since they run one after the other.
class InterfaceExecutor : public nnopbase::Executor {
public:
    /// Inputs and outputs are those of the thread's call frame.
    InterfaceExecutor();
    ~InterfaceExecutor() override;

    template <typename T>
    T* Own(T* object) {
        owned_.emplace_back(object);
        return object;
    }
    nnopbase::Tensor* NewTensor();
    void Add(std::unique_ptr<Step> step) { steps_.push_back(std::move(step)); }

    uint64_t WorkspaceSize() const;
    int Run(void* workspace, uint64_t workspace_size, const void* stream);
    const void* stream() const { return stream_; }

    /// The interface's own tensors, whose addresses its caller may change; null if there is none.
    nnopbase::Tensor* Input(size_t index);
    nnopbase::Tensor* Output(size_t index);
    size_t input_count() const { return inputs_.size(); }

private:
    uint64_t TensorBytes() const;
    uint64_t StepBytes() const;

    std::vector<std::unique_ptr<op::Object>> owned_;
    std::vector<nnopbase::Tensor*> tensors_;
    std::vector<std::unique_ptr<Step>> steps_;
    std::vector<const aclTensor*> inputs_;
    std::vector<const aclTensor*> outputs_;
    const void* stream_ = nullptr;
};

/// The executor as what it is; null with an error reported for any other.
InterfaceExecutor* FindInterface(aclOpExecutor* executor);

}  // namespace opdev
