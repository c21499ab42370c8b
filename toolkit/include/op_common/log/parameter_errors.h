// Errors about the arguments of an operator, reported with the number and the named values that
// CANN's messages have. The first argument of each is the operator or the interface; all are
// strings or numbers, in the order of the keys.
#ifndef OP_COMMON_LOG_PARAMETER_ERRORS_H
#define OP_COMMON_LOG_PARAMETER_ERRORS_H

#include <string>
#include <type_traits>
#include <vector>

#include "base/err_msg.h"

namespace Ops {
namespace Base {
namespace internal {
inline std::string ToText(const char* text) {
    return text == nullptr ? "nil" : text;
}
inline std::string ToText(const std::string& text) {
    return text;
}
template <typename Number>
typename std::enable_if<std::is_arithmetic<Number>::value, std::string>::type ToText(Number value) {
    return std::to_string(value);
}

struct ParameterError {
    std::string opName;
    std::string text;  ///< "EZ0008: op_name=Add, param_name=x"
};

/// Adds the values under their keys, "a,b,c", to what aclGetRecentErrMsg returns.
template <typename... Values>
ParameterError ReportParameter(const char* code, std::string keys, const Values&... values) {
    const std::vector<std::string> texts = {ToText(values)...};
    ParameterError error = {texts[0], std::string(code) + ": "};
    std::vector<const char*> names;
    std::vector<const char*> contents;
    for (size_t i = 0, start = 0; i < texts.size() && start < keys.size(); ++i) {
        const size_t end =
            keys.find(',', start) == std::string::npos ? keys.size() : keys.find(',', start);
        error.text += (i == 0 ? "" : ", ") + keys.substr(start, end - start) + "=" + texts[i];
        if (end < keys.size()) {
            keys[end] = '\0';
        }
        names.push_back(keys.c_str() + start);
        contents.push_back(texts[i].c_str());
        start = end + 1;
    }
    // Null where no library has it, which libraries of operators do not ask for by name.
    int32_t (*const report)(const char*, const std::vector<const char*>&,
                            const std::vector<const char*>&) = ge::ReportPredefinedErrMsg;
    if (report != nullptr) {
        (void)report(code, names, contents);
    }
    return error;
}
}  // namespace internal
}  // namespace Base
}  // namespace Ops

#define OP_LOG_PARAMETER(code, keys, ...)                                        \
    do {                                                                         \
        const Ops::Base::internal::ParameterError _op_error =                    \
            Ops::Base::internal::ReportParameter(code, keys, __VA_ARGS__);       \
        OP_LOGE_LIBOPAPI_REPORT(_op_error.opName, "%s", _op_error.text.c_str()); \
    } while (0)

#define OP_LOGE_WITH_INVALID_INPUT_SHAPE(...) \
    OP_LOG_PARAMETER("EZ0001", "op_name,index,incorrect_shape,correct_shape", __VA_ARGS__)
#define OP_LOGE_WITH_INVALID_ATTR(...) \
    OP_LOG_PARAMETER("EZ0002", "op_name,attr_name,incorrect_val,correct_val", __VA_ARGS__)
#define OP_LOGE_WITH_INVALID_ATTR_SIZE(...) \
    OP_LOG_PARAMETER("EZ0003", "op_name,attr_name,incorrect_size,correct_size", __VA_ARGS__)
#define OP_LOGE_WITH_INVALID_INPUT(...) \
    OP_LOG_PARAMETER("EZ0004", "op_name,param_name", __VA_ARGS__)
#define OP_LOGE_WITH_INVALID_INPUT_SHAPESIZE(...) \
    OP_LOG_PARAMETER("EZ0005", "op_name,index,incorrect_size,correct_size", __VA_ARGS__)
#define OP_LOGE_WITH_INVALID_INPUT_FORMAT(...) \
    OP_LOG_PARAMETER("EZ0006", "op_name,param_name,data_format,expected_format_list", __VA_ARGS__)
#define OP_LOGE_WITH_INVALID_INPUT_DTYPE(...) \
    OP_LOG_PARAMETER("EZ0007", "op_name,param_name,data_dtype,expected_dtype_list", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_SHAPE(...) \
    OP_LOG_PARAMETER("EZ0008", "op_name,param_name,incorrect_shape,correct_shape", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_SHAPE_WITH_REASON(...) \
    OP_LOG_PARAMETER("EZ0009", "op_name,param_name,incorrect_shape,reason", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_SHAPES_WITH_REASON(...) \
    OP_LOG_PARAMETER("EZ0010", "op_name,param_names,incorrect_shapes,reason", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_SHAPEDIM(...) \
    OP_LOG_PARAMETER("EZ0011", "op_name,param_name,incorrect_dim,correct_dim", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_SHAPEDIM_WITH_REASON(...) \
    OP_LOG_PARAMETER("EZ0012", "op_name,param_name,incorrect_dim,reason", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_SHAPEDIMS_WITH_REASON(...) \
    OP_LOG_PARAMETER("EZ0013", "op_name,param_names,incorrect_dims,reason", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_SHAPESIZE(...) \
    OP_LOG_PARAMETER("EZ0014", "op_name,param_name,incorrect_size,correct_size", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_SHAPESIZE_WITH_REASON(...) \
    OP_LOG_PARAMETER("EZ0015", "op_name,param_name,incorrect_size,reason", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_SHAPESIZES_WITH_REASON(...) \
    OP_LOG_PARAMETER("EZ0016", "op_name,param_names,incorrect_sizes,reason", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_FORMAT(...) \
    OP_LOG_PARAMETER("EZ0017", "op_name,param_name,incorrect_format,correct_format", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_FORMATS_WITH_REASON(...) \
    OP_LOG_PARAMETER("EZ0018", "op_name,param_names,incorrect_formats,reason", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_DTYPE(...) \
    OP_LOG_PARAMETER("EZ0019", "op_name,param_name,incorrect_dtype,correct_dtype", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_DTYPE_WITH_REASON(...) \
    OP_LOG_PARAMETER("EZ0020", "op_name,param_name,incorrect_dtype,reason", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_DTYPES_WITH_REASON(...) \
    OP_LOG_PARAMETER("EZ0021", "op_name,param_names,incorrect_dtypes,reason", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_TENSORNUM(...) \
    OP_LOG_PARAMETER("EZ0022", "op_name,param_name,incorrect_num,correct_num", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_TENSORNUMS_WITH_REASON(...) \
    OP_LOG_PARAMETER("EZ0023", "op_name,param_names,incorrect_nums,reason", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_VALUE(...) \
    OP_LOG_PARAMETER("EZ0024", "op_name,param_name,incorrect_value,correct_value", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_LISTSIZE(...) \
    OP_LOG_PARAMETER("EZ0025", "op_name,param_name,incorrect_size,correct_size", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_VALUE_WITH_REASON(...) \
    OP_LOG_PARAMETER("EZ0026", "op_name,param_name,incorrect_value,reason", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_VALUES_WITH_REASON(...) \
    OP_LOG_PARAMETER("EZ0027", "op_name,param_names,incorrect_values,reason", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_STRIDE(...) \
    OP_LOG_PARAMETER("EZ0028", "op_name,param_name,incorrect_stride,correct_stride", __VA_ARGS__)
#define OP_LOGE_FOR_FILE_PATH(...) \
    OP_LOG_PARAMETER("EZ0029", "op_name,file_path,reason", __VA_ARGS__)
#define OP_LOGE_FOR_FILE_OPEN(...) \
    OP_LOG_PARAMETER("EZ0030", "op_name,file_path,reason", __VA_ARGS__)
#define OP_LOGE_FOR_FILE_PARSE(...) \
    OP_LOG_PARAMETER("EZ0031", "op_name,file_name,reason", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_CONFIG(...) \
    OP_LOG_PARAMETER("EZ0032", "op_name,config_file,item,value,expect", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_CONFIG_WITH_REASON(...) \
    OP_LOG_PARAMETER("EZ0033", "op_name,config_file,item,value,reason", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_CONFIGS_WITH_REASON(...) \
    OP_LOG_PARAMETER("EZ0034", "op_name,config_file,items,values,reason", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_FORMAT_WITH_REASON(...) \
    OP_LOG_PARAMETER("EZ0035", "op_name,param_name,incorrect_format,reason", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_GRAPH_NODE(...) \
    OP_LOG_PARAMETER("EZ0036", "node_name,reason", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_ARGUMENT_WITH_REASON(...) \
    OP_LOG_PARAMETER("EZ0037", "op_name,param_name,reason", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_LISTSIZE_WITH_REASON(...) \
    OP_LOG_PARAMETER("EZ0038", "op_name,param_names,incorrect_size,reason", __VA_ARGS__)

#endif  // OP_COMMON_LOG_PARAMETER_ERRORS_H
