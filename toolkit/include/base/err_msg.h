// Error messages for the user of an operator; aclGetRecentErrMsg returns them
// (liberror_manager.so).
#ifndef INC_BASE_ERR_MSG_H_
#define INC_BASE_ERR_MSG_H_

#include <cstdint>
#include <vector>

#include "graph/types.h"

/// Adds a message with the place in the source; printf-like.
#define REPORT_INNER_ERR_MSG(error_code, format, ...)                                     \
    (void)ge::ReportInnerErrMsg(__FILE__, __FUNCTION__, __LINE__, (error_code), (format), \
                                ##__VA_ARGS__)
#define REPORT_USER_ERR_MSG(error_code, format, ...) \
    (void)ge::ReportUserDefinedErrMsg((error_code), (format), ##__VA_ARGS__)

namespace ge {
/// All return 0 on success, -1 for missing arguments.
GE_FUNC_HOST_VISIBILITY GE_FUNC_DEV_VISIBILITY int32_t
ReportInnerErrMsg(const char* file_name, const char* func, uint32_t line, const char* error_code,
                  const char* format, ...) FORMAT_PRINTF(5, 6) WEAK_SYMBOL;
GE_FUNC_HOST_VISIBILITY GE_FUNC_DEV_VISIBILITY int32_t ReportUserDefinedErrMsg(
    const char* error_code, const char* format, ...) FORMAT_PRINTF(2, 3) WEAK_SYMBOL;
/// A message made of named values.
GE_FUNC_HOST_VISIBILITY GE_FUNC_DEV_VISIBILITY int32_t
ReportPredefinedErrMsg(const char* error_code, const std::vector<const char*>& key,
                       const std::vector<const char*>& value) WEAK_SYMBOL;
}  // namespace ge

#endif  // INC_BASE_ERR_MSG_H_
