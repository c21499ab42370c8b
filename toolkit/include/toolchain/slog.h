// Log records by the names that CANN's operators and frameworks use; base/alog_pub.h says where
// they go. Functions of libascendalog.so.
#ifndef D_SYSLOG_H_
#define D_SYSLOG_H_

#include <stdarg.h>
#include <stdint.h>

#include "base/log_types.h"

/* Levels in addition to those of log_types.h. */
#define DLOG_NULL 0x4   /* no records */
#define DLOG_EVENT 0x10 /* always written */

/* What may be added to a module's number: where CANN puts a record. */
#define DEBUG_LOG_MASK (0x00010000U)
#define SECURITY_LOG_MASK (0x00100000U)
#define RUN_LOG_MASK (0x01000000U)
#define STDOUT_LOG_MASK (0x10000000U)

#define LOG_SAVE_MODE_DEF (0x0U)
#define LOG_SAVE_MODE_UNI (0xFE756E69U)
#define LOG_SAVE_MODE_SEP (0xFE736570U)

#define ALL_MODULE (0x0000FFFFU)

#if defined(__cplusplus)
extern "C" {
#endif

typedef enum { APPLICATION = 0, SYSTEM } ProcessType;

/* Whose records these are. */
typedef struct {
    ProcessType type;
    unsigned int pid;
    unsigned int deviceId;
    unsigned int mode; /* LOG_SAVE_MODE_* */
    char reserved[48];
} LogAttr;

/* Reads the settings of the environment, as the first record does. */
LOG_FUNC_VISIBILITY void dlog_init(void);

/* The least level that is written; *enableEvent becomes 1, events are. */
LOG_FUNC_VISIBILITY int32_t dlog_getlevel(int32_t moduleId, int32_t* enableEvent);

/* Sets the least level, DLOG_DEBUG to DLOG_NULL, of all modules; 0, or -1 for others. */
LOG_FUNC_VISIBILITY int32_t dlog_setlevel(int32_t moduleId, int32_t level, int32_t enableEvent);

/* Sets the process that records name; 0, or -1 if the type is unknown. */
LOG_FUNC_VISIBILITY int32_t DlogSetAttr(LogAttr logAttrInfo);

/* Text beyond 1023 bytes is cut. */
LOG_FUNC_VISIBILITY void DlogVaList(int32_t moduleId, int32_t level, const char* fmt, va_list list);

/* Returns when records are where they go. */
LOG_FUNC_VISIBILITY void DlogFlush(void);

#ifndef INC_BASE_DLOG_FUNCTIONS_H_ /* which has these two */
/* 1 if records of the level are written (ASCEND_GLOBAL_LOG_LEVEL), else 0. */
LOG_FUNC_VISIBILITY int32_t CheckLogLevel(int32_t moduleId, int32_t logLevel);

LOG_FUNC_VISIBILITY void DlogRecord(int32_t moduleId, int32_t level, const char* fmt, ...)
    __attribute__((weak, format(printf, 3, 4)));
#endif

#if defined(__cplusplus)
}
#endif

#define ASCEND_SLOG_RECORD_(moduleId, level, fmt, ...) \
    DlogRecord(moduleId, level, "[%s:%d]" fmt, __FILE__, __LINE__, ##__VA_ARGS__)
#define ASCEND_SLOG_CHECKED_(moduleId, level, fmt, ...)               \
    do {                                                              \
        if (CheckLogLevel(moduleId, level) == 1) {                    \
            ASCEND_SLOG_RECORD_(moduleId, level, fmt, ##__VA_ARGS__); \
        }                                                             \
    } while (0)

#define dlog_error(moduleId, fmt, ...) ASCEND_SLOG_RECORD_(moduleId, DLOG_ERROR, fmt, ##__VA_ARGS__)
#define dlog_event(moduleId, fmt, ...) ASCEND_SLOG_RECORD_(moduleId, DLOG_EVENT, fmt, ##__VA_ARGS__)
#define dlog_warn(moduleId, fmt, ...) ASCEND_SLOG_CHECKED_(moduleId, DLOG_WARN, fmt, ##__VA_ARGS__)
#define dlog_info(moduleId, fmt, ...) ASCEND_SLOG_CHECKED_(moduleId, DLOG_INFO, fmt, ##__VA_ARGS__)
#define dlog_debug(moduleId, fmt, ...) \
    ASCEND_SLOG_CHECKED_(moduleId, DLOG_DEBUG, fmt, ##__VA_ARGS__)
#define Dlog(moduleId, level, fmt, ...) ASCEND_SLOG_CHECKED_(moduleId, level, fmt, ##__VA_ARGS__)
#define DlogSub(moduleId, submodule, level, fmt, ...) \
    ASCEND_SLOG_CHECKED_(moduleId, level, "[%s]" fmt, submodule, ##__VA_ARGS__)

#endif  // D_SYSLOG_H_
