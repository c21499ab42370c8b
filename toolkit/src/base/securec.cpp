#include "securec.h"

#include <cstdint>
#include <cstdio>
#include <cstring>

namespace {

/// Whether a destination of `max` bytes may be written at all.
errno_t CheckDestination(const void* dest, size_t max, size_t limit) {
    if (max == 0 || max > limit) {
        return ERANGE;
    }
    return dest == nullptr ? EINVAL : EOK;
}

bool Overlap(const void* a, size_t a_size, const void* b, size_t b_size) {
    const auto a_begin = reinterpret_cast<uintptr_t>(a);
    const auto b_begin = reinterpret_cast<uintptr_t>(b);
    return a_begin < b_begin + b_size && b_begin < a_begin + a_size;
}

errno_t Reset(void* dest, size_t bytes, errno_t code) {
    std::memset(dest, 0, bytes);
    return code;
}

errno_t CopyMemory(void* dest, size_t dest_max, const void* src, size_t count, bool may_overlap) {
    const errno_t status = CheckDestination(dest, dest_max, SECUREC_MEM_MAX_LEN);
    if (status != EOK) {
        return status;
    }
    if (src == nullptr) {
        return Reset(dest, dest_max, EINVAL_AND_RESET);
    }
    if (count > dest_max) {
        return Reset(dest, dest_max, ERANGE_AND_RESET);
    }
    if (!may_overlap && dest != src && Overlap(dest, count, src, count)) {
        return Reset(dest, dest_max, EOVERLAP_AND_RESET);
    }
    std::memmove(dest, src, count);
    return EOK;
}

/// Writes `count` characters of `src` at `offset` of `dest` and a zero.
errno_t StoreText(char* dest, size_t dest_max, size_t offset, const char* src, size_t count) {
    if (count >= dest_max - offset) {
        dest[0] = '\0';
        return ERANGE_AND_RESET;
    }
    if (dest + offset != src && Overlap(dest, offset + count + 1, src, count + 1)) {
        dest[0] = '\0';
        return EOVERLAP_AND_RESET;
    }
    std::memmove(dest + offset, src, count);
    dest[offset + count] = '\0';
    return EOK;
}

errno_t AppendText(char* dest, size_t dest_max, bool append, const char* src, size_t limit) {
    const errno_t status = CheckDestination(dest, dest_max, SECUREC_STRING_MAX_LEN);
    if (status != EOK) {
        return status;
    }
    if (src == nullptr) {
        dest[0] = '\0';
        return EINVAL_AND_RESET;
    }
    const size_t offset = append ? strnlen(dest, dest_max) : 0;
    if (offset == dest_max) {  // the destination is not terminated
        dest[0] = '\0';
        return EINVAL_AND_RESET;
    }
    return StoreText(dest, dest_max, offset, src,
                     strnlen(src, limit < dest_max ? limit : dest_max));
}

bool CanFormat(const char* dest, size_t dest_max, const char* format) {
    return CheckDestination(dest, dest_max, SECUREC_STRING_MAX_LEN) == EOK && format != nullptr;
}

int Fail(char* dest, size_t dest_max) {
    if (dest != nullptr && dest_max > 0 && dest_max <= SECUREC_STRING_MAX_LEN) {
        dest[0] = '\0';
    }
    return -1;
}

}  // namespace

extern "C" {

errno_t memset_s(void* dest, size_t destMax, int c, size_t count) {
    const errno_t status = CheckDestination(dest, destMax, SECUREC_MEM_MAX_LEN);
    if (status != EOK) {
        return status;
    }
    if (count > destMax) {
        std::memset(dest, c, destMax);
        return ERANGE_AND_RESET;
    }
    std::memset(dest, c, count);
    return EOK;
}

errno_t memcpy_s(void* dest, size_t destMax, const void* src, size_t count) {
    return CopyMemory(dest, destMax, src, count, false);
}

errno_t memmove_s(void* dest, size_t destMax, const void* src, size_t count) {
    return CopyMemory(dest, destMax, src, count, true);
}

errno_t wmemcpy_s(wchar_t* dest, size_t destMax, const wchar_t* src, size_t count) {
    return CopyMemory(dest, destMax * sizeof(wchar_t), src, count * sizeof(wchar_t), false);
}

errno_t wmemmove_s(wchar_t* dest, size_t destMax, const wchar_t* src, size_t count) {
    return CopyMemory(dest, destMax * sizeof(wchar_t), src, count * sizeof(wchar_t), true);
}

errno_t strcpy_s(char* strDest, size_t destMax, const char* strSrc) {
    return AppendText(strDest, destMax, false, strSrc, SIZE_MAX);
}

errno_t strncpy_s(char* strDest, size_t destMax, const char* strSrc, size_t count) {
    return AppendText(strDest, destMax, false, strSrc, count);
}

errno_t strcat_s(char* strDest, size_t destMax, const char* strSrc) {
    return AppendText(strDest, destMax, true, strSrc, SIZE_MAX);
}

errno_t strncat_s(char* strDest, size_t destMax, const char* strSrc, size_t count) {
    return AppendText(strDest, destMax, true, strSrc, count);
}

char* strtok_s(char* strToken, const char* strDelimit, char** context) {
    if (context == nullptr || strDelimit == nullptr ||
        (strToken == nullptr && *context == nullptr)) {
        return nullptr;
    }
    return strtok_r(strToken, strDelimit, context);
}

int vsnprintf_s(char* strDest, size_t destMax, size_t count, const char* format, va_list argList) {
    if (!CanFormat(strDest, destMax, format)) {
        return Fail(strDest, destMax);
    }
    if (count >= destMax) {  // the whole text has to fit
        return vsprintf_s(strDest, destMax, format, argList);
    }
    const int length = std::vsnprintf(strDest, count + 1, format, argList);
    return length < 0 ? Fail(strDest, destMax) : static_cast<size_t>(length) > count ? -1 : length;
}

int snprintf_s(char* strDest, size_t destMax, size_t count, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf_s(strDest, destMax, count, format, arguments);
    va_end(arguments);
    return length;
}

int vsprintf_s(char* strDest, size_t destMax, const char* format, va_list argList) {
    if (!CanFormat(strDest, destMax, format)) {
        return Fail(strDest, destMax);
    }
    const int length = std::vsnprintf(strDest, destMax, format, argList);
    return length < 0 || static_cast<size_t>(length) >= destMax ? Fail(strDest, destMax) : length;
}

int sprintf_s(char* strDest, size_t destMax, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = vsprintf_s(strDest, destMax, format, arguments);
    va_end(arguments);
    return length;
}

int vsnprintf_truncated_s(char* strDest, size_t destMax, const char* format, va_list argList) {
    if (!CanFormat(strDest, destMax, format)) {
        return Fail(strDest, destMax);
    }
    const int length = std::vsnprintf(strDest, destMax, format, argList);
    if (length < 0) {
        return Fail(strDest, destMax);
    }
    return static_cast<size_t>(length) < destMax ? length : static_cast<int>(destMax) - 1;
}

int snprintf_truncated_s(char* strDest, size_t destMax, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf_truncated_s(strDest, destMax, format, arguments);
    va_end(arguments);
    return length;
}

}  // extern "C"
