// Shape inference of operators that broadcast their inputs. A length of -1 is unknown; broadcast
// with another than 1 it becomes that.
#ifndef OP_COMMON_OP_HOST_INFERSHAPE_BROADCAST_UTIL_H
#define OP_COMMON_OP_HOST_INFERSHAPE_BROADCAST_UTIL_H

#include <algorithm>
#include <cstddef>
#include <vector>

#include "exe_graph/runtime/infer_shape_context.h"
#include "op_common/log/log.h"
#include "op_common/op_host/util/shape_util.h"

namespace Ops {
namespace Base {
namespace internal {
/// The length of two that are broadcast; false if they cannot be.
inline bool BroadcastLength(int64_t length, int64_t other, int64_t& result) {
    if (length == 1 || other == 1 || length == other) {
        result = length == 1 ? other : length;
        return true;
    }
    result = length == -1 ? other : length;
    return length == -1 || other == -1;
}
}  // namespace internal

/// False with a log if the shapes cannot be broadcast; of an unknown rank if one is.
inline bool BroadcastShape(const gert::Shape* in1Shape, const gert::Shape* in2Shape,
                           gert::Shape* outShape) {
    const gert::Shape first = *in1Shape;
    const gert::Shape other = *in2Shape;
    if (IsUnknownRank(first) || IsUnknownRank(other)) {
        SetUnknownRank(*outShape);
        return true;
    }
    const size_t rank = std::max(first.GetDimNum(), other.GetDimNum());
    outShape->SetDimNum(rank);
    for (size_t i = 1; i <= rank; ++i) {  // from the back
        int64_t length = 1;
        const int64_t left = i > first.GetDimNum() ? 1 : first.GetDim(first.GetDimNum() - i);
        const int64_t right = i > other.GetDimNum() ? 1 : other.GetDim(other.GetDimNum() - i);
        OP_CHECK_IF(!internal::BroadcastLength(left, right, length),
                    OP_LOGE("BroadcastShape", "%s and %s cannot be broadcast",
                            ToString(first).c_str(), ToString(other).c_str()),
                    return false);
        outShape->SetDim(rank - i, length);
    }
    return true;
}

/// Of one or more shapes.
inline bool BroadcastShape(const std::vector<const gert::Shape*>& inShapes, gert::Shape* outShape) {
    OP_CHECK_IF(inShapes.empty(), OP_LOGE("BroadcastShape", "no shapes"), return false);
    *outShape = *inShapes[0];
    for (const gert::Shape* shape : inShapes) {
        if (!BroadcastShape(outShape, shape, outShape)) {
            return false;
        }
    }
    return true;
}

/// Of the first `inputNum` inputs.
inline ge::graphStatus InferShape4Broadcast(gert::InferShapeContext* context, size_t inputNum) {
    std::vector<const gert::Shape*> shapes;
    for (size_t i = 0; i < inputNum; ++i) {
        shapes.push_back(context->GetInputShape(i));
        OP_CHECK_NULL_WITH_CONTEXT(context, shapes.back());
    }
    gert::Shape* output = context->GetOutputShape(0);
    OP_CHECK_NULL_WITH_CONTEXT(context, output);
    return BroadcastShape(shapes, output) ? ge::GRAPH_SUCCESS : ge::GRAPH_FAILED;
}

inline ge::graphStatus InferShape4Broadcast(gert::InferShapeContext* context) {
    return InferShape4Broadcast(context, 2);
}
}  // namespace Base
}  // namespace Ops

#endif  // OP_COMMON_OP_HOST_INFERSHAPE_BROADCAST_UTIL_H
