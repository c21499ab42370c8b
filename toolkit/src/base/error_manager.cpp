#include <cstdarg>
#include <cstdio>

#include "base/err_msg.h"
#include "base/error_messages.h"

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
    std::string taken;
    taken.swap(ThreadMessages());
    return taken;
}

int32_t ReportInnerErrMsg(const char* file_name, const char* func, uint32_t line,
                          const char* error_code, const char* format, ...) {
    if (file_name == nullptr || func == nullptr || error_code == nullptr || format == nullptr) {
        return -1;
    }
    va_list arguments;
    va_start(arguments, format);
    const std::string text = FormatText(format, arguments);
    va_end(arguments);
    AddErrorMessage(WithCode(error_code, text) + "[FUNC:" + func + "][FILE:" + file_name +
                    "][LINE:" + std::to_string(line) + "]");
    return 0;
}

int32_t ReportUserDefinedErrMsg(const char* error_code, const char* format, ...) {
    if (error_code == nullptr || format == nullptr) {
        return -1;
    }
    va_list arguments;
    va_start(arguments, format);
    const std::string text = FormatText(format, arguments);
    va_end(arguments);
    AddErrorMessage(WithCode(error_code, text));
    return 0;
}

int32_t ReportPredefinedErrMsg(const char* error_code, const std::vector<const char*>& key,
                               const std::vector<const char*>& value) {
    if (error_code == nullptr || key.size() != value.size()) {
        return -1;
    }
    std::string text;
    for (size_t i = 0; i < key.size(); ++i) {
        text += std::string(i == 0 ? "" : ", ") + key[i] + "=" + value[i];
    }
    AddErrorMessage(WithCode(error_code, text));
    return 0;
}

}  // namespace ge
