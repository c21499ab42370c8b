// CpuKernelUtils.
#include <algorithm>
#include <thread>

#include "aicpu/value_impl.h"
#include "aicpu_common/context/common/cpu_kernel_utils.h"
#include "aicpu_common/context/utils/log.h"
#include "aicpu_common/context/utils/status.h"

namespace aicpu {

std::shared_ptr<Tensor> CpuKernelUtils::CreateTensor() {
    return CreateTensor(std::make_shared<TensorImpl>());
}
std::shared_ptr<TensorShape> CpuKernelUtils::CreateTensorShape() {
    return CreateTensorShape(std::make_shared<TensorShapeImpl>());
}
std::shared_ptr<AttrValue> CpuKernelUtils::CreateAttrValue() {
    return CreateAttrValue(new AttrValueImpl());
}
std::shared_ptr<NodeDef> CpuKernelUtils::CreateNodeDef() {
    return std::shared_ptr<NodeDef>(new NodeDef(new NodeDefImpl()));
}

std::shared_ptr<Tensor> CpuKernelUtils::CreateTensor(std::shared_ptr<TensorImpl> impl) {
    return std::shared_ptr<Tensor>(new Tensor(std::move(impl)));
}
std::shared_ptr<TensorShape> CpuKernelUtils::CreateTensorShape(
    std::shared_ptr<TensorShapeImpl> impl) {
    return std::shared_ptr<TensorShape>(new TensorShape(std::move(impl)));
}
std::shared_ptr<AttrValue> CpuKernelUtils::CreateAttrValue(AttrValueImpl* impl) {
    return std::shared_ptr<AttrValue>(new AttrValue(impl));
}
std::shared_ptr<TensorImpl> CpuKernelUtils::GetImpl(const Tensor* tensor) {
    return tensor->impl_;
}
std::shared_ptr<TensorShapeImpl> CpuKernelUtils::GetImpl(const TensorShape* tensor_shape) {
    return tensor_shape->impl_;
}
std::shared_ptr<AttrValueImpl> CpuKernelUtils::GetImpl(const AttrValue* attr_value) {
    return attr_value->impl_;
}

std::string CpuKernelUtils::GetTensorName(const Tensor* tensor) {
    return tensor->impl_->name;
}
void CpuKernelUtils::SetTensorName(const std::string& name, std::shared_ptr<Tensor>& tensor) {
    tensor->impl_->name = name;
}

uint32_t CpuKernelUtils::ParallelFor(const CpuKernelContext& ctx, int64_t total,
                                     int64_t per_unit_size,
                                     const std::function<void(int64_t, int64_t)>& work) {
    KERNEL_CHECK_NULLPTR(ctx.device_, KERNEL_STATUS_INNER_ERROR, "the context has no device")
    if (total <= 0 || work == nullptr) {
        KERNEL_LOG_ERROR("ParallelFor of %lld units, or without work",
                         static_cast<long long>(total));
        return KERNEL_STATUS_PARAM_INVALID;
    }
    const int64_t cpus = GetCPUNum(ctx);
    const int64_t size = std::max<int64_t>({(total + cpus - 1) / cpus, per_unit_size, 1});
    std::vector<std::thread> threads;
    for (int64_t begin = size; begin < total; begin += size) {
        threads.emplace_back(work, begin, std::min(begin + size, total));
    }
    work(0, std::min(size, total));
    for (std::thread& thread : threads) {
        thread.join();
    }
    return KERNEL_STATUS_OK;
}

uint32_t CpuKernelUtils::GetCPUNum(const CpuKernelContext& ctx) {
    return ctx.device_ == nullptr ? 0 : std::max(std::thread::hardware_concurrency(), 1U);
}

}  // namespace aicpu
