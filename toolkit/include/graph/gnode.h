// An operator at its place in a graph.
#ifndef INC_EXTERNAL_GRAPH_GNODE_H_
#define INC_EXTERNAL_GRAPH_GNODE_H_

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"
#include "graph/operator.h"
#include "graph/tensor.h"
#include "graph/types.h"

namespace ge {
class AttrValue;
class ComputeGraph;
class GNode;
class Graph;
class NodeAdapter;
class NodeImpl;
class OpDesc;
using ComputeGraphPtr = std::shared_ptr<ComputeGraph>;
using GNodePtr = std::shared_ptr<GNode>;
using GraphPtr = std::shared_ptr<Graph>;
using OpBytes = std::vector<uint8_t>;
using OpDescPtr = std::shared_ptr<OpDesc>;

/// Made by Graph; copies are the same node. A node made by the constructor belongs to no graph: all
/// its functions fail or find nothing. Ports have indices in order of registration.
class GE_FUNC_HOST_VISIBILITY GNode {
public:
    GNode();
    ~GNode() = default;

    graphStatus GetType(AscendString& type) const;
    graphStatus GetName(AscendString& name) const;

    /// The node and output that input `index` comes from; null and an undefined number if none.
    std::pair<GNodePtr, int32_t> GetInDataNodesAndPortIndexs(const int32_t index) const;
    std::vector<GNodePtr> GetInControlNodes() const;
    std::vector<std::pair<GNodePtr, int32_t>> GetOutDataNodesAndPortIndexs(
        const int32_t index) const;
    std::vector<GNodePtr> GetOutControlNodes() const;
    /// GRAPH_NODE_WITHOUT_CONST_INPUT if the input does not come from a constant.
    graphStatus GetInputConstData(const int32_t index, Tensor& data) const;

    graphStatus GetInputIndexByName(const AscendString& name, int32_t& index);
    graphStatus GetOutputIndexByName(const AscendString& name, int32_t& index);
    graphStatus GetDynamicInputIndexesByName(const AscendString& name,
                                             std::vector<int32_t>& indexes);
    graphStatus GetDynamicOutputIndexesByName(const AscendString& name,
                                              std::vector<int32_t>& indexes);
    size_t GetInputsSize() const;
    size_t GetOutputsSize() const;
    graphStatus GetInputDesc(const int32_t index, TensorDesc& tensor_desc) const;
    graphStatus UpdateInputDesc(const int32_t index, const TensorDesc& tensor_desc);
    graphStatus GetOutputDesc(const int32_t index, TensorDesc& tensor_desc) const;
    graphStatus UpdateOutputDesc(const int32_t index, const TensorDesc& tensor_desc);

    /// The types are those of Operator::SetAttr, and AttrValue.
    template <typename T>
    graphStatus GetAttr(const AscendString& name, T& attr_value) const {
        return Op().GetAttr(name.GetString(), attr_value);
    }
    template <typename T>
    graphStatus SetAttr(const AscendString& name, T& attr_value) const {
        Operator op = Op();
        if (op.IsEmpty()) {
            return GRAPH_FAILED;
        }
        op.SetAttr(name.GetString(), attr_value);
        return GRAPH_SUCCESS;
    }
    graphStatus SetAttr(const AscendString& name, AttrValue& attr_value) const;
    bool HasAttr(const AscendString& name);

    graphStatus GetSubgraph(uint32_t index, GraphPtr& graph) const;
    graphStatus GetALLSubgraphs(std::vector<GraphPtr>& graph_list) const;

private:
    explicit GNode(std::shared_ptr<NodeImpl> impl);
    Operator Op() const;
    /// The node of another operator of the same graph.
    GNodePtr Beside(const Operator& op) const;

    std::shared_ptr<NodeImpl> impl_;
    friend class Graph;
    friend class NodeAdapter;
};
}  // namespace ge

#endif  // INC_EXTERNAL_GRAPH_GNODE_H_
