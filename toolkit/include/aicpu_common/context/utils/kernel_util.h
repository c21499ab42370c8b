// Helpers of kernels of AI CPUs. The source has to bring Eigen.
#ifndef AICPU_UTILS_KERNEL_UTIL_H_
#define AICPU_UTILS_KERNEL_UTIL_H_

#include <sys/sysinfo.h>

#include <algorithm>
#include <climits>
#include <cmath>
#include <complex>
#include <cstdarg>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "../common/cpu_context.h"
#include "kernel_checks.h"
#include "log.h"
#include "status.h"
#include "unsupported/Eigen/CXX11/Tensor"

namespace aicpu {

constexpr uint32_t kResvCpuNum = 2;
constexpr uint32_t kThreadNum = 32;
constexpr uint32_t kFirstInputIndex = 0;
constexpr uint32_t kSecondInputIndex = 1;
constexpr uint32_t kThirdInputIndex = 2;
constexpr uint32_t kFourthInputIndex = 3;
constexpr uint32_t kFifthInputIndex = 4;
constexpr uint32_t kSixthInputIndex = 5;
constexpr uint32_t kSeventhInputIndex = 6;
constexpr uint32_t kEighthInputIndex = 7;
constexpr uint32_t kNinthInputIndex = 8;
constexpr uint32_t kTenthInputIndex = 9;
constexpr uint32_t kEleventhInputIndex = 10;
constexpr uint32_t kTwelfthInputIndex = 11;
constexpr uint32_t kFirstOutputIndex = 0;
constexpr uint32_t kSecondOutputIndex = 1;
constexpr uint32_t kThirdOutputIndex = 2;
constexpr uint64_t kEigenAlignmentBytes = 16;

constexpr uint64_t kFormatNCHWIndexN = 0;
constexpr uint64_t kFormatNCHWIndexC = 1;
constexpr uint64_t kFormatNCHWIndexH = 2;
constexpr uint64_t kFormatNCHWIndexW = 3;
constexpr uint64_t kFormatCHWIndexC = 0;
constexpr uint64_t kFormatCHWIndexH = 1;
constexpr uint64_t kFormatCHWIndexW = 2;
constexpr uint64_t kFormatNHWCIndexN = 0;
constexpr uint64_t kFormatNHWCIndexH = 1;
constexpr uint64_t kFormatNHWCIndexW = 2;
constexpr uint64_t kFormatNHWCIndexC = 3;
constexpr uint64_t kFormatHWCIndexH = 0;
constexpr uint64_t kFormatHWCIndexW = 1;
constexpr uint64_t kFormatHWCIndexC = 2;

const size_t INPUT_NUM0 = 0;
const size_t INPUT_NUM1 = 1;
const size_t INPUT_NUM2 = 2;
const size_t INPUT_NUM3 = 3;
const size_t INPUT_NUM4 = 4;
const size_t INPUT_NUM5 = 5;
const size_t INPUT_NUM6 = 6;
const size_t INPUT_NUM7 = 7;
const size_t INPUT_NUM8 = 8;
const size_t INPUT_NUM9 = 9;
const size_t INPUT_NUM32 = 32;

constexpr int kRank1 = 1;
constexpr int kRank2 = 2;
constexpr int kRank3 = 3;
constexpr int kRank4 = 4;
constexpr int kRank5 = 5;
constexpr int kRank6 = 6;
constexpr int kRank7 = 7;
constexpr int kRank8 = 8;

constexpr int kShift8 = 8;
constexpr int kShift32 = 32;

enum class SocVersion {
    ASCEND910 = 0,
    ASCEND910B,
    ASCEND910_93,
    ASCEND950,
    ASCEND910E,
    ASCEND310,
    ASCEND310P,
    ASCEND310B,
    ASCEND310C,
    ASCEND610LITE,
    RESERVED_VERSION = 99999
};

/// Texts of all arguments, one after the other.
template <typename T>
std::string ConcatString(T arg) {
    std::ostringstream text;
    text << arg;
    return text.str();
}
template <typename T, typename... Ts>
std::string ConcatString(T arg, Ts... arg_left) {
    return ConcatString(arg) + ConcatString(arg_left...);
}

/// The values with ", " between them.
template <typename T>
inline std::string VectorToString(const std::vector<T>& values) {
    std::ostringstream text;
    for (size_t i = 0; i < values.size(); ++i) {
        text << (i == 0 ? "" : ", ") << values[i];
    }
    return text.str();
}

/// The value in brackets.
template <typename T>
std::string FmtToStr(const T& t) {
    std::ostringstream text;
    text << "[" << t << "]";
    return text.str();
}

/// A format has its layout in the lowest byte, and above it two bytes for groups and the like.
inline int32_t GetPrimaryFormat(int32_t format) {
    return static_cast<int32_t>(static_cast<uint32_t>(format) & 0xff);
}
inline int32_t GetSubFormat(int32_t format) {
    return static_cast<int32_t>((static_cast<uint32_t>(format) & 0xffff00) >> kShift8);
}
inline bool HasSubFormat(int32_t format) {
    return GetSubFormat(format) > 0;
}

/// Whether x * y, of numbers that are not negative, fits into `xy`.
inline bool MulWithoutOverflow(const int64_t x, const int64_t y, int64_t& xy) {
    if (x < 0 || y < 0) {
        KERNEL_LOG_ERROR("a product of negative numbers");
        return false;
    }
    return !__builtin_mul_overflow(x, y, &xy);
}
/// Whether x + y fits; `sum` is set in any case.
inline bool AddWithoutOverflow(const int64_t x, const int64_t y, int64_t& sum) {
    return !__builtin_add_overflow(x, y, &sum);
}
/// Whether a * b fits.
inline bool CheckUint32MulOverflow(const uint32_t a, const uint32_t b) {
    uint32_t product;
    return !__builtin_mul_overflow(a, b, &product);
}
inline bool CheckInt32MulOverflow(const int32_t a, const int32_t b) {
    int32_t product;
    return !__builtin_mul_overflow(a, b, &product);
}
inline bool CheckUint64MulOverflow(const uint64_t a, const uint64_t b) {
    uint64_t product;
    return !__builtin_mul_overflow(a, b, &product);
}
inline bool CheckInt64MulOverflow(const int64_t a, const int64_t b) {
    int64_t product;
    return !__builtin_mul_overflow(a, b, &product);
}
/// Whether a + b is finite.
inline bool CheckFloatAddOverflow(float a, float b) {
    return std::isfinite(a + b);
}

template <typename TI, typename TO>
inline TO* PtrToPtr(TI* const ptr) {
    return reinterpret_cast<TO*>(ptr);
}

inline bool IsScalar(const std::vector<int64_t>& shape) {
    return shape.empty();
}
inline bool IsVector(const std::vector<int64_t>& shape) {
    return shape.size() == 1;
}
inline bool IsMatrix(const std::vector<int64_t>& shape) {
    return shape.size() == 2;
}
inline bool IsSquareMatrix(const std::vector<int64_t>& shape) {
    return IsMatrix(shape) && shape[0] == shape[1];
}
inline bool IsVectorOrHigher(const std::vector<int64_t>& shape) {
    return !shape.empty();
}

inline bool AddrAlignedCheck(const void* addr, uint64_t alignment = kEigenAlignmentBytes) {
    return reinterpret_cast<uintptr_t>(addr) % alignment == 0;
}

/// memcpy of any size; false if a pointer is null or the destination too small.
inline bool BiggerMemCpy(void* dst_addr, const std::size_t dst_len, const void* src_addr,
                         const std::size_t src_len) {
    if (dst_addr == nullptr || src_addr == nullptr || dst_len < src_len) {
        KERNEL_LOG_ERROR("%zu bytes cannot be copied from %p to %p of %zu bytes", src_len, src_addr,
                         dst_addr, dst_len);
        return false;
    }
    std::memcpy(dst_addr, src_addr, src_len);
    return true;
}
inline bool BiggerMemSet(void* dst_addr, const std::size_t dst_len, const int c,
                         const std::size_t count) {
    if (dst_addr == nullptr || dst_len < count) {
        KERNEL_LOG_ERROR("%zu bytes cannot be set at %p of %zu bytes", count, dst_addr, dst_len);
        return false;
    }
    std::memset(dst_addr, c, count);
    return true;
}

/// x / base, rounded up.
inline int64_t CeilMultiple(const int64_t x, const int64_t base) {
    return x / base + (x % base != 0 ? 1 : 0);
}
/// `size` rounded up to a multiple of `alignment`, which is a power of two.
inline uint64_t AlignedTo(const uint64_t size, const uint64_t alignment) {
    return (size + alignment - 1) & ~(alignment - 1);
}

/// MAX_COMPILE_CORE_NUMBER, at most the CPUs of this machine; 1 if it is not set.
inline int64_t GetMaxCompilerCoreNum() {
    const char* const value = std::getenv("MAX_COMPILE_CORE_NUMBER");
    if (value == nullptr || *value == '\0') {
        return 1;
    }
    return std::min<int64_t>(std::strtol(value, nullptr, 10), get_nprocs());
}

template <typename T, typename std::enable_if<std::is_integral<T>::value, T>::type* = nullptr>
inline bool IsNanVal(T) {
    return false;
}
template <typename T, typename std::enable_if<std::is_floating_point<T>::value, T>::type* = nullptr>
inline bool IsNanVal(T val) {
    return std::isnan(val);
}
template <typename T,
          typename std::enable_if<std::is_same<T, Eigen::half>::value, T>::type* = nullptr>
inline bool IsNanVal(T val) {
    return std::isnan(static_cast<float>(val));
}
template <typename T, typename std::enable_if<std::is_same<T, std::complex<float>>::value ||
                                                  std::is_same<T, std::complex<double>>::value,
                                              T>::type* = nullptr>
inline bool IsNanVal(T val) {
    return std::isnan(val.real()) || std::isnan(val.imag());
}

/// Whether the numbers are equal; floating-point ones up to 1e-5 (float), 1e-9 (double) or 1e-3
/// (half) of the larger.
template <typename T>
typename std::enable_if<!(std::is_same<T, float>::value || std::is_same<T, double>::value ||
                          std::is_same<T, Eigen::half>::value),
                        bool>::type
IsValueEqual(T a, T b) {
    return a == b;
}
template <typename T>
typename std::enable_if<std::is_same<T, float>::value || std::is_same<T, double>::value, bool>::type
IsValueEqual(T a, T b) {
    constexpr T epsilon = static_cast<T>(std::is_same<T, float>::value ? 1e-5 : 1e-9);
    return std::abs(a - b) <= epsilon * std::max(std::abs(a), std::abs(b));
}
template <typename T>
typename std::enable_if<std::is_same<T, Eigen::half>::value, bool>::type IsValueEqual(T a, T b) {
    constexpr float epsilon = 1e-3F;
    const float x = static_cast<float>(a);
    const float y = static_cast<float>(b);
    return std::abs(x - y) <= epsilon * std::max(std::abs(x), std::abs(y));
}

}  // namespace aicpu

#endif  // AICPU_UTILS_KERNEL_UTIL_H_
