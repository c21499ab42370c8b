// libprofapi.so: what programs report to the profiler. None is attached, so reports are dropped.
#include <cstdint>
#include <ctime>
#include <string>

#define PROFILER_EXPORT __attribute__((visibility("default")))

extern "C" {

/// Registers a callback for the start of profiling, which never starts.
PROFILER_EXPORT int32_t MsprofRegisterCallback(uint32_t, int32_t (*)(uint32_t, void*, uint32_t)) {
    return 0;
}

PROFILER_EXPORT int32_t MsprofRegTypeInfo(uint16_t, uint32_t, const char*) {
    return 0;
}

PROFILER_EXPORT int32_t MsprofReportApi(uint32_t, const void*) {
    return 0;
}

PROFILER_EXPORT int32_t MsprofReportEvent(uint32_t, const void*) {
    return 0;
}

PROFILER_EXPORT int32_t MsprofReportCompactInfo(uint32_t, const void*, uint32_t) {
    return 0;
}

PROFILER_EXPORT int32_t MsprofReportAdditionalInfo(uint32_t, const void*, uint32_t) {
    return 0;
}

/// A number that stands for the text of `length` bytes in later reports.
PROFILER_EXPORT uint64_t MsprofGetHashId(const char* text, size_t length) {
    return text == nullptr ? 0 : std::hash<std::string>()(std::string(text, length));
}

/// Ticks of a steady clock, in nanoseconds.
PROFILER_EXPORT uint64_t MsprofSysCycleTime() {
    timespec now = {};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<uint64_t>(now.tv_sec) * 1000000000U + static_cast<uint64_t>(now.tv_nsec);
}
}
