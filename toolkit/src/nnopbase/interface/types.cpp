// Data types, formats and shapes of opdev.
#include <algorithm>
#include <limits>

#include "aclnn/opdev/data_type_utils.h"
#include "aclnn/opdev/format_utils.h"
#include "aclnn/opdev/shape_utils.h"
#include "graph/utils/type_utils.h"
#include "nnopbase/objects.h"

namespace opcommon {
namespace {

/// Types that arithmetic knows, from the weakest; none for the others.
int IntegerRank(ge::DataType type) {
    switch (type) {
        case ge::DT_BOOL:
            return 0;
        case ge::DT_UINT8:
        case ge::DT_INT8:
            return 1;
        case ge::DT_INT16:
            return 2;
        case ge::DT_INT32:
            return 3;
        case ge::DT_INT64:
            return 4;
        default:
            return -1;
    }
}

bool IsWideUnsigned(ge::DataType type) {
    return type == ge::DT_UINT16 || type == ge::DT_UINT32 || type == ge::DT_UINT64;
}

ge::DataType PromoteComplex(ge::DataType complex, ge::DataType other) {
    if (complex == ge::DT_COMPLEX128 || other == ge::DT_COMPLEX128 || other == ge::DT_DOUBLE ||
        other == ge::DT_UINT64) {
        return ge::DT_COMPLEX128;
    }
    const bool narrow = complex == ge::DT_COMPLEX32 && other != ge::DT_FLOAT &&
                        other != ge::DT_BF16 && other != ge::DT_COMPLEX64;
    return narrow ? ge::DT_COMPLEX32 : ge::DT_COMPLEX64;
}

ge::DataType PromoteFloating(ge::DataType floating, ge::DataType other) {
    if (!IsFloatingType(other)) {
        return floating;
    }
    return floating == ge::DT_DOUBLE || other == ge::DT_DOUBLE ? ge::DT_DOUBLE : ge::DT_FLOAT;
}

}  // namespace

ge::DataType PromoteType(ge::DataType type_a, ge::DataType type_b) {
    if (type_a < 0 || type_b < 0 || type_a >= ge::DT_MAX || type_b >= ge::DT_MAX) {
        return ge::DT_UNDEFINED;
    }
    if (type_a == type_b) {
        return type_a;
    }
    for (const ge::DataType type : {type_a, type_b}) {
        if (!IsComplexType(type) && !IsFloatingType(type) && IntegerRank(type) < 0 &&
            !IsWideUnsigned(type)) {
            return ge::DT_UNDEFINED;
        }
    }
    if (IsComplexType(type_a) || IsComplexType(type_b)) {
        return IsComplexType(type_a) ? PromoteComplex(type_a, type_b)
                                     : PromoteComplex(type_b, type_a);
    }
    if (IsWideUnsigned(type_a) || IsWideUnsigned(type_b)) {
        return ge::DT_UNDEFINED;
    }
    if (IsFloatingType(type_a) || IsFloatingType(type_b)) {
        return IsFloatingType(type_a) ? PromoteFloating(type_a, type_b)
                                      : PromoteFloating(type_b, type_a);
    }
    if (IntegerRank(type_a) == IntegerRank(type_b)) {
        return ge::DT_INT16;  // int8 and uint8
    }
    return IntegerRank(type_a) > IntegerRank(type_b) ? type_a : type_b;
}

}  // namespace opcommon

namespace op {

size_t TypeSize(DataType dataType) {
    const int size = ge::GetSizeByDataType(dataType);
    return size > 0 ? static_cast<size_t>(size) : sizeof(complex128);
}

DataType ToDataType(const std::string& dataTypeStr) {
    return ge::TypeUtils::SerialStringToDataType(dataTypeStr);
}

aclDataType ToAclDataType(DataType type) {
    static const std::initializer_list<DataType> kKnown = {
        DataType::DT_FLOAT,  DataType::DT_FLOAT16,   DataType::DT_INT8,       DataType::DT_INT32,
        DataType::DT_UINT8,  DataType::DT_INT16,     DataType::DT_UINT16,     DataType::DT_UINT32,
        DataType::DT_INT64,  DataType::DT_DOUBLE,    DataType::DT_BOOL,       DataType::DT_STRING,
        DataType::DT_UINT64, DataType::DT_COMPLEX64, DataType::DT_COMPLEX128, DataType::DT_BF16,
        DataType::DT_INT4};
    return CheckType(type, kKnown) ? static_cast<aclDataType>(type) : ACL_DT_UNDEFINED;
}

int64_t CalcShapeBytes(int64_t size, DataType dataType, bool ceil) {
    const int64_t bits = size * static_cast<int64_t>(nnopbase::ElementBits(dataType));
    return (bits + (ceil ? 7 : 0)) / 8;
}

bool IsPrivateFormat(Format format) {
    static const std::initializer_list<Format> kPublic = {
        Format::FORMAT_ND,    Format::FORMAT_NCHW,  Format::FORMAT_NHWC,
        Format::FORMAT_HWCN,  Format::FORMAT_NDHWC, Format::FORMAT_NCDHW,
        Format::FORMAT_DHWCN, Format::FORMAT_NC,    Format::FORMAT_NCL};
    const Format primary = GetPrimaryFormat(format);
    return std::find(kPublic.begin(), kPublic.end(), primary) == kPublic.end() &&
           static_cast<int32_t>(format) != ACL_FORMAT_UNDEFINED;
}

Format ToFormat(const std::string& formatStr) {
    return ge::TypeUtils::SerialStringToFormat(formatStr);
}

aclFormat ToAclFormat(Format format) {
    static const std::initializer_list<Format> kKnown = {
        Format::FORMAT_NCHW,    Format::FORMAT_NHWC,      Format::FORMAT_ND,
        Format::FORMAT_NC1HWC0, Format::FORMAT_FRACTAL_Z, Format::FORMAT_NC1HWC0_C04,
        Format::FORMAT_HWCN,    Format::FORMAT_NDHWC,     Format::FORMAT_FRACTAL_NZ,
        Format::FORMAT_NCDHW,   Format::FORMAT_NDC1HWC0,  Format::FORMAT_FRACTAL_Z_3D,
        Format::FORMAT_NC,      Format::FORMAT_NCL};
    return std::find(kKnown.begin(), kKnown.end(), format) != kKnown.end()
               ? static_cast<aclFormat>(format)
               : ACL_FORMAT_UNDEFINED;
}

void ToShape(const int64_t* dims, uint64_t dimNum, op::Shape& shape) {
    shape = nnopbase::ShapeOf(dims, dimNum);
}

void ToShape(const op::ShapeVector& shapeVector, op::Shape& shape) {
    shape = nnopbase::ShapeOf(shapeVector.data(), shapeVector.size());
}

ShapeVector ToShapeVector(const op::Shape& shape) {
    return ShapeVector(&shape[0], &shape[0] + shape.GetDimNum());
}

void ToContiguousStrides(const op::Shape& shape, op::Strides& strides) {
    strides = nnopbase::ContiguousStrides(shape);
}

bool BroadcastInferShape(const op::Shape& self, const op::Shape& other, op::Shape& broadcastShape) {
    const size_t count = std::max(self.GetDimNum(), other.GetDimNum());
    op::Shape result;
    result.SetDimNum(count);
    for (size_t i = 0; i < count; ++i) {
        const size_t from_end = count - i;
        const int64_t left =
            from_end > self.GetDimNum() ? 1 : self.GetDim(self.GetDimNum() - from_end);
        const int64_t right =
            from_end > other.GetDimNum() ? 1 : other.GetDim(other.GetDimNum() - from_end);
        if (left != right && left != 1 && right != 1) {
            return false;
        }
        result[i] = left == 1 ? right : left;
    }
    broadcastShape = result;
    return true;
}

bool CheckBroadcastShape(const op::Shape& self, const op::Shape& other) {
    op::Shape ignored;
    return BroadcastInferShape(self, other, ignored);
}

}  // namespace op
