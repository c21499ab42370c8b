// What the calling thread reported by err_msg.h (liberror_manager.so). Each message is given once,
// here or by aclGetRecentErrMsg.
#ifndef PKG_INC_BASE_ERR_MGR_H_
#define PKG_INC_BASE_ERR_MGR_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "base/err_msg.h"

namespace error_message {
/// The work of a thread; messages are those of the thread here.
struct ErrorManagerContext {
    uint64_t work_stream_id = 0;
    uint64_t reserved[7] = {0};
};

enum class ErrorMessageMode : uint32_t {
    INTERNAL_MODE = 0U,
    PROCESS_MODE = 1U,
    ERR_MSG_MODE_MAX = 10U
};

using unique_const_char_array = std::unique_ptr<const char_t[]>;

/// A message in parts. Of those that err_msg.h reports, the code and the text are known.
struct ErrMsgRawItem {
    unique_const_char_array error_id;
    unique_const_char_array error_title;
    unique_const_char_array error_message;
    unique_const_char_array possible_cause;
    unique_const_char_array solution;
    std::vector<unique_const_char_array> args_key;
    std::vector<unique_const_char_array> args_value;
    unique_const_char_array report_time;
};

/// 0; -1 for PROCESS_MODE, since messages are of threads.
GE_FUNC_HOST_VISIBILITY GE_FUNC_DEV_VISIBILITY int32_t ErrMgrInit(ErrorMessageMode error_mode);
GE_FUNC_HOST_VISIBILITY GE_FUNC_DEV_VISIBILITY ErrorManagerContext GetErrMgrContext();
GE_FUNC_HOST_VISIBILITY GE_FUNC_DEV_VISIBILITY void SetErrMgrContext(
    ErrorManagerContext error_context);
GE_FUNC_HOST_VISIBILITY GE_FUNC_DEV_VISIBILITY unique_const_char_array GetErrMgrErrorMessage();
/// Empty: nothing reports warnings.
GE_FUNC_HOST_VISIBILITY GE_FUNC_DEV_VISIBILITY unique_const_char_array GetErrMgrWarningMessage();
GE_FUNC_HOST_VISIBILITY GE_FUNC_DEV_VISIBILITY std::vector<ErrMsgRawItem>
GetErrMgrRawErrorMessages();
}  // namespace error_message

#endif  // PKG_INC_BASE_ERR_MGR_H_
