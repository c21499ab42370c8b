// Callbacks of the graph compiler, by kind and operator type.
#include "op_def_check.h"

#include <map>
#include <utility>

namespace optiling {
namespace {

using CheckKey = std::pair<std::string, std::string>;  // kind, operator type

std::map<CheckKey, OP_CHECK_FUNC>& CheckFunctions() {
    static std::map<CheckKey, OP_CHECK_FUNC> functions;
    return functions;
}

std::map<std::string, PARAM_GENERALIZE_FUNC>& GeneralizeFunctions() {
    static std::map<std::string, PARAM_GENERALIZE_FUNC> functions;
    return functions;
}

std::string Text(const ge::AscendString& text) {
    return text.GetString() == nullptr ? std::string() : std::string(text.GetString());
}

}  // namespace

OpCheckFuncHelper::OpCheckFuncHelper(const ge::AscendString& check_type,
                                     const ge::AscendString& op_type, OP_CHECK_FUNC func) {
    if (func != nullptr) {
        CheckFunctions()[CheckKey(Text(check_type), Text(op_type))] = func;
    }
}

OpCheckFuncHelper::OpCheckFuncHelper(const ge::AscendString& op_type, PARAM_GENERALIZE_FUNC func) {
    if (func != nullptr) {
        GeneralizeFunctions()[Text(op_type)] = func;
    }
}

OP_CHECK_FUNC FindCheckFunction(const std::string& check_type, const std::string& op_type) {
    const auto function = CheckFunctions().find(CheckKey(check_type, op_type));
    return function == CheckFunctions().end() ? nullptr : function->second;
}

PARAM_GENERALIZE_FUNC FindGeneralizeFunction(const std::string& op_type) {
    const auto function = GeneralizeFunctions().find(op_type);
    return function == GeneralizeFunctions().end() ? nullptr : function->second;
}

}  // namespace optiling
