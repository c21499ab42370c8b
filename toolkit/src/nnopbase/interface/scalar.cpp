// opdev/common_types.h: scalars.
#include <cstring>

#include "aclnn/opdev/common_types.h"
#include "nnopbase/objects.h"
#include "nnopbase/scalar_value.h"

namespace {

constexpr size_t kMaxBytes = 16;

/// The value as a number of C++; 0 for types that do not convert.
template <typename T>
T To(const aclScalar& scalar, ge::DataType dtype) {
    std::vector<uint8_t> bytes;
    T value = T();
    if (nnopbase::AppendScalar(scalar, dtype, &bytes) && bytes.size() >= sizeof(T)) {
        memcpy(&value, bytes.data(), sizeof(T));
    }
    return value;
}

}  // namespace

aclScalar::aclScalar(const void* data, op::DataType dataType) : dtype_(dataType) {
    const size_t bytes = (nnopbase::ElementBits(dataType) + 7) / 8;
    if (data != nullptr && bytes <= kMaxBytes) {
        memcpy(value_, data, bytes);
    }
}

const void* aclScalar::GetData() const {
    return value_;
}

uint64_t aclScalar::Size() const {
    return (nnopbase::ElementBits(dtype_) + 7) / 8;
}

op::DataType aclScalar::GetDataType() const {
    return dtype_;
}

float aclScalar::ToFloat() const {
    return To<float>(*this, ge::DT_FLOAT);
}

double aclScalar::ToDouble() const {
    return To<double>(*this, ge::DT_DOUBLE);
}

bool aclScalar::ToBool() const {
    return To<uint8_t>(*this, ge::DT_BOOL) != 0;
}

int8_t aclScalar::ToInt8() const {
    return To<int8_t>(*this, ge::DT_INT8);
}

int16_t aclScalar::ToInt16() const {
    return To<int16_t>(*this, ge::DT_INT16);
}

int32_t aclScalar::ToInt32() const {
    return To<int32_t>(*this, ge::DT_INT32);
}

int64_t aclScalar::ToInt64() const {
    return To<int64_t>(*this, ge::DT_INT64);
}

uint8_t aclScalar::ToUint8() const {
    return To<uint8_t>(*this, ge::DT_UINT8);
}

uint16_t aclScalar::ToUint16() const {
    return To<uint16_t>(*this, ge::DT_UINT16);
}

uint32_t aclScalar::ToUint32() const {
    return To<uint32_t>(*this, ge::DT_UINT32);
}

uint64_t aclScalar::ToUint64() const {
    return To<uint64_t>(*this, ge::DT_UINT64);
}

op::fp16_t aclScalar::ToFp16() const {
    return To<op::fp16_t>(*this, ge::DT_FLOAT16);
}

op::bfloat16 aclScalar::ToBf16() const {
    return To<op::bfloat16>(*this, ge::DT_BF16);
}

std::complex<float> aclScalar::ToComplex64() const {
    return To<std::complex<float>>(*this, ge::DT_COMPLEX64);
}

std::complex<double> aclScalar::ToComplex128() const {
    return To<std::complex<double>>(*this, ge::DT_COMPLEX128);
}
