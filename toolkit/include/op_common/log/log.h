// Logs of operators, and checks that log (part of CANN 8.5 and newer; the levels and places are
// those of base/alog_pub.h).
#ifndef OP_COMMON_LOG_LOG_H
#define OP_COMMON_LOG_LOG_H

#include <sys/syscall.h>
#include <unistd.h>

#include <cinttypes>
#include <cstdint>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "base/dlog_pub.h"
#include "base/err_msg.h"
#include "exe_graph/runtime/shape.h"
#include "graph/ge_error_codes.h"
#include "graph/types.h"
#include "graph/utils/type_utils.h"
#include "op_common/op_host/util/opbase_export.h"

/// Module of the records: operators.
constexpr uint32_t OP_MODULE_ID = 63;

#ifndef OP_SUBMOD_NAME
#define OP_SUBMOD_NAME "OPS_BASE"
#endif

namespace Ops {
namespace Base {
/// What a log calls the operator: a name unmodified, a context as "type:name".
inline const char* GetOpInfo(const char* name) {
    return name == nullptr ? "nil" : name;
}
inline const std::string& GetOpInfo(const std::string& name) {
    return name;
}
template <typename Context>
std::string GetOpInfo(const Context* context) {
    if (context == nullptr) {
        return "nil:nil";
    }
    return std::string(GetOpInfo(context->GetNodeType())) + ":" + GetOpInfo(context->GetNodeName());
}

inline const char* GetSafeStr(const char* text) {
    return text;
}
inline const char* GetSafeStr(const std::string& text) {
    return text.c_str();
}
}  // namespace Base
}  // namespace Ops

/// One record of a module, printf-like.
#define OpLogSub(moduleId, level, opName, fmt, ...)                                            \
    do {                                                                                       \
        if (CheckLogLevel(static_cast<int32_t>(moduleId), (level)) == 1) {                     \
            DlogRecord(static_cast<int32_t>(moduleId), (level),                                \
                       "[%s:%d][%s][%s] OpName:[%s] " fmt, __FILE__, __LINE__, OP_SUBMOD_NAME, \
                       __FUNCTION__, Ops::Base::GetSafeStr(Ops::Base::GetOpInfo(opName)),      \
                       ##__VA_ARGS__);                                                         \
        }                                                                                      \
    } while (0)
#define OP_LOG_RECORD(level, opName, ...) OpLogSub(OP_MODULE_ID, level, opName, __VA_ARGS__)
#define D_OP_LOGD(opName, ...) OP_LOG_RECORD(DLOG_DEBUG, opName, __VA_ARGS__)
#define D_OP_LOGI(opName, ...) OP_LOG_RECORD(DLOG_INFO, opName, __VA_ARGS__)
#define D_OP_LOGW(opName, ...) OP_LOG_RECORD(DLOG_WARN, opName, __VA_ARGS__)
#define D_OP_LOGE(opName, ...) OP_LOG_RECORD(DLOG_ERROR, opName, __VA_ARGS__)
#define OP_LOGE_LIBOPAPI_REPORT(opName, ...) OP_LOG_RECORD(DLOG_ERROR, opName, __VA_ARGS__)

#include "op_common/log/parameter_errors.h"

// Sources of aclnn interfaces have the macros of aclnn/opdev/op_log.h instead.
#ifndef OP_LOG_LIBOPAPI_ONLY
#ifndef likely
#define likely(x) __builtin_expect((x), 1)
#endif
#ifndef unlikely
#define unlikely(x) __builtin_expect((x), 0)
#endif

/// printf-like; opName is a name or a context.
#define OP_LOGD(opName, ...) D_OP_LOGD(opName, __VA_ARGS__)
#define OP_LOGI(opName, ...) D_OP_LOGI(opName, __VA_ARGS__)
#define OP_LOGW(opName, ...) D_OP_LOGW(opName, __VA_ARGS__)
#define OP_LOGE_WITHOUT_REPORT(opName, ...) D_OP_LOGE(opName, __VA_ARGS__)
/// Also into the message that aclGetRecentErrMsg returns, where liberror_manager.so is loaded.
#define OP_LOGE(opName, ...)                             \
    do {                                                 \
        D_OP_LOGE(opName, __VA_ARGS__);                  \
        if (ge::ReportInnerErrMsg != nullptr) {          \
            REPORT_INNER_ERR_MSG("EZ9999", __VA_ARGS__); \
        }                                                \
    } while (0)

/// `log` and `return_expr` are statements, run if the condition holds.
#define OP_CHECK_IF(condition, log, return_expr)    \
    do {                                            \
        if (__builtin_expect((condition), false)) { \
            log;                                    \
            return_expr;                            \
        }                                           \
    } while (0)

/// Leaves the function with GRAPH_FAILED if the pointer is null; the context may be null.
#define OP_CHECK_NULL_WITH_CONTEXT(context, ptr)                                               \
    do {                                                                                       \
        if (__builtin_expect((ptr) == nullptr, false)) {                                       \
            OP_LOGE((context) == nullptr ? static_cast<const char*>(nullptr)                   \
                                         : static_cast<const char*>((context)->GetNodeName()), \
                    "%s is nullptr!", #ptr);                                                   \
            return ge::GRAPH_FAILED;                                                           \
        }                                                                                      \
    } while (0)

namespace Ops {
namespace Base {
/// "DT_FLOAT", "ND": the names that graphs are stored with.
inline std::string ToString(ge::DataType type) {
    return ge::TypeUtils::DataTypeToSerialString(type);
}
inline std::string ToString(ge::Format format) {
    return ge::TypeUtils::FormatToSerialString(format);
}
/// "[2, 3]"
inline std::string ToString(const gert::Shape& shape) {
    std::string text = "[";
    for (size_t i = 0; i < shape.GetDimNum(); ++i) {
        text += (i == 0 ? "" : ", ") + std::to_string(shape.GetDim(i));
    }
    return text + "]";
}
/// "[[2, 3], [4]]"; none of the pointers may be null.
inline std::string ToString(const std::vector<const gert::Shape*>& shapes) {
    std::string text = "[";
    for (size_t i = 0; i < shapes.size(); ++i) {
        text += (i == 0 ? "" : ", ") + ToString(*shapes[i]);
    }
    return text + "]";
}
}  // namespace Base
}  // namespace Ops
#endif  // OP_LOG_LIBOPAPI_ONLY

#endif  // OP_COMMON_LOG_LOG_H
