#include "runtime/lifecycle.h"

#include <sys/stat.h>

#include <cstdlib>
#include <mutex>

#include "platform/soc_table.h"
#include "runtime/error.h"
#include "support/file_system.h"
#include "support/json.h"
#include "support/memory_pattern.h"

namespace runtime {
namespace {

struct InitState {
    std::mutex mutex;
    unsigned references = 0;
    bool ever_initialized = false;
    std::string first_config;
    bool debug_kernels = false;

    static InitState& Get() {
        static InitState* const state = new InitState();
        return *state;
    }
};

/// Takes one reference back, or all; `remaining` may be null.
int TakeReferences(bool all, uint64_t* remaining) {
    InitState& state = InitState::Get();
    std::lock_guard<std::mutex> lock(state.mutex);
    if (state.references == 0) {
        return Fail(ACL_ERROR_REPEAT_FINALIZE, "acl is not initialised, or finalized already");
    }
    state.references = all ? 0 : state.references - 1;
    if (remaining != nullptr) {
        *remaining = state.references;
    }
    return 0;
}

/// op_debug_config of a configuration for aclInit.
int ReadDebugSwitch(const support::Json& config, const std::string& path, bool* on) {
    const support::Json& value = config["op_debug_config"]["enable_debug_kernel"];
    if (value.IsNull() || value.AsString() == "on" || value.AsString() == "off") {
        *on = value.AsString() == "on";
        return 0;
    }
    return Fail(ACL_ERROR_INVALID_PARAM,
                "aclInit: %s: op_debug_config.enable_debug_kernel is \"on\" or \"off\"",
                path.c_str());
}

}  // namespace

int Initialize(const char* config_path) {
    const std::string config = config_path == nullptr ? "" : config_path;
    InitState& state = InitState::Get();
    std::lock_guard<std::mutex> lock(state.mutex);
    if (state.references > 0) {
        ++state.references;
        return Fail(ACL_ERROR_REPEAT_INITIALIZE, "acl is initialised already");
    }
    if (state.ever_initialized && config != state.first_config) {
        return Fail(ACL_ERROR_INVALID_PARAM,
                    "aclInit: the configuration differs from the first one, \"%s\"",
                    state.first_config.c_str());
    }
    const char* const soc = getenv("ASCENDC_SOC_VERSION");
    if (soc != nullptr && platform::FindSoc(soc) == nullptr) {
        return Fail(ACL_ERROR_INVALID_PARAM,
                    "ASCENDC_SOC_VERSION=%s: unknown SoC; give one like Ascend910B3 or ascend310p, "
                    "or unset it",
                    soc);
    }
    if (support::MemoryPatternIsMistaken()) {
        return Fail(ACL_ERROR_INVALID_PARAM,
                    "ASCENDC_MEMORY_PATTERN=%s: this is no byte; give one like 0xA5 or 165, or "
                    "unset it",
                    getenv("ASCENDC_MEMORY_PATTERN"));
    }
    bool debug_kernels = false;
    if (!config.empty()) {
        struct stat status;
        if (stat(config.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
            return Fail(ACL_ERROR_INVALID_FILE, "aclInit: %s is not a readable file",
                        config.c_str());
        }
        support::Json json;
        std::string error;
        // An empty file is a configuration without options.
        if (status.st_size > 0 && !support::Json::ParseFile(config, &json, &error)) {
            return Fail(ACL_ERROR_PARSE_FILE, "aclInit: %s", error.c_str());
        }
        const int code = ReadDebugSwitch(json, config, &debug_kernels);
        if (code != 0) {
            return code;
        }
    }
    state.debug_kernels = debug_kernels;
    state.references = 1;
    state.ever_initialized = true;
    state.first_config = config;
    return 0;
}

int Finalize() {
    return TakeReferences(true, nullptr);
}

int FinalizeReference(uint64_t* remaining) {
    return TakeReferences(false, remaining);
}

bool DebugKernelsEnabled() {
    const std::string wanted = support::Environment("ASCENDC_ENABLE_DEBUG_KERNEL");
    if (!wanted.empty()) {
        return wanted == "on";
    }
    InitState& state = InitState::Get();
    std::lock_guard<std::mutex> lock(state.mutex);
    return state.debug_kernels;
}

std::string HomeDirectory() {
    const char* home = getenv("ASCEND_HOME_PATH");
    std::string path = home == nullptr ? "" : home;
    if (path.empty()) {
        path = support::DirectoryOfLibrary(reinterpret_cast<void*>(&HomeDirectory));
        const size_t slash = path.rfind('/');
        path = slash == std::string::npos ? "." : path.substr(0, slash);
    }
    while (path.size() > 1 && path.back() == '/') {
        path.pop_back();
    }
    return path;
}

}  // namespace runtime
