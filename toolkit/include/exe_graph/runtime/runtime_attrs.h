// Attribute values of an operator, by index in declaration order.
#ifndef INC_EXE_GRAPH_RUNTIME_RUNTIME_ATTRS_H_
#define INC_EXE_GRAPH_RUNTIME_RUNTIME_ATTRS_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "exe_graph/runtime/continuous_vector.h"
#include "exe_graph/runtime/tensor.h"

namespace gert {
/// A view; values are stored as int64_t, float, bool, zero-terminated text, ContinuousVector
/// (lists) and ContinuousVectorVector (lists of lists). Types are not checked. Every getter answers
/// null for an index out of range.
class RuntimeAttrs {
public:
    RuntimeAttrs() = delete;
    RuntimeAttrs(const RuntimeAttrs&) = delete;
    RuntimeAttrs(RuntimeAttrs&&) = delete;
    RuntimeAttrs& operator=(const RuntimeAttrs&) = delete;
    RuntimeAttrs& operator=(RuntimeAttrs&&) = delete;

    template <typename T>
    const T* GetAttrPointer(size_t index) const {
        return reinterpret_cast<const T*>(GetPointerByIndex(index));
    }
    const int64_t* GetInt(const size_t index) const { return GetAttrPointer<int64_t>(index); }
    const float* GetFloat(const size_t index) const { return GetAttrPointer<float>(index); }
    const bool* GetBool(const size_t index) const { return GetAttrPointer<bool>(index); }
    const char* GetStr(const size_t index) const { return GetAttrPointer<char>(index); }
    const Tensor* GetTensor(const size_t index) const { return GetAttrPointer<Tensor>(index); }
    const TypedContinuousVector<int64_t>* GetListInt(const size_t index) const {
        return GetAttrPointer<TypedContinuousVector<int64_t>>(index);
    }
    const TypedContinuousVector<float>* GetListFloat(const size_t index) const {
        return GetAttrPointer<TypedContinuousVector<float>>(index);
    }
    const ContinuousVectorVector* GetListListInt(const size_t index) const {
        return GetAttrPointer<ContinuousVectorVector>(index);
    }
    const ContinuousVectorVector* GetListListFloat(const size_t index) const {
        return GetAttrPointer<ContinuousVectorVector>(index);
    }
    size_t GetAttrNum() const;

private:
    const void* GetPointerByIndex(size_t index) const;
    uint64_t placeholder_;
};
static_assert(std::is_standard_layout<RuntimeAttrs>::value, "a view of raw memory");
}  // namespace gert

#endif  // INC_EXE_GRAPH_RUNTIME_RUNTIME_ATTRS_H_
