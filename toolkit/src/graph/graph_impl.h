// What copies of a Graph and its nodes share.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graph/graph.h"

namespace ge {

class GraphImpl {
public:
    explicit GraphImpl(std::string graph_name) : name(std::move(graph_name)) {}

    /// Takes `op` and all that are connected with it, in the order in which they are met; what
    /// produces an input comes before.
    void Take(const Operator& op);
    bool Holds(const Operator& op) const;
    const Operator* Find(const std::string& op_name) const;

    std::string name;
    std::vector<Operator> ops;
};

class NodeImpl {
public:
    Operator op;
    std::weak_ptr<GraphImpl> graph;
};

}  // namespace ge
