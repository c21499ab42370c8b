#include <cstdarg>
#include <cstdio>

#include "base/err_msg.h"
#include "base/error_messages.h"
#include "base/message_formats.h"

namespace ge {
namespace {

constexpr size_t kMaxText = 64 * 1024;

std::string& ThreadMessages() {
    static thread_local std::string messages;
    return messages;
}

std::string FormatText(const char* format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    const int length = std::vsnprintf(nullptr, 0, format, arguments);
    std::string text(length < 0 ? 0 : static_cast<size_t>(length), '\0');
    if (length > 0) {
        std::vsnprintf(&text[0], text.size() + 1, format, again);
    }
    va_end(again);
    return text;
}

std::string WithCode(const char* error_code, const std::string& text) {
    return std::string(error_code) + ": " + text;
}

}  // namespace

void AddErrorMessage(const std::string& text) {
    std::string& messages = ThreadMessages();
    messages += text + "\n";
    if (messages.size() > kMaxText) {
        const size_t cut = messages.find('\n', messages.size() - kMaxText);
        messages.erase(0, cut + 1);
    }
}

std::string TakeErrorMessages() {
    std::string messages;
    messages.swap(ThreadMessages());
    return messages;
}

}  // namespace ge

namespace error_message {

int32_t ReportInnerErrMsg(const char* file_name, const char* func, uint32_t line,
                          const char* error_code, const char* format, ...) {
    if (file_name == nullptr || func == nullptr || error_code == nullptr || format == nullptr) {
        return -1;
    }
    va_list arguments;
    va_start(arguments, format);
    const std::string text = ge::FormatText(format, arguments);
    va_end(arguments);
    ge::AddErrorMessage(ge::WithCode(error_code, text) + "[FUNC:" + func + "][FILE:" + file_name +
                        "][LINE:" + std::to_string(line) + "]");
    return 0;
}

int32_t ReportUserDefinedErrMsg(const char* error_code, const char* format, ...) {
    if (error_code == nullptr || format == nullptr) {
        return -1;
    }
    va_list arguments;
    va_start(arguments, format);
    const std::string text = ge::FormatText(format, arguments);
    va_end(arguments);
    ge::AddErrorMessage(ge::WithCode(error_code, text));
    return 0;
}

int32_t ReportPredefinedErrMsg(const char* error_code, const std::vector<const char*>& key,
                               const std::vector<const char*>& value) {
    if (error_code == nullptr || key.size() != value.size()) {
        return -1;
    }
    ge::AddErrorMessage(ge::WithCode(error_code, PredefinedText(error_code, key, value)));
    return 0;
}

int32_t ReportPredefinedErrMsg(const char* error_code) {
    return ReportPredefinedErrMsg(error_code, {}, {});
}

int32_t RegisterFormatErrorMessage(const char* error_msg, size_t error_msg_len) {
    return error_msg != nullptr && AddFormats(std::string(error_msg, error_msg_len)) ? 0 : -1;
}

}  // namespace error_message

// Where the functions were until CANN 8.3, for libraries that were linked then.
#define GE_SYMBOL(name, was, is) \
    extern "C" __attribute__((visibility("default"), alias(is))) int32_t name() __asm__(was)
GE_SYMBOL(ge_report_inner, "_ZN2ge17ReportInnerErrMsgEPKcS1_jS1_S1_z",
          "_ZN13error_message17ReportInnerErrMsgEPKcS1_jS1_S1_z");
GE_SYMBOL(ge_report_user, "_ZN2ge23ReportUserDefinedErrMsgEPKcS1_z",
          "_ZN13error_message23ReportUserDefinedErrMsgEPKcS1_z");
GE_SYMBOL(ge_report_predefined, "_ZN2ge22ReportPredefinedErrMsgEPKcRKSt6vectorIS1_SaIS1_EES6_",
          "_ZN13error_message22ReportPredefinedErrMsgEPKcRKSt6vectorIS1_SaIS1_EES6_");
