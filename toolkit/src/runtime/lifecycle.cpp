#include "runtime/lifecycle.h"

#include <sys/stat.h>

#include <cstdlib>
#include <mutex>

#include "platform/soc_table.h"
#include "runtime/context.h"
#include "runtime/error.h"
#include "runtime/init_callbacks.h"
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
    {
        std::lock_guard<std::mutex> lock(state.mutex);
        if (state.references == 0) {
            return Fail(ACL_ERROR_REPEAT_FINALIZE, "acl is not initialised, or finalized already");
        }
        state.references = all ? 0 : state.references - 1;
        if (remaining != nullptr) {
            *remaining = state.references;
        }
        if (state.references != 0) {
            return 0;
        }
        Process::Get().default_device = -1;
    }
    return CallFinalizeCallbacks();
}

/// The number in defaultDevice.default_device of a configuration for aclInit; -1 without it.
int ReadDefaultDevice(const support::Json& config, const std::string& path, int32_t* device) {
    const support::Json& value = config["defaultDevice"]["default_device"];
    if (value.IsNull()) {
        return 0;
    }
    const std::string text = value.AsString();
    const int32_t count = static_cast<int32_t>(Process::Get().device_count());
    const bool is_number = !text.empty() && text.size() < 6 &&
                           text.find_first_not_of("0123456789") == std::string::npos;
    if (!is_number || std::stoi(text) >= count) {
        return Fail(ACL_ERROR_INVALID_PARAM,
                    "aclInit: %s: defaultDevice.default_device is a string with the number of a "
                    "device, \"0\" to \"%d\"",
                    path.c_str(), count - 1);
    }
    *device = std::stoi(text);
    return 0;
}

/// Rejects entries of a configuration that the runtime does not implement.
int RejectRest(const support::Json& config, const std::string& path) {
    const support::Json& dump = config["dump"];
    // What CANN does by default, and torch_npu's own configuration asks for: of operators that
    // fail. Here the error itself says what failed.
    const bool of_failures = dump["dump_scene"].AsString() == "lite_exception";
    if (!dump.IsNull() && !of_failures && dump["dump_op_switch"].AsString() != "off") {
        return Fail(
            ACL_ERROR_API_NOT_SUPPORT,
            "aclInit: %s: \"dump\": simulated devices write no dumps of operators; take the "
            "section out, and use ASCENDC_DUMP_OP_ARGS for what operators are called with, "
            "or custom-compiler run --dump",
            path.c_str());
    }
    if (config["profiler"]["switch"].AsString() == "on") {
        return Fail(
            ACL_ERROR_API_NOT_SUPPORT,
            "aclInit: %s: \"profiler\": a program is profiled from outside; take the section "
            "out, and run it as msprof PROGRAM",
            path.c_str());
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

/// err_msg_mode of a configuration for aclInit.
int ReadTextMode(const support::Json& config, const std::string& path, bool* by_process) {
    const support::Json& value = config["err_msg_mode"];
    if (value.IsNull() || value.AsString() == "0" || value.AsString() == "1") {
        *by_process = value.AsString() == "1";
        return 0;
    }
    return Fail(ACL_ERROR_INVALID_PARAM,
                "aclInit: %s: err_msg_mode is \"0\" (aclGetRecentErrMsg returns messages of the "
                "calling thread) or \"1\" (of the process)",
                path.c_str());
}

}  // namespace

namespace {

/// See aclInit; `config` is the path of its file, or empty.
int InitializeState(const std::string& config) {
    InitState& state = InitState::Get();
    std::lock_guard<std::mutex> lock(state.mutex);
    if (state.references > 0) {
        ++state.references;
        // Programs that share a process call it again and go on; so there is no text, which would
        // end up in the message of their next error.
        return ACL_ERROR_REPEAT_INITIALIZE;
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
    bool texts_by_process = false;
    int32_t default_device = -1;
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
        int code = ReadDebugSwitch(json, config, &debug_kernels);
        code = code != 0 ? code : ReadDefaultDevice(json, config, &default_device);
        code = code != 0 ? code : ReadTextMode(json, config, &texts_by_process);
        code = code != 0 ? code : RejectRest(json, config);
        if (code != 0) {
            return code;
        }
    }
    state.debug_kernels = debug_kernels;
    ShareErrorTexts(texts_by_process);
    Process::Get().default_device = default_device;
    state.references = 1;
    state.ever_initialized = true;
    state.first_config = config;
    return 0;
}

}  // namespace

int Initialize(const char* config_path) {
    const std::string config = config_path == nullptr ? "" : config_path;
    const int code = InitializeState(config);
    std::string content;
    if (code == 0 && !config.empty()) {
        support::ReadFile(config, &content);
    }
    return code != 0 ? code : CallInitCallbacks(content);
}

int Finalize() {
    return TakeReferences(true, nullptr);
}

int FinalizeReference(uint64_t* remaining) {
    return TakeReferences(false, remaining);
}

bool DebugKernelsEnabled() {
    const std::string setting = support::Environment("ASCENDC_ENABLE_DEBUG_KERNEL");
    if (!setting.empty()) {
        return setting == "on";
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
