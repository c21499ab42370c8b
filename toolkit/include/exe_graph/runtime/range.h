// Lower and upper bound of something, owned elsewhere.
#ifndef INC_EXE_GRAPH_RUNTIME_RANGE_H_
#define INC_EXE_GRAPH_RUNTIME_RANGE_H_

#include <array>

#include "exe_graph/runtime/shape.h"
#include "utils/extern_math_util.h"

namespace gert {
template <typename T>
class Range {
public:
    Range() : Range(nullptr, nullptr) {}
    Range(T* min, T* max) : min_(min), max_(max), reserved_() {}
    explicit Range(T* same_ele) : Range(same_ele, same_ele) {}

    /// Same bounds or equal bounds; both ranges must be set unless they are the same.
    bool operator==(const Range<T>& rht) const {
        return (min_ == rht.min_ && max_ == rht.max_) || (*min_ == *rht.min_ && *max_ == *rht.max_);
    }
    void SetMin(T* min) { min_ = min; }
    void SetMax(T* max) { max_ = max; }
    const T* GetMin() const { return min_; }
    const T* GetMax() const { return max_; }
    T* GetMin() { return min_; }
    T* GetMax() { return max_; }

private:
    T* min_;
    T* max_;
    uint8_t reserved_[40];
};
}  // namespace gert

#endif  // INC_EXE_GRAPH_RUNTIME_RANGE_H_
