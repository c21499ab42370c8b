// The base of what operators note about resources (stacks, variables) while shapes are inferred.
#ifndef INC_EXTERNAL_GRAPH_RESOURCE_CONTEXT_H_
#define INC_EXTERNAL_GRAPH_RESOURCE_CONTEXT_H_

namespace ge {
struct ResourceContext {
    virtual ~ResourceContext() {}
};
}  // namespace ge

#endif  // INC_EXTERNAL_GRAPH_RESOURCE_CONTEXT_H_
