// TensorShape and Tensor.
#include "aicpu/value_impl.h"
#include "aicpu_common/context/common/cpu_kernel_utils.h"
#include "aicpu_common/context/utils/log.h"

namespace aicpu {

TensorShape::TensorShape(TensorShapeImpl* tensorShape) : impl_(tensorShape) {}
TensorShape::TensorShape(std::shared_ptr<TensorShapeImpl> impl) : impl_(std::move(impl)) {}

void TensorShape::SetFormat(Format format) {
    impl_->format = format;
}
Format TensorShape::GetFormat() const {
    return impl_->format;
}
bool TensorShape::GetUnknownRank() const {
    return impl_->unknown_rank;
}
void TensorShape::SetUnknownRank(bool unknownRank) {
    impl_->unknown_rank = unknownRank;
}
void TensorShape::SetDimSizes(const std::vector<int64_t>& dims) {
    impl_->dims = dims;
}
std::vector<int64_t> TensorShape::GetDimSizes() const {
    return impl_->dims;
}
int64_t TensorShape::GetDimSize(int32_t index) const {
    if (index < 0 || index >= GetDims()) {
        KERNEL_LOG_ERROR("a shape of %d dimensions has no dimension %d", GetDims(), index);
        return 0;
    }
    return impl_->dims[static_cast<size_t>(index)];
}
int32_t TensorShape::GetDims() const {
    return static_cast<int32_t>(impl_->dims.size());
}
int64_t TensorShape::NumElements() const {
    int64_t count = 1;
    for (const int64_t dim : impl_->dims) {
        if (dim < 0 || __builtin_mul_overflow(count, dim, &count)) {
            return -1;
        }
    }
    return count;
}

Tensor::Tensor(TensorImpl* impl) : impl_(impl) {}
Tensor::Tensor(std::shared_ptr<TensorImpl> impl) : impl_(std::move(impl)) {}

bool Tensor::SetTensorShape(const TensorShape* shape) {
    KERNEL_CHECK_NULLPTR(shape, false, "SetTensorShape of a null shape")
    *impl_->shape = *CpuKernelUtils::GetImpl(shape);
    return true;
}
std::shared_ptr<TensorShape> Tensor::GetTensorShape() const {
    return CpuKernelUtils::CreateTensorShape(impl_->shape);
}
void Tensor::SetDataType(DataType type) {
    impl_->dtype = type;
}
DataType Tensor::GetDataType() const {
    return impl_->dtype;
}
void Tensor::SetData(void* addr) {
    impl_->data = addr;
}
void* Tensor::GetData() const {
    return impl_->data;
}
void Tensor::SetDataSize(uint64_t size) {
    impl_->bytes = size;
}
uint64_t Tensor::GetDataSize() const {
    return impl_->bytes;
}
int64_t Tensor::CalcDataSizeByShape() const {
    int64_t bytes = NumElements();
    const int64_t element = GetSizeByDataType(impl_->dtype);
    if (bytes < 0 || element < 0 || __builtin_mul_overflow(bytes, element, &bytes)) {
        return -1;
    }
    return bytes;
}
int64_t Tensor::NumElements() const {
    return GetTensorShape()->NumElements();
}

}  // namespace aicpu
