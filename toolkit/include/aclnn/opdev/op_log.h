// Logs and checks of hand-written aclnn interfaces.
#ifndef PTA_NPU_OP_API_COMMON_INC_OP_LOG_H_
#define PTA_NPU_OP_API_COMMON_INC_OP_LOG_H_

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include "base/dlog_functions.h"
#include "op_errno.h"
#include "securec.h"

#define OPAPI_SUBMOD_NAME "NNOP"
#define OP_ID 63

#define OP_LOG_DEBUG 0
#define OP_LOG_INFO 1
#define OP_LOG_WARN 2
#define OP_LOG_ERROR 3
#define OP_LOG_EVENT 0x10

/// DlogRecord for the macros below. As in CANN, the compiler does not compare its format with the
/// arguments: public operators pass other types than their formats say, and are compiled with
/// -Werror.
__attribute__((unused)) static constexpr void (*DlogRecordInner)(int32_t moduleId, int32_t level,
                                                                 const char* fmt, ...) = DlogRecord;

namespace op {
namespace internal {
/// The text that aclGetRecentErrMsg() returns, for a code of op_errno.h. This function and the next
/// one are in libnnopbase.so only: definitions and tiling functions log, too, where it is not
/// loaded.
ACL_FUNC_VISIBILITY void ReportError(int32_t code, const char* fmt, ...) __attribute__((weak));
/// Name of the interface that the thread is in; empty outside.
ACL_FUNC_VISIBILITY __attribute__((weak)) std::string GetLogApiInfo();
}  // namespace internal
}  // namespace op

/// `code`: digits of an error code.
template <typename... Arguments>
void ReportErrorMessage(const char* code, const char* fmt, Arguments&&... args) {
    if (op::internal::ReportError != nullptr) {
        op::internal::ReportError(static_cast<int32_t>(std::strtol(code, nullptr, 10)), fmt,
                                  std::forward<Arguments>(args)...);
    }
}

inline std::string GetOpName() {
    const std::string name =
        op::internal::GetLogApiInfo != nullptr ? op::internal::GetLogApiInfo() : std::string();
    return name.empty() ? name : "OpName:[" + name + "] ";
}

#define OPDEV_LOG(level, fmt, ...)                                                               \
    do {                                                                                         \
        if (CheckLogLevel(OP_ID, level) == 1) {                                                  \
            DlogRecordInner(OP_ID, level, "[%s:%d][" OPAPI_SUBMOD_NAME "][%s] %s" fmt, __FILE__, \
                            __LINE__, __FUNCTION__, GetOpName().c_str(), ##__VA_ARGS__);         \
        }                                                                                        \
    } while (false)

#define OP_LOGD(...) OPDEV_LOG(OP_LOG_DEBUG, __VA_ARGS__)
#define OP_LOGI(...) OPDEV_LOG(OP_LOG_INFO, __VA_ARGS__)
#define OP_LOGW(...) OPDEV_LOG(OP_LOG_WARN, __VA_ARGS__)
#define OP_EVENT(...) OPDEV_LOG(OP_LOG_EVENT, __VA_ARGS__)
#define OP_LOGE_WITHOUT_REPORT(errno, ...) OPDEV_LOG(OP_LOG_ERROR, __VA_ARGS__)
#define REPORT_ERROR_MESSAGE(code, ...)                   \
    do {                                                  \
        if (op::internal::ReportError != nullptr) {       \
            op::internal::ReportError(code, __VA_ARGS__); \
        }                                                 \
    } while (false)
#define OP_LOGE(errno, ...)                         \
    do {                                            \
        OP_LOGE_WITHOUT_REPORT(errno, __VA_ARGS__); \
        REPORT_ERROR_MESSAGE(errno, __VA_ARGS__);   \
    } while (false)

#ifndef unlikely
#define unlikely(x) __builtin_expect((x), 0)
#endif
#ifndef likely
#define likely(x) __builtin_expect((x), 1)
#endif

#define OP_CHECK_NOTNULL(val)                                                          \
    do {                                                                               \
        if ((val) == nullptr) {                                                        \
            OP_LOGE(ACLNN_ERR_INNER_NULLPTR, "Parameter[%s] must not be null.", #val); \
            return ACLNN_ERR_INNER_NULLPTR;                                            \
        }                                                                              \
    } while (false)

#define RET_IF_NOT_SUCCESS(x) ;

/// Returns `ret_value` unless the condition holds; that value's text is what was reported before.
#define CHECK_RET(condition, ret_value)                                              \
    do {                                                                             \
        if (!(condition)) {                                                          \
            OP_LOGE_WITHOUT_REPORT(ACLNN_ERR_INNER, "check %s failed.", #condition); \
            return ret_value;                                                        \
        }                                                                            \
    } while (false)

#define CHECK_RET_CODE(func, fmt, ...)                 \
    do {                                               \
        const aclnnStatus checked_code = (func);       \
        if (checked_code != ACLNN_SUCCESS) {           \
            OP_LOGE(checked_code, fmt, ##__VA_ARGS__); \
            return checked_code;                       \
        }                                              \
    } while (false)

#define CHECK_COND(cond, ret, fmt, ...)       \
    do {                                      \
        if (!(cond)) {                        \
            OP_LOGE(ret, fmt, ##__VA_ARGS__); \
            return ret;                       \
        }                                     \
    } while (false)

#define OP_CHECK(cond, log_func, return_expr) \
    do {                                      \
        if (!(cond)) {                        \
            log_func;                         \
            return_expr;                      \
        }                                     \
    } while (false)

#define OP_CHECK_NO_RETURN(cond, log_func) \
    do {                                   \
        if (!(cond)) {                     \
            log_func;                      \
        }                                  \
    } while (false)

#endif  // PTA_NPU_OP_API_COMMON_INC_OP_LOG_H_
