// Small helpers on text.
#pragma once

#include <cctype>
#include <string>

#include "support/strings.h"

namespace opbuild {

using support::Join;
using support::Split;
using support::UpperCase;

inline bool IsUpper(char c) {
    return std::isupper(static_cast<unsigned char>(c)) != 0;
}
inline bool IsLower(char c) {
    return std::islower(static_cast<unsigned char>(c)) != 0;
}
inline bool IsAlnum(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0;
}
inline bool IsDigit(char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
inline char ToLower(char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}
inline char ToUpper(char c) {
    return static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
}

// Information files hold one value per line.
inline bool HasControlCharacter(const std::string& text) {
    for (const char c : text) {
        if (std::iscntrl(static_cast<unsigned char>(c)) != 0 && c != '\t') {
            return true;
        }
    }
    return false;
}

}  // namespace opbuild
