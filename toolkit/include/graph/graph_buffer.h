// Bytes of a saved graph.
#ifndef INC_EXTERNAL_GRAPH_BUFFER_H_
#define INC_EXTERNAL_GRAPH_BUFFER_H_

#include <cstddef>
#include <cstdint>
#include <memory>

#include "graph/types.h"

namespace ge {
class Buffer;
class Graph;
using BufferPtr = std::shared_ptr<Buffer>;

/// Empty in this toolkit, which saves no graphs (Graph::SaveToMem fails).
class GE_FUNC_HOST_VISIBILITY GraphBuffer {
public:
    GraphBuffer();
    GraphBuffer(const GraphBuffer&) = delete;
    GraphBuffer& operator=(const GraphBuffer&) = delete;
    ~GraphBuffer();

    const std::uint8_t* GetData() const;
    std::size_t GetSize() const;

private:
    BufferPtr buffer_;
};
}  // namespace ge

#endif  // INC_EXTERNAL_GRAPH_BUFFER_H_
