// Steps between the elements of a tensor along its dimensions, in elements.
#ifndef INC_EXE_GRAPH_RUNTIME_STRIDE_H_
#define INC_EXE_GRAPH_RUNTIME_STRIDE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iostream>
#include <limits>
#include <type_traits>
#include <vector>

namespace gert {
/// Up to kMaxDimNum steps; a list of more makes none.
struct Stride {
public:
    static constexpr size_t kMaxDimNum = 25;
    static constexpr int64_t kInvalidStrideValue = std::numeric_limits<int64_t>::min();

    Stride() : dim_num_(0), strides_{0} {}
    Stride(const std::initializer_list<int64_t>& args) : Stride() {
        if (args.size() <= kMaxDimNum) {
            for (const int64_t value : args) {
                AppendStride(value);
            }
        }
    }

    bool operator==(const Stride& rht) const {
        bool same = dim_num_ == rht.dim_num_;
        for (size_t i = 0; same && i < dim_num_; ++i) {
            same = strides_[i] == rht.strides_[i];
        }
        return same;
    }
    bool operator!=(const Stride& rht) const { return !(*this == rht); }
    const int64_t& operator[](const size_t idx) const { return strides_[idx]; }
    int64_t& operator[](const size_t idx) { return strides_[idx]; }

    size_t GetDimNum() const { return dim_num_; }
    void SetDimNum(const size_t dim_num) { dim_num_ = dim_num; }
    /// kInvalidStrideValue from kMaxDimNum on.
    int64_t GetStride(const size_t idx) const {
        return idx < kMaxDimNum ? strides_[idx] : kInvalidStrideValue;
    }
    /// Nothing happens from kMaxDimNum on. Where there are fewer than `idx` steps, there are `idx`.
    void SetStride(size_t idx, const int64_t stride) {
        if (idx < kMaxDimNum) {
            strides_[idx] = stride;
            dim_num_ = dim_num_ < idx ? idx : dim_num_;
        }
    }
    /// Nothing happens where there are kMaxDimNum.
    Stride& AppendStride(const int64_t value) {
        if (dim_num_ < kMaxDimNum) {
            strides_[dim_num_++] = value;
        }
        return *this;
    }

private:
    size_t dim_num_;
    int64_t strides_[kMaxDimNum];
};
static_assert(std::is_standard_layout<Stride>::value, "Stride is shared memory");
}  // namespace gert

#endif  // INC_EXE_GRAPH_RUNTIME_STRIDE_H_
