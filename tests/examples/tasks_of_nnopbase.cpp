// What hand-written interfaces call of libnnopbase.so apart from kernels.
#include "aclnn/opdev/framework_op.h"
#include "aclnn/opdev/make_op_executor.h"

namespace l0op {
OP_TYPE_REGISTER(DSARandomUniform);
}

aclnnStatus Tasks(const aclTensor* host, aclTensor* device, aclOpExecutor* executor) {
    using namespace l0op;
    const uint64_t count = 8;
    const aclScalar* low = executor->AllocScalar(0.0F);
    const aclScalar* high = executor->AllocScalar(1.0F);
    ADD_TO_LAUNCHER_LIST_DSA(DSARandomUniform, OP_INPUT(count, int64_t{1}, count, low, high),
                             OP_OUTPUT(device), OP_ATTR(0));
    const aclTensor* copy = op::CopyToNpu(host, executor);
    const aclTensor* now = op::CopyToNpuSync(host, executor);
    return now == nullptr ? ACLNN_ERR_INNER : op::CopyNpuToNpu(copy, device, executor);
}
