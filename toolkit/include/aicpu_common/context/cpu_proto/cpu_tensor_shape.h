// The shape of a tensor in kernels of AI CPUs.
#ifndef CPU_KERNEL_TENSOR_SHAPE_H
#define CPU_KERNEL_TENSOR_SHAPE_H

#include <memory>
#include <vector>

#include "../common/cpu_types.h"

namespace aicpu {

class AICPU_VISIBILITY TensorShapeImpl;

/// A handle: copies are the same shape. CpuKernelUtils makes new ones.
class AICPU_VISIBILITY TensorShape {
    friend class CpuKernelUtils;

public:
    TensorShape() = delete;
    ~TensorShape() = default;

    void SetFormat(Format format);
    Format GetFormat() const;
    bool GetUnknownRank() const;
    void SetUnknownRank(bool unknownRank);
    void SetDimSizes(const std::vector<int64_t>& dims);
    std::vector<int64_t> GetDimSizes() const;
    /// 0 for a dimension that the shape lacks.
    int64_t GetDimSize(int32_t index) const;
    int32_t GetDims() const;
    /// -1 if a dimension is negative or the number is too large.
    int64_t NumElements() const;

private:
    explicit TensorShape(TensorShapeImpl* tensorShape);
    explicit TensorShape(std::shared_ptr<TensorShapeImpl> impl);

    std::shared_ptr<TensorShapeImpl> impl_;
};

}  // namespace aicpu

#endif  // CPU_KERNEL_TENSOR_SHAPE_H
