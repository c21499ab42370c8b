// Registration of tiling functions that run on the device. Accepted and stored, never called by the
// embedded toolkit, which always runs tiling on the host.
#ifndef REGISTER_DEVICE_OP_IMPL_REGISTRY_H
#define REGISTER_DEVICE_OP_IMPL_REGISTRY_H

#include <functional>
#include <memory>

#include "exe_graph/runtime/tiling_context.h"
#include "graph/compiler_def.h"

namespace optiling {
using SinkTilingFunc = std::function<ge::graphStatus(gert::TilingContext* context)>;

class DeviceOpImplRegisterImpl;

class DeviceOpImplRegister {
public:
    DeviceOpImplRegister(const char* opType);
    ~DeviceOpImplRegister();
    DeviceOpImplRegister(DeviceOpImplRegister&& other) noexcept;
    DeviceOpImplRegister(const DeviceOpImplRegister& other);
    DeviceOpImplRegister& operator=(const DeviceOpImplRegister&) = delete;
    DeviceOpImplRegister& operator=(DeviceOpImplRegister&&) = delete;
    DeviceOpImplRegister& Tiling(SinkTilingFunc func);

private:
    std::shared_ptr<DeviceOpImplRegisterImpl> impl_;
};
}  // namespace optiling

#define DEVICE_IMPL_OP_OPTILING(optype)                                               \
    static optiling::DeviceOpImplRegister VAR_UNUSED g_deviceOpImplRegister##optype = \
        optiling::DeviceOpImplRegister(#optype)

#endif  // REGISTER_DEVICE_OP_IMPL_REGISTRY_H
