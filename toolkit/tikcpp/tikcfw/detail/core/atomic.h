// Atomic stores to global memory, and filling it.
#pragma once

#include "detail/memory/data_copy.h"
#include "isa/lacks.h"
#include "isa/vec_types.h"

namespace AscendC {
namespace isa {
/// Types that atomic stores have. CANN compiles others, which store nothing useful.
template <typename T>
inline void RequireAtomicType(const char* api) {
    constexpr TypeTable kTypes =
        Types(kSetF32, kSetFH | kSetI16, kSetI8 | kSetI16 | kSetI32 | kSetFloat,
              kSetFH | kSetI16 | kSetI32, kSetI8 | kSetI16 | kSetI32 | kSetFloat);
    TrapWithout<kTypes, T>(Pack(api));
}
inline void SetAtomic(AtomicOp op, DType dtype) {
    Core& core = CurrentCore();
    core.atomic_op = op;
    core.atomic_dtype = dtype;
}
}  // namespace isa

/// From now on stores of this core to global memory add to what is there, element type T.
template <typename T>
inline void SetAtomicAdd() {
    isa::RequireAtomicType<T>("SetAtomicAdd");
    isa::SetAtomic(isa::AtomicOp::kAdd, isa::DTypeOf<T>);
}
template <typename T>
inline void SetAtomicMax() {
    ASCENDC_REQUIRE_API("SetAtomicMax", 100, 200, 300);
    isa::RequireAtomicType<T>("SetAtomicMax");
    isa::SetAtomic(isa::AtomicOp::kMax, isa::DTypeOf<T>);
}
template <typename T>
inline void SetAtomicMin() {
    ASCENDC_REQUIRE_API("SetAtomicMin", 100, 200, 300);
    isa::RequireAtomicType<T>("SetAtomicMin");
    isa::SetAtomic(isa::AtomicOp::kMin, isa::DTypeOf<T>);
}
inline void SetAtomicNone() {
    isa::SetAtomic(isa::AtomicOp::kNone, isa::DType::kNone);
}
inline void SetAtomicNoneImpl() {
    SetAtomicNone();
}
inline void DisableDmaAtomic() {
    SetAtomicNone();
}
/// The element type; stores add, unless the core is set to take the maximum or minimum.
template <typename T>
inline void SetAtomicType() {
    ASCENDC_REQUIRE_API("SetAtomicType", 100);
    isa::RequireAtomicType<T>("SetAtomicType");
    isa::Core& core = isa::CurrentCore();
    core.atomic_dtype = isa::DTypeOf<T>;
    if (core.atomic_op == isa::AtomicOp::kNone) {
        core.atomic_op = isa::AtomicOp::kAdd;
    }
}

enum class AtomicDtype : uint8_t {
    ATOMIC_NONE = 0,
    ATOMIC_F32,
    ATOMIC_F16,
    ATOMIC_S16,
    ATOMIC_S32,
    ATOMIC_S8,
    ATOMIC_BF16,
};
enum class AtomicOp : uint8_t { ATOMIC_SUM = 0 };

template <AtomicDtype type, AtomicOp op>
inline void SetStoreAtomicConfig() {
    ASCENDC_REQUIRE_API("SetStoreAtomicConfig", 100, 200);
    constexpr isa::DType types[] = {isa::DType::kNone, isa::DType::kF32, isa::DType::kF16,
                                    isa::DType::kI16,  isa::DType::kI32, isa::DType::kI8,
                                    isa::DType::kBF16};
    isa::SetAtomic(type == AtomicDtype::ATOMIC_NONE ? isa::AtomicOp::kNone : isa::AtomicOp::kAdd,
                   types[static_cast<int>(type)]);
}
inline void GetStoreAtomicConfig(uint16_t& atomicType, uint16_t& atomicOp) {
    ASCENDC_REQUIRE_API("GetStoreAtomicConfig", 100, 200);
    const isa::Core& core = isa::CurrentCore();
    uint16_t type = 0;
    switch (core.atomic_op == isa::AtomicOp::kNone ? isa::DType::kNone : core.atomic_dtype) {
        case isa::DType::kF32:
            type = 1;
            break;
        case isa::DType::kF16:
            type = 2;
            break;
        case isa::DType::kI16:
            type = 3;
            break;
        case isa::DType::kI32:
            type = 4;
            break;
        case isa::DType::kI8:
            type = 5;
            break;
        case isa::DType::kBF16:
            type = 6;
            break;
        default:
            break;
    }
    atomicType = type;
    atomicOp = 0;
}

/// Fills `size` elements of global memory.
template <typename T>
inline void InitGlobalMemory(GlobalTensor<T>& gmWorkspaceAddr, const uint64_t size, const T value) {
    isa::MoveRecord record = {};
    record.op = isa::MoveOp::kFill;
    record.dtype = isa::DTypeOf<PrimT<T>>;
    record.src_memory = Hardware::UB;
    record.dst_memory = Hardware::GM;
    record.dst = reinterpret_cast<uint8_t*>(gmWorkspaceAddr.Data());
    record.count = 1;
    record.bytes = isa::BytesOf<PrimT<T>>(size);
    record.value = isa::RawBits(value);
    record.element = sizeof(PrimT<T>);
    isa::Issue(record);
}
/// The newer name.
template <typename T>
inline void Fill(GlobalTensor<T>& gmWorkspaceAddr, const uint64_t size, const T value) {
    isa::RequireTypeOf<isa::VecApi::kFill, PrimT<T>>();
    InitGlobalMemory<T>(gmWorkspaceAddr, size, value);
}
template <typename T>
inline void InitOutput(GlobalTensor<T> gmWorkspaceAddr, uint32_t size, T value = 0) {
    InitGlobalMemory<T>(gmWorkspaceAddr, size, value);
}

}  // namespace AscendC
