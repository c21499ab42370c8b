#include "nnopbase/objects.h"

#include <algorithm>

#include "aclnn/aclnn_base.h"
#include "runtime/error.h"

namespace nnopbase {

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
    uint64_t count = 1;
    for (const int64_t dim : dims) {
        if (dim <= 0 || count > UINT64_MAX / 64 / static_cast<uint64_t>(dim)) {
            return 0;
        }
        count *= static_cast<uint64_t>(dim);
    }
    return count;
}

uint64_t BytesOf(uint64_t count, ge::DataType dtype) {
    return (count * ElementBits(dtype) + 7) / 8;
}

std::vector<int64_t> ContiguousStrides(const std::vector<int64_t>& dims) {
    std::vector<int64_t> strides(dims.size());
    int64_t stride = 1;
    for (size_t i = dims.size(); i-- > 0;) {
        strides[i] = stride;
        stride *= std::max<int64_t>(dims[i], 1);
    }
    return strides;
}

bool IsContiguous(const aclTensor& tensor) {
    if (ElementCount(tensor.view_dims) == 0) {
        return true;
    }
    int64_t expected = 1;
    for (size_t i = tensor.view_dims.size(); i-- > 0;) {
        // The stride of a dimension of size 1 is never used.
        if (tensor.view_dims[i] != 1 && tensor.strides[i] != expected) {
            return false;
        }
        expected *= tensor.view_dims[i];
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
    return FirstElement(tensor.data, tensor.offset, tensor.dtype);
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
