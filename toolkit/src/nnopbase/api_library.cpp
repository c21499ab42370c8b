#include "nnopbase/api_library.h"

#include <dlfcn.h>

#include <string>

#include "aclnn/aclnn_base.h"
#include "runtime/error.h"
#include "support/file_system.h"

namespace nnopbase {
namespace {

void* LoadOpApi() {
    const std::string folder =
        support::DirectoryOfLibrary(reinterpret_cast<void*>(&FindApiFunction));
    void* const library = dlopen((folder + "/libopapi.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library != nullptr) {
        return library;
    }
    return dlopen("libopapi.so", RTLD_NOW | RTLD_LOCAL);
}

}  // namespace

void* FindApiFunction(const char* name) {
    static void* const library = LoadOpApi();
    void* function = library == nullptr || name == nullptr ? nullptr : dlsym(library, name);
    if (function == nullptr && name != nullptr) {
        function = dlsym(RTLD_DEFAULT, name);
    }
    if (function == nullptr) {
        runtime::Fail(ACLNN_ERR_INNER_NULLPTR, "libopapi.so %s%s",
                      library == nullptr ? "cannot be loaded for " : "lacks ",
                      name == nullptr ? "NULL" : name);
    }
    return function;
}

}  // namespace nnopbase
