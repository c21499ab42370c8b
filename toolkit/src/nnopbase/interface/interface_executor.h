// The executor of a hand-written interface.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "nnopbase/executor.h"
#include "nnopbase/objects.h"
#include "nnopbase/strided_copy.h"

namespace nnopbase {

/// One piece of work of phase 2.
class Step {
public:
    virtual ~Step() = default;
    /// Bytes of workspace that only this step uses.
    virtual uint64_t workspace_size() const { return 0; }
    /// Enqueues the work; all tensors have their addresses.
    virtual int Submit(void* workspace, const void* stream) = 0;
};

/// Owns its tensors, and runs its steps in their order. Tensors in the workspace follow one
/// another; after them is the workspace that the steps share, since they run one after the other.
class InterfaceExecutor : public Executor {
public:
    /// Inputs and outputs are those of the thread's call frame.
    InterfaceExecutor();
    ~InterfaceExecutor() override;

    template <typename T>
    T* Own(T* object) {
        owned_.emplace_back(object);
        return object;
    }
    Tensor* NewTensor();
    void Add(std::unique_ptr<Step> step) { steps_.push_back(std::move(step)); }

    uint64_t WorkspaceSize() const;
    int Run(void* workspace, uint64_t workspace_size, const void* stream);
    const void* stream() const { return stream_; }

    /// Gives one of the interface's own tensors other memory. `index` counts inputs or outputs or,
    /// without `side`, both.
    enum class Side { kInput, kOutput, kBoth };
    int SetAddress(Side side, size_t index, void* address);

private:
    /// A tensor that a program passed, and may destroy.
    struct Parameter {
        const aclTensor* tensor;
        uint64_t serial;
    };
    static std::vector<Parameter> ParametersOf(const std::vector<const aclTensor*>& tensors);
    int CheckParameters() const;
    uint64_t TensorBytes() const;
    uint64_t StepBytes() const;

    std::vector<std::unique_ptr<op::Object>> owned_;
    std::vector<Tensor*> tensors_;
    std::vector<std::unique_ptr<Step>> steps_;
    std::vector<Parameter> inputs_;
    std::vector<Parameter> outputs_;
    const void* stream_ = nullptr;
};

/// The executor as what it is; null with an error reported for any other.
InterfaceExecutor* FindInterface(aclOpExecutor* executor);

}  // namespace nnopbase
