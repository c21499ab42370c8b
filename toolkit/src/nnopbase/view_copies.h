// Contiguous copies of the inputs of a call that are not contiguous.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "aclnn/acl_meta.h"
#include "nnopbase/objects.h"
#include "nnopbase/operands.h"

namespace nnopbase {

/// Index of a port, and of a tensor at it.
struct TensorLocation {
    size_t port;
    size_t instance;

    bool operator==(const TensorLocation& other) const {
        return port == other.port && instance == other.instance;
    }
};

/// The executor that copies views into the workspace.
struct GatherExecutor {
    aclOpExecutor* executor = nullptr;  ///< deleted by its run, unless repeatable
    size_t workspace = 0;
    std::vector<uint64_t> offsets;  ///< of the copies in the workspace, in bytes
};

/// The inputs that a generated interface copies before the kernel runs. It copies the results of
/// in-place ones back to the views afterwards. The interface makes and runs the executors of both.
class ViewCopies {
public:
    void Add(const TensorLocation& location) { locations_.push_back(location); }

    /// The views, or null if there are none; the list belongs to this object.
    const aclTensorList* Views(const Operands& operands);
    /// The views of in-place inputs and contiguous stand-ins for them; both null if there are none.
    void InPlaceViews(const Operands& operands, const aclTensorList** views,
                      const aclTensorList** stand_ins);
    /// Gives the stand-ins to the caller.
    const aclTensorList* ReleaseStandIns() { return stand_ins_.release(); }

    const GatherExecutor& gather() const { return gather_; }
    void set_gather(aclOpExecutor* executor, size_t workspace);
    aclOpExecutor* scatter_executor() const { return scatter_executor_; }
    void set_scatter_executor(aclOpExecutor* executor) { scatter_executor_ = executor; }
    void MakeRepeatable() const;

    /// 161002 if there are views, and the interface does not copy them.
    int Check(const Operands& operands) const;
    /// Gives the view at `location` other memory, where its tensor's data begins.
    void MoveView(const TensorLocation& location, void* data) const;
    /// Sets the addresses of the copies, which lie after the workspace of the kernel.
    void SetAddresses(void* workspace_end, Operands* operands) const;

private:
    struct InPlaceView {
        TensorLocation location;
        aclTensor* stand_in;
    };
    struct ListDeleter {
        void operator()(const aclTensorList* list) const { aclDestroyTensorList(list); }
    };

    std::vector<TensorLocation> locations_;
    TensorList views_;
    std::vector<InPlaceView> in_place_;
    TensorList in_place_views_;
    std::unique_ptr<const aclTensorList, ListDeleter> stand_ins_;
    GatherExecutor gather_;
    aclOpExecutor* scatter_executor_ = nullptr;
};

}  // namespace nnopbase
