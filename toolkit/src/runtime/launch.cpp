#include "runtime/launch.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstring>

#include "aicore/launch_interface.h"
#include "platform/soc_table.h"
#include "runtime/context.h"
#include "runtime/error.h"
#include "runtime/launch_results.h"
#include "runtime/memory.h"
#include "runtime/observed_launch.h"

namespace runtime {
namespace {

using RunFunction = uint32_t (*)(const AicoreLaunch*, AicoreFault*);

RunFunction FindRunFunction(std::string* error) {
    static std::atomic<RunFunction> loaded{nullptr};
    RunFunction run = loaded;
    if (run == nullptr) {
        void* library = LoadAicoreLibrary(error);
        if (library != nullptr) {
            run = reinterpret_cast<RunFunction>(dlsym(library, "AicoreRun"));
            loaded = run;
        }
        if (run == nullptr && error->empty()) {
            *error = "libascendc_aicore.so lacks AicoreRun";
        }
    }
    return run;
}

constexpr uint32_t kCoreTypeVector = 2;

/// The error code that a device reports for such a fault on such a core.
int CodeOfFault(const AicoreFault& fault) {
    const bool vector = fault.core_type == kCoreTypeVector;
    switch (fault.kind) {
        case AICORE_FAULT_TRAP:
            return vector ? ACL_ERROR_RT_VECTOR_CORE_TRAP_EXCEPTION
                          : ACL_ERROR_RT_AICORE_TRAP_EXCEPTION;
        case AICORE_FAULT_DEADLOCK:
        case AICORE_FAULT_TIMEOUT:
            return vector ? ACL_ERROR_RT_VECTOR_CORE_TIMEOUT : ACL_ERROR_RT_AICORE_TIMEOUT;
        case AICORE_FAULT_INVALID:
            return ACL_ERROR_RT_INTERNAL_ERROR;
        default:
            return vector ? ACL_ERROR_RT_VECTOR_CORE_EXCEPTION : ACL_ERROR_RT_AICORE_EXCEPTION;
    }
}

}  // namespace

void LaunchArguments::FillPointers() {
    for (const Pointer& pointer : pointers) {
        const uint8_t* data = block.data() + pointer.data_offset;
        memcpy(block.data() + pointer.slot_offset, &data, sizeof(data));
    }
}

void LaunchArguments::AddSlotsUntil(size_t count) {
    const size_t required = count * sizeof(void*);
    if (slot_bytes >= required) {
        return;
    }
    const size_t missing = required - slot_bytes;
    block.insert(block.begin() + static_cast<ptrdiff_t>(slot_bytes), missing, 0);
    for (Pointer& pointer : pointers) {
        pointer.data_offset += pointer.data_offset >= slot_bytes ? missing : 0;
    }
    for (NamedMemory& memory : memories) {
        memory.address += memory.in_block ? missing : 0;
    }
    slot_bytes = required;
}

LaunchTask::LaunchTask(std::shared_ptr<Binary> binary, const Function& function, uint32_t block_dim,
                       LaunchArguments arguments, const LaunchOptions& options)
    : binary_(std::move(binary)),
      kernel_(function.info != nullptr ? *function.info : binary_->info()),
      soc_(&platform::CurrentSoc()),
      name_(function.name),
      tiling_key_(function.tiling_key),
      task_type_(function.task_type),
      block_dim_(block_dim),
      arguments_(std::move(arguments)),
      options_(options) {}

LaunchTask::LaunchTask(const AscendcKernelInfo& kernel, uint32_t task_type, uint32_t block_dim,
                       LaunchArguments arguments)
    : kernel_(kernel),
      soc_(&platform::CurrentSoc()),
      name_(kernel.name),
      tiling_key_(0),
      task_type_(task_type),
      block_dim_(block_dim),
      arguments_(std::move(arguments)) {
    kernel_.name = name_.c_str();
}

LaunchTask::LaunchTask(std::shared_ptr<Binary> binary, const Function& function, uint32_t block_dim,
                       const void* device_arguments, size_t size, const LaunchOptions& options)
    : LaunchTask(std::move(binary), function, block_dim, LaunchArguments(), options) {
    device_arguments_ = device_arguments;
    device_arguments_size_ = size;
}

void LaunchTask::CompleteArguments() {
    std::lock_guard<std::mutex> lock(arguments_mutex_);
    if (device_arguments_ != nullptr) {
        const uint8_t* bytes = static_cast<const uint8_t*>(device_arguments_);
        arguments_.block.assign(bytes, bytes + device_arguments_size_);
        arguments_.slot_bytes = device_arguments_size_;
    }
    // The entry reads as many slots as the kernel has parameters; ones that the caller left out
    // read as null.
    arguments_.AddSlotsUntil(kernel_.param_count);
    arguments_.FillPointers();
}

bool LaunchTask::Uses(uintptr_t begin, size_t size) const {
    std::lock_guard<std::mutex> lock(arguments_mutex_);
    const auto& block = arguments_.block;
    for (size_t at = 0; at + sizeof(uintptr_t) <= block.size(); at += sizeof(uintptr_t)) {
        uintptr_t word = 0;
        memcpy(&word, block.data() + at, sizeof(word));
        if (word - begin < size) {
            return true;
        }
    }
    return false;
}

std::string LaunchTask::DescribeAddress(uint64_t address) const {
    const void* const accessed = reinterpret_cast<const void*>(address);
    Device* const device = Process::Get().DeviceOfAddress(accessed);
    void* start = nullptr;
    size_t size = 0;
    if (address == 0 || device == nullptr ||
        !device->memory().BufferBefore(accessed, &start, &size)) {
        return "";
    }
    const uintptr_t begin = reinterpret_cast<uintptr_t>(start);
    const support::Json nothing;
    std::string text = "; that is " + std::to_string(address - begin) +
                       " bytes from the start of a buffer of " + std::to_string(size) + " bytes";
    for (size_t i = 0; i < kernel_.param_count; ++i) {
        uintptr_t argument = 0;
        memcpy(&argument, arguments_.block.data() + i * sizeof(argument), sizeof(argument));
        if (argument >= begin && argument - begin < size) {
            const std::string name =
                NameOfParameter(kernel_, binary_ == nullptr ? nothing : binary_->description(), i);
            return text + ", that of the kernel's parameter " + std::to_string(i + 1) +
                   (name.empty() ? "" : " (" + name + ")");
        }
    }
    return text;
}

std::string LaunchTask::OtherArchitecture() const {
    const uint32_t architecture = soc_->architecture();
    const uint32_t compiled_for = kernel_.architecture;
    if (compiled_for == 0 || compiled_for == architecture) {
        return "";
    }
    return "kernel " + name_ + " is compiled for architecture " + std::to_string(compiled_for) +
           ", the device " + soc_->soc_version + " has " + std::to_string(architecture) +
           ": compile it for this device, or set ASCENDC_SOC_VERSION to a SoC that has " +
           std::to_string(compiled_for);
}

int LaunchTask::Run(Stream* stream, std::string* error) {
    *error = OtherArchitecture();
    if (!error->empty()) {
        return ACL_ERROR_RT_AICORE_EXCEPTION;
    }
    const RunFunction run = FindRunFunction(error);
    if (run == nullptr) {
        return ACL_ERROR_RT_INTERNAL_ERROR;
    }
    if (device_arguments_ != nullptr) {
        if (!IsUsable(device_arguments_, device_arguments_size_)) {
            *error = "kernel " + name_ + ": its argument block was freed before it ran";
            return ACL_ERROR_RT_AICORE_EXCEPTION;
        }
    }
    CompleteArguments();

    AicoreLaunch launch = {};
    launch.kernel = &kernel_;
    launch.args = arguments_.block.data();
    launch.args_size = arguments_.slot_bytes;
    launch.tiling_key = tiling_key_;
    launch.block_dim = block_dim_;
    launch.task_type = task_type_;
    launch.soc = soc_;
    launch.sys_workspace = system_workspace_;
    // Only what is loaded as a binary has heads before what it prints.
    launch.op_type = binary_ == nullptr ? nullptr : binary_->op_type().c_str();
    launch.overflow = static_cast<AicoreOverflow>(stream->overflow_mode + 1);
    launch.timeout_us =
        options_.timeout_us != 0 ? options_.timeout_us : Process::Get().kernel_timeout_us.load();
    AicoreFault fault = {};
    if (LaunchesAreObserved() || (binary_ != nullptr && binary_->guards() != 0)) {
        ObservedLaunch observed(&launch, binary_, source_, arguments_, *stream);
        run(&launch, &fault);
        observed.End(fault);
    } else {
        run(&launch, &fault);
    }
    if (fault.kind == AICORE_OK) {
        static const support::Json* const kNothing = new support::Json();
        KeepResults(arguments_, kernel_, binary_ == nullptr ? *kNothing : binary_->description());
        return 0;
    }
    fault.message[sizeof(fault.message) - 1] = '\0';
    static const char* const kTypes[] = {"", "AIC ", "AIV "};
    *error = "kernel " + name_ + " (tiling key " + std::to_string(tiling_key_) + ", " +
             std::to_string(block_dim_) + " blocks) failed on " + kTypes[fault.core_type] +
             "block " + std::to_string(fault.block_idx) + ": " + fault.message +
             DescribeAddress(fault.address);
    return CodeOfFault(fault);
}

void LaunchTask::OnFailure(TaskFailure* failure) {
    failure->args = arguments_.block.data();
    failure->args_size = static_cast<uint32_t>(arguments_.block.size());
    if (binary_ == nullptr) {
        return;
    }
    std::function<void(const TaskFailure&)> callback;
    {
        std::lock_guard<std::mutex> lock(binary_->handles_mutex);
        const auto handle = binary_->function_handles.find(name_);
        failure->function = handle == binary_->function_handles.end() ? nullptr : handle->second;
        callback = binary_->on_failure;
    }
    if (callback) {
        callback(*failure);
    }
}

int AddBinary(std::shared_ptr<Binary> binary, void** handle) {
    *handle = Process::Get().binaries.Add(binary);
    binary->handle = *handle;
    return 0;
}

int RemoveBinary(void* handle) {
    const std::shared_ptr<Binary> binary = Process::Get().binaries.Remove(handle);
    if (binary == nullptr) {
        return Fail(ACL_ERROR_RT_INVALID_HANDLE, "binary %p does not exist or was unloaded",
                    handle);
    }
    std::lock_guard<std::mutex> lock(binary->handles_mutex);
    for (const auto& function : binary->function_handles) {
        Process::Get().functions.Remove(function.second);
    }
    binary->function_handles.clear();
    return 0;
}

namespace {

std::shared_ptr<Binary> FindBinary(const void* handle, int* code) {
    std::shared_ptr<Binary> binary = Process::Get().binaries.Find(handle);
    if (binary == nullptr) {
        *code =
            Fail(ACL_ERROR_RT_INVALID_HANDLE, "binary %p does not exist or was unloaded", handle);
    }
    return binary;
}

void* HandleOf(const std::shared_ptr<Binary>& binary, const std::shared_ptr<Function>& function) {
    std::lock_guard<std::mutex> lock(binary->handles_mutex);
    void*& handle = binary->function_handles[function->name];
    if (handle == nullptr) {
        handle = Process::Get().functions.Add(function);
    }
    return handle;
}

std::string KeyList(const Binary& binary) {
    std::string text;
    for (const uint64_t key : binary.TilingKeys()) {
        text += (text.empty() ? "" : ", ") + std::to_string(key);
    }
    return text.empty() ? "none" : text;
}

}  // namespace

int GetFunctionByName(void* handle, const char* name, void** function) {
    int code = 0;
    const std::shared_ptr<Binary> binary = FindBinary(handle, &code);
    if (binary == nullptr) {
        return code;
    }
    // By name, a missing context counts as a wrong parameter.
    if (Process::Get().contexts.Find(CurrentContextHandle()) == nullptr) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "kernel %s: this thread has no current context",
                    name);
    }
    const std::shared_ptr<Function> kernel = binary->FunctionByName(name);
    if (kernel == nullptr) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID,
                    "%s has no kernel %s; it holds %s with tiling keys %s",
                    binary->origin().c_str(), name, binary->info().name, KeyList(*binary).c_str());
    }
    *function = HandleOf(binary, kernel);
    return 0;
}

int GetFunctionByKey(void* handle, uint64_t tiling_key, void** function) {
    int code = 0;
    const std::shared_ptr<Binary> binary = FindBinary(handle, &code);
    if (binary == nullptr || CurrentContext(&code) == nullptr) {
        return code;
    }
    const std::shared_ptr<Function> kernel = binary->FunctionByKey(tiling_key);
    if (kernel == nullptr) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s has no kernel for tiling key %llu; it has %s",
                    binary->origin().c_str(), static_cast<unsigned long long>(tiling_key),
                    KeyList(*binary).c_str());
    }
    *function = HandleOf(binary, kernel);
    return 0;
}

std::shared_ptr<Function> FindFunction(const void* handle, std::shared_ptr<Binary>* binary,
                                       int* code) {
    *code = 0;
    std::shared_ptr<Function> function = Process::Get().functions.Find(handle);
    if (function != nullptr) {
        *binary = function->binary.lock();
    }
    if (function == nullptr || *binary == nullptr) {
        *code = Fail(ACL_ERROR_RT_INVALID_HANDLE,
                     "function %p does not exist or its binary was unloaded", handle);
        return nullptr;
    }
    return function;
}

}  // namespace runtime
