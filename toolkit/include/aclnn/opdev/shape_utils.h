// Shapes: conversions and broadcasting.
#ifndef OP_API_OP_API_COMMON_INC_OPDEV_SHAPE_UTILS_H_
#define OP_API_OP_API_COMMON_INC_OPDEV_SHAPE_UTILS_H_

#include <exe_graph/runtime/shape.h>

#include <cstdlib>
#include <string>

#include "common_types.h"
#include "data_type_utils.h"

namespace op {
ACL_FUNC_VISIBILITY ge::AscendString ToString(const op::Shape& shape);
ACL_FUNC_VISIBILITY ge::AscendString ToString(const op::Strides& strides);
ACL_FUNC_VISIBILITY void ToShape(const int64_t* dims, uint64_t dimNum, op::Shape& shape);
ACL_FUNC_VISIBILITY void ToShape(const op::ShapeVector& shapeVector, op::Shape& shape);
ACL_FUNC_VISIBILITY ShapeVector ToShapeVector(const op::Shape& shape);
/// Whether the shapes broadcast to a common one, which BroadcastInferShape gives.
ACL_FUNC_VISIBILITY bool CheckBroadcastShape(const op::Shape& self, const op::Shape& other);
ACL_FUNC_VISIBILITY bool BroadcastInferShape(const op::Shape& self, const op::Shape& other,
                                             op::Shape& broadcastShape);
}  // namespace op

#endif  // OP_API_OP_API_COMMON_INC_OPDEV_SHAPE_UTILS_H_
