// What the opaque aclnn objects are.
#pragma once

#include <cstdint>
#include <vector>

#include "aclnn/acl_meta.h"
#include "graph/types.h"
#include "runtime/live_objects.h"

struct aclTensor {
    std::vector<int64_t> view_dims;
    std::vector<int64_t> strides;  ///< in elements, one per view dimension
    std::vector<int64_t> storage_dims;
    int64_t offset = 0;  ///< of the first element, in elements
    ge::DataType dtype = ge::DT_UNDEFINED;
    aclFormat format = ACL_FORMAT_UNDEFINED;
    void* data = nullptr;  ///< borrowed
};

struct aclScalar {
    ge::DataType dtype = ge::DT_UNDEFINED;
    uint8_t value[16] = {};
};

struct aclIntArray {
    std::vector<int64_t> values;
};

struct aclFloatArray {
    std::vector<float> values;
};

struct aclBoolArray {
    std::vector<uint8_t> values;  ///< 0 or 1, one byte each
};

struct aclTensorList {
    std::vector<const aclTensor*> tensors;  ///< owned
    std::vector<uint64_t> serials;          ///< of the tensors: a program may destroy them
};

struct aclScalarList {
    std::vector<const aclScalar*> scalars;  ///< owned
    std::vector<uint64_t> serials;
};

namespace nnopbase {

/// Bits of one element; 0 for an unknown type.
size_t ElementBits(ge::DataType dtype);
/// Number of elements; 1 for a scalar. 0 for an overflow.
uint64_t ElementCount(const std::vector<int64_t>& dims);
/// Bytes of so many elements, rounded up.
uint64_t BytesOf(uint64_t count, ge::DataType dtype);
std::vector<int64_t> ContiguousStrides(const std::vector<int64_t>& dims);
/// Whether the view's elements lie one behind the other in their order.
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
