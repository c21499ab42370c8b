#include "register/op_lib_register.h"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

#include "register/register_base.h"

namespace ge {

class OpLibRegisterImpl {
public:
    std::string vendor;
};

namespace {

/// Vendors and their functions, in the order of registration.
struct OpLibs {
    std::mutex mutex;
    std::vector<std::pair<std::string, OpLibRegister::OpLibInitFunc>> functions;

    static OpLibs& Get() {
        static OpLibs* const libs = new OpLibs();
        return *libs;
    }
};

/// The paths of functions that succeed.
std::string Paths() {
    OpLibs& libs = OpLibs::Get();
    std::lock_guard<std::mutex> lock(libs.mutex);
    std::string paths;
    for (const auto& vendor : libs.functions) {
        AscendString path;
        if (vendor.second(path) == 0 && path.GetLength() > 0) {
            paths += (paths.empty() ? "" : ":") + std::string(path.GetString());
        }
    }
    return paths;
}

}  // namespace

OpLibRegister::OpLibRegister(const char_t* vendor_name) : impl_(new OpLibRegisterImpl()) {
    impl_->vendor = vendor_name == nullptr ? "" : vendor_name;
}
OpLibRegister::OpLibRegister(OpLibRegister&& other) noexcept = default;
OpLibRegister::OpLibRegister(const OpLibRegister& other)
    : impl_(new OpLibRegisterImpl(*other.impl_)) {}
OpLibRegister::~OpLibRegister() = default;

OpLibRegister& OpLibRegister::RegOpLibInit(OpLibInitFunc func) {
    OpLibs& libs = OpLibs::Get();
    std::lock_guard<std::mutex> lock(libs.mutex);
    const bool is_registered =
        std::any_of(libs.functions.begin(), libs.functions.end(),
                    [this](const std::pair<std::string, OpLibInitFunc>& entry) {
                        return entry.first == impl_->vendor;
                    });
    if (func != nullptr && !is_registered) {
        libs.functions.emplace_back(impl_->vendor, func);
    }
    return *this;
}

}  // namespace ge

__attribute__((visibility("default"))) const char* aclGetCustomOpLibPath() {
    static const std::string* const paths = new std::string(ge::Paths());
    return paths->c_str();
}
