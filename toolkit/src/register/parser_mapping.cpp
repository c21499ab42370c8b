// The functions by which plugins take operators of a framework over.
#include <cstdio>
#include <cstring>
#include <mutex>

#include "graph/graph.h"
#include "graph/operator_mapping.h"
#include "register/register.h"

namespace domi {
namespace {

// The attribute of a port of a graph: the port of the operator that has the graph.
constexpr char kParentIndex[] = "_parent_node_index";

Status RejectMessage(const char* function) {
    std::fprintf(stderr,
                 "domi::%s: the embedded toolkit reads no messages of frameworks\n"
                 "register the operator by ParseParamsByOperatorFn\n",
                 function);
    return FAILED;
}

bool IsName(const char_t* name, int64_t length) {
    return name != nullptr && length > 0 && length <= kMaxNameLength &&
           std::strlen(name) == static_cast<size_t>(length);
}

// Those of this type of CANN's, and those of a framework that CANN has no operator for.
std::vector<ge::Operator> OfType(const ge::Graph& graph, const char* type) {
    std::vector<ge::Operator> operators;
    (void)graph.FindOpByType(type, operators);
    std::vector<ge::Operator> others;
    (void)graph.FindOpByType("FrameworkOp", others);
    for (const ge::Operator& op : others) {
        ge::AscendString original;
        if (op.GetAttr("original_type", original) == ge::GRAPH_SUCCESS && original == type) {
            operators.push_back(op);
        }
    }
    return operators;
}

using ParentOf = std::function<Status(int32_t, int32_t&)>;

// Marks operators whose attribute `index_name` says which input or output of the graph they are.
Status Mark(std::vector<ge::Operator> ops, const char* index_name, const ParentOf& parent_of) {
    for (ge::Operator& op : ops) {
        int32_t index = -1;
        int32_t parent = -1;
        if (op.GetAttr(index_name, index) != ge::GRAPH_SUCCESS ||
            parent_of(index, parent) != SUCCESS) {
            return FAILED;
        }
        op.SetAttr(kParentIndex, parent);
    }
    return SUCCESS;
}

}  // namespace

Status AutoMappingByOpFn(const ge::Operator& op_src, ge::Operator& op) {
    return ge::TakeOver(op_src, &op) == ge::GRAPH_SUCCESS ? SUCCESS : FAILED;
}

Status AutoMappingByOpFnDynamic(
    const ge::Operator& op_src, ge::Operator& op,
    const std::vector<DynamicInputOutputInfo>& dynamic_name_attr_value) {
    std::vector<ge::DynamicPort> ports;
    for (const DynamicInputOutputInfo& info : dynamic_name_attr_value) {
        if (!IsName(info.port_name, info.port_name_len) ||
            !IsName(info.attr_name, info.attr_name_len)) {
            return FAILED;
        }
        if (info.type == kInput || info.type == kOutput) {
            ports.push_back({info.type == kInput, info.port_name, info.attr_name});
        }
    }
    const Status status = AutoMappingByOpFn(op_src, op);
    if (status != SUCCESS) {
        return status;
    }
    return ge::MakeInstances(&op, ports) == ge::GRAPH_SUCCESS ? SUCCESS : FAILED;
}

Status AutoMappingFn(const google::protobuf::Message*, ge::Operator&) {
    return RejectMessage("AutoMappingFn");
}
Status AutoMappingFnDynamic(const google::protobuf::Message*, ge::Operator&,
                            std::map<std::string, std::pair<std::string, std::string>>, int32_t,
                            int32_t) {
    return RejectMessage("AutoMappingFnDynamic");
}

Status AutoMappingSubgraphIndex(const ge::Graph& graph,
                                const std::function<int32_t(int32_t data_index)>& input,
                                const std::function<int32_t(int32_t netoutput_index)>& output) {
    const auto in_range = [](const std::function<int32_t(int32_t)>& of) {
        return [&of](int32_t index, int32_t& parent) {
            parent = of(index);
            return static_cast<Status>(SUCCESS);
        };
    };
    if (!input || !output) {
        return PARAM_INVALID;
    }
    return AutoMappingSubgraphIndex(graph, ParentOf(in_range(input)), ParentOf(in_range(output)));
}

Status AutoMappingSubgraphIndex(
    const ge::Graph& graph,
    const std::function<Status(int32_t data_index, int32_t& parent_input_index)>& input,
    const std::function<Status(int32_t netoutput_index, int32_t& parent_output_index)>& output) {
    if (!input || !output) {
        return PARAM_INVALID;
    }
    if (Mark(OfType(graph, "Data"), "index", input) != SUCCESS) {
        return FAILED;
    }
    const std::vector<ge::Operator> results = OfType(graph, "_Retval");
    if (!results.empty()) {
        return Mark(results, "retval_index", output);
    }
    std::vector<ge::Operator> ends;
    (void)graph.FindOpByType("NetOutput", ends);
    if (ends.empty()) {
        return SUCCESS;
    }
    for (int32_t i = 0; i < static_cast<int32_t>(ends[0].GetInputsSize()); ++i) {
        int32_t parent = -1;
        if (output(i, parent) != SUCCESS) {
            return FAILED;
        }
        if (parent != -1) {
            ends[0].SetInputAttr(i, kParentIndex, parent);
        }
    }
    return SUCCESS;
}

class FrameworkRegistryImpl {
public:
    std::mutex mutex;
    std::map<domi::FrameworkType, AutoMappingSubgraphIOIndexFunc> functions;
};

FrameworkRegistry::FrameworkRegistry() : impl_(new FrameworkRegistryImpl) {}
FrameworkRegistry::~FrameworkRegistry() = default;
FrameworkRegistry& FrameworkRegistry::Instance() {
    static auto* const instance = new FrameworkRegistry;
    return *instance;
}
void FrameworkRegistry::AddAutoMappingSubgraphIOIndexFunc(domi::FrameworkType framework,
                                                          AutoMappingSubgraphIOIndexFunc fun) {
    const std::lock_guard<std::mutex> lock(impl_->mutex);
    impl_->functions[framework] = std::move(fun);
}
AutoMappingSubgraphIOIndexFunc FrameworkRegistry::GetAutoMappingSubgraphIOIndexFunc(
    domi::FrameworkType framework) {
    const std::lock_guard<std::mutex> lock(impl_->mutex);
    const auto function = impl_->functions.find(framework);
    return function == impl_->functions.end() ? AutoMappingSubgraphIOIndexFunc() : function->second;
}

AutoMappingSubgraphIOIndexFuncRegister::AutoMappingSubgraphIOIndexFuncRegister(
    domi::FrameworkType framework, AutoMappingSubgraphIOIndexFunc fun) {
    FrameworkRegistry::Instance().AddAutoMappingSubgraphIOIndexFunc(framework, std::move(fun));
}

}  // namespace domi
