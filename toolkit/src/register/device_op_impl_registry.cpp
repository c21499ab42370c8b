#include "register/device_op_impl_registry.h"

#include <map>
#include <string>

namespace optiling {

class DeviceOpImplRegisterImpl {
public:
    std::string op_type;
    SinkTilingFunc tiling;
};

namespace {
std::map<std::string, SinkTilingFunc>& DeviceTilings() {
    static auto* const tilings = new std::map<std::string, SinkTilingFunc>;
    return *tilings;
}
void Commit(const DeviceOpImplRegisterImpl& impl) {
    if (impl.tiling != nullptr) {
        DeviceTilings()[impl.op_type] = impl.tiling;
    }
}
}  // namespace

DeviceOpImplRegister::DeviceOpImplRegister(const char* opType)
    : impl_(std::make_shared<DeviceOpImplRegisterImpl>()) {
    impl_->op_type = opType == nullptr ? "" : opType;
}
DeviceOpImplRegister::~DeviceOpImplRegister() = default;
DeviceOpImplRegister::DeviceOpImplRegister(DeviceOpImplRegister&& other) noexcept
    : impl_(other.impl_) {
    Commit(*impl_);
}
DeviceOpImplRegister::DeviceOpImplRegister(const DeviceOpImplRegister& other) : impl_(other.impl_) {
    Commit(*impl_);
}
DeviceOpImplRegister& DeviceOpImplRegister::Tiling(SinkTilingFunc func) {
    impl_->tiling = std::move(func);
    return *this;
}

}  // namespace optiling
