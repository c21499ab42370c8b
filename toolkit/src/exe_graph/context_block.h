// A KernelRunContext with its values.
#pragma once

#include <cstddef>
#include <cstring>
#include <deque>
#include <vector>

#include "exe_graph/runtime/compute_node_info.h"
#include "exe_graph/runtime/kernel_run_context.h"
#include "exe_graph/runtime/tiling_data.h"

namespace gert {

/// Collects inputs, then outputs, then makes the context that views them. Values are stored in
/// place (up to 8 bytes) or as borrowed pointers.
class ContextBlock {
public:
    /// An input or output that is a pointer, or to which a pointer leads.
    void AddInput(void* pointer) { AddPointer(pointer, &input_count_); }
    void AddOutput(void* pointer) { AddPointer(pointer, &output_count_); }
    template <typename T>
    void AddInputValue(const T& value) {
        AddValue(value, &input_count_);
    }
    template <typename T>
    void AddOutputValue(const T& value) {
        AddValue(value, &output_count_);
    }
    /// Value of output `i` that was stored in place.
    template <typename T>
    T OutputValue(size_t i) const {
        T value;
        (void)std::memcpy(&value, values_[input_count_ + i].data.inplace, sizeof(T));
        return value;
    }

    /// Makes the context; nothing may be added afterwards.
    template <typename Context>
    Context* Build(const ComputeNodeInfo* node) {
        const size_t bytes = sizeof(KernelRunContext) + values_.size() * sizeof(AsyncAnyValue*);
        block_.assign(bytes / sizeof(uint64_t) + 1, 0);
        auto* const context = reinterpret_cast<KernelRunContext*>(block_.data());
        context->input_size = input_count_;
        context->output_size = output_count_;
        context->compute_node_info = node;
        AsyncAnyValue** const slots = context->values;
        for (size_t i = 0; i < values_.size(); ++i) {
            slots[i] = &values_[i];
        }
        context->output_start = slots + input_count_;
        return reinterpret_cast<Context*>(context);
    }

private:
    void AddPointer(void* pointer, size_t* count) {
        AsyncAnyValue value = {};
        value.data.pointer = pointer;
        values_.push_back(value);
        ++*count;
    }
    template <typename T>
    void AddValue(const T& in, size_t* count) {
        static_assert(sizeof(T) <= sizeof(void*), "a pointer leads to larger values");
        AsyncAnyValue value = {};
        (void)std::memcpy(value.data.inplace, &in, sizeof(T));
        values_.push_back(value);
        ++*count;
    }

    std::deque<AsyncAnyValue> values_;  // addresses stay valid
    size_t input_count_ = 0;
    size_t output_count_ = 0;
    std::vector<uint64_t> block_;
};

/// The outputs of a TilingContext, of which all but these two are 0.
inline void AddTilingOutputs(TilingData* data, void* workspaces, ContextBlock* block) {
    block->AddOutputValue<uint64_t>(0);  // tiling key
    block->AddOutputValue<uint64_t>(0);  // block dim
    block->AddOutputValue<uint64_t>(0);  // atomic clean flag
    block->AddOutput(data);
    block->AddOutput(workspaces);
    block->AddOutputValue<uint64_t>(0);  // tiling cond
    block->AddOutputValue<uint64_t>(0);  // schedule mode
    block->AddOutputValue<uint64_t>(0);  // local memory size
    block->AddOutputValue<uint64_t>(0);  // blocks on AI CPUs
}

}  // namespace gert
