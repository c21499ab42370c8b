#include "runtime/error.h"

#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <mutex>
#include <vector>

#include "base/alog_pub.h"
#include "base/error_messages.h"

namespace runtime {
namespace {

// Only the most recent text is stored: a program that never reads it must not grow without bound.
constexpr size_t kMaxErrorText = 8192;

/// The texts that aclGetRecentErrMsg has not handed out yet.
struct Texts {
    std::mutex mutex;
    std::string pending;
    size_t newest = 0;   // where the last text begins in `pending`
    std::string answer;  // handed out if nothing failed
    std::string handed_out;
};

std::atomic<bool> shared_by_threads{false};
thread_local int last_error = 0;

Texts& CurrentTexts() {
    static thread_local Texts of_thread;
    static Texts* const of_process = new Texts();
    return shared_by_threads ? *of_process : of_thread;
}

}  // namespace

int FailText(int code, const std::string& text) {
    if (AlogRecord != nullptr) {  // the log library is loaded
        AlogRecord(RUNTIME, DLOG_TYPE_DEBUG, DLOG_ERROR, "[%d] %s", code, text.c_str());
    }
    last_error = code;
    Texts& texts = CurrentTexts();
    const std::lock_guard<std::mutex> lock(texts.mutex);
    if (texts.pending.size() + text.size() > kMaxErrorText) {
        texts.pending.clear();
    }
    if (!texts.pending.empty()) {
        texts.pending += '\n';
    }
    texts.newest = texts.pending.size();
    texts.pending += '[' + std::to_string(code) + "] " + text.substr(0, kMaxErrorText);
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
    Texts& texts = CurrentTexts();
    const std::lock_guard<std::mutex> lock(texts.mutex);
    if (code != 0 && texts.newest < texts.pending.size()) {
        texts.answer = texts.pending.substr(texts.newest);
        texts.pending.resize(texts.newest > 0 ? texts.newest - 1 : 0);  // the line break, too
        texts.newest = texts.pending.size();
    }
    return code;
}

int PeekLastError() {
    return last_error;
}

int TakeLastError() {
    const int last = last_error;
    last_error = 0;
    return last;
}

void ShareErrorTexts(bool by_process) {
    shared_by_threads = by_process;
}

const char* TakeErrorText() {
    Texts& texts = CurrentTexts();
    const std::lock_guard<std::mutex> lock(texts.mutex);
    if (texts.pending.empty()) {
        texts.pending.swap(texts.answer);
    }
    texts.answer.clear();
    std::string reported = ge::TakeErrorMessages();  // by operators, in this thread
    if (!reported.empty()) {
        reported.pop_back();  // the last line break
        texts.pending += (texts.pending.empty() ? "" : "\n") + reported;
    }
    if (texts.pending.empty()) {
        return nullptr;
    }
    texts.handed_out.swap(texts.pending);
    texts.pending.clear();
    texts.newest = 0;
    return texts.handed_out.c_str();
}

}  // namespace runtime
