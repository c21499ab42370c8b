// Lists of tensors: parameters of dynamic inputs and outputs.
//
// Layout of a list in global memory, in 64-bit words: word 0 is the byte offset of the pointer
// array; from word 1 on, one record per tensor (low half: number of dimensions) followed by its
// extents; then one data pointer per tensor. The high half of a record is the tensor's index in
// lists that kernels make themselves, and always 1 in those of aclnn calls, so the records are
// counted instead. A list without shapes has one record of dimension 0 whose high half is the
// number of tensors, followed by a word of 0xffffffff.
#pragma once

#include "detail/memory/tensor.h"

namespace AscendC {

namespace isa {
/// Tells observers that the description of a list is read.
inline void NoteWords(const uint64_t* words, uint64_t count) {
    Note(TilingEvent{words, count * sizeof(uint64_t)});
}
}  // namespace isa

/// One tensor of a list. The caller lends it memory for the shape.
template <class T>
class TensorDesc {
public:
    void SetShapeAddr(uint64_t* shapePtr) { shape_ = shapePtr; }
    uint64_t GetDim() const { return dim_; }
    uint64_t GetIndex() const { return index_; }
    uint64_t GetShape(uint32_t offset) const { return shape_[offset]; }
    __gm__ T* GetDataPtr() const { return data_; }
    /// Its GetSize() is in bytes, as asc-devkit's tests state it of CANN's.
    GlobalTensor<T> GetDataObj() const {
        uint64_t bytes = sizeof(T);
        for (uint64_t i = 0; i < dim_; ++i) {
            bytes *= shape_[i];
        }
        GlobalTensor<T> tensor;
        tensor.SetGlobalBuffer(data_, bytes);
        return tensor;
    }

private:
    friend class ListTensorDesc;
    uint64_t* shape_ = nullptr;
    uint64_t dim_ = 0;
    uint64_t index_ = 0;
    T* data_ = nullptr;
};

class ListTensorDesc {
public:
    ListTensorDesc() = default;
    explicit ListTensorDesc(__gm__ void* data, uint32_t length = 0xffffffff,
                            uint32_t shapeSize = 0xffffffff) {
        Init(data, length, shapeSize);
    }
    void Init(__gm__ void* data, uint32_t = 0xffffffff, uint32_t = 0xffffffff) {
        words_ = static_cast<const uint64_t*>(data);
        isa::NoteWords(words_, 3);
        pointers_ = words_ + words_[0] / sizeof(uint64_t);
        size_ = 0;
        if (HasShapes()) {
            for (const uint64_t* record = words_ + 1; record < pointers_; record = Next(record)) {
                ++size_;
            }
        } else {
            size_ = static_cast<uint32_t>(words_[1] >> 32);
        }
    }
    uint32_t GetSize() const { return size_; }
    template <class T>
    __gm__ T* GetDataPtr(uint32_t index) const {
        isa::NoteWords(pointers_ + index, 1);
        return reinterpret_cast<T*>(pointers_[index]);
    }
    template <class T>
    void GetDesc(TensorDesc<T>& desc, uint32_t index) const {
        const uint64_t* record = words_ + 1;
        for (uint32_t i = 0; i < index && HasShapes(); ++i) {
            record = Next(record);
        }
        desc.dim_ = static_cast<uint32_t>(*record);
        isa::NoteWords(record, 1 + desc.dim_);
        desc.index_ = index;
        desc.data_ = GetDataPtr<T>(index);
        for (uint32_t i = 0; i < desc.dim_ && desc.shape_ != nullptr; ++i) {
            desc.shape_[i] = record[1 + i];
        }
    }

private:
    static const uint64_t* Next(const uint64_t* record) {
        return record + 1 + static_cast<uint32_t>(*record);
    }
    bool HasShapes() const {
        return pointers_ != words_ + 3 || static_cast<uint32_t>(words_[1]) != 0 ||
               words_[2] != 0xffffffff;
    }

    const uint64_t* words_ = nullptr;
    const uint64_t* pointers_ = nullptr;
    uint32_t size_ = 0;
};

}  // namespace AscendC
