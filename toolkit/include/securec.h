// Memory, string and formatting functions that know the size of their destination (libc_sec.so).
//
// errno_t functions return EOK, or EINVAL / ERANGE (destination null, size 0 or above 2 GiB - 1:
// nothing written), or a code ..._AND_RESET after clearing the destination (source null, source too
// long, overlap). Formatting functions return the number of characters without the terminating
// zero, or -1 (destination emptied). Sizes are in bytes (elements for wchar_t functions).
#ifndef INC_SECUREC_H_
#define INC_SECUREC_H_

#include "securectype.h"

#ifndef SECUREC_API
#define SECUREC_API extern __attribute__((visibility("default")))
#endif
#ifndef SECUREC_ATTRIBUTE
#define SECUREC_ATTRIBUTE(x, y) __attribute__((format(printf, (x), (y))))
#endif

#ifdef __cplusplus
extern "C" {
#endif

SECUREC_API errno_t memset_s(void* dest, size_t destMax, int c, size_t count);
SECUREC_API errno_t memcpy_s(void* dest, size_t destMax, const void* src, size_t count);
SECUREC_API errno_t memmove_s(void* dest, size_t destMax, const void* src, size_t count);

SECUREC_API errno_t strcpy_s(char* strDest, size_t destMax, const char* strSrc);
/* Copies at most `count` characters and always terminates. */
SECUREC_API errno_t strncpy_s(char* strDest, size_t destMax, const char* strSrc, size_t count);
SECUREC_API errno_t strcat_s(char* strDest, size_t destMax, const char* strSrc);
SECUREC_API errno_t strncat_s(char* strDest, size_t destMax, const char* strSrc, size_t count);
SECUREC_API char* strtok_s(char* strToken, const char* strDelimit, char** context);

SECUREC_API int sprintf_s(char* strDest, size_t destMax, const char* format, ...)
    SECUREC_ATTRIBUTE(3, 4);
SECUREC_API int vsprintf_s(char* strDest, size_t destMax, const char* format, va_list argList)
    SECUREC_ATTRIBUTE(3, 0);
/* Writes at most `count` characters; -1 if the text is longer, but the first `count` characters
   stay if they fit into destMax. */
SECUREC_API int snprintf_s(char* strDest, size_t destMax, size_t count, const char* format, ...)
    SECUREC_ATTRIBUTE(4, 5);
SECUREC_API int vsnprintf_s(char* strDest, size_t destMax, size_t count, const char* format,
                            va_list argList) SECUREC_ATTRIBUTE(4, 0);
/* Longer text is cut; returns destMax - 1 then. */
SECUREC_API int snprintf_truncated_s(char* strDest, size_t destMax, const char* format, ...)
    SECUREC_ATTRIBUTE(3, 4);
SECUREC_API int vsnprintf_truncated_s(char* strDest, size_t destMax, const char* format,
                                      va_list argList) SECUREC_ATTRIBUTE(3, 0);

/* A pointer for %s, %c or %[ is followed by the size of its memory, a size_t. Returns the number of
   fields that were assigned; -1 if the text ends before the first one, for a null pointer and for
   wide characters. Text that does not fit ends the scan, and its destination is emptied. */
SECUREC_API int sscanf_s(const char* buffer, const char* format, ...);
SECUREC_API int vsscanf_s(const char* buffer, const char* format, va_list argList);

SECUREC_API errno_t wmemcpy_s(wchar_t* dest, size_t destMax, const wchar_t* src, size_t count);
SECUREC_API errno_t wmemmove_s(wchar_t* dest, size_t destMax, const wchar_t* src, size_t count);

#ifdef __cplusplus
}
#endif

/* Spellings for constant sizes; CANN may inline these. */
#define memset_sp memset_s
#define memcpy_sp memcpy_s
#define strcpy_sp strcpy_s
#define strncpy_sp strncpy_s
#define strcat_sp strcat_s
#define strncat_sp strncat_s

#endif  // INC_SECUREC_H_
