// Operators that CANN's libopapi offers to hand-written interfaces: those of the public headers
// level0/, and others, which the sources of interfaces declare. Null results come with an error
// reported.
#pragma once

#include <array>
#include <string>
#include <tuple>

#include "aclnn/opdev/op_executor.h"

#pragma GCC visibility push(default)
#include "level0/abs.h"
#include "level0/add.h"
#include "level0/arange.h"
#include "level0/axpy.h"
#include "level0/broadcast_to.h"
#include "level0/ceil.h"
#include "level0/concat.h"
#include "level0/cos.h"
#include "level0/cumsum.h"
#include "level0/div.h"
#include "level0/dot.h"
#include "level0/equal.h"
#include "level0/exp.h"
#include "level0/expand.h"
#include "level0/fill.h"
#include "level0/floor.h"
#include "level0/greater.h"
#include "level0/greater_equal.h"
#include "level0/is_finite.h"
#include "level0/less.h"
#include "level0/less_equal.h"
#include "level0/log.h"
#include "level0/logical_and.h"
#include "level0/logical_not.h"
#include "level0/logical_or.h"
#include "level0/masked_fill.h"
#include "level0/maximum.h"
#include "level0/minimum.h"
#include "level0/mod.h"
#include "level0/mul.h"
#include "level0/muls.h"
#include "level0/neg.h"
#include "level0/not_equal.h"
#include "level0/ones_like.h"
#include "level0/padv3.h"
#include "level0/pow.h"
#include "level0/realdiv.h"
#include "level0/reciprocal.h"
#include "level0/reduce_all.h"
#include "level0/reduce_any.h"
#include "level0/reduce_max.h"
#include "level0/reduce_mean.h"
#include "level0/reduce_min.h"
#include "level0/reduce_sum_op.h"
#include "level0/round.h"
#include "level0/rsqrt.h"
#include "level0/select.h"
#include "level0/sigmoid.h"
#include "level0/sign.h"
#include "level0/sin.h"
#include "level0/sort.h"
#include "level0/split_v.h"
#include "level0/sqrt.h"
#include "level0/square.h"
#include "level0/squeeze.h"
#include "level0/sub.h"
#include "level0/tanh.h"
#include "level0/tensor_move.h"
#include "level0/topk.h"
#include "level0/trunc.h"
#include "level0/unsqueeze.h"
#include "level0/zero_op.h"
#pragma GCC visibility pop

#define L0_API __attribute__((visibility("default")))
// Of libopapi only: packages have functions of the same names for their own operators.
#define L0_OWN __attribute__((visibility("hidden")))

namespace l0op {

/// The slices of `self` along a dimension that `indices` (int32 or int64, on the device) name;
/// zeros for those that do not exist. The first `batchDims` dimensions are common to both.
L0_API const aclTensor* GatherV2(const aclTensor* self, int64_t axis, const aclTensor* indices,
                                 aclOpExecutor* executor, int batchDims, bool negativeIndexSupport);

/// `indices` into a dimension of `var` as int32, those below 0 counted from its end. `combine`
/// (indices of several dimensions in one) is rejected.
L0_API const aclTensor* LinearIndex(const aclTensor* indices, const aclTensor* var, int64_t axis,
                                    bool combine, aclOpExecutor* executor);

/// Element by element, broadcast; both of one type.
#define L0_BINARY(Name, visibility)                                                 \
    visibility const aclTensor* Name(const aclTensor* self, const aclTensor* other, \
                                     aclOpExecutor* executor);
L0_BINARY(TruncateDiv, L0_OWN)
L0_BINARY(FloorDiv, L0_OWN)
L0_BINARY(BitwiseAnd, L0_OWN)
L0_BINARY(BitwiseOr, L0_OWN)
#undef L0_BINARY

/// Element by element. Those that have no meaning for integers are computed in double.
#define L0_UNARY(Name) L0_OWN const aclTensor* Name(const aclTensor* self, aclOpExecutor* executor);
L0_UNARY(BitwiseNot)
L0_UNARY(Log)
L0_UNARY(Relu)
#undef L0_UNARY

/// Matrices in the last two dimensions, broadcast over the others; of one type, summed in double.
L0_OWN const aclTensor* MatMul(const aclTensor* self, const aclTensor* other,
                               aclOpExecutor* executor);
/// `x1` where `condition` differs from 0, else `x2`, which is of its type; broadcast.
L0_OWN const aclTensor* Select(const aclTensor* condition, const aclTensor* x1, const aclTensor* x2,
                               aclOpExecutor* executor);
/// Writes the elements of `self` where `mask` differs from 0 to the beginning of `out`, which must
/// hold all, and makes their number its view shape when the operator runs.
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
