// Compute units that are registered in addition to the definition of an operator.
#include <mutex>
#include <string>

#include "register/op_config_registry.h"

namespace ops {
namespace {

using Configs = std::map<ge::AscendString, OpAICoreConfigFunc>;

struct Registry {
    std::mutex mutex;
    std::map<std::string, Configs> by_type;
};

/// Never destroyed: libraries may register and read while the program ends.
Registry& TheRegistry() {
    static Registry* const registry = new Registry();
    return *registry;
}

}  // namespace

OpConfigRegistry::OpConfigRegistry() = default;

void OpConfigRegistry::RegisterOpAICoreConfig(const char* name, const char* socVersion,
                                              OpAICoreConfigFunc func) {
    if (name == nullptr || socVersion == nullptr || func == nullptr) {
        return;
    }
    Registry& registry = TheRegistry();
    std::lock_guard<std::mutex> lock(registry.mutex);
    registry.by_type[name][ge::AscendString(socVersion)] = func;
}

std::map<ge::AscendString, OpAICoreConfigFunc> GetOpAllAICoreConfig(const char* name) {
    Registry& registry = TheRegistry();
    std::lock_guard<std::mutex> lock(registry.mutex);
    const auto configs = registry.by_type.find(name == nullptr ? "" : name);
    return configs == registry.by_type.end() ? Configs() : configs->second;
}

}  // namespace ops
