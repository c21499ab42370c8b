#include "nnopbase/objects.h"

#include <algorithm>

#include "aclnn/aclnn_base.h"
#include "runtime/error.h"

namespace nnopbase {
namespace {

/// Whether so many times more elements still have a number of bits that can be counted.
bool Overflows(uint64_t count, int64_t dim) {
    return count > UINT64_MAX / 64 / static_cast<uint64_t>(dim);
}

uint64_t Product(const int64_t* dims, size_t dim_count) {
    uint64_t count = 1;
    for (size_t i = 0; i < dim_count; ++i) {
        if (dims[i] <= 0 || Overflows(count, dims[i])) {
            return 0;
        }
        count *= static_cast<uint64_t>(dims[i]);
    }
    return count;
}

std::string TextOf(const int64_t* dims, size_t count) {
    std::string text;
    for (size_t i = 0; i < count; ++i) {
        text += (i == 0 ? "" : ",") + std::to_string(dims[i]);
    }
    return "[" + text + "]";
}

}  // namespace

bool IsArray(const void* members, uint64_t count, const char* function) {
    if (members == nullptr && count > 0) {
        runtime::Fail(ACLNN_ERR_PARAM_NULLPTR, "%s: %llu members at NULL", function,
                      static_cast<unsigned long long>(count));
        return false;
    }
    if (count > kMaxMembers) {
        runtime::Fail(ACLNN_ERR_PARAM_INVALID, "%s: %llu members, the limit is %llu", function,
                      static_cast<unsigned long long>(count),
                      static_cast<unsigned long long>(kMaxMembers));
        return false;
    }
    return true;
}

int CheckShape(const int64_t* dims, size_t count, const std::string& subject) {
    // An empty tensor has no bytes, however large its other dimensions are.
    const bool is_empty = std::find(dims, dims + count, 0) != dims + count;
    uint64_t elements = 1;
    for (size_t i = 0; i < count; ++i) {
        if (dims[i] < 0) {
            return runtime::Fail(ACLNN_ERR_PARAM_INVALID, "%s: shape %s has the dimension %lld",
                                 subject.c_str(), TextOf(dims, count).c_str(),
                                 static_cast<long long>(dims[i]));
        }
        if (!is_empty && Overflows(elements, dims[i])) {
            return runtime::Fail(ACLNN_ERR_PARAM_INVALID,
                                 "%s: shape %s has more elements than 64 bits count",
                                 subject.c_str(), TextOf(dims, count).c_str());
        }
        elements *= is_empty ? 1 : static_cast<uint64_t>(dims[i]);
    }
    return OK;
}

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
