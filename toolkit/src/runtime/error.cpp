#include "runtime/error.h"

#include <cstdarg>
#include <cstdio>
#include <vector>

#include "base/alog_pub.h"

namespace runtime {
namespace {

// Only the most recent text is kept: a program that never reads it must not grow without bound.
constexpr size_t kMaxErrorText = 8192;

struct ThreadErrors {
    int last = 0;
    std::string pending;
    size_t newest = 0;   // where the last text begins in `pending`
    std::string answer;  // handed out if nothing failed
    std::string handed_out;
};

ThreadErrors& CurrentErrors() {
    static thread_local ThreadErrors errors;
    return errors;
}

}  // namespace

int FailText(int code, const std::string& text) {
    if (AlogRecord != nullptr) {  // the log library is loaded
        AlogRecord(RUNTIME, DLOG_TYPE_DEBUG, DLOG_ERROR, "[%d] %s", code, text.c_str());
    }
    ThreadErrors& errors = CurrentErrors();
    errors.last = code;
    if (errors.pending.size() + text.size() > kMaxErrorText) {
        errors.pending.clear();
    }
    if (!errors.pending.empty()) {
        errors.pending += '\n';
    }
    errors.newest = errors.pending.size();
    errors.pending += '[' + std::to_string(code) + "] " + text.substr(0, kMaxErrorText);
    return code;
}

int Fail(int code, const char* format, ...) {
    va_list args;
    va_start(args, format);
    va_list again;
    va_copy(again, args);
    const int length = vsnprintf(nullptr, 0, format, args);
    va_end(args);
    std::vector<char> text(length > 0 ? static_cast<size_t>(length) + 1 : 1, '\0');
    vsnprintf(text.data(), text.size(), format, again);
    va_end(again);
    return FailText(code, text.data());
}

int Answer(int code) {
    ThreadErrors& errors = CurrentErrors();
    if (code != 0 && errors.newest < errors.pending.size()) {
        errors.answer = errors.pending.substr(errors.newest);
        errors.pending.resize(errors.newest > 0 ? errors.newest - 1 : 0);  // the line break, too
        errors.newest = errors.pending.size();
    }
    return code;
}

int PeekLastError() {
    return CurrentErrors().last;
}

int TakeLastError() {
    ThreadErrors& errors = CurrentErrors();
    const int last = errors.last;
    errors.last = 0;
    return last;
}

const char* TakeErrorText() {
    ThreadErrors& errors = CurrentErrors();
    if (errors.pending.empty()) {
        errors.pending.swap(errors.answer);
    }
    errors.answer.clear();
    if (errors.pending.empty()) {
        return nullptr;
    }
    errors.handed_out.swap(errors.pending);
    errors.pending.clear();
    errors.newest = 0;
    return errors.handed_out.c_str();
}

}  // namespace runtime
