// Error messages for the user of an operator; aclGetRecentErrMsg returns them
// (liberror_manager.so).
#ifndef INC_BASE_ERR_MSG_H_
#define INC_BASE_ERR_MSG_H_

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "graph/types.h"

#ifndef ATTRIBUTE_USED
#define ATTRIBUTE_USED __attribute__((used))
#endif

/// Adds a message with the place in the source; printf-like.
#define REPORT_INNER_ERR_MSG(error_code, format, ...)                                      \
    (void)error_message::ReportInnerErrMsg(__FILE__, __FUNCTION__, __LINE__, (error_code), \
                                           (format), ##__VA_ARGS__)
#define REPORT_USER_DEFINED_ERR_MSG(error_code, format, ...) \
    (void)error_message::ReportUserDefinedErrMsg((error_code), (format), ##__VA_ARGS__)
#define REPORT_USER_ERR_MSG REPORT_USER_DEFINED_ERR_MSG

/// Adds the message of a code: (code) or (code, names, values).
#define REPORT_PREDEFINED_ERR_MSG(...) (void)error_message::ReportPredefinedErrMsg(__VA_ARGS__)

/// Registers messages when the library is loaded.
#define REG_FORMAT_ERROR_MSG(error_msg, error_msg_len) \
    REG_FORMAT_ERROR_MSG_UNIQ_HELPER((error_msg), (error_msg_len), __COUNTER__)
#define REG_FORMAT_ERROR_MSG_UNIQ_HELPER(error_msg, error_msg_len, counter) \
    REG_FORMAT_ERROR_MSG_UNIQ((error_msg), (error_msg_len), counter)
#define REG_FORMAT_ERROR_MSG_UNIQ(error_msg, error_msg_len, counter)   \
    static const int32_t register_error_msg_##counter ATTRIBUTE_USED = \
        error_message::RegisterFormatErrorMessage == nullptr           \
            ? -1                                                       \
            : error_message::RegisterFormatErrorMessage((error_msg), (error_msg_len))

/// All functions return 0 on success, -1 for missing arguments.
namespace error_message {
using char_t = char;
constexpr size_t LIMIT_PER_MSG = 1024U;

GE_FUNC_HOST_VISIBILITY GE_FUNC_DEV_VISIBILITY int32_t
ReportInnerErrMsg(const char* file_name, const char* func, uint32_t line, const char* error_code,
                  const char* format, ...) FORMAT_PRINTF(5, 6) WEAK_SYMBOL;
GE_FUNC_HOST_VISIBILITY GE_FUNC_DEV_VISIBILITY int32_t ReportUserDefinedErrMsg(
    const char* error_code, const char* format, ...) FORMAT_PRINTF(2, 3) WEAK_SYMBOL;
/// A message made of named values.
GE_FUNC_HOST_VISIBILITY GE_FUNC_DEV_VISIBILITY int32_t
ReportPredefinedErrMsg(const char* error_code, const std::vector<const char*>& key,
                       const std::vector<const char*>& value) WEAK_SYMBOL;
GE_FUNC_HOST_VISIBILITY GE_FUNC_DEV_VISIBILITY int32_t
ReportPredefinedErrMsg(const char* error_code) WEAK_SYMBOL;
/// Messages as JSON; -1 if it is none. The length does not count a terminating zero.
GE_FUNC_HOST_VISIBILITY GE_FUNC_DEV_VISIBILITY int32_t
RegisterFormatErrorMessage(const char* error_msg, size_t error_msg_len) WEAK_SYMBOL;
}  // namespace error_message

namespace ge {
using error_message::ReportInnerErrMsg;
using error_message::ReportPredefinedErrMsg;
using error_message::ReportUserDefinedErrMsg;
}  // namespace ge

#endif  // INC_BASE_ERR_MSG_H_
