// Log records and checks in kernels of AI CPUs.
#ifndef AICPU_COMMON_CONTEXT_LOG_H
#define AICPU_COMMON_CONTEXT_LOG_H

#include <sys/syscall.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace aicpu {

inline int64_t GetTid() {
    static thread_local const int64_t tid = syscall(__NR_gettid);
    return tid;
}

/// Writes to the log of the process that runs the kernel, with the level of base/log_types.h. An
/// error is also the text of the error of the stream if the kernel fails. Outside of a process with
/// the toolkit, errors go to stderr.
void KernelLog(int level, const char* function, const char* format, ...);

}  // namespace aicpu

#define KERNEL_LOG_DEBUG(fmt, ...) ::aicpu::KernelLog(0, __func__, fmt, ##__VA_ARGS__)
#define KERNEL_LOG_INFO(fmt, ...) ::aicpu::KernelLog(1, __func__, fmt, ##__VA_ARGS__)
#define KERNEL_LOG_WARN(fmt, ...) ::aicpu::KernelLog(2, __func__, fmt, ##__VA_ARGS__)
#define KERNEL_LOG_ERROR(fmt, ...) ::aicpu::KernelLog(3, __func__, fmt, ##__VA_ARGS__)
#define KERNEL_LOG_EVENT(fmt, ...) ::aicpu::KernelLog(1, __func__, fmt, ##__VA_ARGS__)

// CANN's checks are plain blocks: sources write them with and without a semicolon.
#define KERNEL_CHECK_FALSE(condition, errorCode, logText...) \
    if (!(condition)) {                                      \
        KERNEL_LOG_ERROR(logText);                           \
        return errorCode;                                    \
    }
#define KERNEL_CHECK_FALSE_RUN_INFO(condition, errorCode, logText...) \
    if (!(condition)) {                                               \
        KERNEL_LOG_EVENT(logText);                                    \
        return errorCode;                                             \
    }
#define KERNEL_CHECK_FALSE_VOID(condition, logText...) \
    if (!(condition)) {                                \
        KERNEL_LOG_ERROR(logText);                     \
        return;                                        \
    }
#define KERNEL_CHECK_FALSE_EXEC(condition, execExpr...) \
    if (!(condition)) {                                 \
        execExpr;                                       \
    }
#define KERNEL_CHECK_NULLPTR(value, errorCode, logText...) \
    KERNEL_CHECK_FALSE((value) != nullptr, errorCode, logText)
#define KERNEL_CHECK_NULLPTR_VOID(value, logText...) \
    KERNEL_CHECK_FALSE_VOID((value) != nullptr, logText)
#define KERNEL_CHECK_RET(condition, errorCode) \
    do {                                       \
        if (condition) {                       \
            return errorCode;                  \
        }                                      \
    } while (0)
#define KERNEL_CHECK_ERROR(expression)         \
    do {                                       \
        const uint32_t kernelRet = expression; \
        if (kernelRet != 0U) {                 \
            return kernelRet;                  \
        }                                      \
    } while (0)
#define KERNEL_HANDLE_ERROR(expression, logText...) \
    {                                               \
        const uint32_t kernelRet = expression;      \
        if (kernelRet != 0U) {                      \
            KERNEL_LOG_ERROR("" logText);           \
            return kernelRet;                       \
        }                                           \
    }
/// `result` = A * B for numbers that are not negative; `errorCode` is returned if it is too large.
#define KERNEL_CHECK_ASSIGN_64S_MULTI(A, B, result, errorCode)                  \
    if ((A) != 0 && (B) != 0 && INT64_MAX / (A) <= (B)) {                       \
        KERNEL_LOG_ERROR("%lld * %lld is too large", static_cast<long long>(A), \
                         static_cast<long long>(B));                            \
        return errorCode;                                                       \
    }                                                                           \
    (result) = ((A) * (B));

#endif  // AICPU_COMMON_CONTEXT_LOG_H
