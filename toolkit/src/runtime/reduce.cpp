#include "runtime/reduce.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>

#include "detail/types/half_bits.h"

namespace runtime {
namespace {

template <typename T>
T Load(const char* from) {
    T value;
    memcpy(&value, from, sizeof(value));
    return value;
}

template <typename T>
T Apply(T left, T right, aclrtReduceKind kind) {
    switch (kind) {
        case ACL_RT_MEMCPY_SDMA_AUTOMATIC_MAX:
            return std::max(left, right);
        case ACL_RT_MEMCPY_SDMA_AUTOMATIC_MIN:
            return std::min(left, right);
        case ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL:
            return right;
        default:
            return static_cast<T>(left + right);
    }
}

/// Elements that are their own numbers.
template <typename T>
struct Plain {
    using Stored = T;
    using Number = T;
    static Number Read(Stored stored) { return stored; }
    static Stored Write(Number number) { return number; }
};

template <typename T>
struct Integer : Plain<T> {
    using Number = int64_t;
    static Number Read(T stored) { return stored; }
    static T Write(Number number) {
        return static_cast<T>(
            std::min<Number>(std::max<Number>(number, std::numeric_limits<T>::min()),
                             std::numeric_limits<T>::max()));
    }
};

struct Half : Plain<uint16_t> {
    using Number = float;
    static Number Read(uint16_t stored) { return AscendC::isa::FloatOfHalfBits(stored); }
    static uint16_t Write(Number number) { return AscendC::isa::HalfBitsOf(number); }
};

struct Bfloat : Plain<uint16_t> {
    using Number = float;
    static Number Read(uint16_t stored) { return AscendC::isa::FloatOfBfloat16Bits(stored); }
    static uint16_t Write(Number number) { return AscendC::isa::Bfloat16BitsOf(number); }
};

template <typename Element>
void ReduceAs(void* to, const void* from, size_t count, aclrtReduceKind kind) {
    using Stored = typename Element::Stored;
    char* out = static_cast<char*>(to);
    const char* in = static_cast<const char*>(from);
    for (size_t i = 0; i < count; ++i, out += sizeof(Stored), in += sizeof(Stored)) {
        const Stored result = Element::Write(Apply<typename Element::Number>(
            Element::Read(Load<Stored>(out)), Element::Read(Load<Stored>(in)), kind));
        memcpy(out, &result, sizeof(result));
    }
}

}  // namespace

size_t ReducedElementBytes(aclDataType type, aclrtReduceKind kind) {
    if (kind < ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM || kind > ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL) {
        return 0;
    }
    switch (type) {
        case ACL_INT8:
            return 1;
        case ACL_INT16:
        case ACL_FLOAT16:
        case ACL_BF16:
            return 2;
        case ACL_INT32:
        case ACL_UINT32:
        case ACL_FLOAT:
            return 4;
        default:
            return 0;
    }
}

void Reduce(void* to, const void* from, size_t count, aclDataType type, aclrtReduceKind kind) {
    switch (type) {
        case ACL_INT8:
            return ReduceAs<Integer<int8_t>>(to, from, count, kind);
        case ACL_INT16:
            return ReduceAs<Integer<int16_t>>(to, from, count, kind);
        case ACL_INT32:
            return ReduceAs<Integer<int32_t>>(to, from, count, kind);
        case ACL_UINT32:
            return ReduceAs<Integer<uint32_t>>(to, from, count, kind);
        case ACL_FLOAT16:
            return ReduceAs<Half>(to, from, count, kind);
        case ACL_BF16:
            return ReduceAs<Bfloat>(to, from, count, kind);
        default:
            return ReduceAs<Plain<float>>(to, from, count, kind);
    }
}

}  // namespace runtime
