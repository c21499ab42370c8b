// Log records of custom kernels of AI CPUs.
#ifndef AICPU_CUST_CPU_UTILS_H
#define AICPU_CUST_CPU_UTILS_H

#include "../common/cpu_context.h"
#include "../utils/log.h"

#define AICPU_CUST_LOG(write, ctx, fmt, ...)                      \
    do {                                                          \
        static_cast<void>(ctx);                                   \
        write("[%s:%d]:" fmt, __FILE__, __LINE__, ##__VA_ARGS__); \
    } while (0)

#define CUST_KERNEL_LOG_DEBUG(ctx, fmt, ...) \
    AICPU_CUST_LOG(KERNEL_LOG_DEBUG, ctx, fmt, ##__VA_ARGS__)
#define CUST_KERNEL_LOG_INFO(ctx, fmt, ...) AICPU_CUST_LOG(KERNEL_LOG_INFO, ctx, fmt, ##__VA_ARGS__)
#define CUST_KERNEL_LOG_WARNING(ctx, fmt, ...) \
    AICPU_CUST_LOG(KERNEL_LOG_WARN, ctx, fmt, ##__VA_ARGS__)
#define CUST_KERNEL_LOG_ERROR(ctx, fmt, ...) \
    AICPU_CUST_LOG(KERNEL_LOG_ERROR, ctx, fmt, ##__VA_ARGS__)

#endif  // AICPU_CUST_CPU_UTILS_H
