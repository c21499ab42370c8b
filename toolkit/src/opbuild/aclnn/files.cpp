#include "opbuild/aclnn/files.h"

#include "opbuild/aclnn/body.h"
#include "opbuild/aclnn/contiguous.h"
#include "opbuild/aclnn/forward.h"
#include "opbuild/aclnn/nnopbase_calls.h"
#include "opbuild/aclnn/signature.h"
#include "opbuild/aclnn/tables.h"
#include "opbuild/definition/units.h"
#include "opbuild/output/generated_notice.h"
#include "opbuild/output/names.h"
#include "opbuild/output/text.h"
#include "opbuild/output/value_names.h"

namespace opbuild {
namespace {

constexpr const char* kExported = "__attribute__((visibility(\"default\")))\n";
constexpr const char* kOpenC = "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
constexpr const char* kCloseC = "#ifdef __cplusplus\n}\n#endif\n";
constexpr const char* kLaunchParameters =
    "    void *workspace,\n    uint64_t workspaceSize,\n    aclOpExecutor *executor,\n"
    "    aclrtStream stream";

// The file pair of one version of an operator's functions.
class AclnnFilePair {
public:
    AclnnFilePair(const Definition& op, uint32_t version, const Options& options)
        : op_(op),
          version_(version),
          options_(options),
          function_(AclnnFunction(op, version, options)) {
        variants_.push_back({"", HostValues::AS_ARRAYS});
        if (HasHostValues(op)) {
            variants_.push_back({"Tensor", HostValues::AS_TENSORS});
        }
    }

    std::string Header() const {
        const std::string version = version_ == 0 ? "" : "_V" + std::to_string(version_);
        const std::string guard =
            GuardName(options_.file_prefix) + "_" + GuardName(op_.type) + version + "_H_";
        std::string text = std::string(kGeneratedNotice) + "#ifndef " + guard + "\n#define " +
                           guard + "\n\n#include \"aclnn/acl_meta.h\"\n\n" + kOpenC;
        for (const Variant& variant : variants_) {
            text += DescribeFirstPhase() + kExported + Prototype(variant) + ";\n\n";
        }
        text += "// Launches what " + function_ +
                "GetWorkspaceSize prepared; `workspace` is device memory of\n" +
                "// at least workspaceSize bytes.\n" + kExported + LaunchPrototype() + ";\n\n";
        return text + kCloseC + "\n#endif  // " + guard + "\n";
    }

    std::string Source() const {
        return version_ == HighestVersion(op_) ? FullSource() : ForwardingSource();
    }

private:
    struct Variant {
        const char* infix;
        HostValues host_values;
    };

    std::string DescribeFirstPhase() const {
        return "// Prepares a call of operator " + op_.type +
               ": gives the bytes of device workspace that it needs and the\n"
               "// executor to launch it with.\n";
    }

    std::string FirstPhaseName(const Variant& variant) const {
        return function_ + variant.infix + "GetWorkspaceSize";
    }

    Signature SignatureOf(const Variant& variant) const {
        return MakeSignature(op_, version_, variant.host_values);
    }

    std::string Prototype(const Variant& variant) const {
        return "aclnnStatus " + FirstPhaseName(variant) + "(\n" +
               SignatureOf(variant).ParameterLines() + ")";
    }

    std::string LaunchPrototype() const {
        return "aclnnStatus " + function_ + "(\n" + kLaunchParameters + ")";
    }

    std::string FullSource() const {
        NnopbaseCalls calls;
        std::string functions;
        for (const Variant& variant : variants_) {
            functions += Prototype(variant) + "\n{\n" +
                         WorkspaceSizeBody(op_, SignatureOf(variant), function_, options_, &calls) +
                         "}\n\n";
        }
        functions += LaunchPrototype() + "\n{\n" + LaunchBody(op_, &calls) + "}\n\n";
        std::string text = std::string(kGeneratedNotice) + "#include <string.h>\n#include \"" +
                           AclnnHeader(op_, version_, options_) + "\"\n\n" + ResourceDeclarations();
        std::string code = std::string(kNnopbaseTypes) + SocEnumText() +
                           AclnnTables(op_, options_) + "}  // namespace\n\n" +
                           calls.Declarations() + (HasAutoContiguous(op_) ? kContiguousTypes : "") +
                           kNnopbaseMacros + functions + kCloseC;
        if (HasResources(op_, options_)) {
            return text + "#include \"graph/types.h\"\n\nnamespace {\n" + code;
        }
        // The values used of graph/types.h, whose reading would be most of the work of compiling.
        return text + "namespace {\nnamespace ge {\n" + EnumsUsedIn(code) + "}\n" + code;
    }

    // Libraries that hold their kernels find them through a header that the packaging tools write.
    std::string ResourceDeclarations() const {
        if (!HasResources(op_, options_)) {
            return "";
        }
        return "#ifdef ACLNN_WITH_BINARY\n"
               "#include <map>\n#include <tuple>\n#include <vector>\n"
               "#include \"graph/ascend_string.h\"\n"
               "#include \"" +
               op_.type +
               "_op_resource.h\"\n"
               "typedef std::vector<void *> OP_HOST_FUNC_HANDLE;\n"
               "typedef std::tuple<const uint8_t *, const uint8_t *> OP_RES;\n"
               "typedef std::vector<OP_RES> OP_BINARY_RES;\n"
               "typedef std::vector<OP_RES> OP_RUNTIME_KB_RES;\n"
               "typedef std::map<ge::AscendString,\n"
               "    std::tuple<OP_HOST_FUNC_HANDLE, OP_BINARY_RES, OP_RUNTIME_KB_RES>> "
               "OP_RESOURCES;\n"
               "typedef std::map<ge::AscendString, std::tuple<OP_HOST_FUNC_HANDLE,\n"
               "    std::map<ge::AscendString, OP_BINARY_RES>, OP_RUNTIME_KB_RES>> "
               "OP_SOC_RESOURCES;\n"
               "namespace op {\n"
               "extern uint32_t GenOpTypeId(const char *op_name, const OP_RESOURCES "
               "&op_resources);\n"
               "extern uint32_t GenOpTypeId(const char *op_name, const OP_SOC_RESOURCES "
               "&op_resources);\n"
               "}\n#endif\n\n";
    }

    std::string ForwardingSource() const {
        const uint32_t highest = HighestVersion(op_);
        const std::string target = AclnnFunction(op_, highest, options_);
        NnopbaseCalls calls;
        std::string functions;
        for (const Variant& variant : variants_) {
            functions +=
                Prototype(variant) + "\n{\n" +
                ForwardBody(SignatureOf(variant), MakeSignature(op_, highest, variant.host_values),
                            target + variant.infix + "GetWorkspaceSize", &calls) +
                "}\n\n";
        }
        functions += LaunchPrototype() + "\n{\n    return " + target +
                     "(workspace, workspaceSize, executor, stream);\n}\n\n";
        return std::string(kGeneratedNotice) + "#include <stddef.h>\n#include \"" +
               AclnnHeader(op_, version_, options_) + "\"\n#include \"" +
               AclnnHeader(op_, highest, options_) + "\"\n\n" + calls.Declarations() + functions +
               kCloseC;
    }

    const Definition& op_;
    uint32_t version_;
    const Options& options_;
    std::string function_;
    std::vector<Variant> variants_;
};

std::string FileStem(const Definition& op, uint32_t version, const Options& options) {
    const std::string suffix = version == 0 ? "" : "_v" + std::to_string(version);
    return options.file_prefix + "_" + op.snake + suffix;
}

}  // namespace

void AddAclnnFiles(const std::vector<Definition>& definitions, const Options& options,
                   OutputFiles* files) {
    for (const Definition& op : definitions) {
        std::set<uint32_t> versions = VersionsInUse(op);
        versions.insert(0);
        for (const uint32_t version : versions) {
            const AclnnFilePair pair(op, version, options);
            const std::string stem = FileStem(op, version, options);
            if (options.generate_aclnn) {
                files->Add(stem + ".h", pair.Header(), FileAccess::PRIVATE);
                files->Add(stem + ".cpp", pair.Source(), FileAccess::PRIVATE);
            } else {
                files->Add(stem + ".h", "", FileAccess::SHARED);
                files->Add(stem + ".cpp", "", FileAccess::SHARED);
            }
        }
    }
}

std::string AclnnFunction(const Definition& op, uint32_t version, const Options& options) {
    return options.function_prefix + op.type + (version == 0 ? "" : "V" + std::to_string(version));
}

std::string AclnnHeader(const Definition& op, uint32_t version, const Options& options) {
    return FileStem(op, version, options) + ".h";
}

uint32_t HighestVersion(const Definition& op) {
    const std::set<uint32_t> versions = VersionsInUse(op);
    return versions.empty() ? 0 : *versions.rbegin();
}

}  // namespace opbuild
