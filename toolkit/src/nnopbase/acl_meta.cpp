// aclnn/acl_meta.h: tensors, scalars, arrays and lists.
#include "aclnn/acl_meta.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "aclnn/aclnn_base.h"
#include "nnopbase/objects.h"
#include "runtime/error.h"
#include "runtime/lifecycle.h"

using nnopbase::Of;
using nnopbase::ScalarList;
using nnopbase::ShapeOf;
using nnopbase::Tensor;
using nnopbase::TensorList;
using runtime::Fail;
using runtime::ObjectKind;

namespace {

constexpr uint64_t kMaxDims = 25;
constexpr size_t kMaxScalarBytes = 16;

bool BadDims(const int64_t* dims, uint64_t count) {
    return (dims == nullptr && count > 0) || count > kMaxDims;
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

int GiveOut(const int64_t* values, size_t size, int64_t** out, uint64_t* count) {
    *out = new (std::nothrow) int64_t[std::max<size_t>(size, 1)];
    if (*out == nullptr) {
        return Fail(ACLNN_ERR_INNER_NULLPTR, "no host memory");
    }
    std::copy(values, values + size, *out);
    *count = size;
    return OK;
}

int GiveOut(const op::Shape& shape, int64_t** out, uint64_t* count) {
    return GiveOut(&shape[0], shape.GetDimNum(), out, count);
}

template <typename Array, typename T>
Array* CreateArray(ObjectKind kind, const T* values, uint64_t size, const char* function) {
    if (!nnopbase::IsArray(values, size, function)) {
        return nullptr;
    }
    try {
        return runtime::Remembered(kind, new (std::nothrow) Array(values, size));
    } catch (const std::bad_alloc&) {
        Fail(ACLNN_ERR_INNER_NULLPTR, "%s: no host memory for %llu values", function,
             static_cast<unsigned long long>(size));
        return nullptr;
    }
}

/// NULL members are allowed, as optional tensors have them.
template <typename List, typename T>
List* CreateList(ObjectKind kind, ObjectKind member_kind, const T* const* members, uint64_t size,
                 std::vector<const T*> List::* list_members, const char* function) {
    if (!nnopbase::IsArray(members, size, function)) {
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
    int code = nnopbase::CheckShape(viewDims, viewDimsNum, "viewDims of a tensor");
    if (code != OK || (code = nnopbase::CheckShape(storageDims, storageDimsNum,
                                                   "storageDims of a tensor")) != OK) {
        return code;
    }
    const bool goes_back = stride != nullptr && std::any_of(stride, stride + viewDimsNum,
                                                            [](int64_t step) { return step < 0; });
    if (offset < 0 || goes_back) {
        return Fail(ACLNN_ERR_PARAM_INVALID, "a tensor with a negative %s",
                    offset < 0 ? "offset" : "stride");
    }
    Tensor& object = Of(*tensor);
    object.view_shape = ShapeOf(viewDims, viewDimsNum);
    object.original_shape = object.view_shape;
    object.storage_shape = ShapeOf(storageDims, storageDimsNum);
    object.strides = stride == nullptr ? nnopbase::ContiguousStrides(object.view_shape)
                                       : op::Strides(stride, stride + viewDimsNum);
    object.offset = offset;
    object.dtype = ToDataType(dataType);
    object.view_format = static_cast<ge::Format>(format);
    object.original_format = object.view_format;
    object.storage_format = object.view_format;
    object.data = tensorDataAddr;
    return OK;
}

aclTensor* aclCreateTensor(const int64_t* viewDims, uint64_t viewDimsNum, aclDataType dataType,
                           const int64_t* stride, int64_t offset, aclFormat format,
                           const int64_t* storageDims, uint64_t storageDimsNum, void* tensorData) {
    Tensor* tensor = runtime::Remembered(ObjectKind::kTensor, new (std::nothrow) Tensor());
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
    if (value == nullptr || bytes == 0 || bytes > kMaxScalarBytes) {
        Fail(ACLNN_ERR_PARAM_INVALID, "aclCreateScalar: %s",
             value == nullptr ? "value is NULL" : "unknown type");
        return nullptr;
    }
    return runtime::Remembered(ObjectKind::kScalar, new (std::nothrow) aclScalar(value, dtype));
}

aclIntArray* aclCreateIntArray(const int64_t* value, uint64_t size) {
    return CreateArray<aclIntArray>(ObjectKind::kIntArray, value, size, __func__);
}

aclFloatArray* aclCreateFloatArray(const float* value, uint64_t size) {
    return CreateArray<aclFloatArray>(ObjectKind::kFloatArray, value, size, __func__);
}

aclBoolArray* aclCreateBoolArray(const bool* value, uint64_t size) {
    return CreateArray<aclBoolArray>(ObjectKind::kBoolArray, value, size, __func__);
}

aclTensorList* aclCreateTensorList(const aclTensor* const* value, uint64_t size) {
    return CreateList(ObjectKind::kTensorList, ObjectKind::kTensor, value, size,
                      &TensorList::tensors, __func__);
}

aclScalarList* aclCreateScalarList(const aclScalar* const* value, uint64_t size) {
    return CreateList(ObjectKind::kScalarList, ObjectKind::kScalar, value, size,
                      &ScalarList::scalars, __func__);
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
    return DestroyList(ObjectKind::kTensorList, ObjectKind::kTensor,
                       static_cast<const TensorList*>(array), &TensorList::tensors, __func__);
}

aclnnStatus aclDestroyScalarList(const aclScalarList* array) {
    return DestroyList(ObjectKind::kScalarList, ObjectKind::kScalar,
                       static_cast<const ScalarList*>(array), &ScalarList::scalars, __func__);
}

aclnnStatus aclGetViewShape(const aclTensor* tensor, int64_t** viewDims, uint64_t* viewDimsNum) {
    ACLNN_REQUIRE_LIVE(ObjectKind::kTensor, tensor);
    ACLNN_REQUIRE(viewDims != nullptr && viewDimsNum != nullptr);
    return GiveOut(Of(*tensor).view_shape, viewDims, viewDimsNum);
}

aclnnStatus aclGetStorageShape(const aclTensor* tensor, int64_t** storageDims,
                               uint64_t* storageDimsNum) {
    ACLNN_REQUIRE_LIVE(ObjectKind::kTensor, tensor);
    ACLNN_REQUIRE(storageDims != nullptr && storageDimsNum != nullptr);
    return GiveOut(Of(*tensor).storage_shape, storageDims, storageDimsNum);
}

aclnnStatus aclGetViewStrides(const aclTensor* tensor, int64_t** stridesValue,
                              uint64_t* stridesNum) {
    ACLNN_REQUIRE_LIVE(ObjectKind::kTensor, tensor);
    ACLNN_REQUIRE(stridesValue != nullptr && stridesNum != nullptr);
    const op::Strides& strides = Of(*tensor).strides;
    return GiveOut(strides.data(), strides.size(), stridesValue, stridesNum);
}

aclnnStatus aclGetViewOffset(const aclTensor* tensor, int64_t* offset) {
    ACLNN_REQUIRE_LIVE(ObjectKind::kTensor, tensor);
    ACLNN_REQUIRE(offset != nullptr);
    *offset = Of(*tensor).offset;
    return OK;
}

aclnnStatus aclGetFormat(const aclTensor* tensor, aclFormat* format) {
    ACLNN_REQUIRE_LIVE(ObjectKind::kTensor, tensor);
    ACLNN_REQUIRE(format != nullptr);
    *format = static_cast<aclFormat>(Of(*tensor).view_format);
    return OK;
}

aclnnStatus aclGetDataType(const aclTensor* tensor, aclDataType* dataType) {
    ACLNN_REQUIRE_LIVE(ObjectKind::kTensor, tensor);
    ACLNN_REQUIRE(dataType != nullptr);
    *dataType = FromDataType(Of(*tensor).dtype);
    return OK;
}

aclnnStatus aclGetIntArraySize(const aclIntArray* array, uint64_t* size) {
    ACLNN_REQUIRE_LIVE(ObjectKind::kIntArray, array);
    ACLNN_REQUIRE(size != nullptr);
    *size = array->Size();
    return OK;
}

aclnnStatus aclGetFloatArraySize(const aclFloatArray* array, uint64_t* size) {
    ACLNN_REQUIRE_LIVE(ObjectKind::kFloatArray, array);
    ACLNN_REQUIRE(size != nullptr);
    *size = array->Size();
    return OK;
}

aclnnStatus aclGetBoolArraySize(const aclBoolArray* array, uint64_t* size) {
    ACLNN_REQUIRE_LIVE(ObjectKind::kBoolArray, array);
    ACLNN_REQUIRE(size != nullptr);
    *size = array->Size();
    return OK;
}

aclnnStatus aclGetTensorListSize(const aclTensorList* tensorList, uint64_t* size) {
    ACLNN_REQUIRE_LIVE(ObjectKind::kTensorList, tensorList);
    ACLNN_REQUIRE(size != nullptr);
    *size = tensorList->Size();
    return OK;
}

aclnnStatus aclGetScalarListSize(const aclScalarList* scalarList, uint64_t* size) {
    ACLNN_REQUIRE_LIVE(ObjectKind::kScalarList, scalarList);
    ACLNN_REQUIRE(size != nullptr);
    *size = scalarList->Size();
    return OK;
}

aclnnStatus aclSetRawTensorAddr(aclTensor* tensor, void* addr) {
    ACLNN_REQUIRE_LIVE(ObjectKind::kTensor, tensor);
    Of(*tensor).data = addr;
    return OK;
}

aclnnStatus aclGetRawTensorAddr(const aclTensor* tensor, void** addr) {
    ACLNN_REQUIRE_LIVE(ObjectKind::kTensor, tensor);
    ACLNN_REQUIRE(addr != nullptr);
    *addr = Of(*tensor).data;
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
