// Elements of tensors as numbers of C++.
#pragma once

#include <vector>

#include "nnopbase/strided_copy.h"

namespace l0 {

/// Whether the type's elements convert to double and int64_t: floating, integral and bool.
bool IsNumber(ge::DataType dtype);
/// Whether int64_t holds the type's values.
bool IsWhole(ge::DataType dtype);

/// The elements of a view in their order.
std::vector<double> ReadReals(const nnopbase::View& view);
std::vector<int64_t> ReadWholes(const nnopbase::View& view);
/// Converts and stores: floating to integral towards zero and saturated (NaN is 0), to half and
/// bfloat16 to the nearest, to bool whether they differ from 0. Integral to integral keeps the low
/// bits.
void WriteReals(const std::vector<double>& values, const nnopbase::View& view);
void WriteWholes(const std::vector<int64_t>& values, const nnopbase::View& view);

}  // namespace l0
