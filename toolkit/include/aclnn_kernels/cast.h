// l0op::Cast
#ifndef OP_API_INC_LEVEL0_OP_CAST_H_
#define OP_API_INC_LEVEL0_OP_CAST_H_

#include "aclnn/opdev/make_op_executor.h"
#include "aclnn/opdev/op_executor.h"

namespace l0op {
/// The values as another type: floating to integral towards zero and saturated, to half and
/// bfloat16 to the nearest (ties to even), to bool whether they differ from 0. `self` itself if it
/// has the type. Null with an error reported for types that do not convert.
ACL_FUNC_VISIBILITY const aclTensor* Cast(const aclTensor* self, op::DataType dstDtype,
                                          aclOpExecutor* executor);
ACL_FUNC_VISIBILITY const aclTensor* CastOnlyForConvBackward(const aclTensor* self,
                                                             op::DataType dstDtype,
                                                             aclOpExecutor* executor);
}  // namespace l0op

#endif  // OP_API_INC_LEVEL0_OP_CAST_H_
