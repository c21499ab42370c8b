#include "runtime/init_callbacks.h"

#include <mutex>
#include <vector>

#include "runtime/error.h"

namespace runtime {
namespace {

template <typename Function>
struct Registration {
    aclRegisterCallbackType type;
    Function function;
    void* data;
};

template <typename Function>
using Registrations = std::vector<Registration<Function>>;

struct InitCallbacks {
    std::mutex mutex;
    Registrations<aclInitCallbackFunc> on_init;
    Registrations<aclFinalizeCallbackFunc> on_finalize;
    bool initialized = false;
    std::string config;

    static InitCallbacks& Get() {
        static InitCallbacks* const callbacks = new InitCallbacks();
        return *callbacks;
    }
};

template <typename Function>
auto FindRegistration(Registrations<Function>* all, aclRegisterCallbackType type,
                      Function function) {
    auto registration = all->begin();
    while (registration != all->end() &&
           (registration->type != type || registration->function != function)) {
        ++registration;
    }
    return registration;
}

template <typename Function>
int AddTo(Registrations<Function>* all, aclRegisterCallbackType type, Function function,
          void* data) {
    const bool known_type = (type >= ACL_REG_TYPE_ACL_MODEL && type <= ACL_REG_TYPE_ACL_RETR) ||
                            type == ACL_REG_TYPE_OTHER;
    if (function == nullptr || !known_type) {
        return Fail(ACL_ERROR_INVALID_PARAM, "a callback of aclInit or aclFinalize: %s",
                    function == nullptr ? "the function is NULL" : "the type is unknown");
    }
    const auto registration = FindRegistration(all, type, function);
    if (registration != all->end()) {
        registration->data = data;
    } else {
        all->push_back({type, function, data});
    }
    return ACL_SUCCESS;
}

template <typename Function>
int RemoveFrom(Registrations<Function>* all, aclRegisterCallbackType type, Function function) {
    const auto registration = FindRegistration(all, type, function);
    if (registration == all->end()) {
        return Fail(ACL_ERROR_INVALID_PARAM,
                    "a callback of aclInit or aclFinalize: the function is not registered for the "
                    "type %d",
                    type);
    }
    all->erase(registration);
    return ACL_SUCCESS;
}

}  // namespace

int AddInitCallback(aclRegisterCallbackType type, aclInitCallbackFunc function, void* data) {
    InitCallbacks& callbacks = InitCallbacks::Get();
    std::string config;
    {
        std::lock_guard<std::mutex> lock(callbacks.mutex);
        const int code = AddTo(&callbacks.on_init, type, function, data);
        if (code != ACL_SUCCESS || !callbacks.initialized) {
            return code;
        }
        config = callbacks.config;
    }
    return function(config.c_str(), config.size(), data);
}

int RemoveInitCallback(aclRegisterCallbackType type, aclInitCallbackFunc function) {
    InitCallbacks& callbacks = InitCallbacks::Get();
    std::lock_guard<std::mutex> lock(callbacks.mutex);
    return RemoveFrom(&callbacks.on_init, type, function);
}

int AddFinalizeCallback(aclRegisterCallbackType type, aclFinalizeCallbackFunc function,
                        void* data) {
    InitCallbacks& callbacks = InitCallbacks::Get();
    std::lock_guard<std::mutex> lock(callbacks.mutex);
    return AddTo(&callbacks.on_finalize, type, function, data);
}

int RemoveFinalizeCallback(aclRegisterCallbackType type, aclFinalizeCallbackFunc function) {
    InitCallbacks& callbacks = InitCallbacks::Get();
    std::lock_guard<std::mutex> lock(callbacks.mutex);
    return RemoveFrom(&callbacks.on_finalize, type, function);
}

int CallInitCallbacks(const std::string& config) {
    InitCallbacks& callbacks = InitCallbacks::Get();
    Registrations<aclInitCallbackFunc> registered;
    {
        std::lock_guard<std::mutex> lock(callbacks.mutex);
        callbacks.initialized = true;
        callbacks.config = config;
        registered = callbacks.on_init;
    }
    int first = ACL_SUCCESS;
    for (const auto& entry : registered) {
        const int code = entry.function(config.c_str(), config.size(), entry.data);
        first = first != ACL_SUCCESS ? first : code;
    }
    return first;
}

int CallFinalizeCallbacks() {
    InitCallbacks& callbacks = InitCallbacks::Get();
    Registrations<aclFinalizeCallbackFunc> registered;
    {
        std::lock_guard<std::mutex> lock(callbacks.mutex);
        callbacks.initialized = false;
        registered = callbacks.on_finalize;
    }
    int first = ACL_SUCCESS;
    for (const auto& entry : registered) {
        const int code = entry.function(entry.data);
        first = first != ACL_SUCCESS ? first : code;
    }
    return first;
}

}  // namespace runtime
