// Scalars as the small tensors that kernels take.
#pragma once

#include <cstdint>
#include <vector>

#include "nnopbase/objects.h"

namespace nnopbase {

/// Appends the value as one element of `dtype`; false if the conversion does not exist (complex to
/// real, sub-byte types).
bool AppendScalar(const aclScalar& scalar, ge::DataType dtype, std::vector<uint8_t>* bytes);

/// Appends a number as one element of `dtype`, converted as C++ does; `integer` is used for integer
/// types.
bool AppendNumber(double real, int64_t integer, ge::DataType dtype, std::vector<uint8_t>* bytes);

}  // namespace nnopbase
