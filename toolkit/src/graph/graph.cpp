#include "graph/graph.h"

#include <algorithm>
#include <cstdio>
#include <map>

#include "graph/graph_buffer.h"
#include "graph/graph_impl.h"
#include "graph/operator_impl.h"

namespace ge {
namespace {

graphStatus Reject(const char* function) {
    std::fprintf(stderr,
                 "ge::Graph::%s: the embedded toolkit runs operators, no graphs of the graph "
                 "engine, and neither saves nor loads them\n",
                 function);
    return GRAPH_FAILED;
}

bool Same(const Operator& a, const Operator& b) {
    return OperatorImpl::Of(a) == OperatorImpl::Of(b);
}

}  // namespace

bool GraphImpl::Holds(const Operator& op) const {
    return std::any_of(ops.begin(), ops.end(), [&](const Operator& own) { return Same(own, op); });
}

const Operator* GraphImpl::Find(const std::string& op_name) const {
    for (const Operator& op : ops) {
        if (op.GetName() == op_name) {
            return &op;
        }
    }
    return nullptr;
}

void GraphImpl::Take(const Operator& op) {
    // A list instead of recursion: graphs are deep.
    std::vector<Operator> waiting = {op};
    std::vector<Operator> begun;
    while (!waiting.empty()) {
        const Operator next = waiting.back();
        OperatorImpl* const impl = OperatorImpl::Of(next);
        const auto same = [&](const Operator& other) { return Same(other, next); };
        if (impl == nullptr || Holds(next)) {
            waiting.pop_back();
            continue;
        }
        const bool again = std::any_of(begun.begin(), begun.end(), same);
        if (!again) {
            begun.push_back(next);
            for (const auto& link : impl->links) {
                waiting.push_back(link.second.source);
            }
            waiting.insert(waiting.end(), impl->controls.begin(), impl->controls.end());
            continue;
        }
        waiting.pop_back();
        ops.push_back(next);
        const std::vector<Operator> consumers = impl->Consumers();
        waiting.insert(waiting.begin(), consumers.begin(), consumers.end());
    }
}

Graph::Graph(const std::string& name) : impl_(std::make_shared<GraphImpl>(name)) {}
Graph::Graph(const char_t* name) : Graph(Text(name)) {}

Graph& Graph::SetInputs(const std::vector<Operator>& inputs) {
    for (const Operator& op : inputs) {
        if (impl_ != nullptr) {
            impl_->Take(op);
        }
    }
    return *this;
}
Graph& Graph::SetOutputs(const std::vector<Operator>& outputs) {
    return SetInputs(outputs);
}
Graph& Graph::SetOutputs(
    const std::vector<std::pair<Operator, std::vector<size_t>>>& output_indexs) {
    for (const auto& output : output_indexs) {
        (void)SetInputs({output.first});
    }
    return *this;
}
Graph& Graph::SetOutputs(const std::vector<std::pair<Operator, std::string>>& outputs) {
    for (const auto& output : outputs) {
        (void)SetInputs({output.first});
    }
    return *this;
}
Graph& Graph::SetOutputs(const std::vector<std::pair<Operator, AscendString>>& outputs) {
    for (const auto& output : outputs) {
        (void)SetInputs({output.first});
    }
    return *this;
}
Graph& Graph::SetTargets(const std::vector<Operator>& targets) {
    return SetInputs(targets);
}

bool Graph::IsValid() const {
    return impl_ != nullptr && !impl_->ops.empty();
}

graphStatus Graph::AddOp(const Operator& op) {
    if (impl_ == nullptr || op.IsEmpty() || impl_->Find(op.GetName()) != nullptr) {
        return GRAPH_FAILED;
    }
    impl_->ops.push_back(op);
    return GRAPH_SUCCESS;
}

graphStatus Graph::FindOpByName(const std::string& name, Operator& op) const {
    const Operator* const match = impl_ == nullptr ? nullptr : impl_->Find(name);
    if (match == nullptr) {
        return GRAPH_FAILED;
    }
    op = *match;
    return GRAPH_SUCCESS;
}
graphStatus Graph::FindOpByName(const char_t* name, Operator& op) const {
    return FindOpByName(Text(name), op);
}
graphStatus Graph::FindOpByType(const std::string& type, std::vector<Operator>& ops) const {
    if (impl_ == nullptr) {
        return GRAPH_FAILED;
    }
    for (const Operator& op : impl_->ops) {
        if (op.GetOpType() == type) {
            ops.push_back(op);
        }
    }
    return GRAPH_SUCCESS;
}
graphStatus Graph::FindOpByType(const char_t* type, std::vector<Operator>& ops) const {
    return FindOpByType(Text(type), ops);
}
graphStatus Graph::GetAllOpName(std::vector<std::string>& op_name) const {
    if (impl_ == nullptr) {
        return GRAPH_FAILED;
    }
    for (const Operator& op : impl_->ops) {
        op_name.push_back(op.GetName());
    }
    return GRAPH_SUCCESS;
}
graphStatus Graph::GetAllOpName(std::vector<AscendString>& names) const {
    std::vector<std::string> texts;
    const graphStatus status = GetAllOpName(texts);
    for (const std::string& text : texts) {
        names.emplace_back(text.c_str());
    }
    return status;
}
const std::string& Graph::GetName() const {
    static const std::string none;
    return impl_ == nullptr ? none : impl_->name;
}
graphStatus Graph::GetName(AscendString& name) const {
    name = AscendString(GetName().c_str());
    return impl_ == nullptr ? GRAPH_FAILED : GRAPH_SUCCESS;
}

graphStatus Graph::SaveToFile(const std::string&) const {
    return Reject("SaveToFile");
}
graphStatus Graph::SaveToFile(const char_t*) const {
    return Reject("SaveToFile");
}
graphStatus Graph::LoadFromFile(const std::string&) {
    return Reject("LoadFromFile");
}
graphStatus Graph::LoadFromFile(const char_t*) {
    return Reject("LoadFromFile");
}
graphStatus Graph::LoadFromSerializedModelArray(const void*, size_t) {
    return Reject("LoadFromSerializedModelArray");
}
graphStatus Graph::SaveToMem(GraphBuffer&) const {
    return Reject("SaveToMem");
}
graphStatus Graph::LoadFromMem(const GraphBuffer&) {
    return Reject("LoadFromMem");
}
graphStatus Graph::LoadFromMem(const uint8_t*, const size_t) {
    return Reject("LoadFromMem");
}

void Graph::SetNeedIteration(bool) {}

bool Graph::Owns(const GNode& node) const {
    return impl_ != nullptr && node.impl_ != nullptr && node.impl_->graph.lock() == impl_ &&
           impl_->Holds(node.impl_->op);
}

std::vector<GNode> Graph::GetDirectNode() const {
    std::vector<GNode> nodes;
    if (impl_ != nullptr) {
        for (const Operator& op : impl_->ops) {
            auto node = std::make_shared<NodeImpl>();
            node->op = op;
            node->graph = impl_;
            nodes.push_back(GNode(node));
        }
    }
    return nodes;
}
std::vector<GNode> Graph::GetAllNodes() const {
    std::vector<GNode> nodes;
    for (const GNode& node : GetDirectNode()) {
        nodes.push_back(node);
        std::vector<GraphPtr> subgraphs;
        (void)node.GetALLSubgraphs(subgraphs);
        for (const GraphPtr& subgraph : subgraphs) {
            const std::vector<GNode> inner = subgraph->GetAllNodes();
            nodes.insert(nodes.end(), inner.begin(), inner.end());
        }
    }
    return nodes;
}

graphStatus Graph::RemoveNode(GNode& node) {
    if (!Owns(node)) {
        return GRAPH_FAILED;
    }
    const Operator op = node.impl_->op;
    op.BreakConnect();
    const auto same = [&](const Operator& own) { return Same(own, op); };
    impl_->ops.erase(std::remove_if(impl_->ops.begin(), impl_->ops.end(), same), impl_->ops.end());
    return GRAPH_SUCCESS;
}
graphStatus Graph::RemoveNode(GNode& node, bool) {
    return RemoveNode(node);
}

graphStatus Graph::RemoveEdge(GNode& src_node, const int32_t src_port_index, GNode& dst_node,
                              const int32_t dst_port_index) {
    if (!Owns(src_node) || !Owns(dst_node)) {
        return GRAPH_FAILED;
    }
    return OperatorImpl::Disconnect(src_node.impl_->op, src_port_index, dst_node.impl_->op,
                                    dst_port_index)
               ? GRAPH_SUCCESS
               : GRAPH_FAILED;
}

GNode Graph::AddNodeByOp(const Operator& op) {
    if (AddOp(op) != GRAPH_SUCCESS) {
        return GNode();
    }
    return GetDirectNode().back();
}

graphStatus Graph::AddDataEdge(GNode& src_node, const int32_t src_port_index, GNode& dst_node,
                               const int32_t dst_port_index) {
    if (!Owns(src_node) || !Owns(dst_node) || src_port_index < 0 || dst_port_index < 0) {
        return GRAPH_FAILED;
    }
    const Operator& source = src_node.impl_->op;
    OperatorImpl* const consumer = OperatorImpl::Of(dst_node.impl_->op);
    const PortList::Port* const port = consumer->inputs.At(static_cast<size_t>(dst_port_index));
    if (port == nullptr || consumer->links.count(port->first) != 0 ||
        OperatorImpl::Of(source)->outputs.At(static_cast<size_t>(src_port_index)) == nullptr) {
        return GRAPH_FAILED;
    }
    (void)dst_node.impl_->op.SetInput(port->first, source, static_cast<uint32_t>(src_port_index));
    return GRAPH_SUCCESS;
}

graphStatus Graph::AddControlEdge(GNode& src_node, GNode& dst_node) {
    if (!Owns(src_node) || !Owns(dst_node)) {
        return GRAPH_FAILED;
    }
    OperatorImpl::Control(src_node.impl_->op, dst_node.impl_->op);
    return GRAPH_SUCCESS;
}

graphStatus Graph::CopyFrom(const Graph& src_graph) {
    if (impl_ == nullptr || src_graph.impl_ == nullptr) {
        return GRAPH_FAILED;
    }
    impl_->ops = OperatorImpl::Copies(src_graph.impl_->ops);
    return GRAPH_SUCCESS;
}

GraphPtr Graph::ConstructFromInputs(const std::vector<Operator>& inputs, const AscendString& name) {
    if (inputs.empty()) {
        return nullptr;
    }
    auto graph = std::make_shared<Graph>(name.GetString());
    (void)graph->SetInputs(inputs);
    return graph;
}

GraphBuffer::GraphBuffer() = default;
GraphBuffer::~GraphBuffer() = default;
const std::uint8_t* GraphBuffer::GetData() const {
    return nullptr;
}
std::size_t GraphBuffer::GetSize() const {
    return 0;
}

}  // namespace ge
