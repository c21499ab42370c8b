#include "opbuild/definition/attr_values.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "opbuild/output/names.h"
#include "opbuild/output/text.h"

namespace opbuild {
namespace {

using ops::AttrDataType;

struct TypeNames {
    const char* config;
    const char* proto;
};

TypeNames NamesOf(AttrDataType type) {
    switch (type) {
        case AttrDataType::ATTR_DT_BOOL:
            return {"bool", "Bool"};
        case AttrDataType::ATTR_DT_FLOAT:
            return {"float", "Float"};
        case AttrDataType::ATTR_DT_INT:
            return {"int", "Int"};
        case AttrDataType::ATTR_DT_STR:
            return {"str", "String"};
        case AttrDataType::ATTR_DT_LIST_BOOL:
            return {"listBool", "ListBool"};
        case AttrDataType::ATTR_DT_LIST_FLOAT:
            return {"listFloat", "ListFloat"};
        case AttrDataType::ATTR_DT_LIST_INT:
            return {"listInt", "ListInt"};
        case AttrDataType::ATTR_DT_LIST_LIST_INT:
            return {"listListInt", "ListListInt"};
        case AttrDataType::ATTR_DT_MAX:
            break;
    }
    return {"", ""};
}

std::string BoolText(bool value) {
    return value ? "true" : "false";
}
std::string IntText(int64_t value) {
    return std::to_string(value);
}

std::string FloatText(float value, int digits) {
    char text[64];
    std::snprintf(text, sizeof(text), "%.*g", digits, static_cast<double>(value));
    return text;
}

std::string ShortFloatText(float value) {
    return FloatText(value, 6);
}

// How the parts of a default value are written.
struct Style {
    const char* open;
    const char* close;
    std::string (*integer)(int64_t);
    std::string (*string)(const std::string&);
};

template <typename Value, typename Format>
std::string ListText(const std::vector<Value>& values, const Style& style, Format format) {
    std::vector<std::string> parts;
    for (const auto& value : values) {
        parts.push_back(format(value));
    }
    return style.open + Join(parts, ",") + style.close;
}

std::string DefaultText(const Attr& attr, const Style& style) {
    switch (attr.type) {
        case AttrDataType::ATTR_DT_BOOL:
            return BoolText(attr.bool_value);
        case AttrDataType::ATTR_DT_FLOAT:
            return ShortFloatText(attr.float_value);
        case AttrDataType::ATTR_DT_INT:
            return style.integer(attr.int_value);
        case AttrDataType::ATTR_DT_STR:
            return style.string(attr.string_value);
        case AttrDataType::ATTR_DT_LIST_BOOL:
            return ListText(attr.bools, style, BoolText);
        case AttrDataType::ATTR_DT_LIST_FLOAT:
            return ListText(attr.floats, style, ShortFloatText);
        case AttrDataType::ATTR_DT_LIST_INT:
            return ListText(attr.ints, style, style.integer);
        case AttrDataType::ATTR_DT_LIST_LIST_INT:
            return ListText(attr.int_lists, style, [&style](const std::vector<int64_t>& list) {
                return ListText(list, style, style.integer);
            });
        case AttrDataType::ATTR_DT_MAX:
            break;
    }
    return "";
}

std::string Plain(const std::string& text) {
    return text;
}
std::string Quoted(const std::string& text) {
    return '"' + EscapeForCpp(text) + '"';
}

// The most negative integer has no literal.
std::string ProtoInt(int64_t value) {
    return value == std::numeric_limits<int64_t>::min() ? "(-9223372036854775807 - 1)"
                                                        : IntText(value);
}

}  // namespace

std::string AttrConfigType(const Attr& attr) {
    return NamesOf(attr.type).config;
}
std::string AttrProtoType(const Attr& attr) {
    return NamesOf(attr.type).proto;
}

std::string AttrConfigDefault(const Attr& attr) {
    return DefaultText(attr, {"[", "]", IntText, Plain});
}

std::string AttrProtoDefault(const Attr& attr) {
    return DefaultText(attr, {"{", "}", ProtoInt, Quoted});
}

bool HasFiniteDefault(const Attr& attr) {
    if (!std::isfinite(attr.float_value)) {
        return false;
    }
    for (const float value : attr.floats) {
        if (!std::isfinite(value)) {
            return false;
        }
    }
    return true;
}

std::string FloatLiteral(float value) {
    std::string text = ShortFloatText(value);
    if (std::strtof(text.c_str(), nullptr) != value) {
        text = FloatText(value, std::numeric_limits<float>::max_digits10);
    }
    const bool has_point = text.find_first_of(".e") != std::string::npos;
    return text + (has_point ? "F" : ".0F");
}

std::string IntLiteral(int64_t value) {
    return value == std::numeric_limits<int64_t>::min() ? "(-9223372036854775807LL - 1)"
                                                        : IntText(value) + "LL";
}

}  // namespace opbuild
