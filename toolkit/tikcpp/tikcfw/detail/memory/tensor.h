// LocalTensor and GlobalTensor: typed views of on-chip and global memory.
#pragma once

#include "detail/memory/layout.h"
#include "detail/types/bfloat16.h"
#include "detail/types/enums.h"
#include "detail/types/int4b.h"
#include "isa/issue.h"
#include "kernel_tiling/data_format.h"

namespace AscendC {

enum class CMPMODE : uint8_t;

/// Wraps an element type in its traits; tensors of it behave like tensors of T. Position and layout
/// are those of CANN 8.5, which tensors do not look at.
template <typename T, TPosition pos = TPosition::GM,
          typename LayoutType = Layout<Shape<>, Stride<>>>
struct TensorTrait {
    using LiteType = T;
    using LiteLayoutType = LayoutType;
    static constexpr TPosition tPos = pos;

    constexpr TensorTrait(const LayoutType& layout = {}) : layout_(layout) {}
    constexpr LayoutType& GetLayout() { return layout_; }
    constexpr const LayoutType& GetLayout() const { return layout_; }
    constexpr void SetLayout(const LayoutType& layout) { layout_ = layout; }
    constexpr decltype(auto) GetShape() const { return layout_.GetShape(); }
    constexpr decltype(auto) GetStride() const { return layout_.GetStride(); }

private:
    LayoutType layout_;
};

template <typename T, TPosition pos, typename LayoutType>
__aicore__ inline constexpr auto MakeTensorTrait(const LayoutType& t) {
    return TensorTrait<T, pos, LayoutType>(t);
}

template <typename T>
struct is_tensorTrait : std::false_type {};
template <typename T, TPosition pos, typename LayoutType>
struct is_tensorTrait<TensorTrait<T, pos, LayoutType>> : std::true_type {};
template <typename T>
constexpr bool is_tensorTrait_v = is_tensorTrait<T>::value;

namespace isa {
template <typename T, typename = void>
struct PrimOf {
    using type = T;
};
/// Programs derive from TensorTrait, too.
template <typename T, TPosition pos, typename LayoutType>
T LiteOf(const TensorTrait<T, pos, LayoutType>*);
template <typename T>
struct PrimOf<T, std::void_t<decltype(LiteOf(static_cast<const T*>(nullptr)))>> {
    using type = typename T::LiteType;
};
}  // namespace isa

/// The element type of a TensorTrait, or the type itself.
template <typename T>
using PrimT = typename isa::PrimOf<T>::type;

/// Shape that travels with a tensor for DumpTensor and the library functions that ask for it.
struct ShapeInfo {
    ShapeInfo() {}
    ShapeInfo(const uint8_t dims, const uint32_t extents[], const uint8_t original_dims,
              const uint32_t original_extents[], const DataFormat format)
        : shapeDim(dims), originalShapeDim(original_dims), dataFormat(format) {
        for (int i = 0; i < dims && i < K_MAX_SHAPE_DIM; ++i) {
            shape[i] = extents[i];
        }
        for (int i = 0; i < original_dims && i < K_MAX_SHAPE_DIM; ++i) {
            originalShape[i] = original_extents[i];
        }
    }
    ShapeInfo(const uint8_t dims, const uint32_t extents[], const DataFormat format)
        : ShapeInfo(dims, extents, dims, extents, format) {}
    ShapeInfo(const uint8_t dims, const uint32_t extents[])
        : ShapeInfo(dims, extents, dims, extents, DataFormat::ND) {}

    uint8_t shapeDim = 0;
    uint8_t originalShapeDim = 0;
    uint32_t shape[K_MAX_SHAPE_DIM];
    uint32_t originalShape[K_MAX_SHAPE_DIM];
    DataFormat dataFormat = DataFormat::ND;
};

/// The shape type that goes with a tensor type.
template <typename U, typename T>
struct ShapeInfoParams {
    using Params = ShapeInfo;
};

inline uint64_t GetShapeSize(const ShapeInfo& info) {
    uint64_t size = 1;
    for (int i = 0; i < info.shapeDim; ++i) {
        size *= info.shape[i];
    }
    return size;
}

using TBufHandle = uint8_t*;
using TEventID = int8_t;
using TTagType = int32_t;

namespace isa {

/// `bufferAddr` or `logicPos` of a tensor's address. A kernel that assigns to it, after InitBuffer
/// or without, moves the tensor; hardware finds the memory when it executes the instruction.
template <typename Value>
class AddressPart {
public:
    constexpr AddressPart(Value value = 0) : value_(value) {}
    constexpr operator Value() const { return value_; }
    constexpr explicit operator TPosition() const { return static_cast<TPosition>(value_); }
    AddressPart& operator=(Value value);
    AddressPart& operator+=(Value value) { return *this = static_cast<Value>(value_ + value); }
    /// For who sets `absAddr` as well.
    void Set(Value value) { value_ = value; }

private:
    Value value_;
};

}  // namespace isa

/// Where a local tensor lives.
struct TBuffAddr {
    uint32_t dataLen = 0;                   ///< bytes
    isa::AddressPart<uint32_t> bufferAddr;  ///< byte offset in the memory of `logicPos`
    TBufHandle bufferHandle = nullptr;      ///< queue buffer it was allocated from
    isa::AddressPart<uint8_t> logicPos;     ///< TPosition
    uint8_t* absAddr = nullptr;             ///< the simulated memory
};

namespace isa {

/// Byte `address` of `memory`. It may be the low half of a pointer that was an address on the core.
inline uint8_t* AddressIn(uint32_t address, Hardware memory) {
    const Arena& arena = CurrentCore().arenas[static_cast<int>(memory)];
    const uint32_t base = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(arena.base));
    return arena.base + (address >= arena.size ? address - base : address);
}

/// The same of the memory of `position`; without one, of that of vectors.
inline uint8_t* AddressAt(uint32_t address, TPosition position) {
    const Hardware memory = PhysicalOf(position, CurrentCore().arch);
    return AddressIn(address, memory == Hardware::GM ? Hardware::UB : memory);
}

template <typename Value>
AddressPart<Value>& AddressPart<Value>::operator=(Value value) {
    constexpr size_t kOffset = std::is_same_v<Value, uint8_t> ? offsetof(TBuffAddr, logicPos)
                                                              : offsetof(TBuffAddr, bufferAddr);
    value_ = value;
    TBuffAddr* address = reinterpret_cast<TBuffAddr*>(reinterpret_cast<char*>(this) - kOffset);
    address->absAddr = AddressAt(address->bufferAddr, static_cast<TPosition>(address->logicPos));
    return *this;
}

/// Tells observers that `count` buffers of `bytes` are handed out at byte `address` of the memory
/// of `position`.
inline void NoteBuffers([[maybe_unused]] BufferOp op, [[maybe_unused]] TPosition position,
                        [[maybe_unused]] uint32_t address, [[maybe_unused]] uint32_t bytes,
                        [[maybe_unused]] uint32_t count, [[maybe_unused]] const void* owner,
                        [[maybe_unused]] const void* from = nullptr) {
    if constexpr (kObserved) {
        const Hardware memory = PhysicalOf(position, CurrentCore().arch);
        const uint32_t rounded = (bytes + ONE_BLK_SIZE - 1) / ONE_BLK_SIZE * ONE_BLK_SIZE;
        Note(BufferEvent{op, static_cast<uint8_t>(position), memory, address, rounded, bytes, count,
                         owner, from});
    }
}

}  // namespace isa

/// `dst = a op b` over whole tensors; assigned to the destination tensor, which issues the
/// instruction.
template <typename T, char Op>
struct TensorExpression {
    const T& a;
    const T& b;
};

template <typename T>
class LocalTensor {
public:
    using PrimType = PrimT<T>;
    using DataType = T;

    LocalTensor() = default;
    explicit LocalTensor(const TBuffAddr& address) : address_(address) {}
    /// A view of `size` elements at byte `addr` of the memory of `position`.
    LocalTensor(TPosition position, uint32_t addr, uint32_t size) {
        address_ = Place(position, addr, static_cast<uint32_t>(isa::BytesOf<PrimType>(size)));
        isa::NoteBuffers(isa::BufferOp::kPlace, position, addr, address_.dataLen, 1, nullptr);
    }

    PrimType* Data() const { return reinterpret_cast<PrimType*>(address_.absAddr); }
    PrimType* Data(const uint32_t offset) const {
        return reinterpret_cast<PrimType*>(address_.absAddr + isa::BytesOf<PrimType>(offset));
    }
    // CANN's CPU twin has pointers here, its kernel compiler numbers.
#if defined(ASCENDC_CPU_DEBUG)
    PrimType* GetPhyAddr() const { return Data(); }
    PrimType* GetPhyAddr(const uint32_t offset) const { return Data(offset); }
#else
    uint64_t GetPhyAddr() const { return reinterpret_cast<uint64_t>(Data()); }
    uint64_t GetPhyAddr(const uint32_t offset) const {
        return reinterpret_cast<uint64_t>(Data(offset));
    }
#endif

    PrimType GetValue(const uint32_t index) const {
        NoteScalar(false, index);
        const PrimType value = isa::LoadLocal(Data(index));
        if constexpr (std::is_same_v<PrimType, int4b_t>) {
            return int4b_t(index % 2 == 0 ? value.storage : value.storage >> 4);
        } else {
            return value;
        }
    }
    template <typename U>
    void SetValue(const uint32_t index, const U value) const {
        NoteScalar(true, index);
        if constexpr (std::is_same_v<PrimType, int4b_t>) {
            int4b_t pair = isa::LoadLocal(Data(index));
            const uint8_t nibble = static_cast<uint8_t>(static_cast<int>(value) & 0xf);
            pair.storage =
                static_cast<uint8_t>(index % 2 == 0 ? (pair.storage & 0xf0) | nibble
                                                    : (pair.storage & 0x0f) | (nibble << 4));
            isa::StoreLocal(Data(index), pair);
        } else {
            isa::StoreLocal(Data(index), static_cast<PrimType>(value));
        }
    }
    PrimType& operator()(const uint32_t index) const { return *Data(index); }

    /// The rest of the tensor from element `offset`; keeps the queue buffer, so it can be freed.
    LocalTensor operator[](const uint32_t offset) const {
        LocalTensor view = *this;
        const uint32_t bytes = static_cast<uint32_t>(isa::BytesOf<PrimType>(offset));
        view.address_.absAddr += static_cast<int32_t>(bytes);
        view.address_.bufferAddr.Set(view.address_.bufferAddr + bytes);
        view.address_.dataLen -= bytes;
        return view;
    }
    template <typename U>
    LocalTensor<U> ReinterpretCast() const {
        LocalTensor<U> view;
        view.address_ = address_;
        view.shapeInfo_ = shapeInfo_;
        return view;
    }
    template <typename U>
    void SetAddrWithOffset(LocalTensor<U>& src, uint32_t offset) {
        address_ = src.address_;
        const uint32_t bytes = static_cast<uint32_t>(isa::BytesOf<PrimT<U>>(offset));
        address_.absAddr += bytes;
        address_.bufferAddr.Set(address_.bufferAddr + bytes);
    }

    int32_t GetPosition() const { return address_.logicPos; }
    uint32_t GetSize() const {
        return static_cast<uint32_t>(isa::ElementsIn<PrimType>(address_.dataLen));
    }
    void SetSize(const uint32_t size) {
        address_.dataLen = static_cast<uint32_t>(isa::BytesOf<PrimType>(size));
    }
    uint32_t GetLength() const { return address_.dataLen; }
    /// `bytes` in place of elements.
    void SetBufferLen(uint32_t bytes) { address_.dataLen = bytes; }
    void SetUserTag(const TTagType tag);
    TTagType GetUserTag() const;
    void SetShapeInfo(const ShapeInfo& info) { shapeInfo_ = info; }
    ShapeInfo GetShapeInfo() const { return shapeInfo_; }
    void SetAddr(const TBuffAddr& address) { address_ = address; }
    void InitBuffer(const uint32_t offset, const uint32_t size) {
        const uint8_t position = address_.logicPos;
        address_ = {static_cast<uint32_t>(isa::BytesOf<PrimType>(size)), offset, nullptr, position};
        address_.absAddr = isa::AddressAt(offset, static_cast<TPosition>(position));
        if (position != static_cast<uint8_t>(TPosition::GM)) {  // one may follow
            isa::NoteBuffers(isa::BufferOp::kPlace, static_cast<TPosition>(position), offset,
                             address_.dataLen, 1, nullptr);
        }
    }
    TBufHandle GetBufferHandle() const { return address_.bufferHandle; }
    /// Prints the first `count` elements (all without an argument).
    void Print();
    void Print(uint32_t count);

#define ASCENDC_TENSOR_OPERATOR(symbol, id, api)                                         \
    TensorExpression<LocalTensor, id> operator symbol(const LocalTensor & other) const { \
        return {*this, other};                                                           \
    }                                                                                    \
    void operator=(const TensorExpression<LocalTensor, id>& e) {                         \
        api(*this, e.a, e.b, static_cast<int32_t>(GetSize()));                           \
    }
    ASCENDC_TENSOR_OPERATOR(+, '+', Add)
    ASCENDC_TENSOR_OPERATOR(-, '-', Sub)
    ASCENDC_TENSOR_OPERATOR(*, '*', Mul)
    ASCENDC_TENSOR_OPERATOR(/, '/', Div)
    ASCENDC_TENSOR_OPERATOR(|, '|', Or)
    ASCENDC_TENSOR_OPERATOR(&, '&', And)
#undef ASCENDC_TENSOR_OPERATOR
    /// Comparisons give a bit per element of the operands, stored in this tensor.
#define ASCENDC_TENSOR_COMPARISON(symbol, id, mode)                                       \
    TensorExpression<LocalTensor, id> operator symbol(const LocalTensor & other) const {  \
        return {*this, other};                                                            \
    }                                                                                     \
    template <typename U>                                                                 \
    ASCENDC_ALWAYS_INLINE void operator=(const TensorExpression<LocalTensor<U>, id>& e) { \
        Compare(*this, e.a, e.b, static_cast<CMPMODE>(mode), e.a.GetSize());              \
    }
    ASCENDC_TENSOR_COMPARISON(<, '<', 0)
    ASCENDC_TENSOR_COMPARISON(>, '>', 1)
    ASCENDC_TENSOR_COMPARISON(==, '=', 2)
    ASCENDC_TENSOR_COMPARISON(<=, 'l', 3)
    ASCENDC_TENSOR_COMPARISON(>=, 'g', 4)
    ASCENDC_TENSOR_COMPARISON(!=, '!', 5)
#undef ASCENDC_TENSOR_COMPARISON

    TBuffAddr address_;
    ShapeInfo shapeInfo_;

private:
    /// Tells observers that element `index` is read or written.
    void NoteScalar([[maybe_unused]] bool write, [[maybe_unused]] uint32_t index) const {
        if constexpr (isa::kObserved) {
            const Hardware memory =
                isa::PhysicalOf(static_cast<TPosition>(address_.logicPos), isa::CurrentCore().arch);
            isa::Note(isa::ScalarEvent{write, false, memory, sizeof(PrimType), Data(index), Data(),
                                       address_.dataLen});
        }
    }
    static TBuffAddr Place(TPosition position, uint32_t offset, uint32_t bytes) {
        const isa::Core& core = isa::CurrentCore();
        TBuffAddr address;
        address.dataLen = bytes;
        address.bufferAddr.Set(offset);
        address.logicPos.Set(static_cast<uint8_t>(position));
        address.absAddr =
            core.arenas[static_cast<int>(isa::PhysicalOf(position, core.arch))].base + offset;
        return address;
    }
};

namespace isa {

/// The elements of a tensor that an instruction takes from `memory`, whatever position it says: one
/// that nobody gave a place lies at its beginning, as on hardware.
template <typename T>
inline PrimT<T>* DataIn(const LocalTensor<T>& tensor, Hardware memory) {
    const TBuffAddr& address = tensor.address_;
    return reinterpret_cast<PrimT<T>*>(
        address.absAddr == nullptr ? AddressIn(address.bufferAddr, memory) : address.absAddr);
}

}  // namespace isa

template <typename T>
class GlobalTensor {
public:
    using PrimType = PrimT<T>;
    using DataType = T;

    GlobalTensor() = default;
    void SetGlobalBuffer(__gm__ PrimType* buffer, uint64_t size) {
        address_ = buffer;
        oriAddress_ = buffer;
        bufferSize_ = size;
        if constexpr (isa::kObserved) {
            if (size != 0) {
                isa::Note(isa::GlobalTensorEvent{buffer, isa::BytesOf<PrimType>(size)});
            }
        }
    }
    void SetGlobalBuffer(__gm__ PrimType* buffer) { SetGlobalBuffer(buffer, 0); }

    const __gm__ PrimType* GetPhyAddr() const { return address_; }
    __gm__ PrimType* GetPhyAddr(const uint64_t offset) const { return Data(offset); }
    __gm__ PrimType* Data() const { return address_; }
    __gm__ PrimType* Data(const uint64_t offset) const {
        return reinterpret_cast<PrimType*>(reinterpret_cast<uintptr_t>(address_) +
                                           isa::BytesOf<PrimType>(offset));
    }
    PrimType GetValue(const uint64_t index) const {
        NoteScalar(false, index);
        const PrimType value = isa::LoadGlobal(Data(index));
        if constexpr (std::is_same_v<PrimType, int4b_t>) {
            return int4b_t(index % 2 == 0 ? value.storage : value.storage >> 4);
        } else {
            return value;
        }
    }
    void SetValue(const uint64_t index, PrimType value) const {
        NoteScalar(true, index);
        if constexpr (std::is_same_v<PrimType, int4b_t>) {
            int4b_t pair = isa::LoadGlobal(Data(index));
            const uint8_t nibble = static_cast<uint8_t>(value.storage & 0xf);
            pair.storage =
                static_cast<uint8_t>(index % 2 == 0 ? (pair.storage & 0xf0) | nibble
                                                    : (pair.storage & 0x0f) | (nibble << 4));
            isa::StoreGlobal(Data(index), pair);
        } else {
            isa::StoreGlobal(Data(index), value);
        }
    }
    __gm__ PrimType& operator()(const uint64_t index) const { return *Data(index); }

    GlobalTensor operator[](const uint64_t offset) const {
        GlobalTensor view = *this;
        view.address_ = Data(offset);
        return view;
    }
    template <typename U>
    GlobalTensor<U> ReinterpretCast() const {
        GlobalTensor<U> view;
        view.address_ = reinterpret_cast<PrimT<U>*>(address_);
        view.oriAddress_ = reinterpret_cast<PrimT<U>*>(oriAddress_);
        view.bufferSize_ = isa::ElementsIn<PrimT<U>>(isa::BytesOf<PrimType>(bufferSize_));
        view.shapeInfo_ = shapeInfo_;
        view.cacheMode_ = cacheMode_;
        return view;
    }
    uint64_t GetSize() const { return bufferSize_; }
    void SetAddr(const uint64_t offset) {
        address_ = Data(offset);
        oriAddress_ = reinterpret_cast<PrimType*>(reinterpret_cast<uintptr_t>(oriAddress_) +
                                                  isa::BytesOf<PrimType>(offset));
    }
    void SetShapeInfo(const ShapeInfo& info) { shapeInfo_ = info; }
    ShapeInfo GetShapeInfo() const { return shapeInfo_; }
    template <CacheRwMode rwMode = CacheRwMode::RW>
    void SetL2CacheHint(CacheMode mode) {
        cacheMode_ = mode;
        isa::Note(isa::CacheHintEvent{mode == CacheMode::CACHE_MODE_DISABLE, address_});
    }

    __gm__ PrimType* address_ = nullptr;
    __gm__ PrimType* oriAddress_ = nullptr;
    uint64_t bufferSize_ = 0;  ///< elements; 0 = unknown
    ShapeInfo shapeInfo_;
    CacheMode cacheMode_ = CacheMode::CACHE_MODE_NORMAL;

private:
    /// Tells observers that element `index` is read or written.
    void NoteScalar([[maybe_unused]] bool write, [[maybe_unused]] uint64_t index) const {
        if constexpr (isa::kObserved) {
            // The size counts from where the buffer begins, the index from where this view does.
            isa::Note(isa::ScalarEvent{write, false, Hardware::GM, sizeof(PrimType), Data(index),
                                       oriAddress_, isa::BytesOf<PrimType>(bufferSize_)});
        }
    }
};

}  // namespace AscendC
