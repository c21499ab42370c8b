// Operators that CANN's libopapi offers to hand-written interfaces without a public header; their
// sources declare them. Null results come with an error reported.
#pragma once

#include <array>
#include <string>
#include <tuple>

#include "aclnn/opdev/op_executor.h"

#define L0_API __attribute__((visibility("default")))

namespace l0op {

/// Dimensions of size 1 inserted or left out, in the same memory.
L0_API const aclTensor* UnsqueezeNd(const aclTensor* x, int64_t dim, aclOpExecutor* executor);
L0_API const aclTensor* UnsqueezeNd(const aclTensor* x, const aclIntArray* dim,
                                    aclOpExecutor* executor);
L0_API const aclTensor* SqueezeNd(const aclTensor* x, int64_t dim, aclOpExecutor* executor);
L0_API const aclTensor* SqueezeNd(const aclTensor* x, const aclIntArray* dim,
                                  aclOpExecutor* executor);

/// Tensors of one value.
L0_API const aclTensor* Fill(const aclTensor* dims, const aclTensor* value,
                             const aclIntArray* outShape, aclOpExecutor* executor);
L0_API const aclTensor* ZerosLike(const aclTensor* self, aclOpExecutor* executor);
L0_API const aclTensor* OnesLike(const aclTensor* self, aclOpExecutor* executor);

/// Repeated along dimensions of size 1; -1 keeps a dimension.
L0_API const aclTensor* BroadcastTo(const aclTensor* x, const aclIntArray* shape,
                                    aclOpExecutor* executor);
L0_API const aclTensor* BroadcastTo(const aclTensor* x, const aclTensor* y, const aclTensor* shape,
                                    aclOpExecutor* executor);
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

/// Element by element, broadcast; both of one type.
#define L0_BINARY(Name)                                                         \
    L0_API const aclTensor* Name(const aclTensor* self, const aclTensor* other, \
                                 aclOpExecutor* executor);
L0_BINARY(Add)
L0_BINARY(Sub)
L0_BINARY(Mul)
L0_BINARY(Div)  // of integers: rounded towards zero
L0_BINARY(TruncateDiv)
L0_BINARY(FloorDiv)
L0_BINARY(Maximum)
L0_BINARY(Minimum)
L0_BINARY(Pow)
// The results are bool.
L0_BINARY(Equal)
L0_BINARY(NotEqual)
L0_BINARY(Greater)
L0_BINARY(GreaterEqual)
L0_BINARY(Less)
L0_BINARY(LessEqual)
L0_BINARY(LogicalAnd)
L0_BINARY(LogicalOr)
#undef L0_BINARY

/// Element by element. Those that have no meaning for integers are computed in double.
#define L0_UNARY(Name) L0_API const aclTensor* Name(const aclTensor* self, aclOpExecutor* executor);
L0_UNARY(Abs)
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
L0_UNARY(Square)
L0_UNARY(Tanh)
L0_UNARY(Trunc)
// The results are bool.
L0_UNARY(IsFinite)
L0_UNARY(LogicalNot)
#undef L0_UNARY

/// Over the given dimensions; over all if none is given, unless `noopWithEmptyAxes`.
L0_API const aclTensor* ReduceSumOp(const aclTensor* x, const aclIntArray* axes, bool keep_dims,
                                    aclOpExecutor* executor);
L0_API const aclTensor* ReduceMean(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                                   bool noopWithEmptyAxes, aclOpExecutor* executor);
L0_API const aclTensor* ReduceMean(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                                   aclOpExecutor* executor);
L0_API const aclTensor* ReduceMax(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                                  aclOpExecutor* executor);
L0_API const aclTensor* ReduceMin(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                                  aclOpExecutor* executor);

/// Whether all, or any, differ from 0: bool.
L0_API const aclTensor* ReduceAll(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                                  aclOpExecutor* executor);
L0_API const aclTensor* ReduceAny(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                                  aclOpExecutor* executor);

/// The sorted values along a dimension and where they were (int32 on the AI core).
L0_API const std::tuple<aclTensor*, aclTensor*> Sort(const aclTensor* self, int64_t dim,
                                                     bool descending, bool stable,
                                                     aclOpExecutor* executor);

}  // namespace l0op
