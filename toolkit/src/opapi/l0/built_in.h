// Operators that CANN's libopapi offers to hand-written interfaces: those of the public headers
// level0/, and others, which the sources of interfaces declare. Null results come with an error
// reported.
#pragma once

#include <array>
#include <string>
#include <tuple>

#include "aclnn/opdev/op_executor.h"
#include "level0/broadcast_to.h"
#include "level0/fill.h"
#include "level0/squeeze.h"
#include "level0/unsqueeze.h"

#define L0_API __attribute__((visibility("default")))
// Of libopapi only: packages have functions of the same names for operators of their own.
#define L0_OWN __attribute__((visibility("hidden")))

namespace l0op {

/// Tensors of one value, as `self` is.
L0_API const aclTensor* ZerosLike(const aclTensor* self, aclOpExecutor* executor);
L0_API const aclTensor* OnesLike(const aclTensor* self, aclOpExecutor* executor);

/// BroadcastTo by another name.
L0_API const aclTensor* Expand(const aclTensor* self, const aclIntArray* shape,
                               aclOpExecutor* executor);
L0_API const aclTensor* TensorMove(const aclTensor* x, const aclTensor* y, aclOpExecutor* executor);
/// mode "constant"; with `paddingsContiguous` paddings are (before, after) of each dimension, else
/// all befores and then all afters.
L0_API const aclTensor* PadV3(const aclTensor* self, const aclTensor* paddings,
                              const aclTensor* constant_values, const std::string& mode,
                              const bool paddingsContiguous, aclOpExecutor* executor);

/// The slices of `self` along a dimension that `indices` (int32 or int64, on the device) name;
/// zeros for those that do not exist. The first `batchDims` dimensions are common to both.
L0_API const aclTensor* GatherV2(const aclTensor* self, int64_t axis, const aclTensor* indices,
                                 aclOpExecutor* executor, int batchDims, bool negativeIndexSupport);

/// `indices` into a dimension of `var` as int32, those below 0 counted from its end. `combine`
/// (indices of several dimensions in one) is refused.
L0_API const aclTensor* LinearIndex(const aclTensor* indices, const aclTensor* var, int64_t axis,
                                    bool combine, aclOpExecutor* executor);

/// Element by element, broadcast; both of one type.
#define L0_BINARY(Name, visibility)                                                 \
    visibility const aclTensor* Name(const aclTensor* self, const aclTensor* other, \
                                     aclOpExecutor* executor);
L0_BINARY(Add, L0_API)
L0_BINARY(Sub, L0_API)
L0_BINARY(Mul, L0_API)
L0_BINARY(Div, L0_API)  // of integers: rounded towards zero
L0_BINARY(TruncateDiv, L0_OWN)
L0_BINARY(FloorDiv, L0_OWN)
L0_BINARY(Maximum, L0_API)
L0_BINARY(Minimum, L0_API)
L0_BINARY(Pow, L0_API)
L0_BINARY(BitwiseAnd, L0_OWN)
L0_BINARY(BitwiseOr, L0_OWN)
// The results are bool.
L0_BINARY(Equal, L0_OWN)
L0_BINARY(NotEqual, L0_OWN)
L0_BINARY(Greater, L0_OWN)
L0_BINARY(GreaterEqual, L0_OWN)
L0_BINARY(Less, L0_OWN)
L0_BINARY(LessEqual, L0_OWN)
L0_BINARY(LogicalAnd, L0_OWN)
L0_BINARY(LogicalOr, L0_OWN)
#undef L0_BINARY

/// Element by element. Those that have no meaning for integers are computed in double.
#define L0_UNARY(Name) L0_OWN const aclTensor* Name(const aclTensor* self, aclOpExecutor* executor);
L0_UNARY(Abs)
L0_UNARY(BitwiseNot)
L0_UNARY(Ceil)
L0_UNARY(Cos)
L0_UNARY(Exp)
L0_UNARY(Floor)
L0_UNARY(Log)
L0_UNARY(Neg)
L0_UNARY(Reciprocal)
L0_UNARY(Relu)
L0_UNARY(Round)
L0_UNARY(Rsqrt)
L0_UNARY(Sigmoid)
L0_UNARY(Sign)
L0_UNARY(Sin)
L0_UNARY(Sqrt)
L0_UNARY(Tanh)
L0_UNARY(Trunc)
// The results are bool.
L0_UNARY(IsFinite)
L0_UNARY(LogicalNot)
#undef L0_UNARY
L0_API const aclTensor* Square(const aclTensor* self, aclOpExecutor* executor);

/// Over the given dimensions; over all if none is given, unless `noopWithEmptyAxes`.
L0_API const aclTensor* ReduceSumOp(const aclTensor* x, const aclIntArray* axes, bool keep_dims,
                                    aclOpExecutor* executor);
L0_API const aclTensor* ReduceMean(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                                   bool noopWithEmptyAxes, aclOpExecutor* executor);
L0_API const aclTensor* ReduceMean(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                                   aclOpExecutor* executor);
L0_API const aclTensor* ReduceMax(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                                  bool noopWithEmptyAxes, aclOpExecutor* executor);
L0_API const aclTensor* ReduceMax(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                                  aclOpExecutor* executor);
L0_API const aclTensor* ReduceMin(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                                  aclOpExecutor* executor);

/// Whether all, or any, differ from 0: bool.
L0_OWN const aclTensor* ReduceAll(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                                  aclOpExecutor* executor);
L0_OWN const aclTensor* ReduceAny(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                                  aclOpExecutor* executor);

/// Matrices in the last two dimensions, broadcast over the others; of one type, summed in double.
L0_OWN const aclTensor* MatMul(const aclTensor* self, const aclTensor* other,
                               aclOpExecutor* executor);
/// `x1` where `condition` differs from 0, else `x2`, which is of its type; broadcast.
L0_OWN const aclTensor* Select(const aclTensor* condition, const aclTensor* x1, const aclTensor* x2,
                               aclOpExecutor* executor);
/// Writes the elements of `self` where `mask` differs from 0 to the beginning of `out`, which must
/// have room for all, and makes their number its view shape when the operator runs.
L0_OWN bool MaskedSelect(const aclTensor* self, const aclTensor* mask, aclTensor* out,
                         aclOpExecutor* executor);

/// The sorted values along a dimension and where they were (int32 on the AI core).
L0_API const std::tuple<aclTensor*, aclTensor*> Sort(const aclTensor* self, int64_t dim,
                                                     bool descending, bool stable,
                                                     aclOpExecutor* executor);

/// Dimensions from number `beginAxis` on, by their mean and deviation: the result, of the type of
/// `input`, then mean and 1 / deviation (float, those dimensions 1). Computed in double, whatever
/// the mode.
L0_API std::array<aclTensor*, 3> LayerNormV3WithImplMode(const aclTensor* input,
                                                         const aclTensor* weight,
                                                         const aclTensor* bias, int64_t beginAxis,
                                                         double eps, int32_t implMode,
                                                         aclOpExecutor* executor);
/// The largest elements of windows of (N,) C, D, H, W and where in D, H, W each was (int32). Lists
/// have one value or three; an empty stride is the size of the windows.
L0_API std::tuple<const aclTensor*, const aclTensor*> MaxPool3DWithArgmaxV2Ncdhw(
    const aclTensor* self, const aclIntArray* kernelSize, const aclIntArray* stride,
    const aclIntArray* padding, const aclIntArray* dilation, bool ceilMode, std::string dataFormat,
    aclOpExecutor* executor);
/// The gradient of that for `self`; the stream fails for an index outside of D, H, W.
L0_API const aclTensor* MaxPool3DGradWithArgmax(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* indices,
    const aclIntArray* kernelSize, const aclIntArray* stride, const aclIntArray* padding,
    const aclIntArray* dilation, bool ceilMode, aclOpExecutor* executor);
/// NCHW or NC1HWC0 images with the height and width of `y`, of its type; corners on corners if
/// `align_corners`, else half-pixel centres.
L0_API const aclTensor* ResizeBilinearV2(const aclTensor* x, const aclTensor* size,
                                         const bool align_corners, const aclTensor* y,
                                         aclOpExecutor* executor);

}  // namespace l0op
