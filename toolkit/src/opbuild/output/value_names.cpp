#include "opbuild/output/value_names.h"

#include "graph/utils/type_utils.h"
#include "opbuild/output/text.h"

namespace opbuild {
namespace {

// What information files say of types that operators may have and no kernel knows.
const char* const kNoName = "unknow";

// The types that operators can be defined for, by number of the enum; 5 is unused.
const char* const kDtypes[] = {
    "float32",     "float16",     "int8",          "int32",          "uint8",       nullptr,
    "int16",       "uint16",      "uint32",        "int64",          "uint64",      "double",
    "bool",        "string",      "dual_sub_int8", "dual_sub_uint8", "complex64",   "complex128",
    "qint8",       "qint16",      "qint32",        "quint8",         "quint16",     "resource",
    "string_ref",  "dual",
    kNoName,  // VARIANT
    "bfloat16",
    nullptr,  // UNDEFINED
    "int4",        "uint1",       "int2",
    kNoName,  // UINT2
    "complex32",   "hifloat8",    "float8_e5m2",   "float8_e4m3fn",  "float8_e8m0", "float6_e3m2",
    "float6_e2m3", "float4_e2m1", "float4_e1m2",
};

const char* const kUnknownFormat = "UNKNOWN";

// Enumerators that are not "FORMAT_" and the format's name.
std::string ExceptionalEnumerator(ge::Format format) {
    switch (format) {
        case ge::FORMAT_FRACTAL_DECONV_SP_STRIDE8_TRANS:
            return "FRACTAL_DECONV_SP_STRIDE8_TRANS";
        case ge::FORMAT_HASHTABLE_LOOKUP_LOOKUPS:
            return "HASHTABLE_LOOKUP_LOOKUPS";
        case ge::FORMAT_HASHTABLE_LOOKUP_KEYS:
            return "HASHTABLE_LOOKUP_KEYS";
        case ge::FORMAT_HASHTABLE_LOOKUP_VALUE:
            return "HASHTABLE_LOOKUP_VALUE";
        case ge::FORMAT_HASHTABLE_LOOKUP_OUTPUT:
            return "HASHTABLE_LOOKUP_OUTPUT";
        case ge::FORMAT_HASHTABLE_LOOKUP_HITS:
            return "HASHTABLE_LOOKUP_HITS";
        case ge::FORMAT_FRACTAL_ZZ:
            return "FRACTAL_ZZ";
        case ge::FORMAT_RESERVED:
            return "RESERVED";
        case ge::FORMAT_ALL:
            return "ALL";
        case ge::FORMAT_NULL:
            return "NULL";
        default:
            return "";
    }
}

const char* const kScalarTypes[] = {"uint64", "int64", "uint32", "int32",   "uint16",
                                    "int16",  "uint8", "int8",   "float32", "float16"};

template <typename Entry, size_t Count>
const Entry* Find(const Entry (&table)[Count], int64_t number) {
    return number >= 0 && static_cast<size_t>(number) < Count ? &table[number] : nullptr;
}

bool HasWord(const std::string& code, const std::string& word) {
    for (size_t at = code.find(word); at != std::string::npos; at = code.find(word, at + 1)) {
        const size_t end = at + word.size();
        if (end == code.size() || (!IsAlnum(code[end]) && code[end] != '_')) {
            return true;
        }
    }
    return false;
}

// "DT_FLOAT = 0, DT_BOOL = 12" of the names "ge::DT_..." that `code` holds.
template <typename Enum, typename Name>
std::string ValuesUsedIn(const std::string& code, int64_t count, Name name_of) {
    std::vector<std::string> values;
    for (int64_t number = 0; number < count; ++number) {
        const std::string name = name_of(static_cast<Enum>(number));
        if (!name.empty() && HasWord(code, name)) {
            values.push_back(name.substr(name.find("::") + 2) + " = " + std::to_string(number));
        }
    }
    return Join(values, ", ");
}

}  // namespace

std::string DtypeText(ge::DataType dtype) {
    const char* const* name = Find(kDtypes, static_cast<int64_t>(dtype));
    return name == nullptr || *name == nullptr ? "" : *name;
}

std::string DtypeEnum(ge::DataType dtype) {
    if (DtypeText(dtype).empty()) {
        return "";
    }
    return dtype == ge::DT_BF16 ? "ge::DT_BF16"
                                : "ge::" + ge::TypeUtils::DataTypeToSerialString(dtype);
}

std::string FormatText(ge::Format format) {
    return ge::GetFormatName(format);
}

std::string FormatEnum(ge::Format format) {
    std::string name = ExceptionalEnumerator(format);
    if (name.empty()) {
        name = FormatText(format);
    }
    return name == kUnknownFormat ? "" : "ge::FORMAT_" + name;
}

std::string EnumsUsedIn(const std::string& code) {
    const auto dtype_name = [](ge::DataType dtype) {
        return dtype == ge::DT_UNDEFINED ? "ge::DT_UNDEFINED" : DtypeEnum(dtype);
    };
    return "enum DataType : int { " + ValuesUsedIn<ge::DataType>(code, ge::DT_MAX, dtype_name) +
           " };\nenum Format : int { " +
           ValuesUsedIn<ge::Format>(code, ge::FORMAT_END, FormatEnum) + " };\n";
}

std::string ScalarTypeText(ops::ScalarType type) {
    const char* const* name = Find(kScalarTypes, static_cast<int64_t>(type));
    return name == nullptr ? "" : *name;
}

}  // namespace opbuild
