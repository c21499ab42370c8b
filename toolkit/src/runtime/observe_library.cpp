#include "runtime/observe_library.h"

#include <dlfcn.h>

#include <cstdio>
#include <string>

#include "runtime/named_memory.h"
#include "support/file_system.h"

namespace runtime {
namespace {

ObserveLibrary Open() {
    ObserveLibrary offered;
    const std::string path =
        support::DirectoryOfLibrary(reinterpret_cast<void*>(&LaunchesAreObserved)) +
        "/libascendc_observe.so";
    void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        std::fprintf(stderr, "[ERROR] launches are not observed: %s\n", dlerror());
        return offered;
    }
    const auto find = [library](const char* name, auto* function) {
        *function =
            reinterpret_cast<std::remove_pointer_t<decltype(function)>>(dlsym(library, name));
    };
    find("AscendcObserveWants", &offered.wants);
    find("AscendcObserveBegin", &offered.begin);
    find("AscendcObserveEnd", &offered.end);
    find("AscendcObserveSkipped", &offered.skipped);
    find("AscendcObserveMemory", &offered.memory);
    return offered;
}

}  // namespace

const ObserveLibrary& ObserveLibrary::Get() {
    static const ObserveLibrary library = Open();
    return library;
}

}  // namespace runtime
