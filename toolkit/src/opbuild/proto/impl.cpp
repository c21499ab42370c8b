#include "opbuild/proto/impl.h"

#include <vector>

#include "opbuild/definition/combinations.h"
#include "opbuild/output/text.h"

namespace opbuild {
namespace {

using ops::FollowType;

bool IsInput(const Definition& op, const Port& port) {
    return FindPort(op.inputs, port.name) != nullptr;
}

// The copies, "output <- input", of the outputs that follow the shape of an input. Only an output
// that no dynamic output precedes has a fixed place among the outputs of a node.
std::string ShapeCopies(const Definition& op) {
    std::string copies;
    for (size_t i = 0; i < op.outputs.size() && op.outputs[i].param_type != ops::DYNAMIC; ++i) {
        const Port* root = FollowedPort(op.inputs, op.outputs, op.outputs[i], FollowType::SHAPE);
        if (root != nullptr && IsInput(op, *root) && root->param_type != ops::VIRTUAL) {
            copies += "    if (CopyShape(context->GetDynamicInputShape(" +
                      std::to_string(ProtoInputIndex(op, root->name)) +
                      ", 0), context->GetOutputShape(" + std::to_string(i) +
                      ")) != ge::GRAPH_SUCCESS) {\n" + "        return ge::GRAPH_FAILED;\n    }\n";
        }
    }
    return copies;
}

std::string ShapeFunction(const Definition& op, const std::string& copies) {
    return "static ge::graphStatus InferShape" + op.type +
           "(gert::InferShapeContext* context) {\n"
           "    const auto CopyShape = [](const gert::Shape* from, gert::Shape* to) -> "
           "ge::graphStatus {\n"
           "        if (from == nullptr || to == nullptr) {\n"
           "            return ge::GRAPH_FAILED;\n"
           "        }\n"
           "        *to = *from;\n"
           "        return ge::GRAPH_SUCCESS;\n"
           "    };\n" +
           copies + "    return ge::GRAPH_SUCCESS;\n}\n\n";
}

std::string Call(const std::string& method, const std::vector<std::string>& indices) {
    return indices.empty() ? "" : "." + method + "({" + Join(indices, ",") + "})";
}

std::vector<std::string> HostInputs(const Definition& op, ops::DependScope scope) {
    std::vector<std::string> indices;
    for (const Port& port : op.inputs) {
        if (port.value_depend && port.depend_scope == scope) {
            indices.push_back(std::to_string(ProtoInputIndex(op, port.name)));
        }
    }
    return indices;
}

std::vector<std::string> ComputedOutputs(const Definition& op) {
    std::vector<std::string> indices;
    for (size_t i = 0; i < op.outputs.size(); ++i) {
        if (op.outputs[i].shape_depends_on_compute) {
            indices.push_back(std::to_string(i));
        }
    }
    return indices;
}

}  // namespace

std::string ProtoImpl(const Definition& op) {
    const std::string copies = op.has_infer_shape ? "" : ShapeCopies(op);
    std::string calls = Call("InputsDataDependency", HostInputs(op, ops::DependScope::ALL));
    calls += Call("TilingInputsDataDependency", HostInputs(op, ops::DependScope::TILING));
    calls += Call("OutputShapeDependOnCompute", ComputedOutputs(op));
    if (!copies.empty()) {
        calls += ".InferShape(ge::InferShape" + op.type + ")";
    }
    if (calls.empty()) {
        return "";
    }
    return (copies.empty() ? "" : ShapeFunction(op, copies)) + "IMPL_OP(" + op.type + ")" + calls +
           ";\n\n";
}

}  // namespace opbuild
