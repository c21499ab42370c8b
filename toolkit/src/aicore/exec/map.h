// Loops over contiguous operands, made from functors.
#pragma once

#include "aicore/exec/engine.h"
#include "aicore/exec/types.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {

template <typename Functor, typename T>
void MapUnary(void* out, const void* const* in, size_t n, const LoopArgs&) {
    T* dst = static_cast<T*>(out);
    const T* a = static_cast<const T*>(in[0]);
    AICORE_IVDEP
    for (size_t i = 0; i < n; ++i) {
        dst[i] = Functor::template Apply<T>(a[i]);
    }
}

template <typename Functor, typename T>
void MapBinary(void* out, const void* const* in, size_t n, const LoopArgs& args) {
    T* dst = static_cast<T*>(out);
    const T* a = static_cast<const T*>(in[0]);
    const T* b = static_cast<const T*>(in[1]);
    const float param = FromBits<float>(args.scalar);
    AICORE_IVDEP
    for (size_t i = 0; i < n; ++i) {
        dst[i] = Functor::template Apply<T>(a[i], b[i], T{}, param);
    }
}

/// The third source is the old value of dst.
template <typename Functor, typename T>
void MapTernary(void* out, const void* const* in, size_t n, const LoopArgs& args) {
    T* dst = static_cast<T*>(out);
    const T* a = static_cast<const T*>(in[0]);
    const T* b = static_cast<const T*>(in[1]);
    const float param = FromBits<float>(args.scalar);
    const T* old = static_cast<const T*>(in[2]);
    AICORE_IVDEP
    for (size_t i = 0; i < n; ++i) {
        dst[i] = Functor::template Apply<T>(a[i], b[i], old[i], param);
    }
}

template <typename Functor, typename T>
void MapScalar(void* out, const void* const* in, size_t n, const LoopArgs& args) {
    T* dst = static_cast<T*>(out);
    const T* a = static_cast<const T*>(in[0]);
    const T scalar = FromBits<T>(args.scalar);
    AICORE_IVDEP
    for (size_t i = 0; i < n; ++i) {
        dst[i] = Functor::template Apply<T>(a[i], scalar, T{}, 0.0F);
    }
}

/// The second source is the old value of dst.
template <typename Functor, typename T>
void MapScalarOld(void* out, const void* const* in, size_t n, const LoopArgs& args) {
    T* dst = static_cast<T*>(out);
    const T* a = static_cast<const T*>(in[0]);
    const T* old = static_cast<const T*>(in[1]);
    const T scalar = FromBits<T>(args.scalar);
    AICORE_IVDEP
    for (size_t i = 0; i < n; ++i) {
        dst[i] = Functor::template Apply<T>(a[i], scalar, old[i], 0.0F);
    }
}

/// Loops::Of<T>() for the type; null for types that are not in the set `Types`.
template <typename Loops, uint32_t Types>
Kernel KernelFor(DType type) {
    return VisitType(type, [](auto tag) -> Kernel {
        using T = typename decltype(tag)::type;
        if constexpr ((Types & SetOf(DTypeOf<T>)) == 0) {
            return nullptr;
        } else {
            return Loops::template Of<T>();
        }
    });
}

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
