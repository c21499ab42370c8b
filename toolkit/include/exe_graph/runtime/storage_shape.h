// Shape of a tensor as the user sees it (origin) and as it lies in memory (storage).
#ifndef INC_EXE_GRAPH_RUNTIME_STORAGE_SHAPE_H_
#define INC_EXE_GRAPH_RUNTIME_STORAGE_SHAPE_H_

#include <type_traits>

#include "exe_graph/runtime/shape.h"

namespace gert {
struct StorageShape {
public:
    StorageShape() : reserved_() {}
    StorageShape(const std::initializer_list<int64_t>& origin_shape,
                 const std::initializer_list<int64_t>& storage_shape)
        : origin_shape_(origin_shape), storage_shape_(storage_shape), reserved_() {}

    const Shape& GetOriginShape() const { return origin_shape_; }
    const Shape& GetStorageShape() const { return storage_shape_; }
    /// Newer names of the origin shape.
    const Shape& GetShape() const { return origin_shape_; }
    Shape& MutableShape() { return origin_shape_; }
    Shape& MutableOriginShape() { return origin_shape_; }
    Shape& MutableStorageShape() { return storage_shape_; }

    bool operator==(const StorageShape& other) const {
        return origin_shape_ == other.origin_shape_ && storage_shape_ == other.storage_shape_;
    }
    bool operator!=(const StorageShape& other) const { return !(*this == other); }

private:
    Shape origin_shape_;  // first: a pointer to this serves as one to the origin shape
    Shape storage_shape_;
    uint8_t reserved_[40];
};
static_assert(std::is_standard_layout<StorageShape>::value, "StorageShape is shared memory");
}  // namespace gert

#endif  // INC_EXE_GRAPH_RUNTIME_STORAGE_SHAPE_H_
