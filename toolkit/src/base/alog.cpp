#include <unistd.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <mutex>
#include <string>

#include "base/alog_pub.h"

namespace {

const char* const kLevelNames[] = {"DEBUG", "INFO", "WARNING", "ERROR"};

/// Where records go and which are kept; read from the environment once.
class LogSink {
public:
    static LogSink& Instance() {
        static LogSink* const sink = new LogSink;  // outlives static destructors that log
        return *sink;
    }
    bool Keeps(int32_t level) const { return !streamless_ && level >= level_; }
    void Write(int32_t level, const char* text) {
        char stamp[32];
        const time_t now = time(nullptr);
        tm local;
        localtime_r(&now, &local);
        strftime(stamp, sizeof(stamp), "%Y-%m-%d-%H:%M:%S", &local);
        const char* const name = level >= 0 && level < 4 ? kLevelNames[level] : "EVENT";
        const std::lock_guard<std::mutex> lock(mutex_);
        if (to_stdout_) {
            std::printf("[%s] (%d) %s %s\n", name, static_cast<int>(getpid()), stamp, text);
            std::fflush(stdout);
        }
        if (file_ != nullptr) {
            std::fprintf(file_, "[%s] (%d) %s %s\n", name, static_cast<int>(getpid()), stamp, text);
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

    std::mutex mutex_;
    int32_t level_ = DLOG_ERROR;
    bool to_stdout_ = false;
    bool streamless_ = false;
    FILE* file_ = nullptr;
};

}  // namespace

extern "C" {

int32_t AlogCheckDebugLevel(uint32_t, int32_t level) {
    return LogSink::Instance().Keeps(level) ? 1 : 0;
}

int32_t AlogRecord(uint32_t, uint32_t, int32_t level, const char* fmt, ...) {
    if (fmt == nullptr) {
        return -1;
    }
    LogSink& sink = LogSink::Instance();
    if (!sink.Keeps(level)) {
        return 0;
    }
    char text[MSG_LENGTH];
    va_list arguments;
    va_start(arguments, fmt);
    std::vsnprintf(text, sizeof(text), fmt, arguments);
    va_end(arguments);
    sink.Write(level, text);
    return 0;
}

}  // extern "C"
