// A graph of operators, as plugins of frameworks and programs for the graph engine put it together.
#ifndef INC_EXTERNAL_GRAPH_GRAPH_H_
#define INC_EXTERNAL_GRAPH_GRAPH_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/gnode.h"
#include "graph/operator.h"

namespace ge {
class Graph;
class GraphBuffer;
class GraphImpl;
using GraphImplPtr = std::shared_ptr<GraphImpl>;
using GraphPtr = std::shared_ptr<Graph>;

/// Holds operators and how they are connected; copies are the same graph, CopyFrom makes another.
/// This toolkit has no graph engine: a graph can be built, searched and changed, but not compiled,
/// run, saved or loaded; the functions for that return GRAPH_FAILED and say why on stderr. A graph
/// that was made without a name has no contents; all functions of it fail.
class GE_FUNC_HOST_VISIBILITY Graph {
public:
    Graph() = default;
    explicit Graph(const std::string& name);
    explicit Graph(const char_t* name);
    ~Graph() = default;

    /// Takes these operators and all that are connected with them, however far.
    Graph& SetInputs(const std::vector<Operator>& inputs);
    Graph& SetOutputs(const std::vector<Operator>& outputs);
    Graph& SetOutputs(const std::vector<std::pair<Operator, std::vector<size_t>>>& output_indexs);
    Graph& SetOutputs(const std::vector<std::pair<Operator, std::string>>& outputs);
    Graph& SetOutputs(const std::vector<std::pair<Operator, AscendString>>& outputs);
    Graph& SetTargets(const std::vector<Operator>& targets);
    /// Whether there is an operator in it.
    bool IsValid() const;

    /// GRAPH_FAILED if there is one of this name.
    graphStatus AddOp(const Operator& op);
    graphStatus FindOpByName(const std::string& name, Operator& op) const;
    graphStatus FindOpByName(const char_t* name, Operator& op) const;
    graphStatus FindOpByType(const std::string& type, std::vector<Operator>& ops) const;
    graphStatus FindOpByType(const char_t* type, std::vector<Operator>& ops) const;
    graphStatus GetAllOpName(std::vector<std::string>& op_name) const;
    graphStatus GetAllOpName(std::vector<AscendString>& names) const;
    const std::string& GetName() const;
    graphStatus GetName(AscendString& name) const;

    graphStatus SaveToFile(const std::string& file_name) const;
    graphStatus SaveToFile(const char_t* file_name) const;
    graphStatus LoadFromFile(const std::string& file_name);
    graphStatus LoadFromFile(const char_t* file_name);
    graphStatus LoadFromSerializedModelArray(const void* serialized_model, size_t size);
    graphStatus SaveToMem(GraphBuffer& graph_buffer) const;
    graphStatus LoadFromMem(const GraphBuffer& graph_buffer);
    graphStatus LoadFromMem(const uint8_t* data, const size_t len);

    /// For the graph engine, whether the graph is run in a loop on the device.
    void SetNeedIteration(bool need_iteration);

    std::vector<GNode> GetAllNodes() const;
    std::vector<GNode> GetDirectNode() const;
    graphStatus RemoveNode(GNode& node);
    /// The graphs of a node are only its own here, so `contain_subgraph` makes no difference.
    graphStatus RemoveNode(GNode& node, bool contain_subgraph);
    /// Ports of -1 mean the edge of control.
    graphStatus RemoveEdge(GNode& src_node, const int32_t src_port_index, GNode& dst_node,
                           const int32_t dst_port_index);
    GNode AddNodeByOp(const Operator& op);
    graphStatus AddDataEdge(GNode& src_node, const int32_t src_port_index, GNode& dst_node,
                            const int32_t dst_port_index);
    graphStatus AddControlEdge(GNode& src_node, GNode& dst_node);
    graphStatus CopyFrom(const Graph& src_graph);
    static GraphPtr ConstructFromInputs(const std::vector<Operator>& inputs,
                                        const AscendString& name);

private:
    bool Owns(const GNode& node) const;

    GraphImplPtr impl_;
};
}  // namespace ge

#endif  // INC_EXTERNAL_GRAPH_GRAPH_H_
