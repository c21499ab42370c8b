// A tensor as operator callbacks see it: shapes, formats, element type, memory.
#ifndef INC_EXE_GRAPH_RUNTIME_TENSOR_H_
#define INC_EXE_GRAPH_RUNTIME_TENSOR_H_

#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include "exe_graph/runtime/storage_format.h"
#include "exe_graph/runtime/storage_shape.h"
#include "exe_graph/runtime/stride.h"
#include "exe_graph/runtime/tensor_data.h"
#include "graph/ge_error_codes.h"
#include "graph/types.h"
// clang-format off: after all others
#include "graph/kernel_names_off.h"
// clang-format on

namespace gert {
using ConstTensorAddress = void* const;

/// Whether a Tensor is also a TensorV2, which says how its elements lie in memory.
enum TensorVersion : uint8_t {
    kTensorV1 = 0,
    kTensorV2 = 1,
};

class Tensor {
public:
    Tensor() : version_(kTensorV1), reserved_(), data_type_(ge::DT_FLOAT), reserved_field_() {}
    Tensor(const StorageShape& storage_shape, const StorageFormat& storage_format,
           ge::DataType data_type)
        : storage_shape_(storage_shape),
          storage_format_(storage_format),
          version_(kTensorV1),
          reserved_(),
          data_type_(data_type),
          reserved_field_() {}
    Tensor(const StorageShape& storage_shape, const StorageFormat& storage_format,
           const TensorPlacement placement, const ge::DataType data_type, TensorAddress addr)
        : Tensor(storage_shape, storage_format, placement, data_type, addr, nullptr) {}
    Tensor(const StorageShape& storage_shape, const StorageFormat& storage_format,
           const TensorPlacement placement, const ge::DataType data_type, TensorAddress addr,
           TensorAddrManager manager)
        : storage_shape_(storage_shape),
          storage_format_(storage_format),
          version_(kTensorV1),
          reserved_(),
          data_type_(data_type),
          tensor_data_(addr, manager,
                       static_cast<size_t>(ge::GetSizeInBytes(GetShapeSize(), data_type)),
                       placement),
          reserved_field_() {}

    /// Number of elements of the storage shape; negative on overflow.
    int64_t GetShapeSize() const { return storage_shape_.GetStorageShape().GetShapeSize(); }

    /// First element; null if the data is not on the host (see GetAddr).
    template <class T>
    const T* GetData() const {
        return static_cast<const T*>(GetAddr());
    }
    template <class T>
    auto GetData() -> T* {
        return static_cast<T*>(GetAddr());
    }
    void SetData(TensorData&& data) { tensor_data_ = std::move(data); }

    const void* GetAddr() const {
        return tensor_data_.GetPlacement() == kFollowing ? static_cast<const void*>(this + 1)
                                                         : tensor_data_.GetAddr();
    }
    void* GetAddr() {
        return tensor_data_.GetPlacement() == kFollowing ? static_cast<void*>(this + 1)
                                                         : tensor_data_.GetAddr();
    }
    /// Bytes of the data.
    size_t GetSize() const { return tensor_data_.GetSize(); }
    void SetSize(const size_t size) { tensor_data_.SetSize(size); }
    ge::DataType GetDataType() const { return data_type_; }
    void SetDataType(const ge::DataType data_type) { data_type_ = data_type; }

    /// A tensor whose data follows it in one allocation; total_size becomes the bytes of both.
    /// Null when the size overflows or memory is short.
    static std::unique_ptr<uint8_t[]> CreateFollowing(const int64_t shape_size,
                                                      const ge::DataType dt, size_t& total_size) {
        const int64_t bytes = ge::GetSizeInBytes(shape_size, dt);
        return bytes < 0 ? nullptr : CreateFollowing(dt, static_cast<size_t>(bytes), total_size);
    }
    static std::unique_ptr<uint8_t[]> CreateFollowing(const ge::DataType dt,
                                                      const size_t tensor_size,
                                                      size_t& total_size) {
        return MakeFollowing<Tensor>(dt, tensor_size, total_size);
    }

    const StorageShape& GetShape() const { return storage_shape_; }
    StorageShape& GetShape() { return storage_shape_; }
    const Shape& GetStorageShape() const { return storage_shape_.GetStorageShape(); }
    Shape& MutableStorageShape() { return storage_shape_.MutableStorageShape(); }
    const Shape& GetOriginShape() const { return storage_shape_.GetOriginShape(); }
    Shape& MutableOriginShape() { return storage_shape_.MutableOriginShape(); }

    const StorageFormat& GetFormat() const { return storage_format_; }
    StorageFormat& MutableFormat() { return storage_format_; }
    ge::Format GetStorageFormat() const { return storage_format_.GetStorageFormat(); }
    void SetStorageFormat(const ge::Format format) { storage_format_.SetStorageFormat(format); }
    ge::Format GetOriginFormat() const { return storage_format_.GetOriginFormat(); }
    void SetOriginFormat(const ge::Format format) { storage_format_.SetOriginFormat(format); }
    ExpandDimsType GetExpandDimsType() const { return storage_format_.GetExpandDimsType(); }
    void SetExpandDimsType(const ExpandDimsType& expand_dims_type) {
        storage_format_.SetExpandDimsType(expand_dims_type);
    }

    TensorPlacement GetPlacement() const { return tensor_data_.GetPlacement(); }
    void SetPlacement(const TensorPlacement placement) { tensor_data_.SetPlacement(placement); }
    const TensorData& GetTensorData() const { return tensor_data_; }
    TensorData& MutableTensorData() { return tensor_data_; }
    TensorVersion GetVersion() const { return version_; }

private:
    friend class TensorV2;

    template <typename T>
    static std::unique_ptr<uint8_t[]> MakeFollowing(const ge::DataType dt, const size_t tensor_size,
                                                    size_t& total_size) {
        if (ge::AddOverflow(tensor_size, sizeof(T), total_size)) {
            return nullptr;
        }
        std::unique_ptr<uint8_t[]> holder(new (std::nothrow) uint8_t[total_size]);
        if (holder == nullptr) {
            return nullptr;
        }
        Tensor* const tensor = new (holder.get()) T({}, {}, dt);
        tensor->tensor_data_ = TensorData(nullptr, nullptr, tensor_size, kFollowing);
        return holder;
    }

    StorageShape storage_shape_;  // first: a Tensor* is also a StorageShape* and a Shape*
    StorageFormat storage_format_;
    TensorVersion version_;
    uint8_t reserved_[3];
    ge::DataType data_type_;
    TensorData tensor_data_;
    uint8_t reserved_field_[40];
};
static_assert(std::is_standard_layout<Tensor>::value, "Tensor is shared memory");

/// A Tensor and the steps between its elements; a pointer to one is also a pointer to a Tensor,
/// and back if GetVersion() is kTensorV2. `offset`, in elements, is counted from the address.
class TensorV2 : public Tensor {
public:
    TensorV2() : offset_(0), reserved_of_view_() { version_ = kTensorV2; }
    TensorV2(const StorageShape& storage_shape, const StorageFormat& storage_format,
             ge::DataType data_type)
        : Tensor(storage_shape, storage_format, data_type), offset_(0), reserved_of_view_() {
        version_ = kTensorV2;
    }
    TensorV2(const StorageShape& storage_shape, const StorageFormat& storage_format,
             const TensorPlacement placement, const ge::DataType data_type, TensorAddress addr)
        : TensorV2(storage_shape, storage_format, placement, data_type, addr, nullptr) {}
    TensorV2(const StorageShape& storage_shape, const StorageFormat& storage_format,
             const TensorPlacement placement, const ge::DataType data_type, TensorAddress addr,
             TensorAddrManager manager)
        : TensorV2(storage_shape, storage_format, placement, data_type, addr, manager, Stride(),
                   0) {}
    TensorV2(const StorageShape& storage_shape, const StorageFormat& storage_format,
             const TensorPlacement placement, const ge::DataType data_type, TensorAddress addr,
             TensorAddrManager manager, const Stride& stride, const int64_t offset)
        : Tensor(storage_shape, storage_format, placement, data_type, addr, manager),
          stride_(stride),
          offset_(offset),
          reserved_of_view_() {
        version_ = kTensorV2;
    }

    const Stride& GetStride() const { return stride_; }
    Stride& MutableStride() { return stride_; }
    int64_t GetOffset() const { return offset_; }
    void SetOffset(const int64_t offset) { offset_ = offset; }

    const void* GetAddr() const {
        return GetPlacement() == kFollowing ? static_cast<const void*>(this + 1)
                                            : Tensor::GetAddr();
    }
    void* GetAddr() {
        return GetPlacement() == kFollowing ? static_cast<void*>(this + 1) : Tensor::GetAddr();
    }
    template <class T>
    const T* GetData() const {
        return static_cast<const T*>(GetAddr());
    }
    template <class T>
    auto GetData() -> T* {
        return static_cast<T*>(GetAddr());
    }
    static std::unique_ptr<uint8_t[]> CreateFollowing(const int64_t shape_size,
                                                      const ge::DataType dt, size_t& total_size) {
        const int64_t bytes = ge::GetSizeInBytes(shape_size, dt);
        return bytes < 0 ? nullptr : CreateFollowing(dt, static_cast<size_t>(bytes), total_size);
    }
    static std::unique_ptr<uint8_t[]> CreateFollowing(const ge::DataType dt,
                                                      const size_t tensor_size,
                                                      size_t& total_size) {
        return MakeFollowing<TensorV2>(dt, tensor_size, total_size);
    }

private:
    Stride stride_;
    int64_t offset_;
    uint8_t reserved_of_view_[40];
};
}  // namespace gert

#include "graph/kernel_names_on.h"

#endif  // INC_EXE_GRAPH_RUNTIME_TENSOR_H_
