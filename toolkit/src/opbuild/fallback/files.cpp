#include "opbuild/fallback/files.h"

#include "opbuild/aclnn/files.h"
#include "opbuild/aclnn/signature.h"
#include "opbuild/fallback/values.h"
#include "opbuild/output/generated_notice.h"
#include "opbuild/output/text.h"

namespace opbuild {
namespace {

// The first phase's C type, for the pointer under which the function is looked up.
std::string FirstPhaseType(const Signature& signature) {
    std::vector<std::string> types;
    for (const PortParam& input : signature.inputs) {
        types.push_back(input.type);
    }
    for (const AttrParam& attr : signature.attrs) {
        types.push_back(attr.type);
    }
    for (const PortParam& output : signature.outputs) {
        if (!output.in_place) {
            types.push_back(output.type);
        }
    }
    types.push_back("uint64_t *");
    types.push_back("aclOpExecutor **");
    return "typedef aclnnStatus (*WorkspaceSizeFunc)(" + Join(types, ", ") +
           ");\ntypedef aclnnStatus (*LaunchFunc)(void *, uint64_t, aclOpExecutor *, "
           "aclrtStream);\n";
}

std::vector<std::string> HostInputIndices(const Definition& op) {
    std::vector<std::string> indices;
    for (const Port& input : op.inputs) {
        if (input.param_type != ops::VIRTUAL && (input.value_depend || IsScalar(input))) {
            indices.push_back(std::to_string(ProtoInputIndex(op, input.name)));
        }
    }
    return indices;
}

std::string FallbackText(const Definition& op, const Options& options) {
    const uint32_t version = HighestVersion(op);
    const Signature signature = MakeSignature(op, version, HostValues::AS_ARRAYS);
    const std::string function = AclnnFunction(op, version, options);
    const FallbackValues values = MakeFallbackValues(op, signature);
    std::vector<std::string> arguments = values.arguments;
    arguments.push_back("&workspaceSize");
    arguments.push_back("&executor");
    const std::vector<std::string> host_inputs = HostInputIndices(op);
    return std::string(kGeneratedNotice) +
           "#include <vector>\n"
           "#include \"aclnn/acl_meta.h\"\n"
           "#include \"exe_graph/runtime/op_execute_context.h\"\n"
           "#include \"exe_graph/runtime/tensor.h\"\n"
           "#include \"register/op_impl_registry.h\"\n\n" +
           values.declarations + "namespace {\n" + FirstPhaseType(signature) + values.helpers +
           "\nge::graphStatus Execute" + op.type + "(gert::OpExecuteContext *context)\n{\n" +
           values.checks +
           "    static const WorkspaceSizeFunc getWorkspaceSize =\n"
           "        reinterpret_cast<WorkspaceSizeFunc>(NnopbaseGetOpApiFunc(\"" +
           function +
           "GetWorkspaceSize\"));\n"
           "    static const LaunchFunc launch =\n"
           "        reinterpret_cast<LaunchFunc>(NnopbaseGetOpApiFunc(\"" +
           function +
           "\"));\n"
           "    if (getWorkspaceSize == nullptr || launch == nullptr) {\n"
           "        return ge::GRAPH_FAILED;\n    }\n" +
           values.statements +
           "    uint64_t workspaceSize = 0U;\n    aclOpExecutor *executor = nullptr;\n"
           "    if (getWorkspaceSize(" +
           Join(arguments, ", ") +
           ") != 0) {\n"
           "        return ge::GRAPH_FAILED;\n    }\n"
           "    void *workspace = nullptr;\n"
           "    if (workspaceSize > 0U) {\n"
           "        workspace = context->MallocWorkspace(workspaceSize);\n"
           "        if (workspace == nullptr) {\n            return ge::GRAPH_FAILED;\n        }\n "
           "   }\n"
           "    const aclnnStatus status = launch(workspace, workspaceSize, executor, "
           "context->GetStream());\n"
           "    context->FreeWorkspace();\n"
           "    return status == 0 ? ge::GRAPH_SUCCESS : ge::GRAPH_FAILED;\n}\n}  // namespace\n\n"
           "IMPL_OP(" +
           op.type + ").OpExecuteFunc(Execute" + op.type + ")" +
           (host_inputs.empty() ? "" : ".HostInputs({" + Join(host_inputs, ", ") + "})") + ";\n";
}

}  // namespace

void AddFallbackFiles(const std::vector<Definition>& definitions, const Options& options,
                      OutputFiles* files) {
    for (const Definition& op : definitions) {
        if (op.fallback) {
            files->Add("fallback_" + op.snake + ".cpp", FallbackText(op, options),
                       FileAccess::PRIVATE);
        }
    }
}

}  // namespace opbuild
