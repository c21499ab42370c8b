#include "runtime/observed_launch.h"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstring>

#include "runtime/binary.h"
#include "runtime/launch.h"
#include "runtime/memory_contents.h"
#include "runtime/observe_library.h"
#include "runtime/observed_binary.h"
#include "runtime/observed_memory.h"
#include "support/file_system.h"
#include "support/strings.h"

namespace runtime {
namespace {

static_assert(uint32_t{ASCENDC_FAULT_MEMORY} == AICORE_FAULT_MEMORY &&
                  uint32_t{ASCENDC_FAULT_TRAP} == AICORE_FAULT_TRAP &&
                  uint32_t{ASCENDC_FAULT_DEADLOCK} == AICORE_FAULT_DEADLOCK &&
                  uint32_t{ASCENDC_FAULT_TIMEOUT} == AICORE_FAULT_TIMEOUT,
              "observers get the kinds of faults by these numbers");

/// The file that holds the code at `address`, by a path that other processes can use; "" if there
/// is none.
std::string FileOf(const void* address) {
    Dl_info info;
    const link_map* object = nullptr;
    if (dladdr1(address, &info, reinterpret_cast<void**>(const_cast<link_map**>(&object)),
                RTLD_DL_LINKMAP) == 0 ||
        object == nullptr) {
        return "";
    }
    const std::string process = "/proc/" + std::to_string(getpid());
    const std::string name = object->l_name;
    constexpr char kSelf[] = "/proc/self";
    return name.empty()                       ? process + "/exe"
           : support::StartsWith(name, kSelf) ? process + name.substr(strlen(kSelf))
                                              : name;
}

std::atomic<uint32_t> running{0};
std::atomic<std::chrono::steady_clock::time_point> last_end{};

const support::Json& NoDescription() {
    static const support::Json* const none = new support::Json();
    return *none;
}

}  // namespace

bool LaunchesAreObserved() {
    static const bool observed = [] {
        const std::string observer = support::Environment("ASCENDC_OBSERVE");
        const std::string output = support::Environment("ASCENDC_OBSERVE_OUTPUT");
        if (!observer.empty() && !support::IsDirectory(output)) {
            std::fprintf(stderr,
                         "[ERROR] launches are not observed: ASCENDC_OBSERVE_OUTPUT=%s is no "
                         "folder; name one for what is observed\n",
                         output.c_str());
            return false;
        }
        return !observer.empty();
    }();
    return observed;
}

Observing::Observing() {
    ++running;
}

Observing::~Observing() {
    last_end = std::chrono::steady_clock::now();
    --running;
}

std::chrono::steady_clock::time_point LastObserved() {
    return running != 0 ? std::chrono::steady_clock::now() : last_end.load();
}

ObservedLaunch::ObservedLaunch(AicoreLaunch* launch, const std::shared_ptr<Binary>& binary,
                               const AscendcLaunchSource& source, const LaunchArguments& arguments,
                               const Stream& stream)
    : table_(arguments, *launch->kernel,
             binary == nullptr ? NoDescription() : binary->description()) {
    for (const std::string& sentence : arguments.tiling_overflows) {
        tiling_overflows_.push_back(sentence.c_str());
    }
    Describe(*launch, binary.get(), stream);
    for (const AscendcArgument& argument : table_.entries()) {
        NoteUse(reinterpret_cast<const void*>(argument.address));
    }
    const ObserveLibrary& library = ObserveLibrary::Get();
    if (library.begin == nullptr || !library.wants(&description_) ||
        !FindKernel(launch, binary, source)) {
        return;
    }
    object_path_ = FileOf(reinterpret_cast<const void*>(launch->kernel->entry));
    description_.object_path = object_path_.c_str();
    description_.entry = reinterpret_cast<const void*>(launch->kernel->entry);
    description_.manual_sync = (launch->kernel->build & ASCENDC_BUILD_MANUAL_SYNC) != 0 ? 1 : 0;
    observer_ = library.begin(&description_);
    launch->observer = observer_;
}

void ObservedLaunch::Describe(const AicoreLaunch& launch, const Binary* binary,
                              const Stream& stream) {
    static std::atomic<uint64_t> launches{0};
    if (binary != nullptr) {
        op_type_ = binary->op_type();
    }
    description_.kernel = launch.kernel->name;
    description_.op_type = op_type_.c_str();
    description_.object_path = "";
    description_.soc = launch.soc;
    description_.block_dim = launch.block_dim;
    description_.task_type = launch.task_type;
    description_.tiling_key = launch.tiling_key;
    description_.device = static_cast<uint32_t>(stream.device());
    description_.stream = static_cast<uint32_t>(stream.id());
    description_.index = launches.fetch_add(1, std::memory_order_relaxed);
    description_.arguments = table_.entries().data();
    description_.argument_count = static_cast<uint32_t>(table_.entries().size());
    for (const AscendcArgument& argument : table_.entries()) {
        if (argument.role == ASCENDC_ARGUMENT_TILING) {
            description_.tiling = reinterpret_cast<const void*>(argument.address);
            description_.tiling_bytes = argument.bytes;
        }
    }
    description_.tiling_overflows = tiling_overflows_.data();
    description_.tiling_overflow_count = static_cast<uint32_t>(tiling_overflows_.size());
    description_.find_allocation = &FindAllocation;
    description_.guards = binary == nullptr ? 0 : binary->guards();
}

bool ObservedLaunch::FindKernel(AicoreLaunch* launch, const std::shared_ptr<Binary>& binary,
                                const AscendcLaunchSource& source) {
    const bool observed = IsObserved(*launch->kernel);
    const std::string kernel = std::string("kernel ") + launch->kernel->name;
    // A kernel of a program, or one of several in a library of them.
    if (binary == nullptr || binary->info().entry != launch->kernel->entry) {
        return observed || FindFunction(launch, source);
    }
    if (binary->origin().find("/built-in/op_impl/") != std::string::npos) {
        Skip("built-in kernels", "the toolkit's own kernels are uninstrumented");
        return false;
    }
    if (observed && support::Environment("ASCENDC_OBSERVE") != "debug") {
        return true;
    }
    std::string reason;
    observed_ = binary->Observed(&reason);
    if (observed_ != nullptr) {
        launch->kernel = &observed_->info();
    } else if (!observed) {
        Skip(kernel, reason);
    }
    return observed || observed_ != nullptr;
}

bool ObservedLaunch::FindFunction(AicoreLaunch* launch, const AscendcLaunchSource& source) {
    std::string reason =
        "it was compiled for direct launches, uninstrumented; compile its source with "
        "--sanitizer (bisheng, target_compile_options)";
    const AscendcListedLaunch* const listed =
        source.unit == nullptr ? nullptr : FindListedLaunch(source, &reason);
    if (listed == nullptr) {
        Skip(std::string("kernel ") + launch->kernel->name, reason);
        return false;
    }
    function_ = *launch->kernel;
    function_.entry = listed->entry;
    function_.build = listed->build;
    const uint8_t* const slots = static_cast<const uint8_t*>(launch->args);
    function_arguments_.assign(slots, slots + launch->args_size);
    memcpy(function_arguments_.data(), &listed->function, sizeof(listed->function));
    launch->kernel = &function_;
    launch->args = function_arguments_.data();
    return true;
}

void ObservedLaunch::Skip(const std::string& subject, const std::string& reason) {
    ObserveLibrary::Get().skipped(&description_, subject.c_str(), reason.c_str());
}

void ObservedLaunch::End(const AicoreFault& fault) {
    for (const AscendcArgument& argument : table_.entries()) {
        if (argument.role != ASCENDC_ARGUMENT_INPUT && argument.role != ASCENDC_ARGUMENT_TILING) {
            NoteKernelWrite(argument.address, argument.bytes);
        }
    }
    if (observer_ == nullptr) {
        return;
    }
    const AscendcObservedFault observed = {fault.kind, fault.core_type, fault.block_idx,
                                           fault.message, fault.calls};
    ObserveLibrary::Get().end(observer_, &description_,
                              fault.kind == AICORE_OK ? nullptr : &observed);
}

}  // namespace runtime
