// Functions for kernels of AI CPUs: new tensors and attributes, work on several CPUs.
#ifndef AICPU_CONTEXT_INC_UTILS_H
#define AICPU_CONTEXT_INC_UTILS_H

#include <functional>
#include <memory>
#include <string>

#include "../cpu_proto/cpu_attr_value.h"
#include "../cpu_proto/cpu_node_def.h"
#include "../cpu_proto/cpu_tensor.h"
#include "cpu_context.h"

namespace aicpu {

class AICPU_VISIBILITY CpuKernelUtils {
public:
    static std::shared_ptr<Tensor> CreateTensor();
    static std::shared_ptr<TensorShape> CreateTensorShape();
    static std::shared_ptr<AttrValue> CreateAttrValue();
    static std::shared_ptr<NodeDef> CreateNodeDef();

    /// For the classes of this archive: handles to what exists, and what handles refer to.
    static std::shared_ptr<Tensor> CreateTensor(std::shared_ptr<TensorImpl> impl);
    static std::shared_ptr<TensorShape> CreateTensorShape(std::shared_ptr<TensorShapeImpl> impl);
    static std::shared_ptr<AttrValue> CreateAttrValue(AttrValueImpl* impl);
    static std::shared_ptr<TensorImpl> GetImpl(const Tensor* tensor);
    static std::shared_ptr<TensorShapeImpl> GetImpl(const TensorShape* tensor_shape);
    static std::shared_ptr<AttrValueImpl> GetImpl(const AttrValue* attr_value);

    static std::string GetTensorName(const Tensor* tensor);
    static void SetTensorName(const std::string& name, std::shared_ptr<Tensor>& tensor);

    /// Calls work(begin, end) for parts of [0, total) of `per_unit_size` or more, on several CPUs;
    /// returns 0 when all have ended.
    static uint32_t ParallelFor(const CpuKernelContext& ctx, int64_t total, int64_t per_unit_size,
                                const std::function<void(int64_t, int64_t)>& work);
    /// CPUs that ParallelFor uses, at least 1; 0 for a context without a device.
    static uint32_t GetCPUNum(const CpuKernelContext& ctx);
};

}  // namespace aicpu

#endif  // AICPU_CONTEXT_INC_UTILS_H
