// Small helpers on text.
#pragma once

#include <cctype>
#include <string>
#include <vector>

namespace opbuild {

inline std::string Join(const std::vector<std::string>& parts, const std::string& separator) {
    std::string joined;
    for (size_t i = 0; i < parts.size(); ++i) {
        joined += (i == 0 ? "" : separator) + parts[i];
    }
    return joined;
}

// Parts between separators; an empty text has no parts.
inline std::vector<std::string> Split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::string part;
    for (const char c : text) {
        if (c == separator) {
            parts.push_back(part);
            part.clear();
        } else {
            part += c;
        }
    }
    if (!text.empty()) {
        parts.push_back(part);
    }
    return parts;
}

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

inline std::string UpperCase(std::string text) {
    for (char& c : text) {
        c = ToUpper(c);
    }
    return text;
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
