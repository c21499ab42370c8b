// Executors of the built-in copies between strided views and contiguous memory.
#pragma once

#include <vector>

#include "nnopbase/executor.h"
#include "nnopbase/strided_copy.h"

namespace nnopbase {

/// aclnnContiguous or aclnnViewCopy of a list of tensors. The executor copies the descriptions of
/// the views, because runs can be repeated when their tensors are gone; contiguous tensors are
/// borrowed.
class ContiguousExecutor : public Executor {
public:
    /// Copies of views into the workspace.
    static ContiguousExecutor* Gather(const aclTensorList& views);
    /// Copies of contiguous tensors into views; null with a text reported if they do not match.
    static ContiguousExecutor* Scatter(const aclTensorList& contiguous, const aclTensorList& views);

    uint64_t workspace_size() const { return workspace_size_; }
    /// Where in the workspace the copy of each tensor begins, in bytes.
    const std::vector<uint64_t>& offsets() const { return offsets_; }

    /// Moves a view to other memory, where its tensor's data begins.
    void SetViewData(size_t index, void* data) { views_[index].data = data; }

    /// Enqueues the copies.
    int Run(void* workspace, uint64_t workspace_size, const void* stream);

private:
    ContiguousExecutor() = default;

    std::vector<View> views_;
    std::vector<const aclTensor*> contiguous_;  ///< empty: the copies go to the workspace
    std::vector<uint64_t> offsets_;
    uint64_t workspace_size_ = 0;
};

}  // namespace nnopbase
