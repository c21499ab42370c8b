// The objects and types of opdev as texts for messages.
#include <sstream>

#include "aclnn/opdev/data_type_utils.h"
#include "aclnn/opdev/format_utils.h"
#include "aclnn/opdev/op_dfx.h"
#include "aclnn/opdev/platform.h"
#include "aclnn/opdev/shape_utils.h"
#include "graph/utils/type_utils.h"
#include "nnopbase/objects.h"

namespace {

template <typename It>
std::string Join(It first, It last) {
    std::ostringstream text;
    text << '[';
    for (It it = first; it != last; ++it) {
        text << (it == first ? "" : ",") << *it;
    }
    text << ']';
    return text.str();
}

ge::AscendString Text(const std::string& text) {
    return ge::AscendString(text.c_str());
}

template <typename T>
ge::AscendString TextOf(const T* object) {
    return object == nullptr ? ge::AscendString("nullptr") : object->ToString();
}

template <typename List>
ge::AscendString TextOfMembers(const List& list) {
    std::string text;
    for (uint64_t i = 0; i < list.Size(); ++i) {
        text += (i == 0 ? "" : ",") + std::string(TextOf(list[i]).GetString());
    }
    return Text("[" + text + "]");
}

}  // namespace

template <typename T>
ge::AscendString aclArray<T>::ToString() const {
    return Text(Join(GetData(), GetData() + Size()));
}

template class aclArray<int64_t>;
template class aclArray<float>;
template class aclArray<bool>;
template class aclArray<op::fp16_t>;
template class aclArray<op::bfloat16>;

ge::AscendString aclTensor::ToString() const {
    std::ostringstream text;
    text << "aclTensor(" << op::ToString(GetDataType()).GetString() << ", view "
         << op::ToString(GetViewShape()).GetString() << ", strides "
         << op::ToString(GetViewStrides()).GetString() << ", offset " << GetViewOffset()
         << ", storage " << op::ToString(GetStorageShape()).GetString() << ' '
         << op::ToString(GetStorageFormat()).GetString() << ')';
    return Text(text.str());
}

ge::AscendString aclTensorList::ToString() const {
    return TextOfMembers(*this);
}

ge::AscendString aclScalar::ToString() const {
    std::ostringstream text;
    if (opcommon::IsComplexType(GetDataType())) {
        text << ToComplex128();
    } else if (op::IsIntegralType(GetDataType(), true)) {
        text << ToInt64();
    } else {
        text << ToDouble();
    }
    return Text(text.str() + ":" + op::ToString(GetDataType()).GetString());
}

ge::AscendString aclScalarList::ToString() const {
    return TextOfMembers(*this);
}

#define DEFINE_TO_STRING(Type)                 \
    ge::AscendString ToString(const Type* t) { \
        return TextOf(t);                      \
    }                                          \
    ge::AscendString ToString(const Type& t) { \
        return t.ToString();                   \
    }
DEFINE_TO_STRING(aclTensor)
DEFINE_TO_STRING(aclTensorList)
DEFINE_TO_STRING(aclIntArray)
DEFINE_TO_STRING(aclBoolArray)
DEFINE_TO_STRING(aclFloatArray)
DEFINE_TO_STRING(aclFp16Array)
DEFINE_TO_STRING(aclBf16Array)
DEFINE_TO_STRING(aclScalar)
DEFINE_TO_STRING(aclScalarList)
#undef DEFINE_TO_STRING

ge::AscendString ToString(aclDataType dataType) {
    return op::ToString(op::ToOpDataType(dataType));
}

namespace op {

ge::AscendString ToString(op::DataType dataType) {
    return ge::TypeUtils::DataTypeToAscendString(dataType);
}

ge::AscendString ToString(const std::initializer_list<DataType>& dataTypes) {
    std::string text;
    for (const DataType type : dataTypes) {
        text += (text.empty() ? "" : ",") + std::string(ToString(type).GetString());
    }
    return Text("[" + text + "]");
}

ge::AscendString ToString(Format format) {
    return ge::TypeUtils::FormatToAscendString(GetPrimaryFormat(format));
}

ge::AscendString ToString(const op::Shape& shape) {
    return Text(Join(&shape[0], &shape[0] + shape.GetDimNum()));
}

ge::AscendString ToString(const op::Strides& strides) {
    return Text(Join(strides.begin(), strides.end()));
}

ge::AscendString ToString(const std::string& str) {
    return Text(str);
}

ge::AscendString ToString(OpImplMode implMode) {
    const uint32_t bits = static_cast<uint32_t>(implMode);
    const char* const names[] = {"default",
                                 "high_performance",
                                 "high_precision",
                                 "super_performance",
                                 "support_out_of_bound_index",
                                 "enable_float_32_execution",
                                 "enable_hi_float_32_execution",
                                 "keep_fp16"};
    std::string text;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
        if ((bits & (1U << i)) != 0) {
            text += (text.empty() ? "" : ",") + std::string(names[i]);
        }
    }
    return Text(text);
}

OpImplMode ToOpImplMode(const std::string& implModeStr) {
    for (uint32_t bit = 1; bit <= static_cast<uint32_t>(OpImplMode::IMPL_MODE_KEEP_FP16);
         bit <<= 1) {
        const OpImplMode mode = static_cast<OpImplMode>(bit);
        if (implModeStr == ToString(mode).GetString()) {
            return mode;
        }
    }
    return OpImplMode::IMPL_MODE_DEFAULT;
}

ge::AscendString ToString(SocVersion socVersion) {
    switch (socVersion) {
        case SocVersion::ASCEND910:
            return "Ascend910";
        case SocVersion::ASCEND910B:
            return "Ascend910B";
        case SocVersion::ASCEND910_93:
            return "Ascend910_93";
        case SocVersion::ASCEND910_95:
            return "Ascend910_95";
        case SocVersion::ASCEND910E:
            return "Ascend910E";
        case SocVersion::ASCEND310:
            return "Ascend310";
        case SocVersion::ASCEND310P:
            return "Ascend310P";
        case SocVersion::ASCEND310B:
            return "Ascend310B";
        case SocVersion::ASCEND310C:
            return "Ascend310C";
        case SocVersion::ASCEND610LITE:
            return "Ascend610LITE";
        case SocVersion::KIRINX90:
            return "KirinX90";
        case SocVersion::KIRIN9030:
            return "Kirin9030";
        case SocVersion::ASCEND350:
            return "Ascend350";
        default:
            return "unknown";
    }
}

}  // namespace op
