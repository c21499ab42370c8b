// The shared contents of ge::Operator.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "graph/operator.h"
#include "graph/operator_attr.h"

namespace ge {

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
    void Add(const std::string& name) {
        if (Find(name) == nullptr) {
            ports_.emplace_back(name, TensorDesc());
        }
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
    };

    std::string name;
    std::string type;
    PortList inputs;
    PortList outputs;
    std::map<std::string, int32_t> dynamic_inputs;  ///< instances by port name
    std::map<std::string, int32_t> dynamic_outputs;
    std::map<std::string, OperatorAttr> attrs;
    std::map<std::string, std::string> required_attrs;  ///< type by name
    std::map<std::string, TensorType> symbolic_types;
    std::map<std::string, Link> links;
};

}  // namespace ge
