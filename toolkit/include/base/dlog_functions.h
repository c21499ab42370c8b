// The functions of base/dlog_pub.h without the names of modules, levels and kinds of records.
#ifndef INC_BASE_DLOG_FUNCTIONS_H_
#define INC_BASE_DLOG_FUNCTIONS_H_

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif
/* As in base/alog_pub.h. */
__attribute__((weak)) int32_t AlogCheckDebugLevel(uint32_t moduleId, int32_t level);
__attribute__((weak, format(printf, 4, 5))) int32_t AlogRecord(uint32_t moduleId, uint32_t logType,
                                                               int32_t level, const char* fmt, ...);

/* toolchain/slog.h and sources with the guard of CANN's dlog_pub.h declare the library's. */
#if !defined(D_SYSLOG_H_) && !defined(DLOG_PUB_H_)
/* 1 if records of the level are written (ASCEND_GLOBAL_LOG_LEVEL), else 0. */
static inline __attribute__((unused)) int CheckLogLevel(int32_t moduleId, int32_t logLevel) {
    return AlogCheckDebugLevel != NULL ? AlogCheckDebugLevel((uint32_t)moduleId, logLevel) : 0;
}

/* Text beyond 1023 bytes is cut. */
static inline __attribute__((unused, format(printf, 3, 4))) void DlogRecord(int32_t moduleId,
                                                                            int32_t level,
                                                                            const char* fmt, ...) {
    if (AlogRecord == NULL) {
        return;
    }
    char text[1024];
    va_list arguments;
    va_start(arguments, fmt);
    vsnprintf(text, sizeof(text), fmt, arguments);
    va_end(arguments);
    AlogRecord((uint32_t)moduleId, 0, level, "%s", text); /* 0: DLOG_TYPE_DEBUG */
}
#endif
#ifdef __cplusplus
}
#endif

#endif  // INC_BASE_DLOG_FUNCTIONS_H_
