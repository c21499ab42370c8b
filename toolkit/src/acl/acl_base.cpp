// acl_base.h: halves, data buffers and tensor descriptions.
#include "acl/acl_base.h"

#include <cstring>
#include <limits>
#include <new>

#include "acl/acl_mdl.h"
#include "acl/check.h"
#include "acl/tensor_desc.h"
#include "graph/types.h"

using runtime::Fail;
using runtime::ObjectKind;

namespace {

// The interface has always treated exponent 31 as an ordinary exponent.
constexpr uint32_t kHalfMax = 0x7BFF;

std::vector<int64_t> CopyDims(int num, const int64_t* dims) {
    return num > 0 ? std::vector<int64_t>(dims, dims + num) : std::vector<int64_t>();
}

bool BadDims(const char* function, int num, const int64_t* dims) {
    if (num >= 0 && num <= ACL_MAX_DIM_CNT && (num == 0 || dims != nullptr)) {
        return false;
    }
    Fail(ACL_ERROR_INVALID_PARAM, "%s: %d dimensions%s", function, num,
         num < 0                 ? ""
         : num > ACL_MAX_DIM_CNT ? ", more than ACL_MAX_DIM_CNT"
                                 : " without an array");
    return true;
}

/// Number of elements; 0 when a dimension is unknown or the product does not fit.
size_t ElementCount(const std::vector<int64_t>& dims) {
    size_t count = 1;
    for (const int64_t dim : dims) {
        if (dim < 0 || (dim > 0 && count > SIZE_MAX / static_cast<size_t>(dim))) {
            return 0;
        }
        count *= static_cast<size_t>(dim);
    }
    return count;
}

/// aclDataType numbers types as ge::DataType does.
size_t BitsOf(aclDataType type) {
    const int size = ge::GetSizeByDataType(static_cast<ge::DataType>(type));
    if (size > ge::kDataTypeSizeBitOffset) {
        return static_cast<size_t>(size - ge::kDataTypeSizeBitOffset);
    }
    return size < 0 ? 0 : static_cast<size_t>(size) * 8;
}

bool IsDesc(const aclTensorDesc* desc) {
    return runtime::IsLive(ObjectKind::kTensorDesc, desc);
}

bool IsBuffer(const aclDataBuffer* buffer) {
    return runtime::IsLive(ObjectKind::kDataBuffer, buffer);
}

}  // namespace

extern "C" {

float aclFloat16ToFloat(aclFloat16 value) {
    const uint32_t sign = (value >> 15) & 1U;
    const uint32_t exponent = (value >> 10) & 0x1FU;
    const uint32_t fraction = value & 0x3FFU;
    // fraction * 2^-24 for subnormals, (1024 + fraction) * 2^(exponent - 25) otherwise; both exact
    // in float.
    float magnitude = static_cast<float>(exponent == 0 ? fraction : fraction + 1024U);
    const int shift = exponent == 0 ? -24 : static_cast<int>(exponent) - 25;
    magnitude *= __builtin_ldexpf(1.0F, shift);
    return sign != 0 ? -magnitude : magnitude;
}

aclFloat16 aclFloatToFloat16(float value) {
    uint32_t bits = 0;
    memcpy(&bits, &value, sizeof(bits));
    const uint32_t sign = (bits >> 16) & 0x8000U;
    const int exponent = static_cast<int>((bits >> 23) & 0xFFU) - 127;
    const uint32_t fraction = (bits & 0x7FFFFFU) | 0x800000U;
    if (exponent > 15) {
        return static_cast<aclFloat16>(sign | kHalfMax);
    }
    if (exponent < -25) {
        return static_cast<aclFloat16>(sign);
    }
    // Bits of the 24-bit fraction that a half does not keep; one more for each step below the
    // normal range.
    const int drop = exponent < -14 ? 13 + (-14 - exponent) : 13;
    const uint32_t mantissa = fraction >> drop;
    const uint32_t rest = fraction & ((1U << drop) - 1U);
    const uint32_t half = 1U << (drop - 1);
    const uint32_t rounded =
        mantissa + ((rest > half || (rest == half && (mantissa & 1U) != 0)) ? 1U : 0U);
    // Adding instead of joining lets a carry move into the exponent.
    uint32_t result =
        exponent < -14 ? rounded : ((static_cast<uint32_t>(exponent + 14) << 10) + rounded);
    if (result > kHalfMax) {
        result = kHalfMax;
    }
    return static_cast<aclFloat16>(sign | result);
}

aclDataBuffer* aclCreateDataBuffer(void* data, size_t size) {
    return runtime::Remembered(ObjectKind::kDataBuffer,
                               new (std::nothrow) aclDataBuffer{data, size});
}

aclError aclDestroyDataBuffer(const aclDataBuffer* dataBuffer) {
    ACL_DESTROY(kDataBuffer, dataBuffer);
    return ACL_SUCCESS;
}

aclError aclUpdateDataBuffer(aclDataBuffer* dataBuffer, void* data, size_t size) {
    ACL_REQUIRE_LIVE(kDataBuffer, dataBuffer);
    *dataBuffer = aclDataBuffer{data, size};
    return ACL_SUCCESS;
}

void* aclGetDataBufferAddr(const aclDataBuffer* dataBuffer) {
    return !IsBuffer(dataBuffer) ? nullptr : dataBuffer->data;
}

uint32_t aclGetDataBufferSize(const aclDataBuffer* dataBuffer) {
    return !IsBuffer(dataBuffer) ? 0 : static_cast<uint32_t>(dataBuffer->size);
}

size_t aclGetDataBufferSizeV2(const aclDataBuffer* dataBuffer) {
    return !IsBuffer(dataBuffer) ? 0 : dataBuffer->size;
}

size_t aclDataTypeSize(aclDataType dataType) {
    return BitsOf(dataType) / 8;
}

aclTensorDesc* aclCreateTensorDesc(aclDataType dataType, int numDims, const int64_t* dims,
                                   aclFormat format) {
    if (BadDims(__func__, numDims, dims)) {
        return nullptr;
    }
    aclTensorDesc* desc = new (std::nothrow) aclTensorDesc();
    if (desc != nullptr) {
        desc->dtype = dataType;
        desc->format = format;
        desc->dims = CopyDims(numDims, dims);
    }
    return runtime::Remembered(ObjectKind::kTensorDesc, desc);
}

void aclDestroyTensorDesc(const aclTensorDesc* desc) {
    if (desc != nullptr && !runtime::DestroyLive(ObjectKind::kTensorDesc, desc)) {
        Fail(ACL_ERROR_INVALID_PARAM, "aclDestroyTensorDesc: %p was destroyed, or never made",
             static_cast<const void*>(desc));
    }
}

aclError aclSetTensorShapeRange(aclTensorDesc* desc, size_t dimsCount,
                                int64_t dimsRange[][ACL_TENSOR_SHAPE_RANGE_NUM]) {
    ACL_REQUIRE_LIVE(kTensorDesc, desc);
    ACL_REQUIRE_NOT_NULL(dimsRange);
    desc->shape_range.clear();
    for (size_t i = 0; i < dimsCount; ++i) {
        desc->shape_range.push_back({dimsRange[i][0], dimsRange[i][1]});
    }
    return ACL_SUCCESS;
}

aclError aclSetTensorValueRange(aclTensorDesc* desc, size_t valueCount,
                                int64_t valueRange[][ACL_TENSOR_VALUE_RANGE_NUM]) {
    ACL_REQUIRE_LIVE(kTensorDesc, desc);
    ACL_REQUIRE_NOT_NULL(valueRange);
    desc->value_range.clear();
    for (size_t i = 0; i < valueCount; ++i) {
        desc->value_range.push_back({valueRange[i][0], valueRange[i][1]});
    }
    return ACL_SUCCESS;
}

aclDataType aclGetTensorDescType(const aclTensorDesc* desc) {
    return !IsDesc(desc) ? ACL_DT_UNDEFINED : desc->dtype;
}

aclFormat aclGetTensorDescFormat(const aclTensorDesc* desc) {
    return !IsDesc(desc) ? ACL_FORMAT_UNDEFINED : desc->format;
}

size_t aclGetTensorDescSize(const aclTensorDesc* desc) {
    return !IsDesc(desc) ? 0 : (ElementCount(desc->dims) * BitsOf(desc->dtype) + 7) / 8;
}

size_t aclGetTensorDescElementCount(const aclTensorDesc* desc) {
    return !IsDesc(desc) ? 0 : ElementCount(desc->dims);
}

size_t aclGetTensorDescNumDims(const aclTensorDesc* desc) {
    if (!IsDesc(desc)) {
        return 0;
    }
    return desc->dims.size() == 1 && desc->dims[0] == -2 ? static_cast<size_t>(ACL_UNKNOWN_RANK)
                                                         : desc->dims.size();
}

int64_t aclGetTensorDescDim(const aclTensorDesc* desc, size_t index) {
    return !IsDesc(desc) || index >= desc->dims.size() ? -1 : desc->dims[index];
}

aclError aclGetTensorDescDimV2(const aclTensorDesc* desc, size_t index, int64_t* dimSize) {
    ACL_REQUIRE_LIVE(kTensorDesc, desc);
    ACL_REQUIRE_NOT_NULL(dimSize);
    if (index >= desc->dims.size()) {
        return Fail(ACL_ERROR_INVALID_PARAM, "dimension %zu of a tensor with %zu", index,
                    desc->dims.size());
    }
    *dimSize = desc->dims[index];
    return ACL_SUCCESS;
}

aclError aclGetTensorDescDimRange(const aclTensorDesc* desc, size_t index, size_t dimRangeNum,
                                  int64_t* dimRange) {
    ACL_REQUIRE_LIVE(kTensorDesc, desc);
    ACL_REQUIRE_NOT_NULL(dimRange);
    if (index >= desc->shape_range.size() || dimRangeNum < ACL_TENSOR_SHAPE_RANGE_NUM) {
        return Fail(ACL_ERROR_INVALID_PARAM, "no range %zu, or space for %zu values only", index,
                    dimRangeNum);
    }
    dimRange[0] = desc->shape_range[index][0];
    dimRange[1] = desc->shape_range[index][1];
    return ACL_SUCCESS;
}

void aclSetTensorDescName(aclTensorDesc* desc, const char* name) {
    if (IsDesc(desc)) {
        desc->name = name == nullptr ? "" : name;
    }
}

const char* aclGetTensorDescName(aclTensorDesc* desc) {
    return !IsDesc(desc) ? "" : desc->name.c_str();
}

aclError aclSetTensorFormat(aclTensorDesc* desc, aclFormat format) {
    ACL_REQUIRE_LIVE(kTensorDesc, desc);
    desc->storage_format = format;
    return ACL_SUCCESS;
}

aclError aclSetTensorShape(aclTensorDesc* desc, int numDims, const int64_t* dims) {
    ACL_REQUIRE_LIVE(kTensorDesc, desc);
    if (BadDims(__func__, numDims, dims)) {
        return ACL_ERROR_INVALID_PARAM;
    }
    desc->storage_dims = CopyDims(numDims, dims);
    desc->has_storage_shape = true;
    return ACL_SUCCESS;
}

aclError aclSetTensorStorageFormat(aclTensorDesc* desc, aclFormat format) {
    return aclSetTensorFormat(desc, format);
}

aclError aclSetTensorStorageShape(aclTensorDesc* desc, int numDims, const int64_t* dims) {
    return aclSetTensorShape(desc, numDims, dims);
}

aclError aclSetTensorOriginFormat(aclTensorDesc* desc, aclFormat format) {
    ACL_REQUIRE_LIVE(kTensorDesc, desc);
    desc->origin_format = format;
    return ACL_SUCCESS;
}

aclError aclSetTensorOriginShape(aclTensorDesc* desc, int numDims, const int64_t* dims) {
    ACL_REQUIRE_LIVE(kTensorDesc, desc);
    if (BadDims(__func__, numDims, dims)) {
        return ACL_ERROR_INVALID_PARAM;
    }
    desc->origin_dims = CopyDims(numDims, dims);
    return ACL_SUCCESS;
}

aclTensorDesc* aclGetTensorDescByIndex(aclTensorDesc* desc, size_t index) {
    return !IsDesc(desc) || index != 0 ? nullptr : desc;
}

void* aclGetTensorDescAddress(const aclTensorDesc* desc) {
    return !IsDesc(desc) || desc->const_data.empty()
               ? nullptr
               : const_cast<uint8_t*>(desc->const_data.data());
}

aclError aclSetTensorDynamicInput(aclTensorDesc* desc, const char* dynamicInputName) {
    ACL_REQUIRE_LIVE(kTensorDesc, desc);
    ACL_REQUIRE_NOT_NULL(dynamicInputName);
    desc->dynamic_input = dynamicInputName;
    return ACL_SUCCESS;
}

aclError aclSetTensorConst(aclTensorDesc* desc, void* dataBuffer, size_t length) {
    ACL_REQUIRE_LIVE(kTensorDesc, desc);
    if (dataBuffer == nullptr && length > 0) {
        return Fail(ACL_ERROR_INVALID_PARAM, "aclSetTensorConst: %zu bytes at NULL", length);
    }
    const uint8_t* bytes = static_cast<const uint8_t*>(dataBuffer);
    desc->const_data.assign(bytes, bytes + length);
    desc->is_const = true;
    return ACL_SUCCESS;
}

aclError aclSetTensorPlaceMent(aclTensorDesc* desc, aclMemType memType) {
    ACL_REQUIRE_LIVE(kTensorDesc, desc);
    if (memType < ACL_MEMTYPE_DEVICE || memType > ACL_MEMTYPE_HOST_COMPILE_INDEPENDENT) {
        return Fail(ACL_ERROR_INVALID_PARAM, "aclSetTensorPlaceMent: unknown memory type %d",
                    memType);
    }
    desc->placement = memType;
    return ACL_SUCCESS;
}

aclError aclTransTensorDescFormat(const aclTensorDesc* srcDesc, aclFormat dstFormat,
                                  aclTensorDesc** dstDesc) {
    ACL_REQUIRE_LIVE(kTensorDesc, srcDesc);
    ACL_REQUIRE_NOT_NULL(dstDesc);
    // Only the plain four-dimensional orders can be derived from each other.
    const bool from_nchw = srcDesc->format == ACL_FORMAT_NCHW && dstFormat == ACL_FORMAT_NHWC;
    const bool from_nhwc = srcDesc->format == ACL_FORMAT_NHWC && dstFormat == ACL_FORMAT_NCHW;
    if (srcDesc->format != dstFormat && (srcDesc->dims.size() != 4 || !(from_nchw || from_nhwc))) {
        return Fail(ACL_ERROR_API_NOT_SUPPORT, "format %d cannot be changed to %d", srcDesc->format,
                    dstFormat);
    }
    aclTensorDesc* desc = new (std::nothrow) aclTensorDesc(*srcDesc);
    if (!IsDesc(desc)) {
        return Fail(ACL_ERROR_BAD_ALLOC, "no host memory");
    }
    desc->format = dstFormat;
    const std::vector<int64_t>& dims = srcDesc->dims;
    if (from_nchw) {
        desc->dims = {dims[0], dims[2], dims[3], dims[1]};
    } else if (from_nhwc) {
        desc->dims = {dims[0], dims[3], dims[1], dims[2]};
    }
    *dstDesc = runtime::Remembered(ObjectKind::kTensorDesc, desc);
    return ACL_SUCCESS;
}
}
