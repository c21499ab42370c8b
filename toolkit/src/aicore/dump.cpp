// Prints the contents of tensors.
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <string>

#include "aicore/fiber.h"
#include "detail/types/bfloat16.h"
#include "isa/print.h"
#include "isa/vec_shape.h"

namespace {

using AscendC::Hardware;
using AscendC::isa::DType;
using AscendC::isa::DumpRecord;

const char* Name(DType type) {
    switch (type) {
        case DType::kF32:
            return "float32";
        case DType::kF16:
            return "float16";
        case DType::kI8:
            return "int8";
        case DType::kI32:
            return "int32";
        case DType::kU8:
            return "uint8";
        case DType::kI16:
            return "int16";
        case DType::kU16:
            return "uint16";
        case DType::kU32:
            return "uint32";
        case DType::kI64:
            return "int64";
        case DType::kU64:
            return "uint64";
        case DType::kF64:
            return "double";
        case DType::kBool:
            return "bool";
        case DType::kBF16:
            return "bfloat16";
        case DType::kI4:
            return "int4";
        default:
            return "unknown";
    }
}

const char* Name(Hardware memory) {
    constexpr const char* kNames[] = {"GM", "UB", "L1", "L0A", "L0B", "L0C", "BIAS", "FIXBUF", "?"};
    return kNames[static_cast<int>(memory)];
}

__attribute__((format(printf, 2, 3))) void Add(std::string* text, const char* format, ...) {
    char piece[256];
    va_list args;
    va_start(args, format);
    const int length = std::vsnprintf(piece, sizeof(piece), format, args);
    va_end(args);
    text->append(piece, static_cast<size_t>(length));
}

template <typename T>
T At(const void* data, uint64_t index) {
    T value;
    std::memcpy(&value, static_cast<const uint8_t*>(data) + index * sizeof(T), sizeof(T));
    return value;
}

void AddElement(std::string* text, const DumpRecord& r, uint64_t i) {
    switch (r.type) {
        case DType::kF32:
            return Add(text, "%f", static_cast<double>(At<float>(r.data, i)));
        case DType::kF64:
            return Add(text, "%f", At<double>(r.data, i));
        case DType::kF16:
            return Add(text, "%f", static_cast<double>(At<AscendC::half>(r.data, i).ToFloat()));
        case DType::kBF16:
            return Add(text, "%f",
                       static_cast<double>(At<AscendC::bfloat16_t>(r.data, i).ToFloat()));
        case DType::kI4: {
            const uint8_t pair = At<uint8_t>(r.data, i / 2);
            const uint8_t high = i % 2 == 0 ? static_cast<uint8_t>(pair << 4) : pair & 0xf0;
            return Add(text, "%d", static_cast<int8_t>(high) >> 4);
        }
        case DType::kI8:
            return Add(text, "%d", At<int8_t>(r.data, i));
        case DType::kI16:
            return Add(text, "%d", At<int16_t>(r.data, i));
        case DType::kI32:
            return Add(text, "%d", At<int32_t>(r.data, i));
        case DType::kI64:
            return Add(text, "%lld", static_cast<long long>(At<int64_t>(r.data, i)));
        case DType::kU16:
            return Add(text, "%u", At<uint16_t>(r.data, i));
        case DType::kU32:
            return Add(text, "%u", At<uint32_t>(r.data, i));
        case DType::kU64:
            return Add(text, "%llu", static_cast<unsigned long long>(At<uint64_t>(r.data, i)));
        default:
            return Add(text, "%u", At<uint8_t>(r.data, i));
    }
}

/// In one line, which is broken after every 30th element but the first ones.
void AddFlat(std::string* text, const DumpRecord& r) {
    constexpr uint32_t kInLine = 30;
    text->append("[");
    for (uint32_t i = 0; i < r.count; ++i) {
        text->append(i == 0 ? "" : i > 1 && (i - 1) % kInLine == 0 ? ", \n" : ", ");
        AddElement(text, r, i);
    }
    text->append("]");
}

/// The elements of one index of the outer axes; `next` counts elements.
void AddShaped(std::string* text, const DumpRecord& r, uint32_t axis, uint64_t* next) {
    if (axis == r.rank) {
        if (*next < r.count) {
            AddElement(text, r, *next);
        } else {
            text->append("-");
        }
        ++*next;
        return;
    }
    text->append("[");
    for (uint32_t i = 0; i < r.shape[axis]; ++i) {
        text->append(i == 0 ? "" : axis + 1 == r.rank ? "," : ",\n");
        AddShaped(text, r, axis + 1, next);
    }
    text->append("]");
}

void AddShapeRemark(std::string* text, const DumpRecord& r) {
    uint64_t size = 1;
    std::string extents;
    for (uint32_t i = 0; i < r.rank; ++i) {
        size *= r.shape[i];
        Add(&extents, i == 0 ? "%u" : ", %u", r.shape[i]);
    }
    if (size != r.count) {
        text->append("shape is [" + extents + "], ");
        Add(text, "dumpSize is %u, %s.\n", r.count,
            size > r.count ? "data is not enough" : "dumpSize is greater than shapeSize");
    }
}

uint64_t BytesOf(const DumpRecord& r) {
    return (uint64_t{r.count} * AscendC::isa::BitsOf(r.type) + 7) / 8;
}

/// Reads every page of the tensor, so that a bad address is found while it still is the kernel's
/// fault.
void Touch(const DumpRecord& r) {
    const uint64_t bytes = BytesOf(r);
    const volatile uint8_t* data = static_cast<const volatile uint8_t*>(r.data);
    for (uint64_t i = 0; i < bytes; i += 4096) {
        static_cast<void>(data[i]);
    }
    if (bytes != 0) {
        static_cast<void>(data[bytes - 1]);
    }
}

}  // namespace

extern "C" __attribute__((visibility("default"))) void aicore_dump(const DumpRecord* record) {
    const DumpRecord& r = *record;
    Touch(r);
    aicore::RuntimeScope scope;
    std::string text;
    Add(&text, "DumpTensor: desc=%u, addr=%llx, data_type=%s, position=%s, dump_size=%u\n", r.desc,
        static_cast<unsigned long long>(r.address), Name(r.type), Name(r.memory), r.count);
    if (r.rank == 0) {
        AddFlat(&text, r);
    } else {
        uint64_t next = 0;
        AddShapeRemark(&text, r);
        AddShaped(&text, r, 0, &next);
    }
    text.append("\n");
    constexpr size_t kHead = 32;  // of a record, and of the record of a shape, which is as long
    const size_t record_bytes = kHead + BytesOf(r) + (r.rank == 0 ? 0 : 2 * kHead);
    const aicore::Fiber& fiber = scope.fiber();
    fiber.launch()->output.Add(*fiber.launch(), fiber.unit(), text.data(), text.size(),
                               record_bytes);
}
