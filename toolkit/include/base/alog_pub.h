// Log records of operators (libascendalog.so).
//
// Environment: ASCEND_GLOBAL_LOG_LEVEL (0 debug .. 3 error, 4 none; default 3),
// ASCEND_SLOG_PRINT_TO_STDOUT=1 (print), ASCEND_PROCESS_LOG_PATH (directory; records go to
// plog-<pid>.log in it). With neither of the last two, records are dropped.
#ifndef INC_BASE_ALOG_PUB_H_
#define INC_BASE_ALOG_PUB_H_

#include <stdint.h>

#include "log_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* 1 if records of the level are written, else 0. Weak: null where the library is not loaded. */
LOG_FUNC_VISIBILITY int32_t AlogCheckDebugLevel(uint32_t moduleId, int32_t level)
    __attribute__((weak));
/* 0 on success. Text beyond MSG_LENGTH is cut. */
LOG_FUNC_VISIBILITY int32_t AlogRecord(uint32_t moduleId, uint32_t logType, int32_t level,
                                       const char* fmt, ...) __attribute__((weak))
__attribute__((format(printf, 4, 5)));

#ifdef __cplusplus
}
#endif

#endif  // INC_BASE_ALOG_PUB_H_
