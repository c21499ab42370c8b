// Kernels of the AI CPU in hand-written interfaces. The toolkit has none: adding one is an error
// that says so.
#ifndef OP_API_COMMON_INC_OPDEV_AICPU_AICPU_TASK_H_
#define OP_API_COMMON_INC_OPDEV_AICPU_AICPU_TASK_H_

#include <cstddef>
#include <string>

#include "../fast_vector.h"
#include "../op_arg_def.h"
#include "../op_executor.h"
#include "aclnn/aclnn_base.h"
#include "graph/types.h"

namespace op {
namespace internal {
/// One per operator; the macro below uses the variable `space`.
class AicpuTaskSpace {
public:
    explicit AicpuTaskSpace(const std::string& opType,
                            const ge::UnknowShapeOpType unknownType = ge::DEPEND_IN_SHAPE,
                            const bool isTf = false)
        : op_type_(opType) {
        (void)unknownType;
        (void)isTf;
    }
    const std::string& OpType() const { return op_type_; }
    /// The argument is changed in place.
    void SetRef(const size_t /*index*/, const bool /*isInput*/ = true) {}

private:
    std::string op_type_;
};

/// Fails with a message that names the operator.
ACL_FUNC_VISIBILITY aclnnStatus AddAiCpuKernel(const AicpuTaskSpace& space, aclOpExecutor* executor,
                                               const FVector<std::string>& attr_names,
                                               const OpArgContext& args);
}  // namespace internal
}  // namespace op

#define OP_ATTR_NAMES ::op::FVector<std::string>

/// ADD_TO_LAUNCHER_LIST_AICPU(Op, OP_ATTR_NAMES({"axis"}), OP_INPUT(...), OP_OUTPUT(...),
/// OP_ATTR(...))
#define ADD_TO_LAUNCHER_LIST_AICPU(KERNEL_NAME, attrNames, opArgs...) \
    op::internal::AddAiCpuKernel(space, executor, attrNames, op::internal::MakeOpArgContext(opArgs))

#endif  // OP_API_COMMON_INC_OPDEV_AICPU_AICPU_TASK_H_
