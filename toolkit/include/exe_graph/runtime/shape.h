// Dimensions of a tensor, stored in place (no allocation).
#ifndef INC_EXE_GRAPH_RUNTIME_SHAPE_H_
#define INC_EXE_GRAPH_RUNTIME_SHAPE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iostream>
#include <limits>
#include <type_traits>
#include <vector>

#include "utils/extern_math_util.h"

namespace gert {
/// Up to kMaxDimNum dimensions; standard layout, shared with the runtime byte for byte.
struct Shape {
public:
    static constexpr size_t kMaxDimNum = 25;
    static constexpr int64_t kInvalidDimValue = std::numeric_limits<int64_t>::min();

    /// A scalar.
    Shape() : dim_num_(0), dims_(), reserved_() {}
    /// A scalar if there are more than kMaxDimNum values.
    Shape(const std::initializer_list<int64_t>& args) : Shape() {
        if (args.size() > kMaxDimNum) {
            return;
        }
        for (const int64_t dim : args) {
            dims_[dim_num_++] = dim;
        }
    }
    // Copies only the live dimensions: shapes are copied often and are mostly short.
    Shape(const Shape& other) : dim_num_(other.dim_num_), reserved_() { CopyDims(other); }
    Shape& operator=(const Shape& other) {
        if (this != &other) {
            dim_num_ = other.dim_num_;
            CopyDims(other);
        }
        return *this;
    }

    bool operator==(const Shape& rht) const {
        if (dim_num_ != rht.dim_num_) {
            return false;
        }
        for (size_t i = 0; i < dim_num_; ++i) {
            if (dims_[i] != rht.dims_[i]) {
                return false;
            }
        }
        return true;
    }
    bool operator!=(const Shape& rht) const { return !(*this == rht); }

    /// Product of the dimensions, 1 for a scalar, kInvalidDimValue on overflow.
    int64_t GetShapeSize() const {
        int64_t size = 1;
        for (size_t i = 0; i < dim_num_; ++i) {
            if (ge::MulOverflow(size, dims_[i], size)) {
                return kInvalidDimValue;
            }
        }
        return size;
    }

    bool IsScalar() const { return dim_num_ == 0; }
    void SetScalar() { dim_num_ = 0; }
    size_t GetDimNum() const { return dim_num_; }
    /// New dimensions keep whatever value their place had.
    void SetDimNum(const size_t dim_num) { dim_num_ = dim_num; }

    /// kInvalidDimValue from kMaxDimNum on; not checked against the number of dimensions.
    int64_t GetDim(const size_t idx) const {
        return idx < kMaxDimNum ? dims_[idx] : kInvalidDimValue;
    }
    const int64_t& operator[](const size_t idx) const { return dims_[idx]; }
    int64_t& operator[](const size_t idx) { return dims_[idx]; }

    /// Writes dimension `idx`. As in CANN the number of dimensions grows to `idx`, not `idx` + 1:
    /// call SetDimNum first. Ignored from kMaxDimNum on.
    void SetDim(size_t idx, const int64_t dim_value) {
        if (idx >= kMaxDimNum) {
            return;
        }
        dims_[idx] = dim_value;
        if (dim_num_ < idx) {
            dim_num_ = idx;
        }
    }
    /// Ignored when the shape is full.
    Shape& AppendDim(const int64_t value) {
        if (dim_num_ < kMaxDimNum) {
            dims_[dim_num_++] = value;
        }
        return *this;
    }

private:
    void CopyDims(const Shape& other) {
        for (size_t i = 0; i < dim_num_ && i < kMaxDimNum; ++i) {
            dims_[i] = other.dims_[i];
        }
    }

    size_t dim_num_;
    int64_t dims_[kMaxDimNum];
    uint8_t reserved_[40];
};
static_assert(std::is_standard_layout<Shape>::value, "Shape is shared memory");
}  // namespace gert

#endif  // INC_EXE_GRAPH_RUNTIME_SHAPE_H_
