// Products of matrices. `cubeMathType` says how much precision may be given up: none is.
#include "aclnn/opdev/shape_utils.h"
#include "aclnn_kernels/reshape.h"
#include "aclnnop/aclnn_addmm.h"
#include "aclnnop/aclnn_baddbmm.h"
#include "aclnnop/aclnn_batch_matmul.h"
#include "aclnnop/aclnn_dot.h"
#include "aclnnop/aclnn_matmul.h"
#include "aclnnop/aclnn_mm.h"
#include "aclnnop/aclnn_mv.h"
#include "opapi/first_phase.h"
#include "opapi/l0/built_in.h"
#include "runtime/error.h"

using opapi::Tensors;

namespace {

op::DataType TypeOf(const aclTensor* self, const aclTensor* other) {
    return self == nullptr || other == nullptr ? ge::DT_UNDEFINED
                                               : opapi::CommonType({self, other});
}

bool HasRank(const aclTensor* tensor, size_t rank) {
    return tensor == nullptr || tensor->GetViewShape().GetDimNum() == rank;
}

/// A vector is a matrix of one row or one column, which the result then does not have.
const aclTensor* Product(const Tensors& x, aclOpExecutor* executor) {
    const bool row = HasRank(x[0], 1);
    const bool column = HasRank(x[1], 1);
    const aclTensor* self = row ? l0op::UnsqueezeNd(x[0], int64_t{0}, executor) : x[0];
    const aclTensor* other = column ? l0op::UnsqueezeNd(x[1], int64_t{1}, executor) : x[1];
    const aclTensor* y = l0op::MatMul(self, other, executor);
    y = y != nullptr && column ? l0op::SqueezeNd(y, int64_t{-1}, executor) : y;
    return y != nullptr && row ? l0op::SqueezeNd(y, column ? int64_t{-1} : int64_t{-2}, executor)
                               : y;
}

aclnnStatus Multiply(const aclTensor* self, const aclTensor* other, const aclTensor* out,
                     const opapi::Result& result) {
    const op::DataType type = TypeOf(self, other);
    return opapi::General({{self, type}, {other, type}}, out, Product, result);
}

aclnnStatus CheckRanks(const aclTensor* self, const aclTensor* other, size_t rank) {
    return HasRank(self, rank) && HasRank(other, rank)
               ? ACLNN_SUCCESS
               : runtime::Fail(ACLNN_ERR_PARAM_INVALID, "the tensors must have %zu dimensions",
                               rank);
}

/// beta * self + alpha * (mat1 @ mat2)
aclnnStatus AddProduct(const aclTensor* self, const aclTensor* mat1, const aclTensor* mat2,
                       const aclScalar* beta, const aclScalar* alpha, const aclTensor* out,
                       size_t rank, const opapi::Result& result) {
    aclnnStatus code = opapi::RequireOperands({self, mat1, mat2, beta, alpha});
    if (code != ACLNN_SUCCESS || (code = CheckRanks(mat1, mat2, rank)) != ACLNN_SUCCESS) {
        return code;
    }
    const op::DataType type = opapi::CommonType({self, mat1, mat2});
    return opapi::General(
        {{self, type}, {mat1, type}, {mat2, type}}, out,
        [=](const Tensors& x, aclOpExecutor* executor) -> const aclTensor* {
            const aclTensor* product = l0op::MatMul(x[1], x[2], executor);
            const aclTensor* factor = executor->ConvertToTensor(alpha, type);
            const aclTensor* weight = executor->ConvertToTensor(beta, type);
            if (product == nullptr || factor == nullptr || weight == nullptr) {
                return nullptr;
            }
            product = alpha->ToDouble() == 1 ? product : l0op::Mul(product, factor, executor);
            const aclTensor* added =
                beta->ToDouble() == 1 ? x[0] : l0op::Mul(x[0], weight, executor);
            return product == nullptr || added == nullptr ? nullptr
                                                          : l0op::Add(added, product, executor);
        },
        result);
}

}  // namespace

extern "C" {

aclnnStatus aclnnMatmulGetWorkspaceSize(const aclTensor* self, const aclTensor* mat2,
                                        aclTensor* out, int8_t cubeMathType,
                                        uint64_t* workspaceSize, aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnMatmul, DFX_IN(self, mat2, cubeMathType), DFX_OUT(out));
    return Multiply(self, mat2, out, OPAPI_RESULT);
}

aclnnStatus aclnnMmGetWorkspaceSize(const aclTensor* self, const aclTensor* mat2, aclTensor* out,
                                    int8_t cubeMathType, uint64_t* workspaceSize,
                                    aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnMm, DFX_IN(self, mat2, cubeMathType), DFX_OUT(out));
    const aclnnStatus code = CheckRanks(self, mat2, 2);
    return code != ACLNN_SUCCESS ? code : Multiply(self, mat2, out, OPAPI_RESULT);
}

aclnnStatus aclnnBatchMatMulGetWorkspaceSize(const aclTensor* self, const aclTensor* mat2,
                                             aclTensor* out, int8_t cubeMathType,
                                             uint64_t* workspaceSize, aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnBatchMatMul, DFX_IN(self, mat2, cubeMathType), DFX_OUT(out));
    const aclnnStatus code = CheckRanks(self, mat2, 3);
    return code != ACLNN_SUCCESS ? code : Multiply(self, mat2, out, OPAPI_RESULT);
}

aclnnStatus aclnnAddmmGetWorkspaceSize(const aclTensor* self, const aclTensor* mat1,
                                       const aclTensor* mat2, const aclScalar* beta,
                                       const aclScalar* alpha, aclTensor* out, int8_t cubeMathType,
                                       uint64_t* workspaceSize, aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnAddmm, DFX_IN(self, mat1, mat2, beta, alpha, cubeMathType), DFX_OUT(out));
    return AddProduct(self, mat1, mat2, beta, alpha, out, 2, OPAPI_RESULT);
}

aclnnStatus aclnnInplaceAddmmGetWorkspaceSize(const aclTensor* selfRef, const aclTensor* mat1,
                                              const aclTensor* mat2, const aclScalar* beta,
                                              const aclScalar* alpha, int8_t cubeMathType,
                                              uint64_t* workspaceSize, aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnInplaceAddmm, DFX_IN(selfRef, mat1, mat2, beta, alpha, cubeMathType),
                   DFX_OUT(selfRef));
    return AddProduct(selfRef, mat1, mat2, beta, alpha, selfRef, 2, OPAPI_RESULT);
}

aclnnStatus aclnnBaddbmmGetWorkspaceSize(const aclTensor* self, const aclTensor* batch1,
                                         const aclTensor* batch2, const aclScalar* beta,
                                         const aclScalar* alpha, aclTensor* out,
                                         int8_t cubeMathType, uint64_t* workspaceSize,
                                         aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnBaddbmm, DFX_IN(self, batch1, batch2, beta, alpha, cubeMathType),
                   DFX_OUT(out));
    return AddProduct(self, batch1, batch2, beta, alpha, out, 3, OPAPI_RESULT);
}

aclnnStatus aclnnMvGetWorkspaceSize(const aclTensor* self, const aclTensor* vec, aclTensor* out,
                                    int8_t cubeMathType, uint64_t* workspaceSize,
                                    aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnMv, DFX_IN(self, vec, cubeMathType), DFX_OUT(out));
    return Multiply(self, vec, out, OPAPI_RESULT);
}

aclnnStatus aclnnDotGetWorkspaceSize(const aclTensor* self, const aclTensor* tensor, aclTensor* out,
                                     uint64_t* workspaceSize, aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnDot, DFX_IN(self, tensor), DFX_OUT(out));
    const aclnnStatus code = CheckRanks(self, tensor, 1);
    return code != ACLNN_SUCCESS ? code : Multiply(self, tensor, out, OPAPI_RESULT);
}
}
