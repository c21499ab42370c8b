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
using runtime::ObjectKind;

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

template <typename Array, typename T>
Array* CreateArray(ObjectKind kind, const T* values, uint64_t size) {
    if (values == nullptr && size > 0) {
        return nullptr;
    }
    Array* array = new (std::nothrow) Array();
    if (array != nullptr && size > 0) {
        array->values.assign(values, values + size);
    }
    return runtime::Remembered(kind, array);
}

/// NULL members are allowed, as optional tensors have them.
template <typename List, typename T>
List* CreateList(ObjectKind kind, ObjectKind member_kind, const T* const* members, uint64_t size,
                 std::vector<const T*> List::* list_members, const char* function) {
    if (members == nullptr && size > 0) {
        return nullptr;
    }
    List* list = new (std::nothrow) List();
    for (uint64_t i = 0; list != nullptr && i < size; ++i) {
        const uint64_t serial =
            members[i] == nullptr ? 0 : runtime::SerialOf(member_kind, members[i]);
        if (members[i] != nullptr && serial == 0) {
            nnopbase::FailNotLive(members[i], function);
            delete list;
            return nullptr;
        }
        (list->*list_members).push_back(members[i]);
        list->serials.push_back(serial);
    }
    return runtime::Remembered(kind, list);
}

template <typename T>
int Destroy(ObjectKind kind, const T* object, const char* function) {
    return object == nullptr || runtime::DestroyLive(kind, object)
               ? OK
               : nnopbase::FailNotLive(object, function);
}

/// Destroys the list even if the program has destroyed members of it, but reports these.
template <typename List, typename T>
int DestroyList(ObjectKind kind, ObjectKind member_kind, const List* list,
                std::vector<const T*> List::* list_members, const char* function) {
    if (list == nullptr) {
        return OK;
    }
    // One caller alone goes on from here.
    if (!runtime::RemoveLive(kind, list)) {
        return nnopbase::FailNotLive(list, function);
    }
    int code = OK;
    const std::vector<const T*>& members = list->*list_members;
    for (size_t i = 0; i < members.size(); ++i) {
        if (members[i] != nullptr &&
            !runtime::DestroyLive(member_kind, members[i], list->serials[i])) {
            code = Fail(ACLNN_ERR_PARAM_INVALID,
                        "%s: member %zu of the list was destroyed already; a list destroys its "
                        "members",
                        function, i);
        }
    }
    delete list;
    return code;
}

}  // namespace

#define ACLNN_REQUIRE(condition)        \
    do {                                \
        if (!(condition)) {             \
            return NullError(__func__); \
        }                               \
    } while (false)

/// 161001 for NULL, 161002 for something that is no object of the kind (any more).
#define ACLNN_REQUIRE_LIVE(kind, object)                              \
    do {                                                              \
        const int code = nnopbase::CheckLive(kind, object, __func__); \
        if (code != OK) {                                             \
            return code;                                              \
        }                                                             \
    } while (false)

extern "C" {

aclnnStatus aclInitTensor(aclTensor* tensor, const int64_t* viewDims, uint64_t viewDimsNum,
                          aclDataType dataType, const int64_t* stride, int64_t offset,
                          aclFormat format, const int64_t* storageDims, uint64_t storageDimsNum,
                          void* tensorDataAddr) {
    ACLNN_REQUIRE_LIVE(ObjectKind::kTensor, tensor);
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
    aclTensor* tensor = runtime::Remembered(ObjectKind::kTensor, new (std::nothrow) aclTensor());
    if (tensor != nullptr && aclInitTensor(tensor, viewDims, viewDimsNum, dataType, stride, offset,
                                           format, storageDims, storageDimsNum, tensorData) != OK) {
        runtime::DestroyLive(ObjectKind::kTensor, tensor);
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
    return runtime::Remembered(ObjectKind::kScalar, scalar);
}

aclIntArray* aclCreateIntArray(const int64_t* value, uint64_t size) {
    return CreateArray<aclIntArray>(ObjectKind::kIntArray, value, size);
}

aclFloatArray* aclCreateFloatArray(const float* value, uint64_t size) {
    return CreateArray<aclFloatArray>(ObjectKind::kFloatArray, value, size);
}

aclBoolArray* aclCreateBoolArray(const bool* value, uint64_t size) {
    return CreateArray<aclBoolArray>(ObjectKind::kBoolArray, value, size);
}

aclTensorList* aclCreateTensorList(const aclTensor* const* value, uint64_t size) {
    return CreateList(ObjectKind::kTensorList, ObjectKind::kTensor, value, size,
                      &aclTensorList::tensors, __func__);
}

aclScalarList* aclCreateScalarList(const aclScalar* const* value, uint64_t size) {
    return CreateList(ObjectKind::kScalarList, ObjectKind::kScalar, value, size,
                      &aclScalarList::scalars, __func__);
}

aclnnStatus aclDestroyTensor(const aclTensor* tensor) {
    return Destroy(ObjectKind::kTensor, tensor, __func__);
}

aclnnStatus aclDestroyScalar(const aclScalar* scalar) {
    return Destroy(ObjectKind::kScalar, scalar, __func__);
}

aclnnStatus aclDestroyIntArray(const aclIntArray* array) {
    return Destroy(ObjectKind::kIntArray, array, __func__);
}

aclnnStatus aclDestroyFloatArray(const aclFloatArray* array) {
    return Destroy(ObjectKind::kFloatArray, array, __func__);
}

aclnnStatus aclDestroyBoolArray(const aclBoolArray* array) {
    return Destroy(ObjectKind::kBoolArray, array, __func__);
}

aclnnStatus aclDestroyTensorList(const aclTensorList* array) {
    return DestroyList(ObjectKind::kTensorList, ObjectKind::kTensor, array, &aclTensorList::tensors,
                       __func__);
}

aclnnStatus aclDestroyScalarList(const aclScalarList* array) {
    return DestroyList(ObjectKind::kScalarList, ObjectKind::kScalar, array, &aclScalarList::scalars,
                       __func__);
}

aclnnStatus aclGetViewShape(const aclTensor* tensor, int64_t** viewDims, uint64_t* viewDimsNum) {
    ACLNN_REQUIRE_LIVE(ObjectKind::kTensor, tensor);
    ACLNN_REQUIRE(viewDims != nullptr && viewDimsNum != nullptr);
    return GiveOut(tensor->view_dims, viewDims, viewDimsNum);
}

aclnnStatus aclGetStorageShape(const aclTensor* tensor, int64_t** storageDims,
                               uint64_t* storageDimsNum) {
    ACLNN_REQUIRE_LIVE(ObjectKind::kTensor, tensor);
    ACLNN_REQUIRE(storageDims != nullptr && storageDimsNum != nullptr);
    return GiveOut(tensor->storage_dims, storageDims, storageDimsNum);
}

aclnnStatus aclGetViewStrides(const aclTensor* tensor, int64_t** stridesValue,
                              uint64_t* stridesNum) {
    ACLNN_REQUIRE_LIVE(ObjectKind::kTensor, tensor);
    ACLNN_REQUIRE(stridesValue != nullptr && stridesNum != nullptr);
    return GiveOut(tensor->strides, stridesValue, stridesNum);
}

aclnnStatus aclGetViewOffset(const aclTensor* tensor, int64_t* offset) {
    ACLNN_REQUIRE_LIVE(ObjectKind::kTensor, tensor);
    ACLNN_REQUIRE(offset != nullptr);
    *offset = tensor->offset;
    return OK;
}

aclnnStatus aclGetFormat(const aclTensor* tensor, aclFormat* format) {
    ACLNN_REQUIRE_LIVE(ObjectKind::kTensor, tensor);
    ACLNN_REQUIRE(format != nullptr);
    *format = tensor->format;
    return OK;
}

aclnnStatus aclGetDataType(const aclTensor* tensor, aclDataType* dataType) {
    ACLNN_REQUIRE_LIVE(ObjectKind::kTensor, tensor);
    ACLNN_REQUIRE(dataType != nullptr);
    *dataType = FromDataType(tensor->dtype);
    return OK;
}

aclnnStatus aclGetIntArraySize(const aclIntArray* array, uint64_t* size) {
    ACLNN_REQUIRE_LIVE(ObjectKind::kIntArray, array);
    ACLNN_REQUIRE(size != nullptr);
    *size = array->values.size();
    return OK;
}

aclnnStatus aclGetFloatArraySize(const aclFloatArray* array, uint64_t* size) {
    ACLNN_REQUIRE_LIVE(ObjectKind::kFloatArray, array);
    ACLNN_REQUIRE(size != nullptr);
    *size = array->values.size();
    return OK;
}

aclnnStatus aclGetBoolArraySize(const aclBoolArray* array, uint64_t* size) {
    ACLNN_REQUIRE_LIVE(ObjectKind::kBoolArray, array);
    ACLNN_REQUIRE(size != nullptr);
    *size = array->values.size();
    return OK;
}

aclnnStatus aclGetTensorListSize(const aclTensorList* tensorList, uint64_t* size) {
    ACLNN_REQUIRE_LIVE(ObjectKind::kTensorList, tensorList);
    ACLNN_REQUIRE(size != nullptr);
    *size = tensorList->tensors.size();
    return OK;
}

aclnnStatus aclGetScalarListSize(const aclScalarList* scalarList, uint64_t* size) {
    ACLNN_REQUIRE_LIVE(ObjectKind::kScalarList, scalarList);
    ACLNN_REQUIRE(size != nullptr);
    *size = scalarList->scalars.size();
    return OK;
}

aclnnStatus aclSetRawTensorAddr(aclTensor* tensor, void* addr) {
    ACLNN_REQUIRE_LIVE(ObjectKind::kTensor, tensor);
    tensor->data = addr;
    return OK;
}

aclnnStatus aclGetRawTensorAddr(const aclTensor* tensor, void** addr) {
    ACLNN_REQUIRE_LIVE(ObjectKind::kTensor, tensor);
    ACLNN_REQUIRE(addr != nullptr);
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
