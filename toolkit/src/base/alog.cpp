#include <unistd.h>

#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <mutex>
#include <string>

#include "base/alog_pub.h"
#include "toolchain/slog.h"

namespace {

const char* const kLevelNames[] = {"DEBUG", "INFO", "WARNING", "ERROR"};

/// The destination and the lowest level of records; read from the environment once.
class LogSink {
public:
    static LogSink& Instance() {
        static LogSink* const sink = new LogSink;  // outlives static destructors that log
        return *sink;
    }
    bool Keeps(int32_t level) const { return !streamless_ && level >= level_; }
    int32_t Level() const { return level_; }
    void SetLevel(int32_t level) { level_ = level; }
    void SetProcess(int pid) { pid_ = pid; }
    void Flush() {
        const std::lock_guard<std::mutex> lock(mutex_);
        std::fflush(stdout);
        if (file_ != nullptr) {
            std::fflush(file_);
        }
    }
    void Write(int32_t level, const char* text) {
        char stamp[32];
        const time_t now = time(nullptr);
        tm local;
        localtime_r(&now, &local);
        strftime(stamp, sizeof(stamp), "%Y-%m-%d-%H:%M:%S", &local);
        const char* const name = level >= 0 && level < 4 ? kLevelNames[level] : "EVENT";
        const std::lock_guard<std::mutex> lock(mutex_);
        if (to_stdout_) {
            std::printf("[%s] (%d) %s %s\n", name, Process(), stamp, text);
            std::fflush(stdout);
        }
        if (file_ != nullptr) {
            std::fprintf(file_, "[%s] (%d) %s %s\n", name, Process(), stamp, text);
            std::fflush(file_);
        }
    }

private:
    LogSink() {
        const char* const level = std::getenv("ASCEND_GLOBAL_LOG_LEVEL");
        level_ = level == nullptr || *level == '\0' ? DLOG_ERROR : std::atoi(level);
        const char* const print = std::getenv("ASCEND_SLOG_PRINT_TO_STDOUT");
        to_stdout_ = print != nullptr && std::strcmp(print, "1") == 0;
        const char* const directory = std::getenv("ASCEND_PROCESS_LOG_PATH");
        if (directory != nullptr && *directory != '\0') {
            const std::string path =
                std::string(directory) + "/plog-" + std::to_string(getpid()) + ".log";
            file_ = std::fopen(path.c_str(), "a");
        }
        streamless_ = !to_stdout_ && file_ == nullptr;
    }

    int Process() const { return pid_ != 0 ? pid_.load() : static_cast<int>(getpid()); }

    std::mutex mutex_;
    std::atomic<int> pid_{0};  // 0: this process
    std::atomic<int32_t> level_{DLOG_ERROR};
    bool to_stdout_ = false;
    bool streamless_ = false;
    FILE* file_ = nullptr;
};

void Record(int32_t level, const char* fmt, va_list arguments) {
    LogSink& sink = LogSink::Instance();
    if (fmt == nullptr || !sink.Keeps(level)) {
        return;
    }
    char text[MSG_LENGTH];
    std::vsnprintf(text, sizeof(text), fmt, arguments);
    sink.Write(level, text);
}

}  // namespace

extern "C" {

int32_t AlogCheckDebugLevel(uint32_t, int32_t level) {
    return LogSink::Instance().Keeps(level) ? 1 : 0;
}

int32_t AlogRecord(uint32_t, uint32_t, int32_t level, const char* fmt, ...) {
    if (fmt == nullptr) {
        return -1;
    }
    va_list arguments;
    va_start(arguments, fmt);
    Record(level, fmt, arguments);
    va_end(arguments);
    return 0;
}

void dlog_init(void) {
    LogSink::Instance();
}

int32_t dlog_getlevel(int32_t, int32_t* enableEvent) {
    if (enableEvent != nullptr) {
        *enableEvent = 1;
    }
    return LogSink::Instance().Level();
}

int32_t dlog_setlevel(int32_t, int32_t level, int32_t) {
    if (level < DLOG_DEBUG || level > DLOG_NULL) {
        return -1;
    }
    LogSink::Instance().SetLevel(level);
    return 0;
}

int32_t CheckLogLevel(int32_t, int32_t logLevel) {
    return LogSink::Instance().Keeps(logLevel) ? 1 : 0;
}

int32_t DlogSetAttr(LogAttr logAttrInfo) {
    if (logAttrInfo.type != APPLICATION && logAttrInfo.type != SYSTEM) {
        return -1;
    }
    LogSink::Instance().SetProcess(static_cast<int>(logAttrInfo.pid));
    return 0;
}

void DlogVaList(int32_t, int32_t level, const char* fmt, va_list list) {
    Record(level, fmt, list);
}

void DlogRecord(int32_t, int32_t level, const char* fmt, ...) {
    va_list arguments;
    va_start(arguments, fmt);
    Record(level, fmt, arguments);
    va_end(arguments);
}

void DlogFlush(void) {
    LogSink::Instance().Flush();
}

}  // extern "C"
