// aclnn/acl_meta.h: tensors, scalars, arrays and lists.
#include "aclnn/acl_meta.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "aclnn/aclnn_base.h"
#include "nnopbase/objects.h"
#include "runtime/error.h"
#include "runtime/lifecycle.h"

using runtime::Fail;

namespace {

constexpr uint64_t kMaxDims = 25;

bool BadDims(const int64_t* dims, uint64_t count) {
    return (dims == nullptr && count > 0) || count > kMaxDims;
}

std::vector<int64_t> CopyDims(const int64_t* dims, uint64_t count) {
    return count > 0 ? std::vector<int64_t>(dims, dims + count) : std::vector<int64_t>();
}

/// The acl and the ge numbers are the same but for "undefined".
ge::DataType ToDataType(aclDataType type) {
    return type == ACL_DT_UNDEFINED ? ge::DT_UNDEFINED : static_cast<ge::DataType>(type);
}

aclDataType FromDataType(ge::DataType type) {
    return type == ge::DT_UNDEFINED ? ACL_DT_UNDEFINED : static_cast<aclDataType>(type);
}

int NullError(const char* function) {
    return Fail(ACLNN_ERR_PARAM_NULLPTR, "%s: an argument is NULL", function);
}

int GiveOut(const std::vector<int64_t>& values, int64_t** out, uint64_t* count) {
    *out = new (std::nothrow) int64_t[std::max<size_t>(values.size(), 1)];
    if (*out == nullptr) {
        return Fail(ACLNN_ERR_INNER_NULLPTR, "no host memory");
    }
    std::copy(values.begin(), values.end(), *out);
    *count = values.size();
    return OK;
}

}  // namespace

#define ACLNN_REQUIRE(condition)        \
    do {                                \
        if (!(condition)) {             \
            return NullError(__func__); \
        }                               \
    } while (false)

extern "C" {

aclnnStatus aclInitTensor(aclTensor* tensor, const int64_t* viewDims, uint64_t viewDimsNum,
                          aclDataType dataType, const int64_t* stride, int64_t offset,
                          aclFormat format, const int64_t* storageDims, uint64_t storageDimsNum,
                          void* tensorDataAddr) {
    ACLNN_REQUIRE(tensor != nullptr);
    if (BadDims(viewDims, viewDimsNum) || BadDims(storageDims, storageDimsNum)) {
        return Fail(ACLNN_ERR_PARAM_INVALID,
                    "a tensor of %llu dimensions (storage %llu): NULL, or more than %llu",
                    static_cast<unsigned long long>(viewDimsNum),
                    static_cast<unsigned long long>(storageDimsNum),
                    static_cast<unsigned long long>(kMaxDims));
    }
    tensor->view_dims = CopyDims(viewDims, viewDimsNum);
    tensor->strides = stride == nullptr ? nnopbase::ContiguousStrides(tensor->view_dims)
                                        : CopyDims(stride, viewDimsNum);
    tensor->storage_dims = CopyDims(storageDims, storageDimsNum);
    tensor->offset = offset;
    tensor->dtype = ToDataType(dataType);
    tensor->format = format;
    tensor->data = tensorDataAddr;
    return OK;
}

aclTensor* aclCreateTensor(const int64_t* viewDims, uint64_t viewDimsNum, aclDataType dataType,
                           const int64_t* stride, int64_t offset, aclFormat format,
                           const int64_t* storageDims, uint64_t storageDimsNum, void* tensorData) {
    aclTensor* tensor = new (std::nothrow) aclTensor();
    if (tensor != nullptr && aclInitTensor(tensor, viewDims, viewDimsNum, dataType, stride, offset,
                                           format, storageDims, storageDimsNum, tensorData) != OK) {
        delete tensor;
        tensor = nullptr;
    }
    return tensor;
}

aclScalar* aclCreateScalar(void* value, aclDataType dataType) {
    const ge::DataType dtype = ToDataType(dataType);
    const size_t bytes = (nnopbase::ElementBits(dtype) + 7) / 8;
    if (value == nullptr || bytes == 0 || bytes > sizeof(aclScalar::value)) {
        Fail(ACLNN_ERR_PARAM_INVALID, "aclCreateScalar: %s",
             value == nullptr ? "value is NULL" : "unknown type");
        return nullptr;
    }
    aclScalar* scalar = new (std::nothrow) aclScalar();
    if (scalar != nullptr) {
        scalar->dtype = dtype;
        memcpy(scalar->value, value, bytes);
    }
    return scalar;
}

aclIntArray* aclCreateIntArray(const int64_t* value, uint64_t size) {
    if (value == nullptr && size > 0) {
        return nullptr;
    }
    return new (std::nothrow) aclIntArray{CopyDims(value, size)};
}

aclFloatArray* aclCreateFloatArray(const float* value, uint64_t size) {
    if (value == nullptr && size > 0) {
        return nullptr;
    }
    return new (std::nothrow)
        aclFloatArray{size > 0 ? std::vector<float>(value, value + size) : std::vector<float>()};
}

aclBoolArray* aclCreateBoolArray(const bool* value, uint64_t size) {
    if (value == nullptr && size > 0) {
        return nullptr;
    }
    aclBoolArray* array = new (std::nothrow) aclBoolArray();
    for (uint64_t i = 0; array != nullptr && i < size; ++i) {
        array->values.push_back(value[i] ? 1 : 0);
    }
    return array;
}

aclTensorList* aclCreateTensorList(const aclTensor* const* value, uint64_t size) {
    if (value == nullptr && size > 0) {
        return nullptr;
    }
    aclTensorList* list = new (std::nothrow) aclTensorList();
    if (list != nullptr && size > 0) {
        list->tensors.assign(value, value + size);
    }
    return list;
}

aclScalarList* aclCreateScalarList(const aclScalar* const* value, uint64_t size) {
    if (value == nullptr && size > 0) {
        return nullptr;
    }
    aclScalarList* list = new (std::nothrow) aclScalarList();
    if (list != nullptr && size > 0) {
        list->scalars.assign(value, value + size);
    }
    return list;
}

aclnnStatus aclDestroyTensor(const aclTensor* tensor) {
    delete tensor;
    return OK;
}

aclnnStatus aclDestroyScalar(const aclScalar* scalar) {
    delete scalar;
    return OK;
}

aclnnStatus aclDestroyIntArray(const aclIntArray* array) {
    delete array;
    return OK;
}

aclnnStatus aclDestroyFloatArray(const aclFloatArray* array) {
    delete array;
    return OK;
}

aclnnStatus aclDestroyBoolArray(const aclBoolArray* array) {
    delete array;
    return OK;
}

aclnnStatus aclDestroyTensorList(const aclTensorList* array) {
    if (array != nullptr) {
        for (const aclTensor* tensor : array->tensors) {
            delete tensor;
        }
        delete array;
    }
    return OK;
}

aclnnStatus aclDestroyScalarList(const aclScalarList* array) {
    if (array != nullptr) {
        for (const aclScalar* scalar : array->scalars) {
            delete scalar;
        }
        delete array;
    }
    return OK;
}

aclnnStatus aclGetViewShape(const aclTensor* tensor, int64_t** viewDims, uint64_t* viewDimsNum) {
    ACLNN_REQUIRE(tensor != nullptr && viewDims != nullptr && viewDimsNum != nullptr);
    return GiveOut(tensor->view_dims, viewDims, viewDimsNum);
}

aclnnStatus aclGetStorageShape(const aclTensor* tensor, int64_t** storageDims,
                               uint64_t* storageDimsNum) {
    ACLNN_REQUIRE(tensor != nullptr && storageDims != nullptr && storageDimsNum != nullptr);
    return GiveOut(tensor->storage_dims, storageDims, storageDimsNum);
}

aclnnStatus aclGetViewStrides(const aclTensor* tensor, int64_t** stridesValue,
                              uint64_t* stridesNum) {
    ACLNN_REQUIRE(tensor != nullptr && stridesValue != nullptr && stridesNum != nullptr);
    return GiveOut(tensor->strides, stridesValue, stridesNum);
}

aclnnStatus aclGetViewOffset(const aclTensor* tensor, int64_t* offset) {
    ACLNN_REQUIRE(tensor != nullptr && offset != nullptr);
    *offset = tensor->offset;
    return OK;
}

aclnnStatus aclGetFormat(const aclTensor* tensor, aclFormat* format) {
    ACLNN_REQUIRE(tensor != nullptr && format != nullptr);
    *format = tensor->format;
    return OK;
}

aclnnStatus aclGetDataType(const aclTensor* tensor, aclDataType* dataType) {
    ACLNN_REQUIRE(tensor != nullptr && dataType != nullptr);
    *dataType = FromDataType(tensor->dtype);
    return OK;
}

aclnnStatus aclGetIntArraySize(const aclIntArray* array, uint64_t* size) {
    ACLNN_REQUIRE(array != nullptr && size != nullptr);
    *size = array->values.size();
    return OK;
}

aclnnStatus aclGetFloatArraySize(const aclFloatArray* array, uint64_t* size) {
    ACLNN_REQUIRE(array != nullptr && size != nullptr);
    *size = array->values.size();
    return OK;
}

aclnnStatus aclGetBoolArraySize(const aclBoolArray* array, uint64_t* size) {
    ACLNN_REQUIRE(array != nullptr && size != nullptr);
    *size = array->values.size();
    return OK;
}

aclnnStatus aclGetTensorListSize(const aclTensorList* tensorList, uint64_t* size) {
    ACLNN_REQUIRE(tensorList != nullptr && size != nullptr);
    *size = tensorList->tensors.size();
    return OK;
}

aclnnStatus aclGetScalarListSize(const aclScalarList* scalarList, uint64_t* size) {
    ACLNN_REQUIRE(scalarList != nullptr && size != nullptr);
    *size = scalarList->scalars.size();
    return OK;
}

aclnnStatus aclSetRawTensorAddr(aclTensor* tensor, void* addr) {
    ACLNN_REQUIRE(tensor != nullptr);
    tensor->data = addr;
    return OK;
}

aclnnStatus aclGetRawTensorAddr(const aclTensor* tensor, void** addr) {
    ACLNN_REQUIRE(tensor != nullptr && addr != nullptr);
    *addr = tensor->data;
    return OK;
}

aclnnStatus aclnnInit(const char* configPath) {
    // Programs may initialise acl as well; both count as one.
    const int code = runtime::Initialize(configPath);
    return code == ACL_ERROR_REPEAT_INITIALIZE ? OK : code;
}

aclnnStatus aclnnFinalize(void) {
    const int code = runtime::Finalize();
    return code == ACL_ERROR_REPEAT_FINALIZE ? OK : code;
}
}
