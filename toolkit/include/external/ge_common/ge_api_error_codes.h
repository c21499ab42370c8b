// Status codes of the graph engine's API, and their descriptions.
#ifndef INC_EXTERNAL_GE_COMMON_GE_API_ERROR_CODES_H_
#define INC_EXTERNAL_GE_COMMON_GE_API_ERROR_CODES_H_

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <iostream>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <type_traits>
#include <utility>

#include "ge_error_codes.h"
#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"

/// Defines a code from its parts: run place, kind, level, system, module, value.
#ifndef GE_ERRORNO_DEFINE
#define GE_ERRORNO_DEFINE(runtime, type, level, sysid, modid, name, value)          \
    constexpr ge::Status name = ((0xFFU & static_cast<uint32_t>(runtime)) << 30U) | \
                                ((0xFFU & static_cast<uint32_t>(type)) << 28U) |    \
                                ((0xFFU & static_cast<uint32_t>(level)) << 25U) |   \
                                ((0xFFU & static_cast<uint32_t>(sysid)) << 17U) |   \
                                ((0xFFU & static_cast<uint32_t>(modid)) << 12U) |   \
                                (0x0FFFU & static_cast<uint32_t>(value))
#endif
/// Registers the description of a code when the library is loaded.
#ifndef GE_ERRORNO_EXTERNAL
#define GE_ERRORNO_EXTERNAL(name, desc) const ge::ErrorNoRegisterar g_errorno_##name((name), (desc))
#endif
#ifndef GE_ERRORNO
#define GE_ERRORNO(runtime, type, level, sysid, modid, name, value, desc) \
    GE_ERRORNO_DEFINE(runtime, type, level, sysid, modid, name, value);   \
    GE_ERRORNO_EXTERNAL(name, desc)
#endif

namespace ge {
using Status = uint32_t;
constexpr Status SUCCESS = 0U;
constexpr Status FAILED = 0xFFFFFFFFU;
GE_ERRORNO_DEFINE(1U, 1U, 0U, 8U, 0U, END_OF_SEQUENCE, 7U);

/// The descriptions of codes, one table in a process. Clients have its functions compiled in, so
/// the map is its only member, and strings have the ABI of CANN's libraries.
class GE_FUNC_VISIBILITY StatusFactory {
public:
    static StatusFactory* Instance() {
        static StatusFactory factory;
        return &factory;
    }

    /// The first description of a code stays.
    void RegisterErrorNo(const uint32_t err, const std::string& desc) {
        err_desc_.emplace(err, desc);
    }
    void RegisterErrorNo(const uint32_t err, const char* const desc) {
        if (desc != nullptr) {
            err_desc_.emplace(err, desc);
        }
    }

    /// "" for a code without a description.
    std::string GetErrDesc(const uint32_t err) {
        const auto description = err_desc_.find(err);
        return description == err_desc_.end() ? std::string() : description->second;
    }
    AscendString GetErrDescV2(const uint32_t err) { return AscendString(GetErrDesc(err).c_str()); }

protected:
    StatusFactory() = default;
    ~StatusFactory() = default;

private:
    std::map<uint32_t, std::string> err_desc_;
};

class GE_FUNC_VISIBILITY ErrorNoRegisterar {
public:
    ErrorNoRegisterar(const uint32_t err, const std::string& desc) noexcept {
        StatusFactory::Instance()->RegisterErrorNo(err, desc);
    }
    ErrorNoRegisterar(const uint32_t err, const char* const desc) noexcept {
        StatusFactory::Instance()->RegisterErrorNo(err, desc);
    }
    ~ErrorNoRegisterar() = default;
};

}  // namespace ge

#endif  // INC_EXTERNAL_GE_COMMON_GE_API_ERROR_CODES_H_
