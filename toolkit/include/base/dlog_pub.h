// Log records by the names of CANN's dlog library; where they go says base/alog_pub.h. The guard is
// CANN's: sources that define it declare the functions themselves.
#ifndef DLOG_PUB_H_

#include <string.h>

#include "alog_pub.h"
#include "dlog_functions.h"
#include "log_types.h"

#ifdef __cplusplus
extern "C" {
#endif
/* As in toolchain/slog.h. */
LOG_FUNC_VISIBILITY int32_t dlog_getlevel(int32_t moduleId, int32_t* enableEvent);
LOG_FUNC_VISIBILITY int32_t dlog_setlevel(int32_t moduleId, int32_t level, int32_t enableEvent);
LOG_FUNC_VISIBILITY void DlogVaList(int32_t moduleId, int32_t level, const char* fmt, va_list list);
LOG_FUNC_VISIBILITY void DlogFlush(void);
#ifdef __cplusplus
}
#endif

#define DLOG_PUB_H_
#endif  // DLOG_PUB_H_
