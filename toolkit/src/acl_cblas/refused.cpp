// acl/ops/acl_cblas.h: products of matrices and vectors, which CANN has as offline operators.
#include "acl/refused.h"

namespace {
constexpr const char* kWhy = "products are no functions of acl here; call aclnnMatmul";
}  // namespace

ACL_REFUSED(aclblasGemvEx, kWhy)
ACL_REFUSED(aclblasCreateHandleForGemvEx, kWhy)
ACL_REFUSED(aclblasHgemv, kWhy)
ACL_REFUSED(aclblasCreateHandleForHgemv, kWhy)
ACL_REFUSED(aclblasS8gemv, kWhy)
ACL_REFUSED(aclblasCreateHandleForS8gemv, kWhy)
ACL_REFUSED(aclblasGemmEx, kWhy)
ACL_REFUSED(aclblasCreateHandleForGemmEx, kWhy)
ACL_REFUSED(aclblasHgemm, kWhy)
ACL_REFUSED(aclblasCreateHandleForHgemm, kWhy)
ACL_REFUSED(aclblasS8gemm, kWhy)
ACL_REFUSED(aclblasCreateHandleForS8gemm, kWhy)
