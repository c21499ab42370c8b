// Kernels of AI CPUs in hand-written interfaces: those of libraries in installed packages.
#ifndef OP_API_COMMON_INC_OPDEV_AICPU_AICPU_TASK_H_
#define OP_API_COMMON_INC_OPDEV_AICPU_AICPU_TASK_H_

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <set>
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
    /// `unknownType` is how the shapes of the outputs are found, `isTf` whether the kernel is one
    /// of TensorFlow.
    explicit AicpuTaskSpace(const std::string& opType,
                            const ge::UnknowShapeOpType unknownType = ge::DEPEND_IN_SHAPE,
                            const bool isTf = false)
        : op_type_(opType), unknown_type_(unknownType), is_tf_(isTf) {}
    const std::string& OpType() const { return op_type_; }
    ge::UnknowShapeOpType UnknownType() const { return unknown_type_; }
    bool IsTf() const { return is_tf_; }
    /// The argument is changed in place.
    void SetRef(const size_t /*index*/, const bool /*isInput*/ = true) {}

private:
    std::string op_type_;
    ge::UnknowShapeOpType unknown_type_;
    bool is_tf_;
};

/// Adds the kernel that the installed packages have for the operator to what phase 2 runs. Scalars
/// and arrays of integers among the inputs become tensors. Fails with a message that names the
/// operator.
ACL_FUNC_VISIBILITY aclnnStatus AddAicpuKernel(const AicpuTaskSpace& space, aclOpExecutor* executor,
                                               const FVector<std::string>& attr_names,
                                               const OpArgContext& args);

/// The same; takes the arguments over (GetOpArgContext).
inline aclnnStatus CreatAicpuKernelLauncher(uint32_t, AicpuTaskSpace& space,
                                            aclOpExecutor* executor,
                                            const FVector<std::string>& attrNames,
                                            OpArgContext* args) {
    const aclnnStatus code = AddAicpuKernel(space, executor, attrNames, *args);
    DestroyOpArgContext(args);
    return code;
}
}  // namespace internal
}  // namespace op

#define OP_ATTR_NAMES ::op::FVector<std::string>

/// ADD_TO_LAUNCHER_LIST_AICPU(Op, OP_ATTR_NAMES({"axis"}), OP_INPUT(...), OP_OUTPUT(...),
/// OP_ATTR(...))
#define ADD_TO_LAUNCHER_LIST_AICPU(KERNEL_NAME, attrNames, opArgs...) \
    op::internal::AddAicpuKernel(space, executor, attrNames, op::internal::MakeOpArgContext(opArgs))

#endif  // OP_API_COMMON_INC_OPDEV_AICPU_AICPU_TASK_H_
