#include "opbuild/aclnn/body.h"

#include "opbuild/aclnn/attrs.h"
#include "opbuild/aclnn/contiguous.h"
#include "opbuild/definition/combinations.h"
#include "opbuild/output/names.h"
#include "opbuild/output/text.h"
#include "opbuild/output/value_names.h"
#include "support/strings.h"

namespace opbuild {
namespace {

constexpr const char* kModuleId = "0x60000";  // of all generated functions, in profiling records

// Writes the statements of one GetWorkspaceSize function, in their order.
class WorkspaceSizeWriter {
public:
    WorkspaceSizeWriter(const Definition& op, const Signature& signature, const Options& options,
                        NnopbaseCalls* calls)
        : op_(op), signature_(signature), options_(options), calls_(calls) {}

    std::string Text(const std::string& launch_function) {
        AddLocals(launch_function);
        AddNullChecks();
        AddExecutor();
        AddModes();
        AddRefs();
        AddInputs();
        text_ += AttrCalls(signature_, calls_);
        AddOutputs();
        AddGroups();
        AddLaunchOfEmpty();
        AddMatch();
        AddParamNames();
        AddSupportList();
        AddRun();
        return text_;
    }

private:
    // "    NNOPBASE_ASSERT_OK_RETVAL(<name>(*executor, <arguments>));"
    void Call(const std::string& name, const std::string& arguments,
              const std::string& indent = "    ") {
        text_ += indent + "NNOPBASE_ASSERT_OK_RETVAL(" + calls_->Use(name) + "(*executor" +
                 (arguments.empty() ? "" : ", " + arguments) + "));\n";
    }

    void IfPresent(const std::string& name) {
        text_ += "    if (" + calls_->Use(name) + " != NULL) {\n";
    }

    static std::string Descriptor(const std::vector<PortParam>& params) {
        std::vector<std::string> codes;
        for (const PortParam& param : params) {
            const bool dynamic = param.port->param_type == ops::DYNAMIC;
            codes.push_back(dynamic ? "2" : IsOptional(*param.port) ? "0" : "1");
        }
        return Join(codes, ", ");
    }

    void AddLocals(const std::string& launch_function) {
        text_ += "    uint64_t timeStamp = " + calls_->Use("NnopbaseMsprofSysTime") + "();\n";
        if (HasResources(op_, options_)) {
            text_ += "#ifdef ACLNN_WITH_BINARY\n    static uint32_t " + op_.type +
                     "OpTypeId = op::GenOpTypeId(\"" + op_.type + "\", " + op_.type +
                     "_RESOURCES);\n#endif\n";
        }
        text_ +=
            std::string("    static NnopbaseDfxId dfxId = {") + kModuleId + ", __func__, false};\n";
        text_ += std::string("    static NnopbaseDfxId tilingId = {") + kModuleId + ", \"" +
                 launch_function + "Tiling\", false};\n";
        text_ += "    static void *executorSpace = NULL;\n";
        text_ += "    static const aclnnStatus spaceStatus = " +
                 calls_->Use("NnopbaseCreateExecutorSpace") + "(&executorSpace);\n";
        text_ += "    const char *opType = \"" + op_.type + "\";\n";
        text_ += "    char inputDesc[] = {" + Descriptor(signature_.inputs) + "};\n";
        text_ += "    char outputDesc[] = {" + Descriptor(signature_.outputs) + "};\n";
        std::vector<std::string> codes;
        for (const AttrParam& param : signature_.attrs) {
            codes.push_back(param.attr->required ? "1" : "0");
        }
        text_ += "    char attrDesc[] = {" + Join(codes, ", ") + "};\n\n";
    }

    void AddNullChecks() {
        for (const PortParam& param : signature_.inputs) {
            AddNullCheck(param);
        }
        for (const PortParam& param : signature_.outputs) {
            if (!param.in_place) {
                AddNullCheck(param);
            }
        }
        text_ += "\n";
    }

    void AddNullCheck(const PortParam& param) {
        if (!param.nullable) {
            text_ += "    NNOPBASE_ASSERT_NOTNULL_RETVAL(" + param.name + ");\n";
        }
    }

    void AddExecutor() {
        text_ += "    NNOPBASE_ASSERT_OK_RETVAL(spaceStatus);\n";
        text_ +=
            "    void *nnopExecutor = " + calls_->Use("NnopbaseGetExecutor") +
            "(executorSpace, opType, inputDesc, sizeof(inputDesc) / sizeof(char), outputDesc,\n"
            "        sizeof(outputDesc) / sizeof(char), attrDesc, sizeof(attrDesc) / "
            "sizeof(char));\n";
        text_ += "    NNOPBASE_ASSERT_NOTNULL_RETVAL(nnopExecutor);\n";
        text_ += "    NNOPBASE_ASSERT_NOTNULL_RETVAL(executor);\n";
        text_ += "    *executor = reinterpret_cast<aclOpExecutor *>(nnopExecutor);\n";
        Call("NnopbaseAddTilingId", "&tilingId");
    }

    void AddModes() {
        IfPresent("NnopbaseSetMatchArgsFlag");
        text_ += "        NnopbaseSetMatchArgsFlag(*executor);\n    }\n";
        if (HasResources(op_, options_)) {
            text_ += "#ifdef ACLNN_WITH_BINARY\n    " + calls_->Use("NnopbaseAddOpTypeId") +
                     "(*executor, " + op_.type + "OpTypeId);\n#endif\n";
        }
        if (options_.parameter_check_mode >= 0) {
            IfPresent("NnopbaseSetParamCheckMode");
            text_ += "        NnopbaseSetParamCheckMode(*executor, " +
                     std::to_string(options_.parameter_check_mode) + "U);\n    }\n";
        }
        if (op_.strict_format) {
            IfPresent("NnopbaseSetFormatMatchMode");
            Call("NnopbaseSetFormatMatchMode", "1", "        ");
            text_ += "    }\n";
        }
    }

    void AddRefs() {
        for (const PortParam& input : signature_.inputs) {
            for (const PortParam& output : signature_.outputs) {
                if (output.in_place && output.name == input.name) {
                    Call("NnopbaseSetRef",
                         std::to_string(input.index) + ", " + std::to_string(output.index));
                }
            }
        }
    }

    void AddInputs() {
        for (const PortParam& param : signature_.inputs) {
            AddInput(param);
        }
    }

    void AddInput(const PortParam& param) {
        const std::string arguments = param.name + ", " + std::to_string(param.index);
        switch (param.kind) {
            case ParamKind::TENSOR:
                Call(param.port->ignore_contiguous ? "NnopbaseAddIgnoreContinuesInput"
                                                   : "NnopbaseAddInput",
                     arguments);
                break;
            case ParamKind::TENSOR_LIST:
                AddDynamicInput(param, arguments);
                break;
            case ParamKind::SCALAR:
                Call("NnopbaseAddScalarInput", arguments + ", " + ScalarTarget(*param.port));
                break;
            case ParamKind::SCALAR_LIST:
                Call("NnopbaseAddScalarListInput", arguments + ", " + ScalarTarget(*param.port));
                break;
            case ParamKind::INT_ARRAY:
                Call("NnopbaseAddIntArrayInput", arguments);
                break;
            case ParamKind::FLOAT_ARRAY:
                Call("NnopbaseAddFloatArrayInput", arguments);
                break;
            case ParamKind::BOOL_ARRAY:
                Call("NnopbaseAddBoolArrayInput", arguments);
                break;
        }
    }

    void AddDynamicInput(const PortParam& param, const std::string& arguments) {
        if (!param.port->ignore_contiguous) {
            Call("NnopbaseAddDynamicInput", arguments);
            return;
        }
        IfPresent("NnopbaseAddIgnoreContiguousDynamicInput");
        Call("NnopbaseAddIgnoreContiguousDynamicInput", arguments, "        ");
        text_ += "    } else {\n";
        Call("NnopbaseAddDynamicInput", arguments, "        ");
        text_ += "    }\n";
    }

    // Index of the input whose type a scalar takes (-1: none) and the fixed type that it takes.
    std::string ScalarTarget(const Port& port) const {
        if (port.has_scalar_type) {
            return "-1, " + DtypeEnum(port.scalar_type);
        }
        for (size_t i = 0; i < op_.inputs.size() && !port.scalar_name.empty(); ++i) {
            if (op_.inputs[i].name == port.scalar_name) {
                return std::to_string(i) + ", ge::DT_UNDEFINED";
            }
        }
        return "-1, ge::DT_UNDEFINED";
    }

    void AddOutputs() {
        bool computes_shapes = false;
        for (const PortParam& param : signature_.outputs) {
            computes_shapes = computes_shapes || param.port->shape_depends_on_compute;
        }
        if (!computes_shapes) {
            for (const PortParam& param : signature_.outputs) {
                AddOutput(param, "    ");
            }
            return;
        }
        IfPresent("NnopbaseAddOutputShapeDependTensor");
        for (const PortParam& param : signature_.outputs) {
            AddOutput(param, "        ");
        }
        text_ +=
            "    } else {\n"
            "        NnopbaseOpLogE(ACLNN_ERR_RUNTIME_ERROR, \"this runtime cannot take shapes "
            "from a kernel\");\n"
            "        return ACLNN_ERR_RUNTIME_ERROR;\n"
            "    }\n";
    }

    void AddOutput(const PortParam& param, const std::string& indent) {
        const std::string arguments = param.name + ", " + std::to_string(param.index);
        if (param.kind == ParamKind::TENSOR_LIST) {
            Call("NnopbaseAddDynamicOutput", arguments, indent);
        } else if (param.kind == ParamKind::TENSOR) {
            Call(param.port->shape_depends_on_compute ? "NnopbaseAddOutputShapeDependTensor"
                                                      : "NnopbaseAddOutput",
                 arguments, indent);
        } else {
            // Definitions may declare such an output, but a scalar cannot receive a result.
            text_ += indent + "NNOPBASE_ASSERT_OK_RETVAL(ACLNN_ERR_PARAM_INVALID);  // output " +
                     param.port->name + " is a Scalar\n";
        }
    }

    void AddGroups() {
        if (op_.hccl_groups.empty()) {
            return;
        }
        Call("NnopbaseSetMc2", "");
        for (const std::string& group : op_.hccl_groups) {
            for (const AttrParam& param : signature_.attrs) {
                if (param.attr->attr_name == group) {
                    Call("NnopbaseSetHcomGroup", param.name);
                }
            }
        }
    }

    void AddLaunchOfEmpty() {
        if (op_.launch_empty) {
            IfPresent("NnopbaseSetZeroEleOutputLaunchFlag");
            text_ += "        NnopbaseSetZeroEleOutputLaunchFlag(*executor);\n    }\n";
        }
    }

    void AddMatch() {
        text_ += "    if (" + calls_->Use("NnopbaseMatchArgs") +
                 " != NULL && NnopbaseMatchArgs(*executor, workspaceSize)) {\n        " +
                 calls_->Use("NnopbaseReportApiInfo") +
                 "(timeStamp, dfxId);\n        return ACLNN_SUCCESS;\n    }\n";
    }

    void AddParamNames() {
        if (signature_.inputs.empty() && signature_.outputs.empty()) {
            return;
        }
        IfPresent("NnopbaseAddParamName");
        for (const PortParam& param : signature_.inputs) {
            AddParamName(param, "true");
        }
        for (const PortParam& param : signature_.outputs) {
            AddParamName(param, "false");
        }
        text_ += "    }\n";
    }

    void AddParamName(const PortParam& param, const std::string& is_input) {
        Call("NnopbaseAddParamName",
             std::to_string(param.index) + ", \"" + param.name + "\", " + is_input, "        ");
    }

    void AddSupportList() {
        IfPresent("NnopbaseAddSocNameList");
        Call("NnopbaseAddSocNameList", "&supportList, socNameList, socNameListLen", "        ");
        text_ += "    } else {\n";
        Call("NnopbaseAddSupportList", "&supportList, socSupportList, socSupportListLen",
             "        ");
        text_ += "    }\n";
    }

    void AddRun() {
        const bool contiguous = HasAutoContiguous(op_);
        if (contiguous) {
            text_ += ContiguousPreparation(op_, options_, calls_);
        }
        Call("NnopbaseRunForWorkspace", "workspaceSize");
        if (contiguous) {
            text_ += "    *workspaceSize += inContWorkspaceSize;\n";
        }
        text_ += "    " + calls_->Use("NnopbaseReportApiInfo") +
                 "(timeStamp, dfxId);\n    return ACLNN_SUCCESS;\n";
    }

    const Definition& op_;
    const Signature& signature_;
    const Options& options_;
    NnopbaseCalls* calls_;
    std::string text_;
};

}  // namespace

bool HasAutoContiguous(const Definition& op) {
    for (const Port& port : op.inputs) {
        if (port.auto_contiguous) {
            return true;
        }
    }
    return false;
}

bool HasResources(const Definition& op, const Options& options) {
    for (const UnitConfig& unit : op.units) {
        for (const std::string& product : options.product_units) {
            if (support::LowerCase(unit.unit) == support::LowerCase(product)) {
                return true;
            }
        }
    }
    return false;
}

std::string WorkspaceSizeBody(const Definition& op, const Signature& signature,
                              const std::string& launch_function, const Options& options,
                              NnopbaseCalls* calls) {
    return WorkspaceSizeWriter(op, signature, options, calls).Text(launch_function);
}

std::string LaunchBody(const Definition& op, NnopbaseCalls* calls) {
    const bool contiguous = HasAutoContiguous(op);
    std::string text = "    uint64_t timeStamp = " + calls->Use("NnopbaseMsprofSysTime") + "();\n";
    text += std::string("    static NnopbaseDfxId dfxId = {") + kModuleId + ", __func__, false};\n";
    if (contiguous) {
        text += ContiguousLaunch(op, calls);
    }
    text += "    NNOPBASE_ASSERT_OK_RETVAL(" + calls->Use("NnopbaseRunWithWorkspace") +
            "(executor, stream, workspace, workspaceSize));\n";
    if (contiguous) {
        text += ViewCopyLaunch(op, calls);
    }
    return text + "    " + calls->Use("NnopbaseReportApiInfo") +
           "(timeStamp, dfxId);\n    return ACLNN_SUCCESS;\n";
}

}  // namespace opbuild
