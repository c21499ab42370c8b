#include "opbuild/aclnn/contiguous.h"

#include <vector>

#include "opbuild/definition/combinations.h"
#include "opbuild/definition/units.h"
#include "opbuild/output/text.h"
#include "support/strings.h"

namespace opbuild {
namespace {

bool HasViewCopy(const Definition& op) {
    for (const Port& port : op.inputs) {
        if (IsInPlaceInput(op, port) && !port.ignore_contiguous && !IsScalar(port)) {
            return true;
        }
    }
    return false;
}

// Units on which the merged definition still asks for contiguous inputs.
std::vector<std::string> ContiguousUnits(const Definition& op, const Options& options,
                                         size_t* total) {
    std::vector<std::string> units;
    for (const UnitConfig& unit : AclnnUnits(op, options)) {
        ++*total;
        bool contiguous = false;
        for (const PortColumns& port : CombineUnit(op, unit).inputs) {
            contiguous = contiguous || port.port.auto_contiguous;
        }
        if (contiguous) {
            units.push_back(support::LowerCase(unit.unit));
        }
    }
    return units;
}

// Declares the condition of the copies if they are wanted on some units only; returns its name.
std::string UnitCondition(const Definition& op, const Options& options, NnopbaseCalls* calls,
                          std::string* text) {
    size_t total = 0;
    const std::vector<std::string> units = ContiguousUnits(op, options, &total);
    if (units.size() == total) {
        return "";
    }
    std::vector<std::string> tests = {"socName == nullptr"};
    for (const std::string& unit : units) {
        tests.push_back("strcmp(socName, \"" + unit + "\") == 0");
    }
    *text += "    const char *socName = " + calls->Use("NnopbaseGetSocName") +
             " != NULL ? NnopbaseGetSocName() : nullptr;\n" +
             "    const bool autoContiguous = " + Join(tests, " ||\n        ") + ";\n";
    return "autoContiguous";
}

std::string ViewCopyPreparation(NnopbaseCalls* calls, const std::string& condition) {
    const std::string extra = condition.empty() ? "" : condition + " && ";
    return "    const aclTensorList *unContTensors = nullptr;\n"
           "    const aclTensorList *contTensors = nullptr;\n"
           "    NNOPBASE_ASSERT_OK_RETVAL(" +
           calls->Use("NnopbaseGetRefUnContiguousTensors") +
           "(*executor, &unContTensors, &contTensors));\n"
           "    aclOpExecutor *viewcopyExecutor = nullptr;\n"
           "    uint64_t viewcopyWsSize = 0U;\n"
           "    if (" +
           extra +
           "unContTensors != nullptr) {\n"
           "        static AclnnViewCopyGetWorkspaceSizeFunc aclnnViewCopyGetWorkspaceSize =\n"
           "            reinterpret_cast<AclnnViewCopyGetWorkspaceSizeFunc>(" +
           calls->Use("NnopbaseGetApiFunc") +
           "(\"aclnnViewCopyGetWorkspaceSize\"));\n"
           "        NNOPBASE_ASSERT_NOTNULL_RETVAL(aclnnViewCopyGetWorkspaceSize);\n"
           "        NNOPBASE_ASSERT_OK_RETVAL(aclnnViewCopyGetWorkspaceSize(contTensors, "
           "unContTensors,\n"
           "            &viewcopyWsSize, &viewcopyExecutor));\n"
           "    }\n"
           "    NNOPBASE_ASSERT_OK_RETVAL(" +
           calls->Use("NnopbaseSetViewCopyExecutor") + "(*executor, viewcopyExecutor));\n";
}

}  // namespace

std::string ContiguousPreparation(const Definition& op, const Options& options,
                                  NnopbaseCalls* calls) {
    std::string text = "\n";
    const std::string condition = UnitCondition(op, options, calls, &text);
    const std::string extra = condition.empty() ? "" : condition + " && ";
    text +=
        "    const aclTensorList *inUnContTensors = nullptr;\n"
        "    NNOPBASE_ASSERT_OK_RETVAL(" +
        calls->Use("NnopbaseGetUnContiguousTensors") +
        "(*executor, &inUnContTensors));\n"
        "    aclOpExecutor *aclInExecutor = nullptr;\n"
        "    uint64_t inContWorkspaceSize = 0U;\n"
        "    if (" +
        extra +
        "inUnContTensors != nullptr) {\n"
        "        static AclnnContiguousGetWorkspaceSizeFunc aclnnContiguousGetWorkspaceSize =\n"
        "            reinterpret_cast<AclnnContiguousGetWorkspaceSizeFunc>(" +
        calls->Use("NnopbaseGetApiFunc") +
        "(\"aclnnContiguousGetWorkspaceSize\"));\n"
        "        NNOPBASE_ASSERT_NOTNULL_RETVAL(aclnnContiguousGetWorkspaceSize);\n"
        "        NNOPBASE_ASSERT_OK_RETVAL(aclnnContiguousGetWorkspaceSize(inUnContTensors,\n"
        "            &inContWorkspaceSize, &aclInExecutor));\n"
        "    }\n"
        "    NNOPBASE_ASSERT_OK_RETVAL(" +
        calls->Use("NnopbaseSetUnContExecutor") +
        "(*executor, aclInExecutor, inContWorkspaceSize));\n";
    return text + (HasViewCopy(op) ? ViewCopyPreparation(calls, condition) : "") + "\n";
}

std::string ContiguousLaunch(const Definition& op, NnopbaseCalls* calls) {
    std::string text =
        "    aclOpExecutor *aclInExecutor = nullptr;\n"
        "    uint64_t inContWorkspaceSize = 0U;\n"
        "    NNOPBASE_ASSERT_OK_RETVAL(" +
        calls->Use("NnopbaseGetUnContExecutor") +
        "(executor, &aclInExecutor, &inContWorkspaceSize));\n"
        "    if (workspaceSize < inContWorkspaceSize) {\n"
        "        NnopbaseOpLogE(ACLNN_ERR_PARAM_INVALID,\n"
        "            \"workspaceSize is less than the contiguous copies of the inputs need\");\n"
        "        return ACLNN_ERR_PARAM_INVALID;\n"
        "    }\n"
        "    workspaceSize -= inContWorkspaceSize;\n"
        "    void *inWorkspace = static_cast<char *>(workspace) + workspaceSize;\n"
        "    if (aclInExecutor != nullptr) {\n"
        "        static AclnnFunc aclnnContiguous = reinterpret_cast<AclnnFunc>(" +
        calls->Use("NnopbaseGetApiFunc") +
        "(\"aclnnContiguous\"));\n"
        "        NNOPBASE_ASSERT_NOTNULL_RETVAL(aclnnContiguous);\n"
        "        NNOPBASE_ASSERT_OK_RETVAL(aclnnContiguous(inWorkspace, inContWorkspaceSize, "
        "aclInExecutor,\n"
        "            stream));\n"
        "    }\n";
    if (HasViewCopy(op)) {
        text +=
            "    aclOpExecutor *viewcopyExecutor = nullptr;\n"
            "    NNOPBASE_ASSERT_OK_RETVAL(" +
            calls->Use("NnopbaseGetViewCopyExecutor") +
            "(executor, &viewcopyExecutor));\n"
            "    const aclTensorList *viewcopyTensors = nullptr;\n"
            "    NNOPBASE_ASSERT_OK_RETVAL(" +
            calls->Use("NnopbaseReleaseRefContiguousTensors") + "(executor, &viewcopyTensors));\n";
    }
    return text;
}

std::string ViewCopyLaunch(const Definition& op, NnopbaseCalls* calls) {
    if (!HasViewCopy(op)) {
        return "";
    }
    return "    if (viewcopyExecutor != nullptr) {\n"
           "        static AclnnFunc aclnnViewCopy = reinterpret_cast<AclnnFunc>(" +
           calls->Use("NnopbaseGetApiFunc") +
           "(\"aclnnViewCopy\"));\n"
           "        NNOPBASE_ASSERT_NOTNULL_RETVAL(aclnnViewCopy);\n"
           "        NNOPBASE_ASSERT_OK_RETVAL(aclnnViewCopy(inWorkspace, inContWorkspaceSize, "
           "viewcopyExecutor,\n"
           "            stream));\n"
           "        NNOPBASE_ASSERT_OK_RETVAL(aclDestroyTensorList(viewcopyTensors));\n"
           "    }\n";
}

const char* const kContiguousTypes =
    "typedef aclnnStatus (*AclnnContiguousGetWorkspaceSizeFunc)(const aclTensorList *, uint64_t "
    "*,\n"
    "    aclOpExecutor **);\n"
    "typedef aclnnStatus (*AclnnViewCopyGetWorkspaceSizeFunc)(const aclTensorList *,\n"
    "    const aclTensorList *, uint64_t *, aclOpExecutor **);\n"
    "typedef aclnnStatus (*AclnnFunc)(void *, uint64_t, aclOpExecutor *, aclrtStream);\n\n";

}  // namespace opbuild
