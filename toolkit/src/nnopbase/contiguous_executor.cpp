#include "nnopbase/contiguous_executor.h"

#include <cstring>
#include <memory>

#include "aclnn/aclnn_base.h"
#include "runtime/context.h"
#include "runtime/error.h"
#include "runtime/memory.h"

using runtime::Fail;

namespace nnopbase {
namespace {

constexpr uint64_t kAlignment = 512;

/// One strided copy between a view and consecutive memory.
class StridedCopyTask : public runtime::Task {
public:
    StridedCopyTask(const aclTensor& view, void* first, void* consecutive, bool gather)
        : dims_(view.view_dims),
          strides_(view.strides),
          element_(ElementBits(view.dtype) / 8),
          view_(static_cast<char*>(first)),
          consecutive_(static_cast<char*>(consecutive)),
          gather_(gather) {}

    int Run(runtime::Stream*, std::string* error) override {
        if (!Usable()) {
            *error = "a copy of a non-contiguous tensor leaves its device buffers";
            return ACL_ERROR_RT_DEVICE_MEM_ERROR;
        }
        // The innermost dimensions that lie one behind the other move as one run.
        size_t outer = dims_.size();
        int64_t run = 1;
        while (outer > 0 && (dims_[outer - 1] == 1 || strides_[outer - 1] == run)) {
            run *= dims_[--outer];
        }
        CopyDimension(0, outer, view_, static_cast<size_t>(run) * element_);
        return 0;
    }

private:
    bool Usable() const {
        int64_t low = 0;
        int64_t high = 0;
        for (size_t i = 0; i < dims_.size(); ++i) {
            const int64_t reach = (dims_[i] - 1) * strides_[i];
            (reach < 0 ? low : high) += reach;
        }
        const int64_t element = static_cast<int64_t>(element_);
        return runtime::IsUsable(view_ + low * element,
                                 static_cast<size_t>((high - low + 1) * element)) &&
               runtime::IsUsable(consecutive_, ElementCount(dims_) * element_);
    }

    void CopyDimension(size_t dimension, size_t outer, char* view, size_t run_bytes) {
        if (dimension == outer) {
            if (gather_) {
                memcpy(consecutive_, view, run_bytes);
            } else {
                memcpy(view, consecutive_, run_bytes);
            }
            consecutive_ += run_bytes;
            return;
        }
        const int64_t step = strides_[dimension] * static_cast<int64_t>(element_);
        for (int64_t i = 0; i < dims_[dimension]; ++i) {
            CopyDimension(dimension + 1, outer, view + i * step, run_bytes);
        }
    }

    const std::vector<int64_t> dims_;
    const std::vector<int64_t> strides_;
    const size_t element_;  ///< bytes
    char* const view_;
    char* consecutive_;
    const bool gather_;
};

bool WholeBytes(const aclTensor& tensor) {
    return ElementBits(tensor.dtype) >= 8;
}

}  // namespace

ContiguousExecutor* ContiguousExecutor::Gather(const aclTensorList& views) {
    std::unique_ptr<ContiguousExecutor> executor(new ContiguousExecutor());
    for (const aclTensor* view : views.tensors) {
        if (view == nullptr || !WholeBytes(*view)) {
            Fail(ACLNN_ERR_PARAM_INVALID,
                 "aclnnContiguous: a tensor is NULL or has elements smaller than a byte");
            return nullptr;
        }
        executor->views_.push_back(*view);
        executor->offsets_.push_back(executor->workspace_size_);
        const uint64_t bytes = BytesOf(ElementCount(view->view_dims), view->dtype);
        executor->workspace_size_ += (bytes + kAlignment - 1) / kAlignment * kAlignment;
    }
    return executor.release();
}

ContiguousExecutor* ContiguousExecutor::Scatter(const aclTensorList& contiguous,
                                                const aclTensorList& views) {
    std::unique_ptr<ContiguousExecutor> executor(new ContiguousExecutor());
    bool match = contiguous.tensors.size() == views.tensors.size();
    for (size_t i = 0; match && i < views.tensors.size(); ++i) {
        const aclTensor* from = contiguous.tensors[i];
        const aclTensor* to = views.tensors[i];
        match = from != nullptr && to != nullptr && from->dtype == to->dtype &&
                from->view_dims == to->view_dims && WholeBytes(*from);
    }
    if (!match) {
        Fail(ACLNN_ERR_PARAM_INVALID, "aclnnViewCopy: the lists differ in length, types or shapes");
        return nullptr;
    }
    for (const aclTensor* view : views.tensors) {
        executor->views_.push_back(*view);
    }
    executor->contiguous_ = contiguous.tensors;
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
        const aclTensor& view = views_[i];
        if (ElementCount(view.view_dims) == 0) {
            continue;
        }
        const bool gather = contiguous_.empty();
        void* consecutive =
            gather ? static_cast<char*>(workspace) + offsets_[i] : FirstElement(*contiguous_[i]);
        const int code = runtime::SubmitTask(
            stream,
            std::make_unique<StridedCopyTask>(view, FirstElement(view), consecutive, gather));
        if (code != 0) {
            return code;
        }
    }
    return OK;
}

}  // namespace nnopbase
