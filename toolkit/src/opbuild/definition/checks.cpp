#include "opbuild/definition/checks.h"

#include <map>

#include "opbuild/definition/attr_values.h"
#include "opbuild/definition/combinations.h"
#include "opbuild/definition/port_checks.h"
#include "opbuild/output/names.h"
#include "opbuild/output/text.h"

namespace opbuild {
namespace {

class OperatorCheck {
public:
    OperatorCheck(const Definition& op, const Options& options, Diagnostics* diagnostics)
        : op_(op), options_(options), diagnostics_(diagnostics) {}

    void Run() {
        CheckType();
        CheckPorts(op_, diagnostics_);
        if (options_.engine == EngineKind::AICORE) {
            CheckCombinations(op_, options_.generate_aclnn, diagnostics_);
        }
        for (const Attr& attr : op_.attrs) {
            CheckAttr(attr);
        }
        CheckGroups();
        CheckComments();
        for (const UnitConfig& unit : op_.units) {
            CheckUnit(unit);
        }
        for (const auto& item : op_.aicpu_items) {
            CheckItem(item.first, item.second);
        }
        for (const auto& item : op_.hostcpu_items) {
            CheckItem(item.first, item.second);
        }
    }

private:
    void Error(const std::string& location, const std::string& text) {
        diagnostics_->Error(op_.type, location, text);
    }

    void CheckType() {
        if (!IsIdentifier(op_.type)) {
            Error("", "the operator type is not an identifier");
            return;
        }
        if (!IsUpper(op_.type[0]) || op_.type.find('_') != std::string::npos) {
            diagnostics_->Warning(
                op_.type, "",
                "the operator type is not in PascalCase; kernels are named by its "
                "part before the first underscore in some of CANN's tools");
        }
        if (op_.units.empty() && options_.engine == EngineKind::AICORE) {
            diagnostics_->Warning(op_.type, "",
                                  "no compute unit: AICore().AddConfig(\"<unit>\") is missing");
        }
    }

    void CheckAttr(const Attr& attr) {
        const std::string& name = attr.attr_name;
        if (!IsIdentifier(name)) {
            Error("attribute \"" + name + "\"", "the name is not an identifier");
        }
        if (attr.type == ops::AttrDataType::ATTR_DT_MAX) {
            Error(name,
                  "the attribute has no type; call Bool, Int, Float, String or a List method");
        }
        if (attr.type == ops::AttrDataType::ATTR_DT_LIST_LIST_INT && options_.generate_aclnn) {
            Error(name,
                  "attributes of type ListListInt have no aclnn parameter; use ListInt, or "
                  "generate no "
                  "aclnn function (OPS_ACLNN_GEN=0)");
        }
        if (attr.version != 0 && attr.required) {
            Error(name, "only optional attributes can have a Version");
        }
        if (!attr.required && !HasFiniteDefault(attr)) {
            Error(name, "the default value is not finite");
        }
        if (HasControlCharacter(attr.string_value)) {
            Error(name, "the default value holds a line break or another control character");
        }
    }

    void CheckGroups() {
        for (const std::string& group : op_.hccl_groups) {
            const Attr* attr = FindAttr(op_, group);
            if (attr == nullptr) {
                Error(group,
                      "HcclGroup must name a String attribute; there is no attribute of this name");
            } else if (attr->type != ops::AttrDataType::ATTR_DT_STR) {
                Error(group, "HcclGroup must name a String attribute; this one is of another type");
            }
        }
    }

    void CheckComments() {
        const auto category = op_.comments.find(ops::CommentSection::CATEGORY);
        if (category == op_.comments.end()) {
            return;
        }
        for (const std::string& name : category->second) {
            if (name != kDefaultCategory && !IsIdentifier(name)) {
                Error("", "the category \"" + name + "\" names a file and must be an identifier");
            }
        }
    }

    void CheckUnit(const UnitConfig& unit) {
        if (!IsIdentifier(unit.unit)) {
            Error("AddConfig(\"" + unit.unit + "\")", "this is not the name of a compute unit");
        }
        for (const auto& item : unit.items) {
            CheckItem(item.first, item.second);
        }
        CheckUnitPorts(op_, unit, diagnostics_);
    }

    void CheckItem(const std::string& key, const std::string& value) {
        const std::string location = "ExtendCfgInfo(\"" + key + "\")";
        const std::vector<std::string> parts = Split(key, '.');
        const bool two_parts = parts.size() == 2 && !parts[0].empty() && !parts[1].empty();
        if (!two_parts || key.find_first_of("=[] ") != std::string::npos ||
            HasControlCharacter(key)) {
            Error(location, "keys have the form <word>.<word>");
        }
        if (HasControlCharacter(value)) {
            Error(location, "the value holds a line break or another control character");
        }
    }

    const Definition& op_;
    const Options& options_;
    Diagnostics* diagnostics_;
};

void CheckClashes(const std::vector<Definition>& definitions, Diagnostics* diagnostics) {
    std::map<std::string, std::string> types_by_file;
    for (const Definition& op : definitions) {
        const auto inserted = types_by_file.emplace(op.snake, op.type);
        if (!inserted.second) {
            const std::string& other = inserted.first->second;
            diagnostics->Error(op.type, "",
                               other == op.type ? "the operator is defined twice"
                                                : "its files would replace those of " + other +
                                                      ": both are named " + op.snake);
        }
    }
}

}  // namespace

void CheckDefinitions(const std::vector<Definition>& definitions, const Options& options,
                      Diagnostics* diagnostics) {
    CheckClashes(definitions, diagnostics);
    for (const Definition& op : definitions) {
        OperatorCheck(op, options, diagnostics).Run();
    }
}

}  // namespace opbuild
