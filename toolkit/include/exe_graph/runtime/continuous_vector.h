// Vectors in one block of memory: header, then elements. They can be copied and passed on as bytes.
#ifndef INC_EXE_GRAPH_RUNTIME_CONTINUOUS_VECTOR_H_
#define INC_EXE_GRAPH_RUNTIME_CONTINUOUS_VECTOR_H_

#include <securec.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <memory>
#include <new>
#include <set>
#include <type_traits>
#include <utility>

#include "external/ge_common/ge_api_error_codes.h"
#include "graph/ge_error_codes.h"
#include "utils/extern_math_util.h"

namespace gert {
/// Untyped header of a vector; the elements follow it.
class ContinuousVector {
public:
    /// An empty vector with a capacity of `capacity` elements of T; total_size becomes its bytes.
    /// Null when the size overflows or memory is short.
    template <typename T>
    static std::unique_ptr<uint8_t[]> Create(size_t capacity, size_t& total_size) {
        if (ge::MulOverflow(capacity, sizeof(T), total_size) ||
            ge::AddOverflow(total_size, sizeof(ContinuousVector), total_size)) {
            return nullptr;
        }
        std::unique_ptr<uint8_t[]> holder(new (std::nothrow) uint8_t[total_size]());
        if (holder != nullptr) {
            reinterpret_cast<ContinuousVector*>(holder.get())->Init(capacity);
        }
        return holder;
    }
    template <typename T>
    static std::unique_ptr<uint8_t[]> Create(const size_t capacity) {
        size_t total_size = 0;
        return Create<T>(capacity, total_size);
    }

    void Init(const size_t capacity) {
        capacity_ = capacity;
        size_ = 0U;
        for (uint8_t& byte : reserved_) {
            byte = 0U;
        }
    }
    size_t GetSize() const { return size_; }
    /// GRAPH_FAILED, and no change, if `size` exceeds the capacity.
    ge::graphStatus SetSize(const size_t size) {
        if (size > capacity_) {
            return ge::GRAPH_FAILED;
        }
        size_ = size;
        return ge::GRAPH_SUCCESS;
    }
    size_t GetCapacity() const { return capacity_; }
    const void* GetData() const { return elements; }
    void* MutableData() { return elements; }

private:
    size_t capacity_;
    size_t size_;
    uint8_t reserved_[40];
    uint8_t elements[8];  // where the elements begin; the block continues after the object
};
static_assert(std::is_standard_layout<ContinuousVector>::value, "a view of raw memory");

/// A ContinuousVector whose elements are T.
template <typename T>
class TypedContinuousVector : private ContinuousVector {
public:
    using ContinuousVector::GetCapacity;
    using ContinuousVector::GetSize;
    using ContinuousVector::SetSize;
    T* MutableData() { return static_cast<T*>(ContinuousVector::MutableData()); }
    const T* GetData() const { return static_cast<const T*>(ContinuousVector::GetData()); }
};

/// A list of ContinuousVectors in one block: header, offsets from the start of the block, vectors.
class ContinuousVectorVector {
public:
    void Init(const size_t capacity) {
        capacity_ = capacity;
        size_ = 0U;
        for (uint8_t& byte : reserved_) {
            byte = 0U;
        }
        if (capacity_ != 0U) {
            Offsets()[0] = GetOverHeadLength(capacity_);
        }
    }
    /// Appends a vector of `inner_vector_capacity` elements of T, whose values are for the caller
    /// to write. The block must be large enough. Null if the list is full or a size overflows.
    template <typename T>
    ContinuousVector* Add(size_t inner_vector_capacity) {
        size_t length = 0U;
        if (size_ >= capacity_ || ge::MulOverflow(inner_vector_capacity, sizeof(T), length) ||
            ge::AddOverflow(length, sizeof(ContinuousVector), length)) {
            return nullptr;
        }
        const size_t offset = Offsets()[size_];
        auto* const inner =
            reinterpret_cast<ContinuousVector*>(reinterpret_cast<uint8_t*>(this) + offset);
        inner->Init(inner_vector_capacity);
        (void)inner->SetSize(inner_vector_capacity);
        ++size_;
        if (size_ < capacity_) {
            Offsets()[size_] = offset + length;
        }
        return inner;
    }
    /// `index` must be below GetSize().
    const ContinuousVector* Get(const size_t index) const {
        return reinterpret_cast<const ContinuousVector*>(reinterpret_cast<const uint8_t*>(this) +
                                                         Offsets()[index]);
    }
    size_t GetSize() const { return size_; }
    /// Bytes before the first inner vector.
    static size_t GetOverHeadLength(const size_t capacity) {
        const size_t slots = capacity == 0U ? 1U : capacity;
        return sizeof(ContinuousVectorVector) + (slots - 1U) * sizeof(size_t);
    }

private:
    size_t* Offsets() { return &offset_[0]; }
    const size_t* Offsets() const { return &offset_[0]; }

    size_t capacity_ = 0U;
    size_t size_ = 0U;
    uint8_t reserved_[40];
    size_t offset_[1U];
};
static_assert(std::is_standard_layout<ContinuousVectorVector>::value, "a view of raw memory");
}  // namespace gert

#endif  // INC_EXE_GRAPH_RUNTIME_CONTINUOUS_VECTOR_H_
