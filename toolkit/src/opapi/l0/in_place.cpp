// Operators that write into their first tensor, and whether tensors have to be contiguous.
#include "aclnn_kernels/contiguous.h"
#include "opapi/l0/built_in.h"

namespace l0op {
namespace {

/// Writes a result into the tensor that it is of; null if there is none.
const aclTensor* Into(const aclTensor* self, const aclTensor* result, aclOpExecutor* executor) {
    return result == nullptr ? nullptr : ViewCopy(result, self, executor);
}

}  // namespace

const aclTensor* AddInplace(const aclTensor* self, const aclTensor* other,
                            aclOpExecutor* executor) {
    return Into(self, Add(self, other, executor), executor);
}

const aclTensor* MulInplace(const aclTensor* self, const aclTensor* other,
                            aclOpExecutor* executor) {
    return Into(self, Mul(self, other, executor), executor);
}

const aclTensor* RealDivInplace(const aclTensor* self, const aclTensor* other,
                                aclOpExecutor* executor) {
    return Into(self, RealDiv(self, other, executor), executor);
}

const aclTensor* InplacePow(const aclTensor* self, const aclTensor* exponent,
                            aclOpExecutor* executor) {
    return Into(self, Pow(self, exponent, executor), executor);
}

const aclTensor* AxpyInplace(const aclTensor* self, const aclTensor* other, float alpha,
                             aclOpExecutor* executor) {
    return Into(self, Axpy(self, other, alpha, executor), executor);
}

const aclTensor* MulsInplace(const aclTensor* self, float alpha, aclOpExecutor* executor) {
    return Into(self, Muls(self, alpha, executor), executor);
}

const aclTensor* InplaceTrunc(const aclTensor* self, aclOpExecutor* executor) {
    return Into(self, Trunc(self, executor), executor);
}

const aclTensor* InplaceZerosLike(const aclTensor* self, aclOpExecutor* executor) {
    return Into(self, ZerosLike(self, executor), executor);
}

bool IsAddSupportNonContiguous(const aclTensor*, const aclTensor*) {
    return false;
}

bool IsMulSupportNonContiguous(const aclTensor*, const aclTensor*) {
    return false;
}

bool IsRealDivSupportNonContiguous(const aclTensor*) {
    return false;
}

bool IsGreaterSupportNonContiguous(const aclTensor*) {
    return false;
}

bool IsGreaterEqualSupportNonContiguous(const aclTensor*) {
    return false;
}

}  // namespace l0op
