// Which axes a reshape to the rank of a storage format inserts.
#ifndef INC_EXE_GRAPH_RUNTIME_EXPAND_DIMS_TYPE_H_
#define INC_EXE_GRAPH_RUNTIME_EXPAND_DIMS_TYPE_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "exe_graph/runtime/shape.h"
#include "graph/ge_error_codes.h"
#include "graph/types.h"

namespace gert {
/// A mask over the axes of the full shape: a set bit is an inserted axis of length 1, the others
/// take the dimensions of the original shape in order.
class ExpandDimsType {
public:
    using AxisIndex = uint64_t;
    static constexpr size_t kMaxExpandSize = 56;

    ExpandDimsType() : size_(0U), mask_(0U), reserved_() {}
    /// Text of '1' (inserted) and '0' (an axis of the shape), first axis first; null or longer than
    /// kMaxExpandSize: empty.
    explicit ExpandDimsType(const ge::char_t* const expand_dims_type) : ExpandDimsType() {
        if (expand_dims_type == nullptr) {
            return;
        }
        const size_t size = strlen(expand_dims_type);
        if (size > kMaxExpandSize) {
            return;
        }
        size_ = size & 0xffU;
        for (AxisIndex i = 0; i < size; ++i) {
            if (expand_dims_type[i] == '1') {
                SetExpandIndex(i);
            }
        }
    }
    /// Full size in the highest byte, mask in the lowest.
    explicit ExpandDimsType(const int64_t reshape_type_mask) : ExpandDimsType() {
        const uint64_t bits = static_cast<uint64_t>(reshape_type_mask);
        size_ = (bits >> kMaxExpandSize) & 0xffU;
        if (size_ <= kMaxExpandSize) {
            mask_ = bits & 0xffU;
        }
    }

    bool operator==(const ExpandDimsType& other) const {
        return size_ == other.size_ && mask_ == other.mask_;
    }
    AxisIndex GetFullSize() const { return size_; }
    void SetExpandIndex(const AxisIndex index) {
        mask_ = (mask_ | (static_cast<uint64_t>(1) << index)) & kMaskBits;
    }
    bool IsExpandIndex(const AxisIndex index) const { return ((mask_ >> index) & 1U) != 0U; }

    /// Writes the full shape; dimensions that the mask does not name are appended. Fails if the
    /// mask wants more dimensions than `shape` has.
    ge::graphStatus Expand(const Shape& shape, Shape& out_shape) const {
        if (shape.GetDimNum() == size_) {
            out_shape = shape;
            return ge::GRAPH_SUCCESS;
        }
        const Shape source = shape;  // the two may be the same object
        size_t next = 0;
        out_shape.SetDimNum(0);
        for (AxisIndex axis = 0; axis < size_; ++axis) {
            if (IsExpandIndex(axis)) {
                (void)out_shape.AppendDim(1);
                continue;
            }
            if (next >= source.GetDimNum()) {
                return ge::GRAPH_FAILED;
            }
            (void)out_shape.AppendDim(source.GetDim(next++));
        }
        while (next < source.GetDimNum()) {
            (void)out_shape.AppendDim(source.GetDim(next++));
        }
        return ge::GRAPH_SUCCESS;
    }
    /// In place, from the last axis on: a shape with more dimensions than the mask does not change,
    /// and one with too few gets axes of length 1 in front; neither fails.
    ge::graphStatus Expand(Shape& shape) const {
        size_t remaining = shape.GetDimNum();
        while (shape.GetDimNum() < size_) {
            (void)shape.AppendDim(1);
        }
        for (size_t axis = size_; axis-- > 0;) {
            if (IsExpandIndex(axis) || remaining == 0 || remaining > axis) {
                continue;
            }
            --remaining;
            (void)shape.SetDim(axis, shape.GetDim(remaining));
            (void)shape.SetDim(remaining, 1);
        }
        return ge::GRAPH_SUCCESS;
    }

private:
    static constexpr uint64_t kMaskBits = (static_cast<uint64_t>(1) << kMaxExpandSize) - 1U;

    uint64_t size_ : 8;
    uint64_t mask_ : kMaxExpandSize;
    uint8_t reserved_[40];
};
}  // namespace gert

#endif  // INC_EXE_GRAPH_RUNTIME_EXPAND_DIMS_TYPE_H_
