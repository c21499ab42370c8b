// A tensor in kernels of AI CPUs.
#ifndef CPU_KERNEL_TENSOR_H
#define CPU_KERNEL_TENSOR_H

#include <memory>

#include "cpu_tensor_shape.h"

namespace aicpu {

class AICPU_VISIBILITY TensorImpl;

/// A handle: copies are the same tensor. It borrows its data.
class AICPU_VISIBILITY Tensor {
    friend class CpuKernelUtils;

public:
    Tensor() = delete;
    ~Tensor() = default;

    /// Copies the shape; false if it is null.
    bool SetTensorShape(const TensorShape* shape);
    /// The tensor's own shape, which can be changed in place.
    std::shared_ptr<TensorShape> GetTensorShape() const;
    void SetDataType(DataType type);
    DataType GetDataType() const;
    void SetData(void* addr);
    /// Null for an input that was not passed.
    void* GetData() const;
    void SetDataSize(uint64_t size);
    /// Bytes.
    uint64_t GetDataSize() const;
    /// Bytes of the elements; -1 if the shape or the type has no size.
    int64_t CalcDataSizeByShape() const;
    /// -1 if a dimension is negative or the number is too large.
    int64_t NumElements() const;

private:
    explicit Tensor(TensorImpl* impl);
    explicit Tensor(std::shared_ptr<TensorImpl> impl);

    std::shared_ptr<TensorImpl> impl_;
};

}  // namespace aicpu

#endif  // CPU_KERNEL_TENSOR_H
