// Between formats.
#ifndef PTA_NPU_OP_API_COMMON_INC_LEVEL0_OP_TRANSDATA_H_
#define PTA_NPU_OP_API_COMMON_INC_LEVEL0_OP_TRANSDATA_H_

#include "aclnn/opdev/op_executor.h"

namespace l0op {
/// The tensor in the same memory, its dimensions understood in another format.
ACL_FUNC_VISIBILITY const aclTensor* ReFormat(const aclTensor* x, const op::Format& format,
                                              aclOpExecutor* executor = nullptr);

/// A copy in another format: NCHW and NC1HWC0, NCDHW and NDC1HWC0, ND and FRACTAL_NZ, NCHW to
/// FRACTAL_Z, NCDHW to FRACTAL_Z_3D. C0 is 32 bytes; padding is zero. `groups`: of FRACTAL_Z.
ACL_FUNC_VISIBILITY const aclTensor* TransData(const aclTensor* x, op::Format dstPrimaryFormat,
                                               int64_t groups, aclOpExecutor* executor);
/// The same with a C0 of 16 elements for types of 2 and 4 bytes.
ACL_FUNC_VISIBILITY const aclTensor* TransDataSpecial(const aclTensor* x,
                                                      op::Format dstPrimaryFormat, int64_t groups,
                                                      aclOpExecutor* executor);
}  // namespace l0op

#endif  // PTA_NPU_OP_API_COMMON_INC_LEVEL0_OP_TRANSDATA_H_
