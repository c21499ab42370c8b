// Element types, tensor formats and type sets of the graph engine (namespace ge).
#ifndef INC_EXTERNAL_GRAPH_TYPES_H_
#define INC_EXTERNAL_GRAPH_TYPES_H_

#include <atomic>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <vector>

#include "graph/kernel_names_off.h"

#if defined(__GNUC__)
#define GE_ATTRIBUTE_DEFAULT_VISIBILITY __attribute__((visibility("default")))
#else
#define GE_ATTRIBUTE_DEFAULT_VISIBILITY
#endif

#ifndef GE_FUNC_HOST_VISIBILITY
#define GE_FUNC_HOST_VISIBILITY GE_ATTRIBUTE_DEFAULT_VISIBILITY
#endif
#ifndef GE_FUNC_DEV_VISIBILITY
#define GE_FUNC_DEV_VISIBILITY
#endif
#ifndef WEAK_SYMBOL
#define WEAK_SYMBOL __attribute__((weak))
#endif
#ifndef FORMAT_PRINTF
#define FORMAT_PRINTF(format_idx, first_arg) \
    __attribute__((format(printf, (format_idx), (first_arg))))
#endif

namespace ge {
using char_t = char;
using float32_t = float;
using float64_t = double;
using vector_bit_t = std::vector<bool>;

/// Value of a dimension that is only known at run time.
static const int64_t UNKNOWN_DIM = -1;
/// Only dimension of a shape whose rank is only known at run time.
static const int64_t UNKNOWN_DIM_NUM = -2;
static const int64_t SHAPE_RANGE_LOWER_LIMIT = 0;
static const std::vector<int64_t> UNKNOWN_SHAPE = {-1};
static const std::vector<int64_t> UNKNOWN_RANK = {-2};
static const std::vector<int64_t> DUMMY_SHAPE = {-3};

/// GetSizeByDataType() of a type smaller than a byte is this plus its number of bits.
static constexpr int32_t kDataTypeSizeBitOffset = 1000;
static constexpr uint32_t kBitNumOfOneByte = 8U;
static constexpr uint32_t kBitThreeBytes = 24U;

enum DataType {
    DT_FLOAT = 0,
    DT_FLOAT16 = 1,
    DT_INT8 = 2,
    DT_INT32 = 3,
    DT_UINT8 = 4,
    DT_INT16 = 6,
    DT_UINT16 = 7,
    DT_UINT32 = 8,
    DT_INT64 = 9,
    DT_UINT64 = 10,
    DT_DOUBLE = 11,
    DT_BOOL = 12,
    DT_STRING = 13,
    DT_DUAL_SUB_INT8 = 14,
    DT_DUAL_SUB_UINT8 = 15,
    DT_COMPLEX64 = 16,
    DT_COMPLEX128 = 17,
    DT_QINT8 = 18,
    DT_QINT16 = 19,
    DT_QINT32 = 20,
    DT_QUINT8 = 21,
    DT_QUINT16 = 22,
    DT_RESOURCE = 23,
    DT_STRING_REF = 24,
    DT_DUAL = 25,
    DT_VARIANT = 26,
    DT_BF16 = 27,
    DT_UNDEFINED = 28,
    DT_INT4 = 29,
    DT_UINT1 = 30,
    DT_INT2 = 31,
    DT_UINT2 = 32,
    DT_COMPLEX32 = 33,
    DT_HIFLOAT8 = 34,
    DT_FLOAT8_E5M2 = 35,
    DT_FLOAT8_E4M3FN = 36,
    DT_FLOAT8_E8M0 = 37,
    DT_FLOAT6_E3M2 = 38,
    DT_FLOAT6_E2M3 = 39,
    DT_FLOAT4_E2M1 = 40,
    DT_FLOAT4_E1M2 = 41,
    DT_MAX
};

/// What an element of type DT_STRING looks like in memory.
struct StringHead {
    int64_t addr;
    int64_t len;
};

/// Bytes of one element; kDataTypeSizeBitOffset + bits for types smaller than a byte; -1 if the
/// type has no fixed size.
inline int GetSizeByDataType(DataType data_type) {
    switch (data_type) {
        case DT_INT8:
        case DT_UINT8:
        case DT_BOOL:
        case DT_DUAL_SUB_INT8:
        case DT_DUAL_SUB_UINT8:
        case DT_QINT8:
        case DT_QUINT8:
        case DT_HIFLOAT8:
        case DT_FLOAT8_E5M2:
        case DT_FLOAT8_E4M3FN:
        case DT_FLOAT8_E8M0:
            return 1;
        case DT_FLOAT16:
        case DT_BF16:
        case DT_INT16:
        case DT_UINT16:
        case DT_QINT16:
        case DT_QUINT16:
            return 2;
        case DT_FLOAT:
        case DT_INT32:
        case DT_UINT32:
        case DT_QINT32:
        case DT_COMPLEX32:
            return 4;
        case DT_DUAL:
            return 5;
        case DT_INT64:
        case DT_UINT64:
        case DT_DOUBLE:
        case DT_COMPLEX64:
        case DT_RESOURCE:
        case DT_VARIANT:
            return 8;
        case DT_COMPLEX128:
            return 16;
        case DT_UINT1:
            return kDataTypeSizeBitOffset + 1;
        case DT_INT2:
        case DT_UINT2:
            return kDataTypeSizeBitOffset + 2;
        case DT_INT4:
        case DT_FLOAT4_E2M1:
        case DT_FLOAT4_E1M2:
            return kDataTypeSizeBitOffset + 4;
        case DT_FLOAT6_E3M2:
        case DT_FLOAT6_E2M3:
            return kDataTypeSizeBitOffset + 6;
        default:
            return -1;
    }
}

/// Bytes of `element_count` elements, packed types rounded up to whole bytes; -1 if the count is
/// negative, the type has no fixed size or the product overflows.
int64_t GetSizeInBytes(int64_t element_count, DataType data_type);

enum Format {
    FORMAT_NCHW = 0,
    FORMAT_NHWC = 1,
    FORMAT_ND = 2,
    FORMAT_NC1HWC0 = 3,
    FORMAT_FRACTAL_Z = 4,
    FORMAT_NC1C0HWPAD = 5,
    FORMAT_NHWC1C0 = 6,
    FORMAT_FSR_NCHW = 7,
    FORMAT_FRACTAL_DECONV = 8,
    FORMAT_C1HWNC0 = 9,
    FORMAT_FRACTAL_DECONV_TRANSPOSE = 10,
    FORMAT_FRACTAL_DECONV_SP_STRIDE_TRANS = 11,
    FORMAT_NC1HWC0_C04 = 12,
    FORMAT_FRACTAL_Z_C04 = 13,
    FORMAT_CHWN = 14,
    FORMAT_FRACTAL_DECONV_SP_STRIDE8_TRANS = 15,
    FORMAT_HWCN = 16,
    FORMAT_NC1KHKWHWC0 = 17,
    FORMAT_BN_WEIGHT = 18,
    FORMAT_FILTER_HWCK = 19,
    FORMAT_HASHTABLE_LOOKUP_LOOKUPS = 20,
    FORMAT_HASHTABLE_LOOKUP_KEYS = 21,
    FORMAT_HASHTABLE_LOOKUP_VALUE = 22,
    FORMAT_HASHTABLE_LOOKUP_OUTPUT = 23,
    FORMAT_HASHTABLE_LOOKUP_HITS = 24,
    FORMAT_C1HWNCoC0 = 25,
    FORMAT_MD = 26,
    FORMAT_NDHWC = 27,
    FORMAT_FRACTAL_ZZ = 28,
    FORMAT_FRACTAL_NZ = 29,
    FORMAT_NCDHW = 30,
    FORMAT_DHWCN = 31,
    FORMAT_NDC1HWC0 = 32,
    FORMAT_FRACTAL_Z_3D = 33,
    FORMAT_CN = 34,
    FORMAT_NC = 35,
    FORMAT_DHWNC = 36,
    FORMAT_FRACTAL_Z_3D_TRANSPOSE = 37,
    FORMAT_FRACTAL_ZN_LSTM = 38,
    FORMAT_FRACTAL_Z_G = 39,
    FORMAT_RESERVED = 40,
    FORMAT_ALL = 41,
    FORMAT_NULL = 42,
    FORMAT_ND_RNN_BIAS = 43,
    FORMAT_FRACTAL_ZN_RNN = 44,
    FORMAT_NYUV = 45,
    FORMAT_NYUV_A = 46,
    FORMAT_NCL = 47,
    FORMAT_FRACTAL_Z_WINO = 48,
    FORMAT_C1HWC0 = 49,
    FORMAT_FRACTAL_NZ_C0_16 = 50,
    FORMAT_FRACTAL_NZ_C0_32 = 51,
    FORMAT_FRACTAL_NZ_C0_2 = 52,
    FORMAT_FRACTAL_NZ_C0_4 = 53,
    FORMAT_FRACTAL_NZ_C0_8 = 54,
    FORMAT_END,
    FORMAT_MAX = 0xff
};

// A format word: bits 0-7 the Format, bits 8-23 a sub-format (groups of FRACTAL_Z), bits 24-27 a
// code c of the innermost dimension C0 = 2^(c-1), 0 if not given.

inline int32_t GetFormatFromSubAndC0(int32_t primary_format, int32_t sub_format,
                                     int32_t c0_format) {
    const uint32_t primary = static_cast<uint32_t>(primary_format) & 0xffU;
    const uint32_t sub = (static_cast<uint32_t>(sub_format) & 0xffffU) << kBitNumOfOneByte;
    const uint32_t c0 = (static_cast<uint32_t>(c0_format) & 0xfU) << kBitThreeBytes;
    return static_cast<int32_t>(primary | sub | c0);
}
inline int32_t GetFormatFromSub(int32_t primary_format, int32_t sub_format) {
    return GetFormatFromSubAndC0(primary_format, sub_format, 0);
}
/// Replaces the C0 code of `format`, keeping primary and sub-format.
inline int32_t GetFormatFromC0(int32_t format, int32_t c0_format) {
    return static_cast<int32_t>((static_cast<uint32_t>(format) & 0xffffffU) |
                                ((static_cast<uint32_t>(c0_format) & 0xfU) << kBitThreeBytes));
}
inline int32_t GetPrimaryFormat(int32_t format) {
    return static_cast<int32_t>(static_cast<uint32_t>(format) & 0xffU);
}
inline int32_t GetSubFormat(int32_t format) {
    return static_cast<int32_t>((static_cast<uint32_t>(format) >> kBitNumOfOneByte) & 0xffffU);
}
inline int32_t GetC0Format(int32_t format) {
    return static_cast<int32_t>((static_cast<uint32_t>(format) >> kBitThreeBytes) & 0xfU);
}
inline bool HasSubFormat(int32_t format) {
    return GetSubFormat(format) != 0;
}
inline bool HasC0Format(int32_t format) {
    return GetC0Format(format) != 0;
}
/// Elements of the innermost dimension; -1 if the format word does not say.
inline int64_t GetC0Value(int32_t format) {
    return HasC0Format(format) ? static_cast<int64_t>(1) << (GetC0Format(format) - 1) : -1;
}

enum UnknowShapeOpType {
    DEPEND_IN_SHAPE = 1,
    DEPEND_CONST_VALUE = 2,
    DEPEND_SHAPE_RANGE = 3,
    DEPEND_COMPUTE = 4
};

struct TensorDescInfo {
    Format format_ = FORMAT_RESERVED;
    DataType dataType_ = DT_UNDEFINED;
};

enum DeviceType {
    NPU = 0,
    CPU = 1,
};

enum Placement {
    kPlacementHost = 0,
    kPlacementDevice = 1,
    kPlacementEnd,
};

/// Name of the primary format without prefix, e.g. "NCHW"; "RESERVED"-like names included.
GE_FUNC_DEV_VISIBILITY GE_FUNC_HOST_VISIBILITY const char_t* GetFormatName(Format format);

class TensorTypeImpl;

/// A set of element types that a port of an operator prototype accepts.
struct TensorType {
    explicit TensorType(DataType dt);
    TensorType(const std::initializer_list<DataType>& initial_types);

    static TensorType ALL() {
        return TensorType{DT_BOOL,     DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE,  DT_FLOAT,
                          DT_FLOAT16,  DT_INT16,      DT_INT32,     DT_INT64,   DT_INT8,
                          DT_QINT16,   DT_QINT32,     DT_QINT8,     DT_QUINT16, DT_QUINT8,
                          DT_RESOURCE, DT_STRING,     DT_UINT16,    DT_UINT32,  DT_UINT64,
                          DT_UINT8,    DT_BF16,       DT_COMPLEX32};
    }
    static TensorType QuantifiedType() {
        return TensorType{DT_QINT16, DT_QINT32, DT_QINT8, DT_QUINT16, DT_QUINT8};
    }
    static TensorType OrdinaryType() {
        return TensorType{DT_BOOL,   DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE,
                          DT_FLOAT,  DT_FLOAT16,    DT_INT16,     DT_INT32,
                          DT_INT64,  DT_INT8,       DT_UINT16,    DT_UINT32,
                          DT_UINT64, DT_UINT8,      DT_BF16,      DT_COMPLEX32};
    }
    static TensorType BasicType() {
        return TensorType{DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE,  DT_FLOAT,  DT_FLOAT16,
                          DT_INT16,      DT_INT32,     DT_INT64,   DT_INT8,   DT_QINT16,
                          DT_QINT32,     DT_QINT8,     DT_QUINT16, DT_QUINT8, DT_UINT16,
                          DT_UINT32,     DT_UINT64,    DT_UINT8,   DT_BF16,   DT_COMPLEX32};
    }
    static TensorType NumberType() {
        return TensorType{DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE,   DT_FLOAT,  DT_FLOAT16,
                          DT_INT16,      DT_INT32,     DT_INT64,    DT_INT8,   DT_QINT32,
                          DT_QINT8,      DT_QUINT8,    DT_UINT16,   DT_UINT32, DT_UINT64,
                          DT_UINT8,      DT_BF16,      DT_COMPLEX32};
    }
    static TensorType RealNumberType() {
        return TensorType{DT_DOUBLE, DT_FLOAT,  DT_FLOAT16, DT_INT16,  DT_INT32, DT_INT64,
                          DT_INT8,   DT_UINT16, DT_UINT32,  DT_UINT64, DT_UINT8, DT_BF16};
    }
    static TensorType ComplexDataType() {
        return TensorType{DT_COMPLEX128, DT_COMPLEX64, DT_COMPLEX32};
    }
    static TensorType IntegerDataType() {
        return TensorType{DT_INT16,  DT_INT32,  DT_INT64,  DT_INT8,
                          DT_UINT16, DT_UINT32, DT_UINT64, DT_UINT8};
    }
    static TensorType SignedDataType() { return TensorType{DT_INT16, DT_INT32, DT_INT64, DT_INT8}; }
    static TensorType UnsignedDataType() {
        return TensorType{DT_UINT16, DT_UINT32, DT_UINT64, DT_UINT8};
    }
    static TensorType FloatingDataType() { return TensorType{DT_DOUBLE, DT_FLOAT, DT_FLOAT16}; }
    static TensorType IndexNumberType() { return TensorType{DT_INT32, DT_INT64}; }
    static TensorType UnaryDataType() {
        return TensorType{DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE,   DT_FLOAT,
                          DT_FLOAT16,    DT_BF16,      DT_COMPLEX32};
    }
    static TensorType FLOAT() { return TensorType{DT_FLOAT, DT_FLOAT16, DT_BF16}; }

    std::shared_ptr<TensorTypeImpl> tensor_type_impl_;
};

struct ListTensorType {
    explicit ListTensorType(const TensorType& type) : tensor_type(type) {}
    TensorType tensor_type;
};

/// A symbolic type that is the promotion of several others.
class Promote {
public:
    Promote(const std::initializer_list<const char*>& syms);
    Promote(const Promote& other) = delete;
    Promote& operator=(const Promote& other) = delete;
    Promote(Promote&& other) noexcept;
    Promote& operator=(Promote&& other) noexcept;
    std::vector<const char*> Syms() const;

private:
    std::shared_ptr<void> data_;
};
}  // namespace ge

namespace domi {
enum class ImplyType : unsigned int {
    BUILDIN = 0,
    TVM,
    CUSTOM,
    AI_CPU,
    CCE,
    GELOCAL,
    HCCL,
    INVALID = 0xFFFFFFFF,
};
using char_t = ge::char_t;
using float32_t = ge::float32_t;
using float64_t = ge::float64_t;
}  // namespace domi

#include "graph/kernel_names_on.h"

#endif  // INC_EXTERNAL_GRAPH_TYPES_H_
