// acl/ops/acl_cblas.h: products of matrices and vectors, which CANN has as offline operators.
#include "acl/rejected.h"

namespace {
constexpr const char* kWhy = "products are no functions of acl here; call aclnnMatmul";
}  // namespace

ACL_REJECTED(aclblasGemvEx, kWhy)
ACL_REJECTED(aclblasCreateHandleForGemvEx, kWhy)
ACL_REJECTED(aclblasHgemv, kWhy)
ACL_REJECTED(aclblasCreateHandleForHgemv, kWhy)
ACL_REJECTED(aclblasS8gemv, kWhy)
ACL_REJECTED(aclblasCreateHandleForS8gemv, kWhy)
ACL_REJECTED(aclblasGemmEx, kWhy)
ACL_REJECTED(aclblasCreateHandleForGemmEx, kWhy)
ACL_REJECTED(aclblasHgemm, kWhy)
ACL_REJECTED(aclblasCreateHandleForHgemm, kWhy)
ACL_REJECTED(aclblasS8gemm, kWhy)
ACL_REJECTED(aclblasCreateHandleForS8gemm, kWhy)
