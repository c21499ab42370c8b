// Checks of an interface's parameters: each reports what is wrong and runs `retExpr`.
#ifndef OP_ERROR_CHECK_H__
#define OP_ERROR_CHECK_H__

#include "aclnn/opdev/common_types.h"
#include "aclnn/opdev/data_type_utils.h"
#include "aclnn/opdev/op_log.h"
#include "aclnn/opdev/shape_utils.h"

static const int32_t NCHW_N_DIM = 0;
static const int32_t NCHW_C_DIM = 1;
static const int32_t NHWC_N_DIM = 0;
static const int32_t NHWC_C_DIM = 3;

/// Whether a parameter (tensor, list, scalar, array) is missing.
template <typename T>
inline bool IsNullptr(const T* parameter, const char* name) {
    if (parameter == nullptr) {
        OP_LOGE(ACLNN_ERR_PARAM_NULLPTR, "the argument %s is null.", name);
        return true;
    }
    return false;
}

/// Whether all dimensions fit into 31 bits.
static inline bool CheckDims(const aclTensor* tensor) {
    const op::Shape& shape = tensor->GetViewShape();
    for (size_t i = 0; i < shape.GetDimNum(); ++i) {
        if (shape.GetDim(i) > INT32_MAX) {
            OP_LOGE(ACLNN_ERR_PARAM_INVALID, "a dimension is larger than %d.", INT32_MAX);
            return false;
        }
    }
    return true;
}

/// Whether `out` has the shape that was inferred; any two shapes of one element match.
static inline bool CheckReduceOutShape(const aclTensor* inferOut, const aclTensor* out) {
    const op::Shape& inferred = inferOut->GetViewShape();
    const op::Shape& actual = out->GetViewShape();
    if (inferred != actual && !(inferred.GetShapeSize() == 1 && actual.GetShapeSize() == 1)) {
        OP_LOGE(ACLNN_ERR_PARAM_INVALID, "the shape of out is %s, it should be %s.",
                op::ToString(actual).GetString(), op::ToString(inferred).GetString());
        return false;
    }
    return true;
}

/// Whether NCHW or NHWC tensors agree in N and C.
static inline bool CheckNCDimValid(const aclTensor* self, const aclTensor* out) {
    const op::Format format = self->GetStorageFormat();
    if (format != op::Format::FORMAT_NCHW && format != op::Format::FORMAT_NHWC) {
        OP_LOGE(ACLNN_ERR_PARAM_INVALID, "the format is neither NCHW nor NHWC.");
        return false;
    }
    const size_t c = format == op::Format::FORMAT_NCHW ? NCHW_C_DIM : NHWC_C_DIM;
    const op::Shape& left = self->GetViewShape();
    const op::Shape& right = out->GetViewShape();
    if (left.GetDim(0) != right.GetDim(0) || left.GetDim(c) != right.GetDim(c)) {
        OP_LOGE(ACLNN_ERR_PARAM_INVALID, "N and C of %s and %s differ.",
                op::ToString(left).GetString(), op::ToString(right).GetString());
        return false;
    }
    return true;
}

#define OP_CHECK_NULL(param, retExpr) \
    if (IsNullptr(param, #param)) {   \
        retExpr;                      \
    }

/// Reports a bad parameter and runs `retExpr` if `condition` holds.
#define OPDEV_REFUSE_IF(condition, retExpr, ...)       \
    if (condition) {                                   \
        OP_LOGE(ACLNN_ERR_PARAM_INVALID, __VA_ARGS__); \
        retExpr;                                       \
    }

#define OP_CHECK_DTYPE_NOT_SUPPORT(tensor, supportList, retExpr)                   \
    OPDEV_REFUSE_IF(!op::CheckType((tensor)->GetDataType(), supportList), retExpr, \
                    "%s is of type %s, it should be one of %s.", #tensor,          \
                    op::ToString((tensor)->GetDataType()).GetString(),             \
                    op::ToString(supportList).GetString())

#define OP_CHECK_DTYPE_NOT_MATCH(tensor, expectedDtype, retExpr)           \
    OPDEV_REFUSE_IF((tensor)->GetDataType() != (expectedDtype), retExpr,   \
                    "%s is of type %s, it should be of type %s.", #tensor, \
                    op::ToString((tensor)->GetDataType()).GetString(),     \
                    op::ToString(expectedDtype).GetString())

#define OP_CHECK_DTYPE_NOT_SAME(tensor1, tensor2, retExpr)                                 \
    OPDEV_REFUSE_IF((tensor1)->GetDataType() != (tensor2)->GetDataType(), retExpr,         \
                    "%s is of type %s, %s of type %s: they should be the same.", #tensor1, \
                    op::ToString((tensor1)->GetDataType()).GetString(), #tensor2,          \
                    op::ToString((tensor2)->GetDataType()).GetString())

#define OP_CHECK_RESULT_DTYPE_CAST_FAILED(dtype, desiredDtype, retExpr) \
    OPDEV_REFUSE_IF(!op::CanCast(dtype, desiredDtype), retExpr,         \
                    "a result of type %s cannot be given out as %s.",   \
                    op::ToString(dtype).GetString(), op::ToString(desiredDtype).GetString())

#define OP_CHECK_BROADCAST_WITH_SHAPE(tensor, shape, retExpr)                           \
    OPDEV_REFUSE_IF(!op::CheckBroadcastShape((tensor)->GetViewShape(), shape), retExpr, \
                    "%s with the shape %s does not broadcast with %s.", #tensor,        \
                    op::ToString((tensor)->GetViewShape()).GetString(),                 \
                    op::ToString(shape).GetString())

#define OP_CHECK_BROADCAST(tensor1, tensor2, retExpr) \
    OP_CHECK_BROADCAST_WITH_SHAPE(tensor1, (tensor2)->GetViewShape(), retExpr)

#define OP_CHECK_BROADCAST_AND_INFER_SHAPE(tensor1, tensor2, retShape, retExpr)                   \
    OPDEV_REFUSE_IF(                                                                              \
        !op::BroadcastInferShape((tensor1)->GetViewShape(), (tensor2)->GetViewShape(), retShape), \
        retExpr, "%s with the shape %s does not broadcast with %s, %s.", #tensor1,                \
        op::ToString((tensor1)->GetViewShape()).GetString(), #tensor2,                            \
        op::ToString((tensor2)->GetViewShape()).GetString())

#define OP_CHECK_SHAPE_NOT_EQUAL_WITH_EXPECTED_SIZE(tensor, shape, retExpr) \
    OPDEV_REFUSE_IF((tensor)->GetViewShape() != (shape), retExpr,           \
                    "%s has the shape %s, it should have %s.", #tensor,     \
                    op::ToString((tensor)->GetViewShape()).GetString(),     \
                    op::ToString(shape).GetString())

#define OP_CHECK_SHAPE_NOT_EQUAL(tensor1, tensor2, retExpr) \
    OP_CHECK_SHAPE_NOT_EQUAL_WITH_EXPECTED_SIZE(tensor1, (tensor2)->GetViewShape(), retExpr)

#define OP_CHECK_TENSORLIST_SIZE_EQUAL(list1, list2, retExpr)                                    \
    OPDEV_REFUSE_IF((list1)->Size() != (list2)->Size(), retExpr,                                 \
                    "%s has %zu tensors, %s has %zu; they should have the same number.", #list1, \
                    static_cast<size_t>((list1)->Size()), #list2,                                \
                    static_cast<size_t>((list2)->Size()))

#define OP_CHECK_WRONG_DIMENSION(tensor, expectedDimNum, retExpr)                                \
    OPDEV_REFUSE_IF((tensor)->GetViewShape().GetDimNum() != static_cast<size_t>(expectedDimNum), \
                    retExpr, "%s has the shape %s, it should have %zu dimensions.", #tensor,     \
                    op::ToString((tensor)->GetViewShape()).GetString(),                          \
                    static_cast<size_t>(expectedDimNum))

#define OP_CHECK_MAX_DIM(tensor, maxDim, retExpr)                                                \
    OPDEV_REFUSE_IF((tensor)->GetViewShape().GetDimNum() > static_cast<size_t>(maxDim), retExpr, \
                    "%s has more than %zu dimensions.", #tensor, static_cast<size_t>(maxDim))

#define OP_CHECK_MIN_DIM(tensor, minDim, retExpr)                                                \
    OPDEV_REFUSE_IF((tensor)->GetViewShape().GetDimNum() < static_cast<size_t>(minDim), retExpr, \
                    "%s has less than %zu dimensions.", #tensor, static_cast<size_t>(minDim))

#define OP_CHECK_COMM_INPUT(workspaceSize, executor)                            \
    if (workspaceSize == nullptr || executor == nullptr) {                      \
        OP_LOGE(ACLNN_ERR_PARAM_NULLPTR, "workspaceSize or executor is null."); \
        return ACLNN_ERR_PARAM_NULLPTR;                                         \
    }

#define OP_CHECK_ADD_TO_LAUNCHER_LIST_AICORE(cond, retExpr, errMsg, ...)          \
    if (cond) {                                                                   \
        OP_LOGE(ACLNN_ERR_INNER_STATIC_WORKSPACE_INVALID, errMsg, ##__VA_ARGS__); \
        retExpr;                                                                  \
    }

#define OP_CHECK_INFERSHAPE(cond, retExpr, errMsg, ...)                   \
    if (cond) {                                                           \
        OP_LOGE(ACLNN_ERR_INNER_INFERSHAPE_ERROR, errMsg, ##__VA_ARGS__); \
        retExpr;                                                          \
    }

#endif  // OP_ERROR_CHECK_H__
