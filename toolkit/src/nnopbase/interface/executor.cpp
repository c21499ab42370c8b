// opdev/op_executor.h: what executors allocate, and their run.
#include <cstring>

#include "acl/acl_rt.h"
#include "aclnn/opdev/op_dfx.h"
#include "aclnn/opdev/op_executor.h"
#include "nnopbase/interface/interface_executor.h"
#include "nnopbase/scalar_value.h"
#include "runtime/error.h"

using nnopbase::FindInterface;
using nnopbase::InterfaceExecutor;
using nnopbase::Of;
using nnopbase::Tensor;
using runtime::Fail;

namespace {

Tensor* NewTensor(aclOpExecutor* executor, const op::Shape& storage, const op::Shape& original,
                  op::DataType dtype, op::Format storage_format, op::Format original_format) {
    InterfaceExecutor* owner = FindInterface(executor);
    if (owner == nullptr) {
        return nullptr;
    }
    Tensor* tensor = owner->NewTensor();
    tensor->SetViewShape(original);
    tensor->original_shape = original;
    tensor->storage_shape = storage;
    tensor->dtype = dtype;
    tensor->view_format = original_format;
    tensor->original_format = original_format;
    tensor->storage_format = storage_format;
    return tensor;
}

/// Values that AppendNumber has written, or null for a type it does not know.
aclTensor* HostTensor(aclOpExecutor* executor, const op::Shape& shape, op::DataType dtype,
                      std::vector<uint8_t> bytes) {
    if (bytes.size() != nnopbase::BytesOf(nnopbase::ElementCount(shape), dtype)) {
        Fail(ACLNN_ERR_PARAM_INVALID, "numbers do not convert to type %d", dtype);
        return nullptr;
    }
    Tensor* tensor =
        NewTensor(executor, shape, shape, dtype, op::Format::FORMAT_ND, op::Format::FORMAT_ND);
    if (tensor != nullptr) {
        tensor->on_host = true;
        tensor->host_data = std::move(bytes);
        tensor->data = tensor->host_data.data();
    }
    return tensor;
}

template <typename T>
std::vector<uint8_t> Converted(const T* value, uint64_t size, op::DataType dtype) {
    std::vector<uint8_t> bytes;
    if (!nnopbase::IsArray(value, size, "AllocHostTensor")) {
        return bytes;
    }
    for (uint64_t i = 0; i < size; ++i) {
        nnopbase::AppendNumber(static_cast<double>(value[i]), static_cast<int64_t>(value[i]), dtype,
                               &bytes);
    }
    return bytes;
}

template <typename Array, typename T>
Array* NewArray(aclOpExecutor* executor, const T* value, uint64_t size) {
    InterfaceExecutor* owner = FindInterface(executor);
    return owner == nullptr || !nnopbase::IsArray(value, size, "aclOpExecutor")
               ? nullptr
               : owner->Own(new Array(value, size));
}

template <typename T>
aclScalar* NewScalar(aclOpExecutor* executor, T value, op::DataType dtype) {
    return executor->AllocScalar(static_cast<const void*>(&value), dtype);
}

template <typename Array>
const aclTensor* TensorOf(aclOpExecutor* executor, const Array* value, op::DataType dtype) {
    if (value == nullptr) {
        Fail(ACLNN_ERR_PARAM_NULLPTR, "ConvertToTensor: the array is NULL");
        return nullptr;
    }
    return executor->AllocHostTensor(value->GetData(), value->Size(), dtype);
}

}  // namespace

aclTensor* aclOpExecutor::AllocTensor(const op::Shape& shape, op::DataType dataType,
                                      op::Format format) {
    return AllocTensor(shape, shape, dataType, format, format);
}

aclTensor* aclOpExecutor::AllocTensor(const op::Shape& storageShape, const op::Shape& originShape,
                                      op::DataType dataType, op::Format storageFormat,
                                      op::Format originFormat) {
    Tensor* tensor =
        NewTensor(this, storageShape, originShape, dataType, storageFormat, originFormat);
    if (tensor != nullptr) {
        tensor->from_workspace = true;
    }
    return tensor;
}

aclTensor* aclOpExecutor::AllocTensor(op::DataType dataType, op::Format storageFormat,
                                      op::Format originFormat) {
    return AllocTensor(op::Shape(), op::Shape(), dataType, storageFormat, originFormat);
}

aclTensor* aclOpExecutor::AllocHostTensor(const op::Shape& shape, op::DataType dataType,
                                          op::Format format) {
    return AllocHostTensor(shape, shape, dataType, format, format);
}

aclTensor* aclOpExecutor::AllocHostTensor(const op::Shape& storageShape,
                                          const op::Shape& originShape, op::DataType dataType,
                                          op::Format storageFormat, op::Format originFormat) {
    Tensor* tensor =
        NewTensor(this, storageShape, originShape, dataType, storageFormat, originFormat);
    if (tensor != nullptr) {
        tensor->on_host = true;
        tensor->host_data.resize(nnopbase::BytesOf(nnopbase::ElementCount(storageShape), dataType));
        tensor->data = tensor->host_data.data();
    }
    return tensor;
}

aclTensor* aclOpExecutor::OfValues::From(const double* value, uint64_t size) const {
    return HostTensor(executor, shape, dtype, Converted(value, size, dtype));
}

aclTensor* aclOpExecutor::OfValues::From(const int64_t* value, uint64_t size) const {
    return HostTensor(executor, shape, dtype, Converted(value, size, dtype));
}

aclTensor* aclOpExecutor::AllocHostTensor(const op::fp16_t* value, uint64_t size,
                                          op::DataType dataType) {
    return nnopbase::IsArray(value, size, __func__)
               ? AllocHostTensor(std::vector<float>(value, value + size).data(), size, dataType)
               : nullptr;
}

aclTensor* aclOpExecutor::AllocHostTensor(const op::bfloat16* value, uint64_t size,
                                          op::DataType dataType) {
    return nnopbase::IsArray(value, size, __func__)
               ? AllocHostTensor(std::vector<float>(value, value + size).data(), size, dataType)
               : nullptr;
}

const aclTensor* aclOpExecutor::ConvertToTensor(const aclIntArray* value, op::DataType dataType) {
    return TensorOf(this, value, dataType);
}

const aclTensor* aclOpExecutor::ConvertToTensor(const aclBoolArray* value, op::DataType dataType) {
    return TensorOf(this, value, dataType);
}

const aclTensor* aclOpExecutor::ConvertToTensor(const aclFloatArray* value, op::DataType dataType) {
    return TensorOf(this, value, dataType);
}

const aclTensor* aclOpExecutor::ConvertToTensor(const aclFp16Array* value, op::DataType dataType) {
    return TensorOf(this, value, dataType);
}

const aclTensor* aclOpExecutor::ConvertToTensor(const aclBf16Array* value, op::DataType dataType) {
    return TensorOf(this, value, dataType);
}

const aclTensor* aclOpExecutor::ConvertToTensor(const aclScalar* value, op::DataType dataType) {
    std::vector<uint8_t> bytes;
    if (value == nullptr || !nnopbase::AppendScalar(*value, dataType, &bytes)) {
        Fail(ACLNN_ERR_PARAM_INVALID, "ConvertToTensor: the scalar is NULL or does not convert");
        return nullptr;
    }
    return HostTensor(this, op::Shape(), dataType, std::move(bytes));
}

aclTensor* aclOpExecutor::CreateView(const aclTensor* tensor, const op::Shape& shape,
                                     int64_t offset) {
    return CreateView(tensor, shape, shape, nnopbase::ContiguousStrides(shape), offset);
}

aclTensor* aclOpExecutor::CreateView(const aclTensor* tensor, const op::Shape& oriShape,
                                     const op::Shape& storageShape, const op::Strides& oriStride,
                                     int64_t offset) {
    if (tensor == nullptr || oriStride.size() != oriShape.GetDimNum()) {
        Fail(tensor == nullptr ? ACLNN_ERR_PARAM_NULLPTR : ACLNN_ERR_PARAM_INVALID,
             "CreateView: the tensor is NULL, or there are %zu strides for %zu dimensions",
             oriStride.size(), oriShape.GetDimNum());
        return nullptr;
    }
    const Tensor& viewed = Of(*tensor);
    Tensor* view = NewTensor(this, storageShape, oriShape, viewed.dtype, viewed.storage_format,
                             viewed.original_format);
    if (view != nullptr) {
        view->strides = oriStride;
        view->view_format = viewed.view_format;
        view->offset = offset;
        view->base = &viewed;
        view->on_host = viewed.on_host;
    }
    return view;
}

aclIntArray* aclOpExecutor::AllocIntArray(const int64_t* value, uint64_t size) {
    return NewArray<aclIntArray>(this, value, size);
}

aclFloatArray* aclOpExecutor::AllocFloatArray(const float* value, uint64_t size) {
    return NewArray<aclFloatArray>(this, value, size);
}

aclBoolArray* aclOpExecutor::AllocBoolArray(const bool* value, uint64_t size) {
    return NewArray<aclBoolArray>(this, value, size);
}

aclTensorList* aclOpExecutor::AllocTensorList(const aclTensor* const* tensors, uint64_t size) {
    InterfaceExecutor* owner = FindInterface(this);
    if (owner == nullptr || !nnopbase::IsArray(tensors, size, __func__)) {
        return nullptr;
    }
    nnopbase::TensorList* list = runtime::Remembered(runtime::ObjectKind::kTensorList,
                                                     owner->Own(new nnopbase::TensorList()));
    for (uint64_t i = 0; i < size; ++i) {
        list->tensors.push_back(tensors[i]);
        list->serials.push_back(runtime::SerialOf(runtime::ObjectKind::kTensor, tensors[i]));
    }
    return list;
}

aclScalarList* aclOpExecutor::AllocScalarList(const aclScalar* const* scalars, uint64_t size) {
    InterfaceExecutor* owner = FindInterface(this);
    if (owner == nullptr || !nnopbase::IsArray(scalars, size, __func__)) {
        return nullptr;
    }
    nnopbase::ScalarList* list = owner->Own(new nnopbase::ScalarList());
    list->scalars.assign(scalars, scalars + size);
    return list;
}

aclScalar* aclOpExecutor::AllocScalar(const void* data, op::DataType dataType) {
    InterfaceExecutor* owner = FindInterface(this);
    return owner == nullptr ? nullptr : owner->Own(new aclScalar(data, dataType));
}

aclScalar* aclOpExecutor::AllocScalar(float value) {
    return NewScalar(this, value, ge::DT_FLOAT);
}

aclScalar* aclOpExecutor::AllocScalar(double value) {
    return NewScalar(this, value, ge::DT_DOUBLE);
}

aclScalar* aclOpExecutor::AllocScalar(op::fp16_t value) {
    return NewScalar(this, value, ge::DT_FLOAT16);
}

aclScalar* aclOpExecutor::AllocScalar(op::bfloat16 value) {
    return NewScalar(this, value, ge::DT_BF16);
}

aclScalar* aclOpExecutor::AllocScalar(int32_t value) {
    return NewScalar(this, value, ge::DT_INT32);
}

aclScalar* aclOpExecutor::AllocScalar(int64_t value) {
    return NewScalar(this, value, ge::DT_INT64);
}

aclScalar* aclOpExecutor::AllocScalar(int16_t value) {
    return NewScalar(this, value, ge::DT_INT16);
}

aclScalar* aclOpExecutor::AllocScalar(int8_t value) {
    return NewScalar(this, value, ge::DT_INT8);
}

aclScalar* aclOpExecutor::AllocScalar(uint32_t value) {
    return NewScalar(this, value, ge::DT_UINT32);
}

aclScalar* aclOpExecutor::AllocScalar(uint64_t value) {
    return NewScalar(this, value, ge::DT_UINT64);
}

aclScalar* aclOpExecutor::AllocScalar(uint16_t value) {
    return NewScalar(this, value, ge::DT_UINT16);
}

aclScalar* aclOpExecutor::AllocScalar(uint8_t value) {
    return NewScalar(this, value, ge::DT_UINT8);
}

aclScalar* aclOpExecutor::AllocScalar(bool value) {
    return NewScalar(this, value, ge::DT_BOOL);
}

uint64_t aclOpExecutor::GetWorkspaceSize() const {
    InterfaceExecutor* executor = FindInterface(const_cast<aclOpExecutor*>(this));
    return executor == nullptr ? 0 : executor->WorkspaceSize();
}

aclrtStream aclOpExecutor::GetStream() const {
    InterfaceExecutor* executor = FindInterface(const_cast<aclOpExecutor*>(this));
    return executor == nullptr ? nullptr : const_cast<void*>(executor->stream());
}

op::OpConfigInfo aclOpExecutor::GetOpConfigInfo() const {
    int64_t deterministic = 0;
    op::OpConfigInfo info;
    info.isDeterministicOn_ =
        aclrtGetSysParamOpt(ACL_OPT_DETERMINISTIC, &deterministic) == ACL_SUCCESS &&
        deterministic != 0;
    return info;
}

aclnnStatus aclOpExecutor::SetRepeatable() {
    return aclSetAclOpExecutorRepeatable(this);
}

UniqueExecutor::UniqueExecutor(const char*) : executor_(new InterfaceExecutor()) {}

aclnnStatus CommonOpExecutorRun(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream) {
    InterfaceExecutor* interface = FindInterface(executor);
    if (interface == nullptr) {
        return ACLNN_ERR_PARAM_NULLPTR;
    }
    const int code = interface->Run(workspace, workspaceSize, stream);
    if (!interface->repeatable()) {
        delete interface;
    }
    return code;
}
