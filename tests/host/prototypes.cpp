// Builds the graph of an ONNX plugin from CANN's prototypes, and writes what it consists of.
#include <cstdio>
#include <vector>

#include "array_ops.h"
#include "elewise_calculation_ops.h"
#include "graph/graph.h"
#include "transformation_ops.h"

int main() {
    auto left = ge::op::Data("left").set_attr_index(0);
    auto right = ge::op::Data("right").set_attr_index(1);
    auto sum = ge::op::Add("sum").set_input_x1(left).set_input_x2(right);
    auto turned = ge::op::TransposeD("turned").set_input_x(sum).set_attr_perm({1, 0});
    ge::Graph graph("prototypes");
    std::vector<ge::Operator> inputs{left, right};
    std::vector<ge::Operator> outputs{turned};
    graph.SetInputs(inputs).SetOutputs(outputs);
    for (const auto& node : graph.GetDirectNode()) {
        ge::AscendString name;
        ge::AscendString type;
        node.GetName(name);
        node.GetType(type);
        std::printf("%s %s %zu %zu\n", type.GetString(), name.GetString(), node.GetInputsSize(),
                    node.GetOutputsSize());
    }
    int64_t index = -1;
    std::vector<int64_t> perm;
    right.GetAttr("index", index);
    turned.GetAttr("perm", perm);
    std::printf("%ld %zu %s %s\n", static_cast<long>(index), perm.size(),
                ge::op::Mul::name_in_x2().c_str(), ge::op::Mul::name_out_y().c_str());
}
