// l0op::RealDiv, l0op::RealDivInplace, l0op::IsRealDivSupportNonContiguous
#ifndef OP_API_INC_LEVEL0_REALDIV_H
#define OP_API_INC_LEVEL0_REALDIV_H

#include "aclnn/opdev/op_def.h"

namespace l0op {
/// Element by element, broadcast; of floating types. `mode` and `isScalar` choose kernels of CANN.
const aclTensor* RealDiv(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor);
const aclTensor* RealDiv(const aclTensor* self, const aclTensor* other, const int mode,
                         aclOpExecutor* executor);
const aclTensor* RealDiv(const aclTensor* self, const aclTensor* other, bool isScalar,
                         aclOpExecutor* executor);
/// Writes into `self`, and returns it.
const aclTensor* RealDivInplace(const aclTensor* self, const aclTensor* other,
                                aclOpExecutor* executor);
/// Whether it takes tensors that are not contiguous: no.
bool IsRealDivSupportNonContiguous(const aclTensor* self);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_REALDIV_H
