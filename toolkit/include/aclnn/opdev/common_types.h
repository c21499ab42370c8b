// Tensors, scalars, arrays and lists as hand-written aclnn interfaces see them.
#ifndef OP_API_COMMON_INC_OPDEV_COMMON_TYPES_H_
#define OP_API_COMMON_INC_OPDEV_COMMON_TYPES_H_

#include <securec.h>

#include <algorithm>
#include <complex>
#include <map>
#include <memory>
#include <numeric>
#include <type_traits>
#include <unordered_set>

#include "bfloat16.h"
#include "exe_graph/runtime/tensor.h"
#include "fast_vector.h"
#include "fp16_t.h"
#include "graph/ascend_string.h"
#include "object.h"
#include "op_def.h"

namespace op {
constexpr uint64_t MAX_DIM_NUM = 25;

using Strides = FVector<int64_t, MAX_DIM_NUM>;
using ShapeVector = FVector<int64_t, MAX_DIM_NUM>;
using Shape = gert::Shape;
using Format = ge::Format;
using DataType = ge::DataType;
using Tensor = gert::Tensor;
using StorageShape = gert::StorageShape;
using StorageFormat = gert::StorageFormat;
using TensorPlacement = gert::TensorPlacement;

ACL_FUNC_VISIBILITY ge::AscendString ToString(op::DataType dataType);
/// Bytes of one element; above 1000 for types smaller than a byte: 1000 + bits.
ACL_FUNC_VISIBILITY size_t TypeSize(DataType dataType);
ACL_FUNC_VISIBILITY void ToContiguousStrides(const op::Shape& shape, op::Strides& strides);
}  // namespace op

/// Values that the object holds itself.
template <typename T>
class ACL_FUNC_VISIBILITY aclArray : public op::Object {
public:
    aclArray(const T* value, uint64_t size) : value_(new T[size > 0 ? size : 1]()), size_(size) {
        std::copy(value, value + size, value_.get());
    }

    T& operator[](uint64_t i) { return value_[i]; }
    const T& operator[](uint64_t i) const { return value_[i]; }
    uint64_t Size() const { return size_; }
    const T* GetData() const { return value_.get(); }
    ge::AscendString ToString() const;

private:
    std::unique_ptr<T[]> value_;
    uint64_t size_;
};

struct ACL_FUNC_VISIBILITY aclIntArray : public aclArray<int64_t> {
    using aclArray<int64_t>::aclArray;
};
struct ACL_FUNC_VISIBILITY aclFloatArray : public aclArray<float> {
    using aclArray<float>::aclArray;
};
struct ACL_FUNC_VISIBILITY aclBoolArray : public aclArray<bool> {
    using aclArray<bool>::aclArray;
};
struct ACL_FUNC_VISIBILITY aclFp16Array : public aclArray<op::fp16_t> {
    using aclArray<op::fp16_t>::aclArray;
};
struct ACL_FUNC_VISIBILITY aclBf16Array : public aclArray<op::bfloat16> {
    using aclArray<op::bfloat16>::aclArray;
};

/// A tensor: its elements as the interface's user sees them (view shape, strides and offset, in
/// elements), and how they lie in memory (storage shape and format). Made by aclCreateTensor and by
/// the executor's Alloc functions.
struct ACL_FUNC_VISIBILITY aclTensor : public op::Object {
public:
    aclTensor(const aclTensor&) = delete;
    aclTensor& operator=(const aclTensor&) = delete;

    const op::Shape& GetStorageShape() const;
    void SetStorageShape(const op::Shape& shape) const;
    /// The storage shape as it would be in the original format.
    const op::Shape& GetOriginalShape() const;
    void SetOriginalShape(const op::Shape& shape) const;
    const op::Shape& GetViewShape() const;
    /// Makes the view contiguous.
    void SetViewShape(const op::Shape& shape);
    op::Strides GetViewStrides() const;
    void SetViewStrides(const op::Strides& strides);
    int64_t GetViewOffset() const;
    void SetViewOffset(int64_t offset) const;
    /// Elements between the beginning of the memory and that of all its views; 0 unless set.
    int64_t GetStorageOffset() const;
    void SetStorageOffset(int64_t offset);

    op::Format GetStorageFormat() const;
    void SetStorageFormat(op::Format format);
    op::Format GetOriginalFormat() const;
    void SetOriginalFormat(op::Format format);
    op::Format GetViewFormat() const;
    void SetViewFormat(op::Format format);

    op::DataType GetDataType() const;
    void SetDataType(op::DataType dataType);
    /// Number of elements of the view.
    int64_t Numel() const;
    int64_t Size() const;
    bool IsEmpty() const;
    /// Where the memory begins: on the device, or on the host for host tensors. Null for a tensor
    /// in the workspace before its executor runs.
    void* GetStorageAddr() const;
    void SetStorageAddr(void* addr) const;
    /// The first element.
    void* GetData() const;
    op::TensorPlacement GetPlacement() const;
    bool IsFromWorkspace() const;
    void SetFromWorkspace(bool from_workspace) const;

    /// Values of a host tensor, converted to `dataType`.
    void SetIntData(const int64_t* value, uint64_t size, op::DataType dataType);
    void SetFloatData(const float* value, uint64_t size, op::DataType dataType);
    void SetBoolData(const bool* value, uint64_t size, op::DataType dataType);

    ge::AscendString ToString() const;

protected:
    aclTensor() = default;
};

/// Tensors that the list owns, once it is destroyed by aclDestroyTensorList.
struct ACL_FUNC_VISIBILITY aclTensorList : public op::Object {
public:
    aclTensor*& operator[](uint64_t i);
    const aclTensor* operator[](uint64_t i) const;
    uint64_t Size() const;
    const aclTensor* const* GetData() const;
    ge::AscendString ToString() const;

protected:
    aclTensorList() = default;
};

/// One value of any type.
struct ACL_FUNC_VISIBILITY aclScalar : public op::Object {
public:
    aclScalar(const void* data, op::DataType dataType);

    const void* GetData() const;
    /// Bytes.
    uint64_t Size() const;
    op::DataType GetDataType() const;

    float ToFloat() const;
    double ToDouble() const;
    bool ToBool() const;
    int8_t ToInt8() const;
    int16_t ToInt16() const;
    int32_t ToInt32() const;
    int64_t ToInt64() const;
    uint8_t ToUint8() const;
    uint16_t ToUint16() const;
    uint32_t ToUint32() const;
    uint64_t ToUint64() const;
    op::fp16_t ToFp16() const;
    op::bfloat16 ToBf16() const;
    std::complex<float> ToComplex64() const;
    std::complex<double> ToComplex128() const;
    ge::AscendString ToString() const;
    /// Whether the value does not fit into `To`.
    template <typename To>
    bool CheckOverflows() const;

private:
    op::DataType dtype_ = ge::DT_UNDEFINED;
    alignas(16) uint8_t value_[16] = {};
};

template <typename To>
bool aclScalar::CheckOverflows() const {
    const double value = ToDouble();
    if (value != value || value - value != 0) {  // NaN or infinite
        return std::numeric_limits<To>::is_integer;
    }
    return value > static_cast<double>(std::numeric_limits<To>::max()) ||
           value < static_cast<double>(std::numeric_limits<To>::lowest());
}

struct ACL_FUNC_VISIBILITY aclScalarList : public op::Object {
public:
    aclScalar*& operator[](uint64_t i);
    const aclScalar* operator[](uint64_t i) const;
    uint64_t Size() const;
    const aclScalar* const* GetData() const;
    ge::AscendString ToString() const;

protected:
    aclScalarList() = default;
};

ACL_FUNC_VISIBILITY ge::AscendString ToString(const aclTensor* t);
ACL_FUNC_VISIBILITY ge::AscendString ToString(const aclTensorList* t);
ACL_FUNC_VISIBILITY ge::AscendString ToString(const aclIntArray* t);
ACL_FUNC_VISIBILITY ge::AscendString ToString(const aclBoolArray* t);
ACL_FUNC_VISIBILITY ge::AscendString ToString(const aclFloatArray* t);
ACL_FUNC_VISIBILITY ge::AscendString ToString(const aclFp16Array* t);
ACL_FUNC_VISIBILITY ge::AscendString ToString(const aclBf16Array* t);
ACL_FUNC_VISIBILITY ge::AscendString ToString(const aclScalar* t);
ACL_FUNC_VISIBILITY ge::AscendString ToString(const aclScalarList* t);
ACL_FUNC_VISIBILITY ge::AscendString ToString(const aclTensor& t);
ACL_FUNC_VISIBILITY ge::AscendString ToString(const aclTensorList& t);
ACL_FUNC_VISIBILITY ge::AscendString ToString(const aclIntArray& t);
ACL_FUNC_VISIBILITY ge::AscendString ToString(const aclBoolArray& t);
ACL_FUNC_VISIBILITY ge::AscendString ToString(const aclFloatArray& t);
ACL_FUNC_VISIBILITY ge::AscendString ToString(const aclFp16Array& t);
ACL_FUNC_VISIBILITY ge::AscendString ToString(const aclBf16Array& t);
ACL_FUNC_VISIBILITY ge::AscendString ToString(const aclScalar& t);
ACL_FUNC_VISIBILITY ge::AscendString ToString(const aclScalarList& t);
ACL_FUNC_VISIBILITY ge::AscendString ToString(aclDataType dataType);

#endif  // OP_API_COMMON_INC_OPDEV_COMMON_TYPES_H_
