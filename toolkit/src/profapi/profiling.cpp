// libprofapi.so: what programs report to the profiler. None is attached, so reports are dropped.
#include <ctime>
#include <string>

#include "experiment/msprof/toolchain/aprof_pub.h"

extern "C" {

int32_t MsprofInit(uint32_t, void*, uint32_t) {
    return MSPROF_ERROR_NONE;
}

int32_t MsprofFinalize() {
    return MSPROF_ERROR_NONE;
}

int32_t MsprofRegisterCallback(uint32_t, ProfCommandHandle) {
    return MSPROF_ERROR_NONE;
}

int32_t MsprofRegTypeInfo(uint16_t, uint32_t, const char*) {
    return MSPROF_ERROR_NONE;
}

int32_t MsprofReportApi(uint32_t, const MsprofApi*) {
    return MSPROF_ERROR_NONE;
}

int32_t MsprofReportEvent(uint32_t, const MsprofEvent*) {
    return MSPROF_ERROR_NONE;
}

int32_t MsprofReportCompactInfo(uint32_t, const VOID_PTR, uint32_t) {
    return MSPROF_ERROR_NONE;
}

int32_t MsprofReportAdditionalInfo(uint32_t, const VOID_PTR, uint32_t) {
    return MSPROF_ERROR_NONE;
}

uint64_t MsprofGetHashId(const char* hashInfo, size_t length) {
    return hashInfo == nullptr ? 0 : std::hash<std::string>()(std::string(hashInfo, length));
}

uint64_t MsprofStr2Id(const char* hashInfo, size_t length) {
    return MsprofGetHashId(hashInfo, length);
}

uint64_t MsprofSysCycleTime() {
    timespec now = {};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<uint64_t>(now.tv_sec) * 1000000000U + static_cast<uint64_t>(now.tv_nsec);
}
}
