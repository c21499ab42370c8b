// The buffer that a tiling function fills for the kernel.
#ifndef INC_EXE_GRAPH_RUNTIME_TILING_DATA_H_
#define INC_EXE_GRAPH_RUNTIME_TILING_DATA_H_

#include <securec.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

#include "exe_graph/runtime/continuous_vector.h"
#include "exe_graph/runtime/runtime_attrs.h"
#include "graph/ge_error_codes.h"
#include "utils/extern_math_util.h"

namespace gert {
/// Element types of AppendConvertedAttrVal.
enum class AttrDataType : int32_t {
    kBool = 0,
    kString,
    kInt32,
    kInt64,
    kUint32,
    kFloat32,
    kFloat16,
    kListBool,
    kListString,
    kListInt32,
    kListInt64,
    kListUint32,
    kListFloat32,
    kListFloat16,
    kListListInt32,
    kListListInt64,
    kBfloat16,
    kInt8,
    kInt16,
    kListInt8,
    kListInt16,
    kListListBool,
    kListListFloat16,
    kListBfloat16,
    kListListBfloat16,
    kListListFloat32,
    kListListInt8,
    kListListInt16,
    kUint8,
    kListUint8,
    kListListUint8,
    kUint16,
    kListUint16,
    kListListUint16,
    kListListUint32,
    kUint64,
    kListUint64,
    kListListUint64,
    kTypeEnd
};

class TilingData {
public:
    TilingData(const TilingData&) = delete;
    TilingData(TilingData&&) = delete;
    TilingData operator=(const TilingData&) = delete;
    TilingData operator=(TilingData&&) = delete;

    /// Bytes of the buffer, and bytes in use.
    size_t GetCapacity() const { return capacity_; }
    size_t GetDataSize() const { return data_size_; }
    void SetDataSize(const size_t size) { data_size_ = size; }
    void* GetData() { return data_; }
    const void* GetData() const { return data_; }

    /// Appends the bytes of `data`, one or `append_num`; GRAPH_FAILED if they do not fit.
    template <typename T, typename std::enable_if<std::is_standard_layout<T>::value, int>::type = 0>
    ge::graphStatus Append(const T& data) {
        void* const destination = Expand(sizeof(T));
        if (destination == nullptr) {
            return ge::GRAPH_FAILED;
        }
        (void)memcpy(destination, &data, sizeof(T));
        return ge::GRAPH_SUCCESS;
    }
    template <typename T, typename std::enable_if<std::is_standard_layout<T>::value, int>::type = 0>
    ge::graphStatus Append(const T* data, size_t append_num) {
        size_t bytes = 0U;
        if (ge::MulOverflow(sizeof(T), append_num, bytes)) {
            return ge::GRAPH_FAILED;
        }
        void* const destination = Expand(bytes);
        if (destination == nullptr) {
            return ge::GRAPH_FAILED;
        }
        if (bytes != 0U) {
            (void)memcpy(destination, data, bytes);
        }
        return ge::GRAPH_SUCCESS;
    }
    /// Takes `size` more bytes into use and returns their address; null if they do not fit.
    void* Expand(size_t size) {
        size_t after = 0U;
        if (ge::AddOverflow(data_size_, size, after) || after > capacity_) {
            return nullptr;
        }
        void* const destination = static_cast<uint8_t*>(data_) + data_size_;
        data_size_ = after;
        return destination;
    }

    /// An object and its zeroed buffer of `cap_size` bytes in one block.
    static std::unique_ptr<uint8_t[]> CreateCap(const size_t cap_size) {
        size_t total_size = 0U;
        if (CalcTotalSize(cap_size, total_size) != ge::GRAPH_SUCCESS) {
            return nullptr;
        }
        std::unique_ptr<uint8_t[]> block(new (std::nothrow) uint8_t[total_size]());
        if (block != nullptr) {
            reinterpret_cast<TilingData*>(block.get())
                ->Init(cap_size, block.get() + sizeof(TilingData));
        }
        return block;
    }
    static ge::graphStatus CalcTotalSize(const size_t cap_size, size_t& total_size) {
        return ge::AddOverflow(sizeof(TilingData), cap_size, total_size) ? ge::GRAPH_FAILED
                                                                         : ge::GRAPH_SUCCESS;
    }
    void Init(const size_t cap_size, void* const data) {
        capacity_ = cap_size;
        data_size_ = 0U;
        data_ = data;
        for (uint8_t& byte : reserved_) {
            byte = 0U;
        }
    }

    /// Appends attribute `attr_index`, stored as `src_type` (an element or list type of an operator
    /// definition), converted to `dst_type`. GRAPH_FAILED for a conversion that does not exist or
    /// does not fit.
    ge::graphStatus AppendConvertedAttrVal(const RuntimeAttrs* attrs, const size_t attr_index,
                                           const AttrDataType src_type,
                                           const AttrDataType dst_type);

private:
    TilingData() = default;
    size_t capacity_;
    size_t data_size_;
    void* data_;
    uint8_t reserved_[40];
};
static_assert(std::is_standard_layout<TilingData>::value, "a view of raw memory");

template <typename T>
TilingData& operator<<(TilingData& out, const T& data) {
    (void)out.Append(data);
    return out;
}
}  // namespace gert

#endif  // INC_EXE_GRAPH_RUNTIME_TILING_DATA_H_
