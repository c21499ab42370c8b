// Untyped access to the values of a callback's context.
#ifndef INC_EXE_GRAPH_RUNTIME_KERNEL_CONTEXT_H_
#define INC_EXE_GRAPH_RUNTIME_KERNEL_CONTEXT_H_

#include <cstddef>
#include <type_traits>

#include "exe_graph/runtime/kernel_run_context.h"

namespace gert {
/// One value slot: T itself if it is no larger than a pointer, else a pointer to it.
class Chain {
public:
    using Deleter = void (*)(void*);

    template <typename T, typename std::enable_if<(sizeof(T) <= sizeof(void*)), int>::type = 0>
    const T* GetPointer() const {
        return reinterpret_cast<const T*>(any_value_.data.inplace);
    }
    template <typename T, typename std::enable_if<(sizeof(T) > sizeof(void*)), int>::type = 0>
    const T* GetPointer() const {
        return reinterpret_cast<const T*>(any_value_.data.pointer);
    }
    template <typename T, typename std::enable_if<(sizeof(T) <= sizeof(void*)), int>::type = 0>
    auto GetPointer() -> T* {
        return reinterpret_cast<T*>(any_value_.data.inplace);
    }
    template <typename T, typename std::enable_if<(sizeof(T) > sizeof(void*)), int>::type = 0>
    auto GetPointer() -> T* {
        return reinterpret_cast<T*>(any_value_.data.pointer);
    }
    template <typename T, typename std::enable_if<(sizeof(T) <= sizeof(void*)), int>::type = 0>
    const T& GetValue() const {
        return *GetPointer<T>();
    }
    template <typename T, typename std::enable_if<(sizeof(T) <= sizeof(void*)), int>::type = 0>
    auto GetValue() -> T& {
        return *GetPointer<T>();
    }

    /// Replaces the value; the old one is given to its deleter, if it has one.
    void Set(void* const data, const Chain::Deleter deleter) {
        if (any_value_.deleter != nullptr) {
            any_value_.deleter(any_value_.data.pointer);
        }
        any_value_.data.pointer = data;
        any_value_.deleter = deleter;
    }
    template <typename T, typename std::enable_if<!std::is_array<T>::value, int>::type = 0>
    void SetWithDefaultDeleter(T* data) {
        Set(data, [](void* object) { delete static_cast<T*>(object); });
    }
    template <typename T, typename PureT = typename std::remove_extent<T>::type,
              typename std::enable_if<std::is_array<T>::value, int>::type = 0>
    void SetWithDefaultDeleter(PureT* data) {
        Set(data, [](void* objects) { delete[] static_cast<PureT*>(objects); });
    }
    bool HasDeleter() const { return any_value_.deleter != nullptr; }

private:
    AsyncAnyValue any_value_;
};
static_assert(std::is_standard_layout<Chain>::value, "a view of AsyncAnyValue");

/// View of a KernelRunContext. Getters answer null (or a zero value) for an index out of range.
class KernelContext {
public:
    size_t GetInputNum() const { return context_.input_size; }
    size_t GetOutputNum() const { return context_.output_size; }
    const Chain* GetInput(const size_t i) const { return MutableInput(i); }
    Chain* MutableInput(const size_t i) const {
        return i < context_.input_size ? ChainAt(i) : nullptr;
    }
    Chain* GetOutput(const size_t i) {
        return i < context_.output_size ? ChainAt(context_.input_size + i) : nullptr;
    }
    const Chain* GetOutput(const size_t i) const {
        return i < context_.output_size ? ChainAt(context_.input_size + i) : nullptr;
    }
    Chain* GetOutput2(const size_t i) {
        return i < context_.output_size ? reinterpret_cast<Chain*>(context_.output_start[i])
                                        : nullptr;
    }

    template <typename T>
    const T GetInputValue(size_t i) const {
        const Chain* const chain = GetInput(i);
        return chain == nullptr ? T() : chain->GetValue<T>();
    }
    template <typename T>
    const T* GetInputPointer(size_t i) const {
        const Chain* const chain = GetInput(i);
        return chain == nullptr ? nullptr : chain->GetPointer<T>();
    }
    template <typename T>
    auto MutableInputPointer(size_t i) const -> T* {
        Chain* const chain = MutableInput(i);
        return chain == nullptr ? nullptr : chain->GetPointer<T>();
    }
    const char* GetInputStrPointer(const size_t i) const { return GetInputValue<const char*>(i); }
    template <typename T>
    auto GetOutputPointer(size_t i) -> T* {
        Chain* const chain = GetOutput(i);
        return chain == nullptr ? nullptr : chain->GetPointer<T>();
    }
    template <typename T>
    const T* GetOutputPointer(size_t i) const {
        const Chain* const chain = GetOutput(i);
        return chain == nullptr ? nullptr : chain->GetPointer<T>();
    }

    const void* GetComputeNodeExtend() const { return context_.compute_node_info; }
    const void* GetKernelExtend() const { return context_.kernel_extend_info; }
    KernelRunContext* GetContext() { return &context_; }
    const KernelRunContext* GetContext() const { return &context_; }
    static bool IsInlineSize(const size_t size) { return size <= sizeof(void*); }

private:
    Chain* ChainAt(const size_t i) const {
        AsyncAnyValue* const* const values = context_.values;
        return reinterpret_cast<Chain*>(values[i]);
    }

    KernelRunContext context_;
};
static_assert(std::is_standard_layout<KernelContext>::value, "a view of KernelRunContext");
}  // namespace gert

#endif  // INC_EXE_GRAPH_RUNTIME_KERNEL_CONTEXT_H_
