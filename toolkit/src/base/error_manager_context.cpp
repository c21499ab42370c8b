// Messages of the calling thread, for programs that read them without acl.
#include <cstring>
#include <sstream>
#include <string>

#include "base/err_mgr.h"
#include "base/error_messages.h"

namespace error_message {
namespace {

unique_const_char_array CopyOf(const std::string& text) {
    auto* const copy = new char_t[text.size() + 1];
    std::memcpy(copy, text.c_str(), text.size() + 1);
    return unique_const_char_array(copy);
}

ErrorManagerContext& OfThread() {
    static thread_local ErrorManagerContext context;
    return context;
}

}  // namespace

int32_t ErrMgrInit(ErrorMessageMode error_mode) {
    return error_mode == ErrorMessageMode::INTERNAL_MODE ? 0 : -1;
}

ErrorManagerContext GetErrMgrContext() {
    return OfThread();
}

void SetErrMgrContext(ErrorManagerContext error_context) {
    OfThread() = error_context;
}

unique_const_char_array GetErrMgrErrorMessage() {
    return CopyOf(ge::TakeErrorMessages());
}

unique_const_char_array GetErrMgrWarningMessage() {
    return CopyOf("");
}

std::vector<ErrMsgRawItem> GetErrMgrRawErrorMessages() {
    std::vector<ErrMsgRawItem> items;
    std::istringstream messages(ge::TakeErrorMessages());
    for (std::string line; std::getline(messages, line);) {
        const size_t end = line.find(": ");
        ErrMsgRawItem item;
        item.error_id = CopyOf(end == std::string::npos ? "" : line.substr(0, end));
        item.error_title = CopyOf("");
        item.error_message = CopyOf(end == std::string::npos ? line : line.substr(end + 2));
        item.possible_cause = CopyOf("");
        item.solution = CopyOf("");
        item.report_time = CopyOf("");
        items.push_back(std::move(item));
    }
    return items;
}

}  // namespace error_message
