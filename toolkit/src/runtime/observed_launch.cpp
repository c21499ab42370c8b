#include "runtime/observed_launch.h"

#include <dlfcn.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "runtime/context.h"
#include "runtime/memory.h"
#include "support/file_system.h"

namespace runtime {
namespace {

/// What libascendc_observe.so offers.
struct ObserveLibrary {
    decltype(&AscendcObserveBegin) begin = nullptr;
    decltype(&AscendcObserveEnd) end = nullptr;
    decltype(&AscendcObserveSkipped) skipped = nullptr;

    ObserveLibrary() {
        const std::string path =
            support::DirectoryOfLibrary(reinterpret_cast<void*>(&LaunchesAreObserved)) +
            "/libascendc_observe.so";
        void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr) {
            std::fprintf(stderr, "[ERROR] launches are not observed: %s\n", dlerror());
            return;
        }
        begin = reinterpret_cast<decltype(begin)>(dlsym(library, "AscendcObserveBegin"));
        end = reinterpret_cast<decltype(end)>(dlsym(library, "AscendcObserveEnd"));
        skipped = reinterpret_cast<decltype(skipped)>(dlsym(library, "AscendcObserveSkipped"));
    }
};

const ObserveLibrary& Library() {
    static const ObserveLibrary library;
    return library;
}

bool FindAllocation(uint64_t address, uint64_t* begin, uint64_t* bytes) {
    const void* const accessed = reinterpret_cast<const void*>(address);
    Device* const device = Process::Get().DeviceOfAddress(accessed);
    void* start = nullptr;
    size_t size = 0;
    if (device == nullptr || !device->memory().BufferBefore(accessed, &start, &size)) {
        return false;
    }
    *begin = reinterpret_cast<uint64_t>(start);
    *bytes = size;
    return address - *begin < size;
}

}  // namespace

bool LaunchesAreObserved() {
    static const bool observed = [] {
        const char* const value = std::getenv("ASCENDC_OBSERVE");
        return value != nullptr && *value != '\0';
    }();
    return observed;
}

ObservedLaunch::ObservedLaunch(AicoreLaunch* launch) {
    static std::atomic<uint64_t> launches{0};
    description_.kernel = launch->kernel->name;
    description_.op_type = "";
    description_.object_path = "";
    description_.entry = reinterpret_cast<const void*>(launch->kernel->entry);
    description_.soc = launch->soc;
    description_.block_dim = launch->block_dim;
    description_.task_type = launch->task_type;
    description_.tiling_key = launch->tiling_key;
    description_.index = launches.fetch_add(1, std::memory_order_relaxed);
    description_.find_allocation = &FindAllocation;
    const ObserveLibrary& library = Library();
    if (library.begin == nullptr) {
        return;
    }
    if (launch->kernel->build == 0) {
        library.skipped(&description_, "it is a release build; compile it with -sanitizer");
        return;
    }
    observer_ = library.begin(&description_);
    launch->observer = observer_;
}

void ObservedLaunch::End(const AicoreFault& fault) {
    if (observer_ == nullptr) {
        return;
    }
    const AscendcObservedFault observed = {fault.kind, fault.core_type, fault.block_idx,
                                           fault.message, fault.calls};
    Library().end(observer_, &description_, fault.kind == AICORE_OK ? nullptr : &observed);
}

}  // namespace runtime
