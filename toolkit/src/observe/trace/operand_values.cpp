#include "observe/trace/operand_values.h"

#include <cstdio>
#include <cstring>
#include <type_traits>

#include "detail/types/bfloat16.h"
#include "detail/types/half.h"
#include "isa/collective.h"
#include "isa/cube_fixpipe.h"
#include "isa/cube_im2col.h"
#include "isa/cube_load.h"
#include "isa/cube_mmad.h"
#include "isa/move.h"
#include "isa/print.h"
#include "isa/sync.h"
#include "isa/vec_elementwise.h"
#include "isa/vec_fill.h"
#include "isa/vec_gather.h"
#include "isa/vec_norm.h"
#include "isa/vec_quant.h"
#include "isa/vec_reduce.h"
#include "isa/vec_select.h"
#include "isa/vec_softmax.h"
#include "isa/vec_sort.h"
#include "isa/vec_transpose.h"

namespace observe {
namespace {

using AscendC::isa::DType;
using AscendC::isa::RecordKind;

constexpr int kShown = 8;

#define OBSERVE_MEMBER(member)                                                                   \
    template <typename Record, typename = void>                                                  \
    constexpr bool kHas_##member = false;                                                        \
    template <typename Record>                                                                   \
    constexpr bool kHas_##member<Record, std::void_t<decltype(std::declval<Record>().member)>> = \
        true;
OBSERVE_MEMBER(dtype)
OBSERVE_MEMBER(type)
OBSERVE_MEMBER(src_type)
OBSERVE_MEMBER(dst_type)
OBSERVE_MEMBER(a_dtype)
OBSERVE_MEMBER(src_dtype)
#undef OBSERVE_MEMBER

bool Is(const char* operand, const char* name) {
    return std::strcmp(operand, name) == 0;
}

template <typename Record>
DType TypeIn(const Record& record, const char* operand) {
    const bool result = std::strncmp(operand, "dst", 3) == 0;
    if constexpr (kHas_src_type<Record> && kHas_dst_type<Record>) {
        return result ? record.dst_type : record.src_type;
    } else if constexpr (kHas_src_dtype<Record>) {
        return result ? record.dst_dtype : record.src_dtype;
    } else if constexpr (kHas_a_dtype<Record>) {
        return Is(operand, "a")   ? record.a_dtype
               : Is(operand, "b") ? record.b_dtype
                                  : record.c_dtype;
    } else if constexpr (kHas_dtype<Record>) {
        return record.dtype;
    } else if constexpr (kHas_type<Record>) {
        return record.type;
    } else {
        return DType::kNone;
    }
}

template <typename T>
T Load(const uint8_t* address) {
    T value;
    std::memcpy(&value, address, sizeof(value));
    return value;
}

/// Appends one element; the bytes that it has.
size_t AppendElement(DType type, const uint8_t* at, std::string* text) {
    char number[40];
    size_t size = 4;
    const auto real = [&](double value) { std::snprintf(number, sizeof(number), "%.7g", value); };
    const auto integer = [&](long long value) {
        std::snprintf(number, sizeof(number), "%lld", value);
    };
    switch (type) {
        case DType::kF32:
            real(static_cast<double>(Load<float>(at)));
            break;
        case DType::kF64:
            size = 8;
            real(Load<double>(at));
            break;
        case DType::kF16:
            size = 2;
            real(static_cast<double>(AscendC::half::FromBits(Load<uint16_t>(at)).ToFloat()));
            break;
        case DType::kBF16: {
            size = 2;
            const uint32_t bits = uint32_t{Load<uint16_t>(at)} << 16;
            float value;
            std::memcpy(&value, &bits, sizeof(value));
            real(static_cast<double>(value));
            break;
        }
        case DType::kI8:
            size = 1;
            integer(Load<int8_t>(at));
            break;
        case DType::kU8:
        case DType::kBool:
            size = 1;
            integer(*at);
            break;
        case DType::kI16:
            size = 2;
            integer(Load<int16_t>(at));
            break;
        case DType::kU16:
            size = 2;
            integer(Load<uint16_t>(at));
            break;
        case DType::kI32:
            integer(Load<int32_t>(at));
            break;
        case DType::kU32:
            integer(Load<uint32_t>(at));
            break;
        case DType::kI64:
            size = 8;
            integer(Load<int64_t>(at));
            break;
        case DType::kU64:
            size = 8;
            std::snprintf(number, sizeof(number), "%llu",
                          static_cast<unsigned long long>(Load<uint64_t>(at)));
            break;
        default:
            size = 1;
            std::snprintf(number, sizeof(number), "0x%02x", *at);
    }
    *text += number;
    return size;
}

}  // namespace

DType TypeOfOperand(RecordKind kind, const void* record, const char* operand) {
    switch (kind) {
#define OBSERVE_TYPE(Record, executor) \
    case RecordKind::k##Record:        \
        return TypeIn(*static_cast<const AscendC::isa::Record*>(record), operand);
        ASCENDC_INSTRUCTIONS(OBSERVE_TYPE)
#undef OBSERVE_TYPE
        default:
            return DType::kNone;
    }
}

std::string ValuesText(DType type, const void* address, uint64_t bytes) {
    const auto* at = static_cast<const uint8_t*>(address);
    const uint8_t* const end = at + bytes;
    std::string text = "{";
    for (int shown = 0; at < end; ++shown) {
        if (shown == kShown) {
            text += ", ...";
            break;
        }
        text += shown == 0 ? "" : ", ";
        std::string element;
        uint8_t last[8] = {};
        std::memcpy(last, at,
                    static_cast<size_t>(end - at) < 8 ? static_cast<size_t>(end - at) : 8);
        at += AppendElement(type, last, &element);
        text += element;
    }
    return text + "}";
}

}  // namespace observe
