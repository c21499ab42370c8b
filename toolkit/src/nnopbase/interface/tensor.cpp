// opdev/common_types.h: tensors and lists.
#include "aclnn/opdev/common_types.h"
#include "aclnn/opdev/tensor_view_utils.h"
#include "nnopbase/objects.h"
#include "nnopbase/scalar_value.h"

using nnopbase::Of;
using nnopbase::Tensor;

namespace {

/// Setters of what describes the memory are const in CANN.
Tensor& Mutable(const aclTensor& tensor) {
    return Of(const_cast<aclTensor&>(tensor));
}

template <typename T>
void SetValues(Tensor* tensor, const T* value, uint64_t size, ge::DataType dtype) {
    tensor->dtype = dtype;
    tensor->on_host = true;
    tensor->host_data.clear();
    for (uint64_t i = 0; i < size; ++i) {
        nnopbase::AppendNumber(static_cast<double>(value[i]), static_cast<int64_t>(value[i]), dtype,
                               &tensor->host_data);
    }
    tensor->data = tensor->host_data.data();
    tensor->SetViewShape(op::Shape({static_cast<int64_t>(size)}));
    tensor->storage_shape = tensor->view_shape;
    tensor->original_shape = tensor->view_shape;
}

}  // namespace

const op::Shape& aclTensor::GetStorageShape() const {
    return Of(*this).storage_shape;
}

void aclTensor::SetStorageShape(const op::Shape& shape) const {
    Mutable(*this).storage_shape = shape;
}

const op::Shape& aclTensor::GetOriginalShape() const {
    return Of(*this).original_shape;
}

void aclTensor::SetOriginalShape(const op::Shape& shape) const {
    Mutable(*this).original_shape = shape;
}

const op::Shape& aclTensor::GetViewShape() const {
    return Of(*this).view_shape;
}

void aclTensor::SetViewShape(const op::Shape& shape) {
    Of(*this).view_shape = shape;
    Of(*this).strides = nnopbase::ContiguousStrides(shape);
}

op::Strides aclTensor::GetViewStrides() const {
    return Of(*this).strides;
}

void aclTensor::SetViewStrides(const op::Strides& strides) {
    Of(*this).strides = strides;
}

int64_t aclTensor::GetViewOffset() const {
    return Of(*this).offset;
}

void aclTensor::SetViewOffset(int64_t offset) const {
    Mutable(*this).offset = offset;
}

int64_t aclTensor::GetStorageOffset() const {
    return Of(*this).root().storage_offset;
}

void aclTensor::SetStorageOffset(int64_t offset) {
    const_cast<Tensor&>(Of(*this).root()).storage_offset = offset;
}

op::Format aclTensor::GetStorageFormat() const {
    return Of(*this).storage_format;
}

void aclTensor::SetStorageFormat(op::Format format) {
    Of(*this).storage_format = format;
}

op::Format aclTensor::GetOriginalFormat() const {
    return Of(*this).original_format;
}

void aclTensor::SetOriginalFormat(op::Format format) {
    Of(*this).original_format = format;
}

op::Format aclTensor::GetViewFormat() const {
    return Of(*this).view_format;
}

void aclTensor::SetViewFormat(op::Format format) {
    Of(*this).view_format = format;
}

op::DataType aclTensor::GetDataType() const {
    return Of(*this).dtype;
}

void aclTensor::SetDataType(op::DataType dataType) {
    Of(*this).dtype = dataType;
}

int64_t aclTensor::Numel() const {
    return Of(*this).view_shape.GetShapeSize();
}

int64_t aclTensor::Size() const {
    return Numel();
}

bool aclTensor::IsEmpty() const {
    return Numel() == 0;
}

void* aclTensor::GetStorageAddr() const {
    return Of(*this).root().data;
}

void aclTensor::SetStorageAddr(void* addr) const {
    const_cast<Tensor&>(Of(*this).root()).data = addr;
}

void* aclTensor::GetData() const {
    return nnopbase::FirstElement(*this);
}

op::TensorPlacement aclTensor::GetPlacement() const {
    return Of(*this).on_host ? gert::kOnHost : gert::kOnDeviceHbm;
}

bool aclTensor::IsFromWorkspace() const {
    return Of(*this).root().from_workspace;
}

void aclTensor::SetFromWorkspace(bool from_workspace) const {
    const_cast<Tensor&>(Of(*this).root()).from_workspace = from_workspace;
}

void aclTensor::SetIntData(const int64_t* value, uint64_t size, op::DataType dataType) {
    SetValues(&Of(*this), value, size, dataType);
}

void aclTensor::SetFloatData(const float* value, uint64_t size, op::DataType dataType) {
    SetValues(&Of(*this), value, size, dataType);
}

void aclTensor::SetBoolData(const bool* value, uint64_t size, op::DataType dataType) {
    SetValues(&Of(*this), value, size, dataType);
}

aclTensor*& aclTensorList::operator[](uint64_t i) {
    return const_cast<aclTensor*&>(static_cast<nnopbase::TensorList*>(this)->tensors[i]);
}

const aclTensor* aclTensorList::operator[](uint64_t i) const {
    return nnopbase::TensorsOf(*this)[i];
}

uint64_t aclTensorList::Size() const {
    return nnopbase::TensorsOf(*this).size();
}

const aclTensor* const* aclTensorList::GetData() const {
    return nnopbase::TensorsOf(*this).data();
}

aclScalar*& aclScalarList::operator[](uint64_t i) {
    return const_cast<aclScalar*&>(static_cast<nnopbase::ScalarList*>(this)->scalars[i]);
}

const aclScalar* aclScalarList::operator[](uint64_t i) const {
    return nnopbase::ScalarsOf(*this)[i];
}

uint64_t aclScalarList::Size() const {
    return nnopbase::ScalarsOf(*this).size();
}

const aclScalar* const* aclScalarList::GetData() const {
    return nnopbase::ScalarsOf(*this).data();
}

namespace op {

bool IsContiguous(const aclTensor* tensor) {
    return tensor == nullptr || nnopbase::IsContiguous(*tensor);
}

bool CanPickViewAsContiguous(const aclTensor* tensor) {
    if (tensor == nullptr || tensor->IsEmpty()) {
        return tensor != nullptr;
    }
    const nnopbase::Tensor& object = Of(*tensor);
    std::vector<std::pair<int64_t, int64_t>> dimensions;  // stride and size
    for (size_t i = 0; i < object.view_shape.GetDimNum(); ++i) {
        if (object.view_shape[i] != 1) {
            dimensions.emplace_back(object.strides[i], object.view_shape[i]);
        }
    }
    std::sort(dimensions.begin(), dimensions.end());
    int64_t expected = 1;
    for (const auto& dimension : dimensions) {
        if (dimension.first != expected) {
            return false;
        }
        expected *= dimension.second;
    }
    return true;
}

bool CanPickViewAsContiguous(std::initializer_list<const aclTensor*> tensorList) {
    const aclTensor* first = nullptr;
    for (const aclTensor* tensor : tensorList) {
        first = first == nullptr ? tensor : first;
        if (!CanPickViewAsContiguous(tensor) || tensor->GetViewShape() != first->GetViewShape() ||
            tensor->GetViewStrides() != first->GetViewStrides()) {
            return false;
        }
    }
    return first != nullptr;
}

bool Validate(const aclTensor* tensor) {
    if (tensor == nullptr) {
        return false;
    }
    const nnopbase::Tensor& object = Of(*tensor);
    int64_t low = object.first();
    int64_t high = low;
    for (size_t i = 0; i < object.view_shape.GetDimNum(); ++i) {
        const int64_t reach = (object.view_shape[i] - 1) * object.strides[i];
        (reach < 0 ? low : high) += reach;
    }
    return tensor->IsEmpty() || (low >= 0 && high < object.storage_shape.GetShapeSize());
}

}  // namespace op
