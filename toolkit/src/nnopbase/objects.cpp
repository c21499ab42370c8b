#include "nnopbase/objects.h"

#include <algorithm>

#include "aclnn/aclnn_base.h"
#include "runtime/error.h"

namespace nnopbase {
namespace {

uint64_t Product(const int64_t* dims, size_t dim_count) {
    uint64_t count = 1;
    for (size_t i = 0; i < dim_count; ++i) {
        if (dims[i] <= 0 || count > UINT64_MAX / 64 / static_cast<uint64_t>(dims[i])) {
            return 0;
        }
        count *= static_cast<uint64_t>(dims[i]);
    }
    return count;
}

}  // namespace

size_t ElementBits(ge::DataType dtype) {
    const int size = ge::GetSizeByDataType(dtype);
    if (size <= 0) {
        return 0;
    }
    return size > ge::kDataTypeSizeBitOffset
               ? static_cast<size_t>(size - ge::kDataTypeSizeBitOffset)
               : static_cast<size_t>(size) * 8;
}

uint64_t ElementCount(const std::vector<int64_t>& dims) {
    return Product(dims.data(), dims.size());
}

uint64_t ElementCount(const op::Shape& shape) {
    return Product(&shape[0], shape.GetDimNum());
}

uint64_t BytesOf(uint64_t count, ge::DataType dtype) {
    return (count * ElementBits(dtype) + 7) / 8;
}

std::vector<int64_t> DimsOf(const op::Shape& shape) {
    return shape.GetDimNum() == 0 ? std::vector<int64_t>()
                                  : std::vector<int64_t>(&shape[0], &shape[0] + shape.GetDimNum());
}

op::Shape ShapeOf(const int64_t* dims, size_t count) {
    op::Shape shape;
    shape.SetDimNum(count);
    for (size_t i = 0; i < count; ++i) {
        shape[i] = dims[i];
    }
    return shape;
}

op::Strides ContiguousStrides(const op::Shape& shape) {
    op::Strides strides(shape.GetDimNum());
    int64_t stride = 1;
    for (size_t i = shape.GetDimNum(); i-- > 0;) {
        strides[i] = stride;
        stride *= std::max<int64_t>(shape[i], 1);
    }
    return strides;
}

bool IsContiguous(const aclTensor& tensor) {
    const op::Shape& shape = Of(tensor).view_shape;
    if (ElementCount(shape) == 0) {
        return true;
    }
    int64_t expected = 1;
    for (size_t i = shape.GetDimNum(); i-- > 0;) {
        // The stride of a dimension of size 1 is never used.
        if (shape[i] != 1 && Of(tensor).strides[i] != expected) {
            return false;
        }
        expected *= shape[i];
    }
    return true;
}

void* FirstElement(void* data, int64_t offset, ge::DataType dtype) {
    if (data == nullptr) {
        return nullptr;
    }
    return static_cast<char*>(data) + offset * static_cast<int64_t>(ElementBits(dtype)) / 8;
}

void* FirstElement(const aclTensor& tensor) {
    const Tensor& object = Of(tensor);
    return FirstElement(object.root().data, object.first(), object.dtype);
}

int FailNotLive(const void* object, const char* function) {
    return runtime::Fail(ACLNN_ERR_PARAM_INVALID,
                         "%s: %p does not exist: it was destroyed (lists destroy their members), "
                         "or never made",
                         function, object);
}

int CheckLive(runtime::ObjectKind kind, const void* object, const char* function) {
    if (object == nullptr) {
        return runtime::Fail(ACLNN_ERR_PARAM_NULLPTR, "%s: an argument is NULL", function);
    }
    return CheckLiveOrNull(kind, object, function);
}

int CheckLiveOrNull(runtime::ObjectKind kind, const void* object, const char* function) {
    return object == nullptr || runtime::IsLive(kind, object) ? OK : FailNotLive(object, function);
}

}  // namespace nnopbase
