#include "graph/gnode.h"

#include "graph/attr_value.h"
#include "graph/graph.h"
#include "graph/graph_impl.h"
#include "graph/operator_impl.h"

namespace ge {
namespace {

// Instances of a dynamic port are called like it and a number.
graphStatus DynamicIndexes(const PortList& ports, const std::map<std::string, int32_t>& dynamic,
                           const AscendString& name, std::vector<int32_t>* indexes) {
    const auto port = dynamic.find(name.GetString());
    if (port == dynamic.end()) {
        return GRAPH_FAILED;
    }
    indexes->clear();
    for (int32_t i = 0; i < port->second; ++i) {
        indexes->push_back(ports.IndexOf(port->first + std::to_string(i)));
    }
    return GRAPH_SUCCESS;
}

graphStatus PortIndex(const PortList& ports, const AscendString& name, int32_t* index) {
    const int32_t port_index = ports.IndexOf(name.GetString());
    if (port_index < 0) {
        return GRAPH_FAILED;
    }
    *index = port_index;
    return GRAPH_SUCCESS;
}

graphStatus ReadPort(PortList* ports, int32_t index, TensorDesc* desc) {
    const PortList::Port* const port = index < 0 ? nullptr : ports->At(static_cast<size_t>(index));
    if (port == nullptr) {
        return GRAPH_FAILED;
    }
    *desc = port->second;
    return GRAPH_SUCCESS;
}

graphStatus WritePort(PortList* ports, int32_t index, const TensorDesc& desc) {
    PortList::Port* const port = index < 0 ? nullptr : ports->At(static_cast<size_t>(index));
    if (port == nullptr) {
        return GRAPH_FAILED;
    }
    port->second = desc;
    return GRAPH_SUCCESS;
}

}  // namespace

GNode::GNode() = default;
GNode::GNode(std::shared_ptr<NodeImpl> impl) : impl_(std::move(impl)) {}

Operator GNode::Op() const {
    return impl_ == nullptr ? Operator() : impl_->op;
}

graphStatus GNode::GetType(AscendString& type) const {
    return Op().GetOpType(type);
}
graphStatus GNode::GetName(AscendString& name) const {
    return Op().GetName(name);
}

std::pair<GNodePtr, int32_t> GNode::GetInDataNodesAndPortIndexs(const int32_t index) const {
    OperatorImpl* const op = OperatorImpl::Of(Op());
    const PortList::Port* const port =
        op == nullptr || index < 0 ? nullptr : op->inputs.At(static_cast<size_t>(index));
    const auto link = port == nullptr ? decltype(op->links.begin())() : op->links.find(port->first);
    if (port == nullptr || link == op->links.end()) {
        return {nullptr, 0xFF};  // CANN's number for none
    }
    return {Beside(link->second.source), link->second.OutputIndex()};
}
std::vector<GNodePtr> GNode::GetInControlNodes() const {
    std::vector<GNodePtr> nodes;
    OperatorImpl* const op = OperatorImpl::Of(Op());
    if (op != nullptr) {
        for (const Operator& before : op->controls) {
            nodes.push_back(Beside(before));
        }
    }
    return nodes;
}
std::vector<std::pair<GNodePtr, int32_t>> GNode::GetOutDataNodesAndPortIndexs(
    const int32_t index) const {
    std::vector<std::pair<GNodePtr, int32_t>> nodes;
    OperatorImpl* const op = OperatorImpl::Of(Op());
    if (op == nullptr) {
        return nodes;
    }
    for (const Operator& consumer : op->Consumers()) {
        OperatorImpl* const other = OperatorImpl::Of(consumer);
        for (const auto& link : other->links) {
            if (OperatorImpl::Of(link.second.source) == op && link.second.OutputIndex() == index) {
                nodes.emplace_back(Beside(consumer), other->inputs.IndexOf(link.first));
            }
        }
    }
    return nodes;
}
std::vector<GNodePtr> GNode::GetOutControlNodes() const {
    std::vector<GNodePtr> nodes;
    OperatorImpl* const op = OperatorImpl::Of(Op());
    if (op == nullptr) {
        return nodes;
    }
    for (const Operator& consumer : op->Consumers()) {
        for (const Operator& before : OperatorImpl::Of(consumer)->controls) {
            if (OperatorImpl::Of(before) == op) {
                nodes.push_back(Beside(consumer));
            }
        }
    }
    return nodes;
}

graphStatus GNode::GetInputConstData(const int32_t index, Tensor& data) const {
    OperatorImpl* const op = OperatorImpl::Of(Op());
    const PortList::Port* const port =
        op == nullptr || index < 0 ? nullptr : op->inputs.At(static_cast<size_t>(index));
    if (port == nullptr) {
        return GRAPH_FAILED;
    }
    const bool constant = Op().GetInputConstData(port->first, data) == GRAPH_SUCCESS;
    return constant ? GRAPH_SUCCESS : GRAPH_NODE_WITHOUT_CONST_INPUT;
}

graphStatus GNode::GetInputIndexByName(const AscendString& name, int32_t& index) {
    OperatorImpl* const op = OperatorImpl::Of(Op());
    return op == nullptr ? GRAPH_FAILED : PortIndex(op->inputs, name, &index);
}
graphStatus GNode::GetOutputIndexByName(const AscendString& name, int32_t& index) {
    OperatorImpl* const op = OperatorImpl::Of(Op());
    return op == nullptr ? GRAPH_FAILED : PortIndex(op->outputs, name, &index);
}
graphStatus GNode::GetDynamicInputIndexesByName(const AscendString& name,
                                                std::vector<int32_t>& indexes) {
    OperatorImpl* const op = OperatorImpl::Of(Op());
    return op == nullptr ? GRAPH_FAILED
                         : DynamicIndexes(op->inputs, op->dynamic_inputs, name, &indexes);
}
graphStatus GNode::GetDynamicOutputIndexesByName(const AscendString& name,
                                                 std::vector<int32_t>& indexes) {
    OperatorImpl* const op = OperatorImpl::Of(Op());
    return op == nullptr ? GRAPH_FAILED
                         : DynamicIndexes(op->outputs, op->dynamic_outputs, name, &indexes);
}

size_t GNode::GetInputsSize() const {
    return Op().GetInputsSize();
}
size_t GNode::GetOutputsSize() const {
    return Op().GetOutputsSize();
}
graphStatus GNode::GetInputDesc(const int32_t index, TensorDesc& tensor_desc) const {
    OperatorImpl* const op = OperatorImpl::Of(Op());
    return op == nullptr ? GRAPH_FAILED : ReadPort(&op->inputs, index, &tensor_desc);
}
graphStatus GNode::UpdateInputDesc(const int32_t index, const TensorDesc& tensor_desc) {
    OperatorImpl* const op = OperatorImpl::Of(Op());
    return op == nullptr ? GRAPH_FAILED : WritePort(&op->inputs, index, tensor_desc);
}
graphStatus GNode::GetOutputDesc(const int32_t index, TensorDesc& tensor_desc) const {
    OperatorImpl* const op = OperatorImpl::Of(Op());
    return op == nullptr ? GRAPH_FAILED : ReadPort(&op->outputs, index, &tensor_desc);
}
graphStatus GNode::UpdateOutputDesc(const int32_t index, const TensorDesc& tensor_desc) {
    OperatorImpl* const op = OperatorImpl::Of(Op());
    return op == nullptr ? GRAPH_FAILED : WritePort(&op->outputs, index, tensor_desc);
}

graphStatus GNode::SetAttr(const AscendString& name, AttrValue& attr_value) const {
    Operator op = Op();
    if (op.IsEmpty() || attr_value.impl == nullptr) {
        return GRAPH_FAILED;
    }
    op.SetAttr(name.GetString(), AttrValue(attr_value));
    return GRAPH_SUCCESS;
}
bool GNode::HasAttr(const AscendString& name) {
    OperatorImpl* const op = OperatorImpl::Of(Op());
    return op != nullptr && op->attrs.count(name.GetString()) != 0;
}

graphStatus GNode::GetSubgraph(uint32_t index, GraphPtr& graph) const {
    std::vector<GraphPtr> graphs;
    if (GetALLSubgraphs(graphs) != GRAPH_SUCCESS || index >= graphs.size()) {
        return GRAPH_FAILED;
    }
    graph = graphs[index];
    return GRAPH_SUCCESS;
}
graphStatus GNode::GetALLSubgraphs(std::vector<GraphPtr>& graph_list) const {
    const Operator own = Op();
    OperatorImpl* const op = OperatorImpl::Of(own);
    if (op == nullptr) {
        return GRAPH_FAILED;
    }
    for (const auto& entry : op->subgraphs) {
        for (uint32_t i = 0; i < entry.second.builders.size(); ++i) {
            const GraphPtr subgraph = OperatorImpl::MakeSubgraph(own, entry.first, i);
            if (subgraph != nullptr) {
                graph_list.push_back(subgraph);
            }
        }
    }
    return GRAPH_SUCCESS;
}

GNodePtr GNode::Beside(const Operator& op) const {
    auto node = std::make_shared<NodeImpl>();
    node->op = op;
    node->graph = impl_->graph;
    return std::shared_ptr<GNode>(new GNode(node));
}

}  // namespace ge
