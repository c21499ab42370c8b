// Output and assertions of kernels.
#pragma once

#include <type_traits>

#include "detail/meta.h"
#include "detail/tensor.h"
#include "isa/print.h"

namespace AscendC {
namespace isa {

/// Printf arguments as C variadic arguments can carry them: 16-bit floats become double.
template <typename T>
inline auto PrintArgument(const T& value) {
    if constexpr (std::is_same_v<T, half> || std::is_same_v<T, bfloat16_t>) {
        return static_cast<double>(value.ToFloat());
    } else if constexpr (std::is_same_v<T, int4b_t>) {
        return static_cast<int>(static_cast<int8_t>(value));
    } else {
        return value;
    }
}
template <size_t N>
inline const char* PrintArgument(const char (&text)[N]) {
    return text;
}

/// Longest text of one call, in bytes; what is longer is cut off.
constexpr size_t kMaxPrint = 4096;

template <typename... Args>
__attribute__((noinline)) void Print(const char* format, const Args&... args) {
    ASCENDC_META(ASCENDC_META_PRINT, 0, 0);
    char text[kMaxPrint];
    int length;
    if constexpr (sizeof...(Args) == 0) {
        length = aicore_format(text, sizeof(text), format, 0);
    } else {
        length = aicore_format(text, sizeof(text), format, PrintArgument(args)...);
    }
    if (length > 0) {
        const size_t size = static_cast<size_t>(length) < sizeof(text) ? static_cast<size_t>(length)
                                                                       : sizeof(text) - 1;
        aicore_print(text, size);
    }
}

template <typename... Args>
[[noreturn]] __attribute__((noinline)) void AssertFailed(const char* file, int line,
                                                         const char* text, const char* format,
                                                         const Args&... args) {
    char message[512];
    const int length =
        aicore_format(message, sizeof(message), "%s:%d: Assertion `%s' failed. ", file, line, text);
    if (length >= 0 && static_cast<size_t>(length) < sizeof(message)) {
        if constexpr (sizeof...(Args) == 0) {
            aicore_format(message + length, sizeof(message) - length, format, 0);
        } else {
            aicore_format(message + length, sizeof(message) - length, format,
                          PrintArgument(args)...);
        }
    }
    aicore_trap(message);
}
[[noreturn]] inline void AssertFailed(const char* file, int line, const char* text) {
    AssertFailed(file, line, text, "");
}

}  // namespace isa

template <typename... Args>
inline void PRINTF(const char* format, const Args&... args) {
    isa::Print(format, args...);
}
// The C library's printf may be a macro.
template <typename... Args>
inline void(printf)(const char* format, const Args&... args) {
    isa::Print(format, args...);
}
template <typename... Args>
inline void ascendc_printf_(const char* format, const Args&... args) {
    isa::Print(format, args...);
}

/// Ends the launch with a fault.
inline void Trap() {
    aicore_trap("the kernel called Trap()");
}

namespace isa {
/// Buffered text of a dump: lines of up to 8 values.
class DumpText {
public:
    template <typename... Args>
    void Add(const char* format, const Args&... args) {
        const int length = aicore_format(text_ + size_, sizeof(text_) - size_, format, args...);
        size_ += length > 0 ? static_cast<size_t>(length) : 0;
        if (size_ + 128 > sizeof(text_)) {
            Flush();
        }
    }
    void Flush() {
        if (size_ != 0) {
            aicore_print(text_, size_ < sizeof(text_) ? size_ : sizeof(text_) - 1);
            size_ = 0;
        }
    }

private:
    char text_[4096];
    size_t size_ = 0;
};

template <typename T>
inline void DumpValue(DumpText* text, const T* data, uint32_t index) {
    if constexpr (std::is_same_v<T, int4b_t>) {
        const uint8_t pair = data[index / 2].storage;
        text->Add("%d", static_cast<int8_t>(index % 2 == 0 ? pair << 4 : pair & 0xf0) >> 4);
    } else if constexpr (std::is_same_v<T, half> || std::is_same_v<T, bfloat16_t> ||
                         std::is_floating_point_v<T>) {
        text->Add("%f", static_cast<double>(static_cast<float>(data[index])));
    } else if constexpr (std::is_signed_v<T>) {
        text->Add("%lld", static_cast<long long>(data[index]));
    } else {
        text->Add("%llu", static_cast<unsigned long long>(data[index]));
    }
}

constexpr const char* DTypeName(DType type) {
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

constexpr const char* HardwareName(Hardware hardware) {
    constexpr const char* names[] = {"GM", "UB", "L1", "L0A", "L0B", "L0C", "BIAS", "FIXBUF", "?"};
    return names[static_cast<int>(hardware)];
}

template <typename T>
__attribute__((noinline)) void Dump(const T* data, uint64_t address, Hardware position,
                                    uint32_t desc, uint32_t count, const ShapeInfo* shape) {
    ASCENDC_META(ASCENDC_META_PRINT, 0, 0);
    DumpText text;
    text.Add("DumpTensor: desc=%u, addr=0x%llx, data_type=%s, position=%s, dump_size=%u\n", desc,
             static_cast<unsigned long long>(address), DTypeName(DTypeOf<T>),
             HardwareName(position), count);
    const uint32_t row =
        shape != nullptr && shape->shapeDim > 0 && shape->shape[shape->shapeDim - 1] > 0
            ? shape->shape[shape->shapeDim - 1]
            : 8;
    text.Add("[");
    for (uint32_t i = 0; i < count; ++i) {
        text.Add(i == 0 ? "" : i % row == 0 ? ",\n " : ", ");
        DumpValue(&text, data, i);
    }
    text.Add("]\n");
    text.Flush();
}
}  // namespace isa

template <typename T>
inline void DumpTensor(const LocalTensor<T>& tensor, uint32_t desc, uint32_t dumpSize) {
    isa::Dump(
        tensor.GetPhyAddr(), tensor.address_.bufferAddr,
        isa::PhysicalOf(static_cast<TPosition>(tensor.GetPosition()), isa::CurrentCore().arch),
        desc, dumpSize, nullptr);
}
template <typename T>
inline void DumpTensor(const LocalTensor<T>& tensor, uint32_t desc, uint32_t dumpSize,
                       const ShapeInfo& shapeInfo) {
    isa::Dump(
        tensor.GetPhyAddr(), tensor.address_.bufferAddr,
        isa::PhysicalOf(static_cast<TPosition>(tensor.GetPosition()), isa::CurrentCore().arch),
        desc, dumpSize, &shapeInfo);
}
template <typename T>
inline void DumpTensor(const GlobalTensor<T>& tensor, uint32_t desc, uint32_t dumpSize) {
    isa::Dump(tensor.GetPhyAddr(), reinterpret_cast<uint64_t>(tensor.GetPhyAddr()), Hardware::GM,
              desc, dumpSize, nullptr);
}
template <typename T>
inline void DumpTensor(const GlobalTensor<T>& tensor, uint32_t desc, uint32_t dumpSize,
                       const ShapeInfo& shapeInfo) {
    isa::Dump(tensor.GetPhyAddr(), reinterpret_cast<uint64_t>(tensor.GetPhyAddr()), Hardware::GM,
              desc, dumpSize, &shapeInfo);
}
template <typename Tensor>
inline void DumpAccChkPoint(const Tensor& tensor, uint32_t index, uint32_t countOff,
                            uint32_t dumpSize) {
    DumpTensor(tensor[countOff], index, dumpSize);
}
template <typename T>
void LocalTensor<T>::Print() {
    Print(GetSize());
}
template <typename T>
void LocalTensor<T>::Print(uint32_t count) {
    DumpTensor(*this, 0, count);
}

inline void PrintTimeStamp(uint32_t) {}
inline void InitDump(bool, uint32_t) {}
inline void InitDump(bool, __gm__ uint8_t*, uint32_t) {}

}  // namespace AscendC

// Visible unqualified too. `printf` is a macro so that kernels' calls reach the launch's reader
// whether they write printf, ::printf or AscendC::printf.
using AscendC::ascendc_printf_;
#undef printf
#define printf(...) ascendc_printf_(__VA_ARGS__)

#undef assert
#define ASCENDC_ASSERT_FIRST_(expression, ...) #expression
#if defined(NDEBUG)
#define assert(...) ((void)0)
#else
#define ASCENDC_ASSERT_CHECK_(expression, ...)                       \
    ((expression) ? (void)0                                          \
                  : ::AscendC::isa::AssertFailed(__FILE__, __LINE__, \
                                                 #expression __VA_OPT__(, ) __VA_ARGS__))
#define assert(...) ASCENDC_ASSERT_CHECK_(__VA_ARGS__)
#endif
#define ascendc_assert(...) assert(__VA_ARGS__)
#undef ASCENDC_ASSERT_FIRST_

// Checks that only CANN's CPU debugging performs; kernels put undeclared names and half statements
// in them.
#ifndef ASSERT
#define ASSERT(...)
#endif
#define ASSERT_MSG(...)
#define ASCENDC_ASSERT(...)
#define ASCENDC_DEBUG_ASSERT(...)
#define ASCENDC_REPORT_OVERFLOW_MEM(...)
#define DEBUG_CODE(...)
#define KERNEL_LOG(level, ...)
#define KERNEL_LOG_INTERNAL(level, ...)
#define TRACE_START(id)
#define TRACE_STOP(id)
