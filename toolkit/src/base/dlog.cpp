// Logs of opdev (aclnn/opdev/op_log.h).
#include <cstdarg>
#include <cstdio>

#include "aclnn/opdev/op_log.h"
#include "base/alog_pub.h"
#include "base/log_types.h"

int CheckLogLevel(int32_t moduleId, int32_t logLevel) {
    return AlogCheckDebugLevel(static_cast<uint32_t>(moduleId), logLevel);
}

void DlogRecord(int32_t moduleId, int32_t level, const char* fmt, ...) {
    char text[MSG_LENGTH];
    va_list arguments;
    va_start(arguments, fmt);
    std::vsnprintf(text, sizeof(text), fmt, arguments);
    va_end(arguments);
    AlogRecord(static_cast<uint32_t>(moduleId), DLOG_TYPE_DEBUG, level, "%s", text);
}
