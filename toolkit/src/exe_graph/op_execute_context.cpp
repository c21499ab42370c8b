// Workspace of functions that execute an operator on the host.
#include "exe_graph/runtime/op_execute_context.h"

#include <vector>

namespace gert {
namespace {

/// The value of the output kBlockMemory: the blocks that the function has not freed yet. The
/// engine frees those that a failing function leaves.
using Blocks = std::vector<ge::MemBlock*>;

constexpr size_t kBlocks = static_cast<size_t>(OpExecuteOutputIndex::kBlockMemory);

}  // namespace

void* OpExecuteContext::MallocWorkspace(const size_t size) {
    ge::Allocator* const* const allocator =
        Extra<ge::Allocator*>(OpExecuteInputExtendIndex::kAllocate);
    Blocks* const blocks = GetOutputPointer<Blocks>(kBlocks);
    if (allocator == nullptr || *allocator == nullptr || blocks == nullptr) {
        return nullptr;
    }
    ge::MemBlock* const block = (*allocator)->Malloc(size);
    if (block == nullptr) {
        return nullptr;
    }
    blocks->push_back(block);
    return block->GetAddr();
}

void OpExecuteContext::FreeWorkspace() {
    Blocks* const blocks = GetOutputPointer<Blocks>(kBlocks);
    if (blocks == nullptr) {
        return;
    }
    for (ge::MemBlock* const block : *blocks) {
        block->Free();
    }
    blocks->clear();
}

}  // namespace gert
