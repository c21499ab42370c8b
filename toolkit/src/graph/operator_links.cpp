// How operators of a graph are connected, and the graphs that belong to one.
#include <algorithm>

#include "graph/operator_impl.h"

namespace ge {
namespace {

// Several connections of two operators are several entries; one of them is forgotten.
void Forget(OperatorImpl* source, const OperatorImpl* consumer) {
    auto& all = source->consumers;
    const auto link = std::find_if(all.begin(), all.end(), [consumer](const auto& weak) {
        return weak.lock().get() == consumer;
    });
    if (link != all.end()) {
        all.erase(link);
    }
}

OperatorImpl::Link LinkTo(const Operator& source, uint32_t index) {
    OperatorImpl::Link link;
    link.source = source;
    link.output_index = index;
    return link;
}

OperatorImpl::Link LinkTo(const Operator& source, const std::string& name) {
    OperatorImpl::Link link;
    link.source = source;
    link.output_name = name;
    return link;
}

const OperatorImpl::Subgraphs* FindSubgraphs(const OperatorImpl* op, const std::string& name) {
    if (op == nullptr) {
        return nullptr;
    }
    for (const auto& entry : op->subgraphs) {
        if (entry.first == name) {
            return &entry.second;
        }
    }
    return nullptr;
}

}  // namespace

int32_t OperatorImpl::Link::OutputIndex() const {
    if (output_name.empty() || Of(source) == nullptr) {
        return static_cast<int32_t>(output_index);
    }
    return Of(source)->outputs.IndexOf(output_name);
}

void OperatorImpl::Connect(const Operator& consumer, const std::string& name, Link link) {
    OperatorImpl* const op = Of(consumer);
    if (op == nullptr || Of(link.source) == nullptr) {
        return;
    }
    const auto earlier = op->links.find(name);
    if (earlier != op->links.end()) {
        Forget(Of(earlier->second.source), op);
    }
    Of(link.source)->consumers.push_back(consumer.impl_);
    op->links[name] = std::move(link);
}

void OperatorImpl::Control(const Operator& before, const Operator& after) {
    if (Of(before) != nullptr && Of(after) != nullptr) {
        Of(after)->controls.push_back(before);
        Of(before)->consumers.push_back(after.impl_);
    }
}

bool OperatorImpl::Disconnect(const Operator& source, int32_t output, const Operator& consumer,
                              int32_t input) {
    OperatorImpl* const from = Of(source);
    OperatorImpl* const to = Of(consumer);
    if (output < 0 && input < 0) {
        const auto link =
            std::find_if(to->controls.begin(), to->controls.end(),
                         [from](const Operator& before) { return Of(before) == from; });
        if (link == to->controls.end()) {
            return false;
        }
        to->controls.erase(link);
    } else {
        const PortList::Port* const port = to->inputs.At(static_cast<size_t>(input));
        const auto link = port == nullptr ? to->links.end() : to->links.find(port->first);
        if (link == to->links.end() || Of(link->second.source) != from ||
            link->second.OutputIndex() != output) {
            return false;
        }
        to->links.erase(link);
    }
    Forget(from, to);
    return true;
}

std::vector<Operator> OperatorImpl::Copies(const std::vector<Operator>& ops) {
    std::vector<Operator> copies;
    std::map<const OperatorImpl*, Operator> copy_of;
    for (const Operator& op : ops) {
        auto impl = std::make_shared<OperatorImpl>(*Of(op));
        impl->links.clear();
        impl->controls.clear();
        impl->consumers.clear();
        for (auto* const of_ports : {&impl->input_attrs, &impl->output_attrs}) {
            for (auto& attrs : *of_ports) {
                attrs.second = Make(std::make_shared<OperatorImpl>(*Of(attrs.second)));
            }
        }
        copies.push_back(Make(std::move(impl)));
        copy_of.emplace(Of(op), copies.back());
    }
    const auto copied = [&](const Operator& op) {
        const auto copy = copy_of.find(Of(op));
        return copy == copy_of.end() ? op : copy->second;
    };
    for (size_t i = 0; i < ops.size(); ++i) {
        for (const auto& entry : Of(ops[i])->links) {
            Link link = entry.second;
            link.source = copied(link.source);
            Connect(copies[i], entry.first, std::move(link));
        }
        for (const Operator& before : Of(ops[i])->controls) {
            Control(copied(before), copies[i]);
        }
    }
    return copies;
}

std::vector<Operator> OperatorImpl::Consumers() const {
    std::vector<Operator> distinct;
    for (const std::weak_ptr<OperatorImpl>& weak : consumers) {
        const std::shared_ptr<OperatorImpl> consumer = weak.lock();
        const auto same = [&](const Operator& op) { return Of(op) == consumer.get(); };
        if (consumer != nullptr && std::none_of(distinct.begin(), distinct.end(), same)) {
            distinct.push_back(Make(consumer));
        }
    }
    return distinct;
}

std::shared_ptr<Graph> OperatorImpl::MakeSubgraph(const Operator& op, const std::string& name,
                                                  uint32_t index) {
    // The builder may be anything; only what it returned is stored.
    auto* const subgraphs = const_cast<Subgraphs*>(FindSubgraphs(Of(op), name));
    if (subgraphs == nullptr || index >= subgraphs->builders.size() ||
        !subgraphs->builders[index]) {
        return nullptr;
    }
    if (subgraphs->graphs[index] == nullptr) {
        subgraphs->graphs[index] = std::make_shared<Graph>(subgraphs->builders[index]());
    }
    return subgraphs->graphs[index];
}

graphStatus Operator::GetInputConstData(const std::string& dst_name, Tensor& data) const {
    if (IsEmpty()) {
        return GRAPH_FAILED;
    }
    const auto link = impl_->links.find(dst_name);
    if (link == impl_->links.end()) {
        return GRAPH_FAILED;
    }
    return link->second.source.GetAttr("value", data);  // what Const operators carry
}
graphStatus Operator::GetInputConstData(const char_t* dst_name, Tensor& data) const {
    return GetInputConstData(Text(dst_name), data);
}

Operator& Operator::SetInput(const std::string& dst_name, const Operator& src_oprt) {
    return SetInput(dst_name, src_oprt, 0U);
}
Operator& Operator::SetInput(const char_t* dst_name, const Operator& src_oprt) {
    return SetInput(Text(dst_name), src_oprt, 0U);
}
Operator& Operator::SetInput(const char_t* dst_name, const Operator& src_oprt, const char_t* name) {
    return SetInput(Text(dst_name), src_oprt, Text(name));
}
Operator& Operator::SetInput(const char_t* dst_name, const Operator& src_oprt, uint32_t index) {
    return SetInput(Text(dst_name), src_oprt, index);
}
Operator& Operator::SetInput(const std::string& dst_name, const Operator& src_oprt,
                             const std::string& name) {
    OperatorImpl::Connect(*this, dst_name, LinkTo(src_oprt, name));
    return *this;
}
Operator& Operator::SetInput(const std::string& dst_name, const Operator& src_oprt,
                             uint32_t index) {
    OperatorImpl::Connect(*this, dst_name, LinkTo(src_oprt, index));
    return *this;
}
Operator& Operator::SetInput(uint32_t dst_index, const Operator& src_oprt, uint32_t src_index) {
    PortList::Port* const port = IsEmpty() ? nullptr : impl_->inputs.At(dst_index);
    return port == nullptr ? *this : SetInput(port->first, src_oprt, src_index);
}
Operator& Operator::SetInput(const char_t* dst_name, uint32_t dst_index, const Operator& src_oprt) {
    return SetInput(Text(dst_name) + std::to_string(dst_index), src_oprt, 0U);
}
Operator& Operator::SetInput(const char_t* dst_name, uint32_t dst_index, const Operator& src_oprt,
                             const char_t* name) {
    return SetInput(Text(dst_name) + std::to_string(dst_index), src_oprt, Text(name));
}
Operator& Operator::AddControlInput(const Operator& src_oprt) {
    OperatorImpl::Control(src_oprt, *this);
    return *this;
}

void Operator::BreakConnect() const {
    if (IsEmpty()) {
        return;
    }
    for (auto& link : impl_->links) {
        Forget(OperatorImpl::Of(link.second.source), impl_.get());
    }
    for (const Operator& before : impl_->controls) {
        Forget(OperatorImpl::Of(before), impl_.get());
    }
    for (const Operator& consumer : impl_->Consumers()) {
        OperatorImpl* const other = OperatorImpl::Of(consumer);
        for (auto link = other->links.begin(); link != other->links.end();) {
            const bool is_own = OperatorImpl::Of(link->second.source) == impl_.get();
            link = is_own ? other->links.erase(link) : std::next(link);
        }
        const auto is_own = [this](const Operator& op) { return op.impl_ == impl_; };
        auto& controls = other->controls;
        controls.erase(std::remove_if(controls.begin(), controls.end(), is_own), controls.end());
    }
    impl_->consumers.clear();
    impl_->links.clear();
    impl_->controls.clear();
}

void Operator::SubgraphRegister(const char_t* ir_name, bool dynamic) {
    if (!IsEmpty() && FindSubgraphs(impl_.get(), Text(ir_name)) == nullptr) {
        impl_->subgraphs.emplace_back(Text(ir_name), OperatorImpl::Subgraphs());
        impl_->subgraphs.back().second.dynamic = dynamic;
    }
}
void Operator::SubgraphCountRegister(const char_t* ir_name, uint32_t count) {
    auto* const subgraphs =
        const_cast<OperatorImpl::Subgraphs*>(FindSubgraphs(impl_.get(), Text(ir_name)));
    if (subgraphs != nullptr) {
        subgraphs->builders.resize(count);
        subgraphs->graphs.resize(count);
    }
}
void Operator::SetSubgraphBuilder(const char_t* ir_name, uint32_t index,
                                  const SubgraphBuilder& builder) {
    auto* const subgraphs =
        const_cast<OperatorImpl::Subgraphs*>(FindSubgraphs(impl_.get(), Text(ir_name)));
    if (subgraphs != nullptr && index < subgraphs->builders.size()) {
        subgraphs->builders[index] = builder;
        subgraphs->graphs[index] = nullptr;
    }
}

size_t Operator::GetSubgraphNamesCount() const {
    return GetSubgraphNames().size();
}
std::vector<std::string> Operator::GetSubgraphNames() const {
    std::vector<std::string> names;
    if (!IsEmpty()) {
        for (const auto& entry : impl_->subgraphs) {
            for (size_t i = 0; i < entry.second.builders.size(); ++i) {
                names.push_back(entry.first + (entry.second.dynamic ? std::to_string(i) : ""));
            }
        }
    }
    return names;
}
graphStatus Operator::GetSubgraphNames(std::vector<AscendString>& names) const {
    for (const std::string& name : GetSubgraphNames()) {
        names.emplace_back(name.c_str());
    }
    return IsEmpty() ? GRAPH_FAILED : GRAPH_SUCCESS;
}
SubgraphBuilder Operator::GetDynamicSubgraphBuilder(const std::string& name, uint32_t index) const {
    const OperatorImpl::Subgraphs* const subgraphs = FindSubgraphs(impl_.get(), name);
    const bool has_builder = subgraphs != nullptr && index < subgraphs->builders.size();
    return has_builder ? subgraphs->builders[index] : SubgraphBuilder();
}
SubgraphBuilder Operator::GetDynamicSubgraphBuilder(const char_t* name, uint32_t index) const {
    return GetDynamicSubgraphBuilder(Text(name), index);
}
SubgraphBuilder Operator::GetSubgraphBuilder(const std::string& name) const {
    return GetDynamicSubgraphBuilder(name, 0);
}
SubgraphBuilder Operator::GetSubgraphBuilder(const char_t* name) const {
    return GetDynamicSubgraphBuilder(Text(name), 0);
}
Graph Operator::GetDynamicSubgraph(const std::string& name, uint32_t index) const {
    const std::shared_ptr<Graph> subgraph = OperatorImpl::MakeSubgraph(*this, name, index);
    return subgraph == nullptr ? Graph(name) : *subgraph;
}
Graph Operator::GetDynamicSubgraph(const char_t* name, uint32_t index) const {
    return GetDynamicSubgraph(Text(name), index);
}
Graph Operator::GetSubgraph(const std::string& name) const {
    return GetDynamicSubgraph(name, 0);
}
Graph Operator::GetSubgraph(const char_t* name) const {
    return GetDynamicSubgraph(Text(name), 0);
}

}  // namespace ge
