// Shapes of which parts are unknown: [-2] for an unknown rank, -1 for an unknown length.
#ifndef OP_COMMON_OP_HOST_UTIL_SHAPE_UTIL_H
#define OP_COMMON_OP_HOST_UTIL_SHAPE_UTIL_H

#include <cstdint>

#include "exe_graph/runtime/shape.h"
#include "op_common/op_host/util/opbase_export.h"

namespace Ops {
namespace Base {
/// Whether an axis, from the back if negative, exists; a scalar has axis 0.
template <typename T1, typename T2>
bool CheckAxisBounds(const T1 dimNum, const T2 axis) {
    const int64_t count = static_cast<int64_t>(dimNum);
    const int64_t index = static_cast<int64_t>(axis);
    return count == 0 ? index == 0 : -count <= index && index < count;
}

inline void SetUnknownRank(gert::Shape& shape) {
    shape.SetDimNum(0);
    shape.AppendDim(-2);
}

inline bool IsUnknownRank(const gert::Shape& shape) {
    return shape.GetDimNum() == 1 && shape.GetDim(0) == -2;
}

/// Leaves the shape alone if the rank is negative.
inline void SetUnknownShape(int64_t rank, gert::Shape& shape) {
    if (rank < 0) {
        return;
    }
    shape.SetDimNum(static_cast<size_t>(rank));
    for (size_t i = 0; i < shape.GetDimNum(); ++i) {
        shape.SetDim(i, -1);
    }
}

/// Whether a length is unknown.
inline bool IsUnknownShape(const gert::Shape& shape) {
    for (size_t i = 0; i < shape.GetDimNum(); ++i) {
        if (shape.GetDim(i) == -1) {
            return true;
        }
    }
    return false;
}
}  // namespace Base
}  // namespace Ops

#endif  // OP_COMMON_OP_HOST_UTIL_SHAPE_UTIL_H
