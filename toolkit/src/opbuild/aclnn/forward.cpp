#include "opbuild/aclnn/forward.h"

#include "opbuild/aclnn/attrs.h"
#include "opbuild/output/text.h"

namespace opbuild {
namespace {

template <typename Param>
const Param* FindByIndex(const std::vector<Param>& params, size_t index) {
    for (const Param& param : params) {
        if (param.index == index) {
            return &param;
        }
    }
    return nullptr;
}

}  // namespace

std::string ForwardBody(const Signature& own, const Signature& full, const std::string& target,
                        NnopbaseCalls* calls) {
    std::vector<std::string> arguments;
    std::vector<size_t> left_out;
    for (const PortParam& input : full.inputs) {
        const PortParam* parameter = FindByIndex(own.inputs, input.index);
        arguments.push_back(parameter == nullptr ? "NULL" : parameter->name);
        if (parameter == nullptr) {
            left_out.push_back(input.index);
        }
    }
    for (const AttrParam& attr : full.attrs) {
        const AttrParam* parameter = FindByIndex(own.attrs, attr.index);
        arguments.push_back(parameter == nullptr ? DefaultArgument(*attr.attr) : parameter->name);
    }
    for (const PortParam& output : full.outputs) {
        if (!output.in_place) {
            arguments.push_back(FindByIndex(own.outputs, output.index)->name);
        }
    }
    arguments.push_back("workspaceSize");
    arguments.push_back("executor");
    const std::string call = target + "(" + Join(arguments, ", ") + ")";
    if (left_out.empty()) {
        return "    return " + call + ";\n";
    }
    std::string text = "    aclnnStatus status = " + call + ";\n";
    for (const size_t index : left_out) {
        text += "    if (status == 0 && " + calls->Use("NnopbaseDisableOptionalInput") +
                " != NULL) {\n        status = NnopbaseDisableOptionalInput(*executor, " +
                std::to_string(index) + ");\n    }\n";
    }
    return text + "    return status;\n";
}

}  // namespace opbuild
