#include "nnopbase/contiguous_executor.h"

#include <memory>

#include "aclnn/aclnn_base.h"
#include "nnopbase/strided_copy.h"
#include "runtime/context.h"
#include "runtime/error.h"
#include "runtime/memory.h"

using runtime::Fail;

namespace nnopbase {
namespace {

constexpr uint64_t kAlignment = 512;

}  // namespace

ContiguousExecutor* ContiguousExecutor::Gather(const aclTensorList& views) {
    std::unique_ptr<ContiguousExecutor> executor(new ContiguousExecutor());
    for (const aclTensor* view : TensorsOf(views)) {
        if (view == nullptr || !WholeBytes(Of(*view).dtype)) {
            Fail(ACLNN_ERR_PARAM_INVALID,
                 "aclnnContiguous: a tensor is NULL or has elements smaller than a byte");
            return nullptr;
        }
        executor->views_.push_back(ViewOf(*view));
        executor->offsets_.push_back(executor->workspace_size_);
        const uint64_t bytes = BytesOf(ElementCount(Of(*view).view_shape), Of(*view).dtype);
        executor->workspace_size_ += (bytes + kAlignment - 1) / kAlignment * kAlignment;
    }
    return executor.release();
}

ContiguousExecutor* ContiguousExecutor::Scatter(const aclTensorList& contiguous,
                                                const aclTensorList& views) {
    std::unique_ptr<ContiguousExecutor> executor(new ContiguousExecutor());
    const std::vector<const aclTensor*>& sources = TensorsOf(contiguous);
    const std::vector<const aclTensor*>& targets = TensorsOf(views);
    bool match = sources.size() == targets.size();
    for (size_t i = 0; match && i < targets.size(); ++i) {
        const aclTensor* from = sources[i];
        const aclTensor* to = targets[i];
        match = from != nullptr && to != nullptr && Of(*from).dtype == Of(*to).dtype &&
                Of(*from).view_shape == Of(*to).view_shape && WholeBytes(Of(*from).dtype);
    }
    if (!match) {
        Fail(ACLNN_ERR_PARAM_INVALID, "aclnnViewCopy: the lists differ in length, types or shapes");
        return nullptr;
    }
    for (const aclTensor* view : TensorsOf(views)) {
        executor->views_.push_back(ViewOf(*view));
    }
    executor->contiguous_ = sources;
    return executor.release();
}

int ContiguousExecutor::Run(void* workspace, uint64_t workspace_size, const void* stream) {
    if (workspace_size < workspace_size_ || (workspace == nullptr && workspace_size_ > 0)) {
        return Fail(ACLNN_ERR_PARAM_INVALID,
                    "the contiguous copies need %llu bytes of workspace, not %llu",
                    static_cast<unsigned long long>(workspace_size_),
                    static_cast<unsigned long long>(workspace_size));
    }
    for (size_t i = 0; i < views_.size(); ++i) {
        const View& view = views_[i];
        if (ElementCount(view.shape) == 0) {
            continue;
        }
        const bool gather = contiguous_.empty();
        const View consecutive = ContiguousView(
            view.shape, view.dtype,
            gather ? static_cast<char*>(workspace) + offsets_[i] : FirstElement(*contiguous_[i]));
        const int code = runtime::SubmitTask(
            stream, gather ? std::make_unique<StridedCopyTask>(view, consecutive)
                           : std::make_unique<StridedCopyTask>(consecutive, view));
        if (code != 0) {
            return code;
        }
    }
    return OK;
}

}  // namespace nnopbase
