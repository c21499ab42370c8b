// Shape inference of operators that reduce axes.
#ifndef OP_COMMON_OP_HOST_INFERSHAPE_REDUCE_UTIL_H
#define OP_COMMON_OP_HOST_INFERSHAPE_REDUCE_UTIL_H

#include <vector>

#include "exe_graph/runtime/infer_shape_context.h"
#include "op_common/log/log.h"
#include "op_common/op_host/util/shape_util.h"
// clang-format off: after all others
#include "graph/kernel_names_off.h"
// clang-format on

namespace Ops {
namespace Base {
namespace internal {
/// Which axes of the shape, of rank > 0, are reduced; empty with a log if one does not exist.
template <typename T>
std::vector<bool> ReducedAxes(size_t rank, const T* axesDims, int32_t axesSize) {
    std::vector<bool> reduced(rank, false);
    for (int32_t i = 0; i < axesSize; ++i) {
        OP_CHECK_IF(!CheckAxisBounds(rank, axesDims[i]),
                    OP_LOGE("reduce", "there is no axis %s", std::to_string(axesDims[i]).c_str()),
                    return std::vector<bool>());
        reduced[static_cast<size_t>(axesDims[i] < 0 ? axesDims[i] + static_cast<T>(rank)
                                                    : axesDims[i])] = true;
    }
    return reduced;
}
}  // namespace internal

/// The reduced axes have length 1; a scalar stays one.
template <typename T>
ge::graphStatus ReduceDimsWithKeepDims(const gert::Shape* xShape, const T* axesDims,
                                       int32_t axesSize, gert::Shape* outputShape) {
    *outputShape = *xShape;
    if (IsUnknownRank(*xShape)) {
        return ge::GRAPH_SUCCESS;
    }
    const size_t rank = xShape->GetDimNum();
    const std::vector<bool> reduced =
        internal::ReducedAxes(rank == 0 ? 1 : rank, axesDims, axesSize);
    for (size_t i = 0; i < rank && i < reduced.size(); ++i) {
        if (reduced[i]) {
            outputShape->SetDim(i, 1);
        }
    }
    return reduced.empty() ? ge::GRAPH_FAILED : ge::GRAPH_SUCCESS;
}

/// The reduced axes are dropped.
template <typename T>
ge::graphStatus ReduceDimsWithoutKeepDims(const gert::Shape* xShape, const T* axesDims,
                                          int32_t axesSize, gert::Shape* outputShape) {
    const gert::Shape input = *xShape;
    *outputShape = input;
    if (IsUnknownRank(input) || input.GetDimNum() == 0) {
        return ge::GRAPH_SUCCESS;
    }
    const std::vector<bool> reduced = internal::ReducedAxes(input.GetDimNum(), axesDims, axesSize);
    outputShape->SetDimNum(0);
    for (size_t i = 0; i < reduced.size(); ++i) {
        if (!reduced[i]) {
            outputShape->AppendDim(input.GetDim(i));
        }
    }
    return reduced.empty() ? ge::GRAPH_FAILED : ge::GRAPH_SUCCESS;
}

template <typename T>
ge::graphStatus ReduceDims(const gert::Shape* xShape, const gert::Tensor* axesTensor,
                           int32_t axesSize, const bool keepDims, gert::Shape* outputShape) {
    const T* axes = axesTensor->GetData<T>();
    return keepDims ? ReduceDimsWithKeepDims<T>(xShape, axes, axesSize, outputShape)
                    : ReduceDimsWithoutKeepDims<T>(xShape, axes, axesSize, outputShape);
}

/// Input 0 over the axes in input 1 (int32 or int64; none: nothing is reduced); attribute 0 is
/// keep_dims.
inline ge::graphStatus InferShape4Reduce(gert::InferShapeContext* context) {
    const gert::Shape* input = context->GetInputShape(0);
    OP_CHECK_NULL_WITH_CONTEXT(context, input);
    const gert::Tensor* axes = context->GetInputTensor(1);
    OP_CHECK_NULL_WITH_CONTEXT(context, axes);
    gert::Shape* output = context->GetOutputShape(0);
    OP_CHECK_NULL_WITH_CONTEXT(context, output);
    const gert::RuntimeAttrs* attributes = context->GetAttrs();
    OP_CHECK_NULL_WITH_CONTEXT(context, attributes);
    const bool* keep_dims = attributes->GetAttrPointer<bool>(0);
    OP_CHECK_NULL_WITH_CONTEXT(context, keep_dims);
    const int32_t count = static_cast<int32_t>(axes->GetShapeSize());
    OP_CHECK_IF(count < 0, OP_LOGE(context, "the axes are unknown"), return ge::GRAPH_FAILED);
    if (count == 0) {
        *output = *input;
        return ge::GRAPH_SUCCESS;
    }
    if (axes->GetDataType() == ge::DT_INT32) {
        return ReduceDims<int32_t>(input, axes, count, *keep_dims, output);
    }
    OP_CHECK_IF(axes->GetDataType() != ge::DT_INT64,
                OP_LOGE(context, "axes of type %s", ToString(axes->GetDataType()).c_str()),
                return ge::GRAPH_FAILED);
    return ReduceDims<int64_t>(input, axes, count, *keep_dims, output);
}
}  // namespace Base
}  // namespace Ops

#include "graph/kernel_names_on.h"

#endif  // OP_COMMON_OP_HOST_INFERSHAPE_REDUCE_UTIL_H
