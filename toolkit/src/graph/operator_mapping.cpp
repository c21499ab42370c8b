#include "graph/operator_mapping.h"

#include <algorithm>

#include "graph/operator_impl.h"
#include "graph/utils/type_utils.h"

namespace ge {
namespace {

std::string TextOr(const Operator& op, const char* name, const std::string& otherwise) {
    std::string text;
    return op.GetAttr(name, text) == GRAPH_SUCCESS ? text : otherwise;
}

void SetFormats(PortList* ports, Format format) {
    for (size_t i = 0; i < ports->size(); ++i) {
        ports->At(i)->second.SetOriginFormat(format);
        ports->At(i)->second.SetFormat(format);
    }
}

// The number of instances that an attribute tells; -1 without the attribute.
int32_t CountIn(const Operator& op, const std::string& attr) {
    int32_t count = 0;
    if (op.GetAttr(attr.c_str(), count) == GRAPH_SUCCESS) {
        return count;
    }
    std::vector<DataType> types;
    const bool listed = op.GetAttr(attr.c_str(), types) == GRAPH_SUCCESS;
    return listed ? static_cast<int32_t>(types.size()) : -1;
}

// How many ports stand before the one called `name`; all for a name that the prototype lacks.
size_t PositionOf(const std::string& name, const std::vector<std::string>& of_prototype,
                  const std::map<std::string, int32_t>& dynamic) {
    size_t position = 0;
    for (const std::string& port : of_prototype) {
        if (port == name) {
            break;
        }
        const auto count = dynamic.find(port);
        position += count == dynamic.end() ? 1 : static_cast<size_t>(count->second);
    }
    return position;
}

}  // namespace

graphStatus TakeOver(const Operator& source, Operator* target) {
    const OperatorImpl* const from = OperatorImpl::Of(source);
    OperatorImpl* const to = OperatorImpl::Of(*target);
    if (from == nullptr || to == nullptr) {
        return GRAPH_FAILED;
    }
    to->name = from->name;
    for (const auto& graphs : from->subgraphs) {
        const auto same = [&](const auto& own) { return own.first == graphs.first; };
        const auto own = std::find_if(to->subgraphs.begin(), to->subgraphs.end(), same);
        if (own == to->subgraphs.end()) {
            to->subgraphs.push_back(graphs);
        } else {
            own->second.builders = graphs.second.builders;
            own->second.graphs = graphs.second.graphs;
        }
    }
    for (const auto& attr : from->attrs) {
        to->attrs.erase(attr.first);
        to->attrs.insert(attr);
    }
    const std::string both = TextOr(*target, "data_format", "");
    const std::string in = both.empty() ? TextOr(*target, "src_format", "ND") : both;
    const std::string out = both.empty() ? TextOr(*target, "dst_format", "ND") : both;
    SetFormats(&to->inputs, TypeUtils::DataFormatToFormat(in));
    SetFormats(&to->outputs, TypeUtils::DataFormatToFormat(out));
    return GRAPH_SUCCESS;
}

graphStatus MakeInstances(Operator* op, const std::vector<DynamicPort>& ports) {
    OperatorImpl* const impl = OperatorImpl::Of(*op);
    if (impl == nullptr) {
        return GRAPH_FAILED;
    }
    for (const DynamicPort& port : ports) {
        const int32_t count = CountIn(*op, port.attr);
        if (count <= 0) {
            continue;
        }
        auto& dynamic = port.input ? impl->dynamic_inputs : impl->dynamic_outputs;
        const size_t position =
            PositionOf(port.port, port.input ? impl->ir_inputs : impl->ir_outputs, dynamic);
        OperatorImpl::AddInstances(port.input ? &impl->inputs : &impl->outputs, &dynamic[port.port],
                                   port.port, static_cast<uint32_t>(count), position);
    }
    return GRAPH_SUCCESS;
}

}  // namespace ge
