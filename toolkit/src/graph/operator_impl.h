// The shared contents of ge::Operator.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "graph/graph.h"
#include "graph/operator.h"
#include "graph/operator_attr.h"

namespace ge {

inline std::string Text(const char_t* text) {
    return text == nullptr ? "" : text;
}

/// Ports in order of registration.
class PortList {
public:
    using Port = std::pair<std::string, TensorDesc>;
    Port* Find(const std::string& name) {
        for (Port& port : ports_) {
            if (port.first == name) {
                return &port;
            }
        }
        return nullptr;
    }
    Port* At(size_t index) { return index < ports_.size() ? &ports_[index] : nullptr; }
    size_t size() const { return ports_.size(); }
    void Add(const std::string& name) { Insert(name, ports_.size()); }
    /// Before the port that has this index, after all if none has.
    void Insert(const std::string& name, size_t index) {
        if (Find(name) == nullptr) {
            const size_t position = index < ports_.size() ? index : ports_.size();
            ports_.emplace(ports_.begin() + static_cast<std::ptrdiff_t>(position), name,
                           TensorDesc());
        }
    }
    /// -1 for a name that there is not.
    int32_t IndexOf(const std::string& name) const {
        for (size_t i = 0; i < ports_.size(); ++i) {
            if (ports_[i].first == name) {
                return static_cast<int32_t>(i);
            }
        }
        return -1;
    }

private:
    std::vector<Port> ports_;
};

class OperatorImpl {
public:
    /// Where an input comes from.
    struct Link {
        Operator source;
        std::string output_name;  ///< empty: by index
        uint32_t output_index = 0;

        int32_t OutputIndex() const;
    };
    /// The graphs of one name in the prototype.
    struct Subgraphs {
        bool dynamic = false;
        std::vector<SubgraphBuilder> builders;
        std::vector<std::shared_ptr<Graph>> graphs;  ///< null until somebody asks
    };

    /// Null for an empty operator.
    static OperatorImpl* Of(const Operator& op) { return op.impl_.get(); }
    static std::shared_ptr<OperatorImpl> Shared(const Operator& op) { return op.impl_; }
    static Operator Make(std::shared_ptr<OperatorImpl> impl) { return Operator(std::move(impl)); }
    /// Connects input `name` of `consumer`; an earlier connection of it ends.
    static void Connect(const Operator& consumer, const std::string& name, Link link);
    static void Control(const Operator& before, const Operator& after);
    /// New instances of a dynamic port of which there are `count`, consecutive from position
    /// `index` on.
    static void AddInstances(PortList* ports, int32_t* count, const std::string& name, uint32_t num,
                             size_t index);
    /// Ends a connection between ports, or with ports of -1 that of control; false if there is
    /// none.
    static bool Disconnect(const Operator& source, int32_t output, const Operator& consumer,
                           int32_t input);
    /// Operators of the same contents, connected with each other like these.
    static std::vector<Operator> Copies(const std::vector<Operator>& ops);
    static std::shared_ptr<Graph> MakeSubgraph(const Operator& op, const std::string& name,
                                               uint32_t index);
    /// Those that have an input, or control, from here; without those that exist no more.
    std::vector<Operator> Consumers() const;

    std::string name;
    std::string type;
    PortList inputs;
    PortList outputs;
    std::vector<std::string> ir_inputs;  ///< ports of the prototype, dynamic ones once
    std::vector<std::string> ir_outputs;
    std::map<std::string, int32_t> dynamic_inputs;  ///< instances by port name
    std::map<std::string, int32_t> dynamic_outputs;
    std::map<std::string, OperatorAttr> attrs;
    std::map<std::string, std::string> required_attrs;  ///< type by name
    std::map<std::string, Link> links;
    std::vector<Operator> controls;  ///< run before this one
    std::vector<std::weak_ptr<OperatorImpl>> consumers;
    std::set<std::string> ir_attrs;
    std::map<std::string, Operator>
        input_attrs;  ///< by port; operators, since they hold attributes
    std::map<std::string, Operator> output_attrs;
    std::vector<std::pair<std::string, Subgraphs>> subgraphs;
    InferenceContextPtr inference;
};

}  // namespace ge
