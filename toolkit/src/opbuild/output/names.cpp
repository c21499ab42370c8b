#include "opbuild/output/names.h"

#include <cstdio>
#include <set>

#include "opbuild/output/text.h"

namespace opbuild {

std::string SnakeName(const std::string& op_type) {
    std::string snake;
    for (size_t i = 0; i < op_type.size(); ++i) {
        const char c = op_type[i];
        if (IsUpper(c) && i > 0 && op_type[i - 1] != '_') {
            const bool next_is_lower = i + 1 < op_type.size() && IsLower(op_type[i + 1]);
            if (!IsUpper(op_type[i - 1]) || next_is_lower) {
                snake += '_';
            }
        }
        snake += ToLower(c);
    }
    return snake;
}

std::string GuardName(const std::string& name) {
    std::string guard;
    for (size_t i = 0; i < name.size(); ++i) {
        if (IsUpper(name[i]) && i > 0 && IsLower(name[i - 1])) {
            guard += '_';
        }
        guard += ToUpper(name[i]);
    }
    return guard;
}

std::string CamelName(const std::string& name) {
    std::string camel;
    bool after_underscore = false;
    for (const char c : LowerFirst(name)) {
        if (c == '_') {
            after_underscore = true;
            continue;
        }
        camel += after_underscore ? ToUpper(c) : c;
        after_underscore = false;
    }
    return camel;
}

std::string LowerFirst(std::string name) {
    if (!name.empty()) {
        name[0] = ToLower(name[0]);
    }
    return name;
}

bool IsIdentifier(const std::string& name) {
    if (name.empty() || IsDigit(name[0])) {
        return false;
    }
    for (const char c : name) {
        if (!IsAlnum(c) && c != '_') {
            return false;
        }
    }
    return true;
}

bool IsCppKeyword(const std::string& name) {
    static const std::set<std::string> keywords = {
        "alignas",       "alignof",     "and",
        "and_eq",        "asm",         "auto",
        "bitand",        "bitor",       "bool",
        "break",         "case",        "catch",
        "char",          "char8_t",     "char16_t",
        "char32_t",      "class",       "compl",
        "concept",       "const",       "consteval",
        "constexpr",     "constinit",   "const_cast",
        "continue",      "co_await",    "co_return",
        "co_yield",      "decltype",    "default",
        "delete",        "do",          "double",
        "dynamic_cast",  "else",        "enum",
        "explicit",      "export",      "extern",
        "false",         "float",       "for",
        "friend",        "goto",        "if",
        "inline",        "int",         "long",
        "mutable",       "namespace",   "new",
        "noexcept",      "not",         "not_eq",
        "nullptr",       "operator",    "or",
        "or_eq",         "private",     "protected",
        "public",        "register",    "reinterpret_cast",
        "requires",      "return",      "short",
        "signed",        "sizeof",      "static",
        "static_assert", "static_cast", "struct",
        "switch",        "template",    "this",
        "thread_local",  "throw",       "true",
        "try",           "typedef",     "typeid",
        "typename",      "union",       "unsigned",
        "using",         "virtual",     "void",
        "volatile",      "wchar_t",     "while",
        "xor",           "xor_eq",      "NULL",
        "errno",         "linux",       "unix"};
    return keywords.count(name) != 0;
}

std::string EscapeForCpp(const std::string& text) {
    std::string escaped;
    for (const char c : text) {
        const unsigned char code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            escaped += std::string("\\") + c;
        } else if (c == '\n') {
            escaped += "\\n";
        } else if (c == '\t') {
            escaped += "\\t";
        } else if (c == '?') {
            escaped += "\\?";  // no trigraphs
        } else if (code < 0x20 || code == 0x7f) {
            char octal[8];
            std::snprintf(octal, sizeof(octal), "\\%03o", code);
            escaped += octal;
        } else {
            escaped += c;
        }
    }
    return escaped;
}

}  // namespace opbuild
