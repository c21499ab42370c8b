// AttrValue.
#include "aicpu/value_impl.h"
#include "aicpu_common/context/common/cpu_kernel_utils.h"
#include "aicpu_common/context/utils/log.h"

namespace aicpu {
namespace {

using Kind = AttrValueImpl::Kind;

template <typename T>
int32_t SizeOf(const std::vector<T>& list) {
    return static_cast<int32_t>(list.size());
}

template <typename T>
void Append(AttrValueImpl* impl, std::vector<T>* list, const std::vector<T>& values) {
    impl->kind = Kind::kList;
    list->insert(list->end(), values.begin(), values.end());
}

template <typename T>
void Set(AttrValueImpl* impl, Kind kind, T* value, const T& other) {
    impl->kind = kind;
    *value = other;
}

}  // namespace

AttrValue::AttrValue(AttrValueImpl* impl) : impl_(impl) {}

std::string AttrValue::GetString() const {
    return impl_->text;
}
std::vector<std::string> AttrValue::GetListString() const {
    return impl_->texts;
}
void AttrValue::AddListString(const std::string& string) {
    Append(impl_.get(), &impl_->texts, {string});
}
int32_t AttrValue::ListStringSize() const {
    return SizeOf(impl_->texts);
}
void AttrValue::SetString(const std::string& string) {
    Set(impl_.get(), Kind::kString, &impl_->text, string);
}
void AttrValue::SetListString(const std::vector<std::string>& bytes) {
    Append(impl_.get(), &impl_->texts, bytes);
}

int64_t AttrValue::GetInt() const {
    return impl_->integer;
}
std::vector<int64_t> AttrValue::GetListInt() const {
    return impl_->integers;
}
void AttrValue::AddListInt(int64_t i) {
    Append(impl_.get(), &impl_->integers, {i});
}
int32_t AttrValue::ListIntSize() const {
    return SizeOf(impl_->integers);
}
void AttrValue::SetInt(int64_t i) {
    Set(impl_.get(), Kind::kInt, &impl_->integer, i);
}
void AttrValue::SetListInt(const std::vector<int64_t>& i) {
    Append(impl_.get(), &impl_->integers, i);
}
std::vector<std::vector<int64_t>> AttrValue::GetListListInt() const {
    return impl_->nested;
}
void AttrValue::SetListListInt(const std::vector<std::vector<int64_t>>& i) {
    Set(impl_.get(), Kind::kNested, &impl_->nested, i);
}

float AttrValue::GetFloat() const {
    return impl_->real;
}
std::vector<float> AttrValue::GetListFloat() const {
    return impl_->reals;
}
void AttrValue::AddListFloat(float f) {
    Append(impl_.get(), &impl_->reals, {f});
}
int32_t AttrValue::ListFloatSize() const {
    return SizeOf(impl_->reals);
}
void AttrValue::SetFloat(float f) {
    Set(impl_.get(), Kind::kFloat, &impl_->real, f);
}
void AttrValue::SetListFloat(const std::vector<float>& f) {
    Append(impl_.get(), &impl_->reals, f);
}

bool AttrValue::GetBool() const {
    return impl_->flag;
}
std::vector<bool> AttrValue::GetListBool() const {
    return impl_->flags;
}
void AttrValue::AddListBool(bool b) {
    Append(impl_.get(), &impl_->flags, {b});
}
int32_t AttrValue::ListBoolSize() const {
    return SizeOf(impl_->flags);
}
void AttrValue::SetBool(bool b) {
    Set(impl_.get(), Kind::kBool, &impl_->flag, b);
}
void AttrValue::SetListBool(const std::vector<bool>& b) {
    Append(impl_.get(), &impl_->flags, b);
}

DataType AttrValue::GetDataType() const {
    return impl_->type;
}
std::vector<DataType> AttrValue::GetListDataType() const {
    return impl_->types;
}
void AttrValue::AddListDataType(DataType type) {
    Append(impl_.get(), &impl_->types, {type});
}
int32_t AttrValue::ListDataTypeSize() const {
    return SizeOf(impl_->types);
}
void AttrValue::SetDataType(DataType type) {
    Set(impl_.get(), Kind::kType, &impl_->type, type);
}
void AttrValue::SetListDataType(const std::vector<DataType>& type) {
    Append(impl_.get(), &impl_->types, type);
}

bool AttrValue::SetTensorShape(const TensorShape* shape) {
    KERNEL_CHECK_NULLPTR(shape, false, "SetTensorShape of a null shape")
    impl_->kind = Kind::kShape;
    *impl_->shape = *CpuKernelUtils::GetImpl(shape);
    return true;
}
uint32_t AttrValue::SetListTensorShape(const std::vector<TensorShape*>& shape) {
    uint32_t count = 0;
    for (const TensorShape* each : shape) {
        const std::shared_ptr<TensorShape> copy = AddListTensorShape();
        if (each != nullptr) {
            *CpuKernelUtils::GetImpl(copy.get()) = *CpuKernelUtils::GetImpl(each);
            ++count;
        }
    }
    return count;
}
std::shared_ptr<TensorShape> AttrValue::AddListTensorShape() {
    Append(impl_.get(), &impl_->shapes, {std::make_shared<TensorShapeImpl>()});
    return CpuKernelUtils::CreateTensorShape(impl_->shapes.back());
}
std::shared_ptr<TensorShape> AttrValue::GetTensorShape() const {
    return CpuKernelUtils::CreateTensorShape(impl_->shape);
}
std::vector<TensorShape> AttrValue::GetListTensorShape() const {
    std::vector<TensorShape> list;
    for (const std::shared_ptr<TensorShapeImpl>& shape : impl_->shapes) {
        list.push_back(*CpuKernelUtils::CreateTensorShape(shape));
    }
    return list;
}
int32_t AttrValue::ListTensorShapeSize() const {
    return SizeOf(impl_->shapes);
}

bool AttrValue::SetTensor(const Tensor* tensor) {
    KERNEL_CHECK_NULLPTR(tensor, false, "SetTensor of a null tensor")
    impl_->kind = Kind::kTensor;
    impl_->tensor = std::make_shared<TensorImpl>(*CpuKernelUtils::GetImpl(tensor));
    return true;
}
uint32_t AttrValue::SetListTensor(const std::vector<Tensor*>& tensor) {
    uint32_t count = 0;
    for (const Tensor* each : tensor) {
        AddListTensor();
        if (each != nullptr) {
            impl_->tensors.back() = std::make_shared<TensorImpl>(*CpuKernelUtils::GetImpl(each));
            ++count;
        }
    }
    return count;
}
std::shared_ptr<Tensor> AttrValue::AddListTensor() {
    Append(impl_.get(), &impl_->tensors, {std::make_shared<TensorImpl>()});
    return CpuKernelUtils::CreateTensor(impl_->tensors.back());
}
std::shared_ptr<Tensor> AttrValue::GetTensor() const {
    return CpuKernelUtils::CreateTensor(impl_->tensor);
}
std::vector<Tensor> AttrValue::GetListTensor() const {
    std::vector<Tensor> list;
    for (const std::shared_ptr<TensorImpl>& tensor : impl_->tensors) {
        list.push_back(*CpuKernelUtils::CreateTensor(tensor));
    }
    return list;
}
int32_t AttrValue::ListTensorSize() const {
    return SizeOf(impl_->tensors);
}

}  // namespace aicpu
