#include "opbuild/proto/operator.h"

#include <map>
#include <set>

#include "opbuild/definition/attr_values.h"
#include "opbuild/definition/combinations.h"
#include "opbuild/output/text.h"
#include "opbuild/output/value_names.h"

namespace opbuild {
namespace {

using ops::FollowType;

// Ports whose data type others take over; they share the symbolic type "<name>_type".
std::set<std::string> TypeRoots(const Definition& op) {
    std::set<std::string> roots;
    for (const auto* ports : {&op.inputs, &op.outputs}) {
        for (const Port& port : *ports) {
            const Port* root = FollowedPort(op.inputs, op.outputs, port, FollowType::DTYPE);
            if (root != nullptr) {
                roots.insert(root->name);
            }
        }
    }
    return roots;
}

std::string TypeText(const Definition& op, const Port& port, const std::set<std::string>& roots) {
    const Port* root = FollowedPort(op.inputs, op.outputs, port, FollowType::DTYPE);
    const std::string& name = root == nullptr ? port.name : root->name;
    return roots.count(name) == 0 ? "ge::TensorType::ALL()" : '"' + name + "_type\"";
}

std::string InputLine(const Definition& op, const Port& port, const std::set<std::string>& roots) {
    std::string macro = "INPUT";
    if (port.param_type == ops::OPTIONAL) {
        macro = "OPTIONAL_INPUT";
    } else if (port.param_type == ops::DYNAMIC) {
        macro = "DYNAMIC_INPUT";
    }
    return "    ." + macro + "(" + port.name + ", " + TypeText(op, port, roots) + ")\n";
}

std::string OutputLine(const Definition& op, const Port& port, const std::set<std::string>& roots) {
    const char* macro = port.param_type == ops::DYNAMIC ? "DYNAMIC_OUTPUT" : "OUTPUT";
    return std::string("    .") + macro + "(" + port.name + ", " + TypeText(op, port, roots) +
           ")\n";
}

std::string TypeLine(const std::string& root, const std::vector<ge::DataType>& dtypes) {
    const std::set<ge::DataType> sorted(dtypes.begin(), dtypes.end());
    std::vector<std::string> names;
    for (const ge::DataType dtype : sorted) {
        names.push_back(DtypeEnum(dtype));
    }
    return "    .DATATYPE(" + root + "_type, ge::TensorType({" + Join(names, ", ") + "}))\n";
}

std::string TypeLines(const Definition& op, const std::set<std::string>& roots) {
    std::string lines;
    std::set<std::string> declared;
    const Combinations base = CombineBase(op);
    for (const auto* ports : {&base.inputs, &base.outputs}) {
        for (const PortColumns& port : *ports) {
            if (roots.count(port.port.name) != 0 && declared.insert(port.port.name).second) {
                lines += TypeLine(port.port.name, port.dtypes);
            }
        }
    }
    return lines;
}

std::string AttrLine(const Attr& attr) {
    const std::string start = attr.attr_name + ", " + AttrProtoType(attr);
    return attr.required ? "    .REQUIRED_ATTR(" + start + ")\n"
                         : "    .ATTR(" + start + ", " + AttrProtoDefault(attr) + ")\n";
}

}  // namespace

std::string ProtoOperator(const Definition& op) {
    const std::set<std::string> roots = TypeRoots(op);
    std::string text = "REG_OP(" + op.type + ")\n";
    for (const Port& port : op.inputs) {
        if (port.param_type != ops::VIRTUAL) {
            text += InputLine(op, port, roots);
        }
    }
    for (const Port& port : op.outputs) {
        text += OutputLine(op, port, roots);
    }
    text += TypeLines(op, roots);
    for (const Attr& attr : op.attrs) {
        text += AttrLine(attr);
    }
    return text + "    .OP_END_FACTORY_REG(" + op.type + ");\n";
}

}  // namespace opbuild
