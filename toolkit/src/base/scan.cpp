// Scanning functions that know the sizes of their destinations (libc_sec.so).
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "securec.h"

namespace {

/// One conversion of a format, from its '%' on.
struct Conversion {
    std::string width;      ///< digits; empty if none is written
    std::string rest;       ///< length modifier and specifier, with the set of '['
    bool discards = false;  ///< '*'
    size_t length = 0;      ///< characters of the format

    char specifier() const { return rest[0] == '[' ? '[' : rest.back(); }
    bool is_wide() const {
        return specifier() == 'S' || specifier() == 'C' || (is_text() && rest[0] == 'l');
    }
    bool is_text() const { return specifier() == 's' || specifier() == 'c' || specifier() == '['; }
};

/// False if the format ends within the conversion.
bool Read(const char* format, Conversion* conversion) {
    const char* at = format + 1;
    conversion->discards = *at == '*';
    at += conversion->discards ? 1 : 0;
    while (isdigit(static_cast<unsigned char>(*at))) {
        conversion->width += *at++;
    }
    const char* const begin = at;
    while (*at != '\0' && strchr("hlLqjzt", *at) != nullptr) {
        ++at;
    }
    if (*at == '[') {
        at += at[1] == '^' ? 2 : 1;
        at += *at == ']' ? 1 : 0;  // as the first of the set
        at += strcspn(at, "]");
    }
    if (*at == '\0') {
        return false;
    }
    conversion->rest.assign(begin, at + 1);
    conversion->length = static_cast<size_t>(at + 1 - format);
    return true;
}

/// Reads text into `size` bytes. What scanf gives (1: done, 0: no match, EOF), or -2 if the text
/// does not fit; `*used` is the number of characters read.
int ScanText(const char* text, const Conversion& conversion, char* destination, size_t size,
             int* used) {
    const bool is_terminated = conversion.specifier() != 'c';
    const size_t room = is_terminated ? size - 1 : size;
    const size_t width = conversion.width.empty() ? (is_terminated ? SIZE_MAX : 1)
                                                  : strtoul(conversion.width.c_str(), nullptr, 10);
    if (size == 0 || (!is_terminated && width > room)) {
        return -2;
    }
    if (room == 0) {
        destination[0] = '\0';
        return -2;
    }
    const std::string read = std::to_string(width < room ? width : room) + conversion.rest;
    const int done = sscanf(text, ("%" + read + "%n").c_str(), destination, used);
    if (done == 1 && width > room) {  // does it go on?
        int more = 0;
        const std::string next = "%*1" + conversion.rest + "%n";
        const bool is_space = isspace(static_cast<unsigned char>(text[*used])) != 0;
        if (text[*used] != '\0' && !(conversion.specifier() == 's' && is_space) &&
            sscanf(text + *used, next.c_str(), &more) == 0 && more > 0) {
            destination[0] = '\0';
            return -2;
        }
    }
    return done;
}

}  // namespace

extern "C" {

int vsscanf_s(const char* buffer, const char* format, va_list argList) {
    if (buffer == nullptr || format == nullptr) {
        return -1;
    }
    va_list arguments;
    va_copy(arguments, argList);
    const char* text = buffer;
    int count = 0;
    bool goes_on = true;
    while (goes_on && *format != '\0') {
        Conversion conversion;
        if (isspace(static_cast<unsigned char>(*format))) {
            text += strspn(text, " \t\n\v\f\r");
            ++format;
            continue;
        }
        if (*format != '%' || format[1] == '%') {
            text += *format == '%' ? strspn(text, " \t\n\v\f\r") : 0;
            goes_on = *text != '\0' && *text == *format;
            count = *text == '\0' && count == 0 ? EOF : count;
            text += goes_on ? 1 : 0;
            format += *format == '%' ? 2 : 1;
            continue;
        }
        if (!Read(format, &conversion) || conversion.is_wide()) {
            count = -1;
            break;
        }
        format += conversion.length;
        if (conversion.specifier() == 'n') {
            *va_arg(arguments, int*) = static_cast<int>(text - buffer);
            continue;
        }
        int used = 0;
        int done = 0;
        if (conversion.discards) {
            const std::string read = "%*" + conversion.width + conversion.rest + "%n";
            done = sscanf(text, read.c_str(), &used);
            goes_on = done == 0 && used > 0;
        } else {
            void* const destination = va_arg(arguments, void*);
            if (destination == nullptr) {
                count = -1;
                break;
            }
            if (conversion.is_text()) {
                // The size comes as a word of which 32 bits count.
                const size_t size = va_arg(arguments, size_t) & UINT32_MAX;
                done = ScanText(text, conversion, static_cast<char*>(destination), size, &used);
            } else {
                const std::string read = "%" + conversion.width + conversion.rest + "%n";
                done = sscanf(text, read.c_str(), destination, &used);
            }
            goes_on = done == 1;
            count += goes_on ? 1 : 0;
        }
        count = done == EOF && count == 0 ? EOF : count;
        text += used;
    }
    va_end(arguments);
    return count;
}

int sscanf_s(const char* buffer, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int count = vsscanf_s(buffer, format, arguments);
    va_end(arguments);
    return count;
}

}  // extern "C"
