// Names of the graph types in the high-level API.
#ifndef LIB_UTILS_TYPES_H_
#define LIB_UTILS_TYPES_H_

#include "graph/tensor.h"
#include "graph/types.h"

namespace AscendC {
using TensorShape = ge::Shape;
using TensorDataType = ge::DataType;
}  // namespace AscendC

#endif  // LIB_UTILS_TYPES_H_
