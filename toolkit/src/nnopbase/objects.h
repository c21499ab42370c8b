// What the opaque aclnn objects are. Their public classes (aclnn/opdev) have no data:
// every tensor and list that exists is one of these.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "aclnn/acl_meta.h"
#include "aclnn/opdev/common_types.h"
#include "graph/types.h"
#include "runtime/live_objects.h"

namespace nnopbase {

struct Tensor final : aclTensor {
    op::Shape view_shape;
    op::Strides strides;  ///< in elements, one per view dimension
    int64_t offset = 0;   ///< of the first element, in elements
    ge::DataType dtype = ge::DT_UNDEFINED;
    op::Shape storage_shape;
    op::Shape original_shape;
    ge::Format view_format = ge::FORMAT_ND;
    ge::Format storage_format = ge::FORMAT_ND;
    ge::Format original_format = ge::FORMAT_ND;
    void* data = nullptr;  ///< borrowed; what `base` says if there is one

    // Of tensors that a hand-written interface makes.
    const Tensor* base = nullptr;  ///< whose memory this one views
    int64_t storage_offset = 0;    ///< of all views of this memory, in elements
    bool from_workspace = false;
    bool on_host = false;
    std::vector<uint8_t> host_data;  ///< of a host tensor

    const Tensor& root() const { return base == nullptr ? *this : base->root(); }
    /// Of the first element from the beginning of the memory, in elements.
    int64_t first() const { return offset + root().storage_offset; }
};

struct TensorList final : aclTensorList {
    std::vector<const aclTensor*> tensors;  ///< owned, unless an executor owns the list
    std::vector<uint64_t> serials;          ///< of the tensors: a program may destroy them
};

struct ScalarList final : aclScalarList {
    std::vector<const aclScalar*> scalars;
    std::vector<uint64_t> serials;
};

inline const Tensor& Of(const aclTensor& tensor) {
    return static_cast<const Tensor&>(tensor);
}
inline Tensor& Of(aclTensor& tensor) {
    return static_cast<Tensor&>(tensor);
}
inline const std::vector<const aclTensor*>& TensorsOf(const aclTensorList& list) {
    return static_cast<const TensorList&>(list).tensors;
}
inline const std::vector<const aclScalar*>& ScalarsOf(const aclScalarList& list) {
    return static_cast<const ScalarList&>(list).scalars;
}

/// Most values or members of an array or a list.
constexpr uint64_t kMaxMembers = uint64_t{1} << 28;

/// Whether an array of `count` members at `members` can be one; else reports 161001 or 161002.
bool IsArray(const void* members, uint64_t count, const char* function);
/// 0 if all dimensions are 0 or more and the bytes of their elements can be counted; else reports
/// 161002, where `subject` names the tensor.
int CheckShape(const int64_t* dims, size_t count, const std::string& subject);

/// Bits of one element; 0 for an unknown type.
size_t ElementBits(ge::DataType dtype);
/// Number of elements; 1 for a scalar. 0 for an overflow.
uint64_t ElementCount(const std::vector<int64_t>& dims);
uint64_t ElementCount(const op::Shape& shape);
/// Bytes of so many elements, rounded up.
uint64_t BytesOf(uint64_t count, ge::DataType dtype);
std::vector<int64_t> DimsOf(const op::Shape& shape);
op::Shape ShapeOf(const int64_t* dims, size_t count);
op::Strides ContiguousStrides(const op::Shape& shape);
/// Whether the view's elements are consecutive in memory, in their order.
bool IsContiguous(const aclTensor& tensor);
/// Address of the first element; null if `data` is.
void* FirstElement(void* data, int64_t offset, ge::DataType dtype);
void* FirstElement(const aclTensor& tensor);

/// Reports something that is no object (any more): 161002.
int FailNotLive(const void* object, const char* function);
/// 0; 161001 for NULL, 161002 for what is no object of the kind (any more).
int CheckLive(runtime::ObjectKind kind, const void* object, const char* function);
/// The same, but NULL is fine.
int CheckLiveOrNull(runtime::ObjectKind kind, const void* object, const char* function);

}  // namespace nnopbase
