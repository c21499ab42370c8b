// Workspace of a fallback function: what it takes comes from the engine's allocator and goes back.
#include <cstdio>
#include <vector>

#include "exe_graph/runtime/op_execute_context.h"

namespace {
struct Pool : ge::Allocator {
    size_t allocations = 0;
    size_t given_back = 0;
    ge::MemBlock* Malloc(size_t size) override {
        return size > 1000 ? nullptr
                           : (++allocations, new ge::MemBlock(*this, new char[size], size));
    }
    void Free(ge::MemBlock* block) override {
        ++given_back;
        delete[] static_cast<char*>(block->GetAddr());
        delete block;
    }
};

/// A context of an operator without ports: the allocator, and the blocks as its only output.
struct Engine {
    Pool pool;
    std::vector<ge::MemBlock*> blocks;
    AsyncAnyValue slots[5] = {};
    uint64_t info[16] = {};  // a ComputeNodeInfo without inputs and outputs
    uint64_t context[16] = {};

    gert::OpExecuteContext* Make(bool with_allocator) {
        auto* const run = reinterpret_cast<KernelRunContext*>(context);
        run->input_size = 4;
        run->output_size = 1;
        run->compute_node_info = info;
        for (int i = 0; i < 5; ++i) {
            run->values[i] = &slots[i];
        }
        run->output_start = &run->values[4];
        slots[0].data.pointer = with_allocator ? &pool : nullptr;
        slots[4].data.pointer = &blocks;
        return reinterpret_cast<gert::OpExecuteContext*>(context);
    }
};
}  // namespace

int main() {
    Engine engine;
    gert::OpExecuteContext* const context = engine.Make(true);
    void* const first = context->MallocWorkspace(64);
    void* const second = context->MallocWorkspace(64);
    void* const refused = context->MallocWorkspace(4096);
    std::printf("%d %d %zu ", first != nullptr && first != second, refused == nullptr,
                engine.pool.allocations);
    context->FreeWorkspace();
    context->FreeWorkspace();
    std::printf("%zu ", engine.pool.given_back);
    std::printf("%d\n", engine.Make(false)->MallocWorkspace(8) == nullptr);
    return 0;
}
