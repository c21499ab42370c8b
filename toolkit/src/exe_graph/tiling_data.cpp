// Attributes appended to a tiling buffer in another element type.
#include "exe_graph/runtime/tiling_data.h"

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

namespace gert {
namespace {

/// The elements of an attribute: integers keep all their bits.
struct Elements {
    bool floating = false;
    std::vector<int64_t> ints;
    std::vector<float> floats;

    size_t size() const { return floating ? floats.size() : ints.size(); }
    double Real(size_t i) const {
        return floating ? static_cast<double>(floats[i]) : static_cast<double>(ints[i]);
    }
    int64_t Integer(size_t i) const { return floating ? static_cast<int64_t>(floats[i]) : ints[i]; }
};

template <typename T>
void ReadList(const RuntimeAttrs& attrs, size_t index, std::vector<T>* values) {
    const auto* const list = attrs.GetAttrPointer<TypedContinuousVector<T>>(index);
    values->assign(list->GetData(), list->GetData() + list->GetSize());
}

bool ReadElements(const RuntimeAttrs& attrs, size_t index, AttrDataType type, Elements* elements) {
    switch (type) {
        case AttrDataType::kBool:
            elements->ints.push_back(*attrs.GetBool(index) ? 1 : 0);
            return true;
        case AttrDataType::kInt32:  // every integer attribute is stored as int64
        case AttrDataType::kInt64:
            elements->ints.push_back(*attrs.GetInt(index));
            return true;
        case AttrDataType::kFloat32:
            elements->floating = true;
            elements->floats.push_back(*attrs.GetFloat(index));
            return true;
        case AttrDataType::kListInt32:
        case AttrDataType::kListInt64:
            ReadList(attrs, index, &elements->ints);
            return true;
        case AttrDataType::kListFloat32:
            elements->floating = true;
            ReadList(attrs, index, &elements->floats);
            return true;
        case AttrDataType::kListBool: {
            const auto* const list = attrs.GetAttrPointer<TypedContinuousVector<bool>>(index);
            elements->ints.assign(list->GetData(), list->GetData() + list->GetSize());
            return true;
        }
        default:
            return false;
    }
}

/// Rounds to nearest even, keeping the upper 16 bits.
uint16_t Bfloat16Of(float value) {
    uint32_t bits = 0;
    (void)std::memcpy(&bits, &value, sizeof(bits));
    if (std::isnan(value)) {
        return static_cast<uint16_t>((bits >> 16U) | 0x40U);
    }
    bits += 0x7fffU + ((bits >> 16U) & 1U);
    return static_cast<uint16_t>(bits >> 16U);
}

/// Rounds to nearest even; too large becomes infinity.
uint16_t Float16Of(float value) {
    const uint16_t sign = std::signbit(value) ? 0x8000U : 0U;
    if (std::isnan(value)) {
        return 0x7e00U;
    }
    const float magnitude = std::fabs(value);
    if (magnitude >= 65520.0F) {
        return static_cast<uint16_t>(sign | 0x7c00U);
    }
    int exponent = 0;
    (void)std::frexp(magnitude, &exponent);
    // Distance of neighbouring half values: 2^-24 for subnormal ones, 11 significant bits
    // otherwise.
    const int step = std::max(exponent - 11, -24);
    const auto units = static_cast<uint32_t>(std::nearbyint(std::ldexp(magnitude, -step)));
    const uint32_t bits = step == -24 ? units : (static_cast<uint32_t>(step + 24) << 10U) + units;
    return static_cast<uint16_t>(sign | bits);
}

template <typename T>
ge::graphStatus AppendIntegers(const Elements& elements, TilingData* out) {
    for (size_t i = 0; i < elements.size(); ++i) {
        if (out->Append(static_cast<T>(elements.Integer(i))) != ge::GRAPH_SUCCESS) {
            return ge::GRAPH_FAILED;
        }
    }
    return ge::GRAPH_SUCCESS;
}

template <typename Convert>
ge::graphStatus AppendReals(const Elements& elements, Convert convert, TilingData* out) {
    for (size_t i = 0; i < elements.size(); ++i) {
        if (out->Append(convert(static_cast<float>(elements.Real(i)))) != ge::GRAPH_SUCCESS) {
            return ge::GRAPH_FAILED;
        }
    }
    return ge::GRAPH_SUCCESS;
}

ge::graphStatus AppendElements(const Elements& elements, AttrDataType type, TilingData* out) {
    switch (type) {
        case AttrDataType::kBool:
        case AttrDataType::kListBool:
            return AppendIntegers<bool>(elements, out);
        case AttrDataType::kInt8:
        case AttrDataType::kListInt8:
            return AppendIntegers<int8_t>(elements, out);
        case AttrDataType::kUint8:
        case AttrDataType::kListUint8:
            return AppendIntegers<uint8_t>(elements, out);
        case AttrDataType::kInt16:
        case AttrDataType::kListInt16:
            return AppendIntegers<int16_t>(elements, out);
        case AttrDataType::kUint16:
        case AttrDataType::kListUint16:
            return AppendIntegers<uint16_t>(elements, out);
        case AttrDataType::kInt32:
        case AttrDataType::kListInt32:
            return AppendIntegers<int32_t>(elements, out);
        case AttrDataType::kUint32:
        case AttrDataType::kListUint32:
            return AppendIntegers<uint32_t>(elements, out);
        case AttrDataType::kInt64:
        case AttrDataType::kListInt64:
            return AppendIntegers<int64_t>(elements, out);
        case AttrDataType::kUint64:
        case AttrDataType::kListUint64:
            return AppendIntegers<uint64_t>(elements, out);
        case AttrDataType::kFloat32:
        case AttrDataType::kListFloat32:
            return AppendReals(elements, [](float value) { return value; }, out);
        case AttrDataType::kFloat16:
        case AttrDataType::kListFloat16:
            return AppendReals(elements, Float16Of, out);
        case AttrDataType::kBfloat16:
        case AttrDataType::kListBfloat16:
            return AppendReals(elements, Bfloat16Of, out);
        default:
            return ge::GRAPH_FAILED;
    }
}

}  // namespace

ge::graphStatus TilingData::AppendConvertedAttrVal(const RuntimeAttrs* attrs,
                                                   const size_t attr_index,
                                                   const AttrDataType src_type,
                                                   const AttrDataType dst_type) {
    if (attrs == nullptr || attrs->GetAttrPointer<void>(attr_index) == nullptr) {
        return ge::GRAPH_FAILED;
    }
    if (src_type == AttrDataType::kString) {
        const char* const text = attrs->GetStr(attr_index);
        return dst_type == AttrDataType::kString ? Append(text, std::strlen(text))
                                                 : ge::GRAPH_FAILED;
    }
    Elements elements;
    if (!ReadElements(*attrs, attr_index, src_type, &elements)) {
        return ge::GRAPH_FAILED;
    }
    return AppendElements(elements, dst_type, this);
}

}  // namespace gert
