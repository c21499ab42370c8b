// What a shape inference function receives and fills.
#ifndef INC_EXE_GRAPH_RUNTIME_INFER_SHAPE_CONTEXT_H_
#define INC_EXE_GRAPH_RUNTIME_INFER_SHAPE_CONTEXT_H_

#include <type_traits>

#include "exe_graph/runtime/extended_kernel_context.h"
#include "exe_graph/runtime/runtime_attrs.h"
#include "exe_graph/runtime/shape.h"
#include "exe_graph/runtime/tensor.h"

namespace gert {
/// Positions of the inputs after the tensors.
enum class InputExternLayout : uint32_t {
    kInferShapeFunc = 1,
    kInferenceContext = 2,
};

/// Shapes are origin shapes. Whatever is absent or out of range is null.
class InferShapeContext : public ExtendedKernelContext {
public:
    const Shape* GetInputShape(const size_t index) const { return GetInputPointer<Shape>(index); }
    const Shape* GetOptionalInputShape(const size_t ir_index) const {
        return GetDynamicInputPointer<Shape>(ir_index, 0);
    }
    const Shape* GetRequiredInputShape(const size_t ir_index) const {
        return GetDynamicInputPointer<Shape>(ir_index, 0);
    }
    const Shape* GetDynamicInputShape(const size_t ir_index, const size_t relative_index) const {
        return GetDynamicInputPointer<Shape>(ir_index, relative_index);
    }
    /// The data can be read only of inputs declared with InputsDataDependency.
    const Tensor* GetInputTensor(const size_t index) const {
        return GetInputPointer<Tensor>(index);
    }
    const Tensor* GetOptionalInputTensor(const size_t ir_index) const {
        return GetDynamicInputPointer<Tensor>(ir_index, 0);
    }
    const Tensor* GetRequiredInputTensor(const size_t ir_index) const {
        return GetDynamicInputPointer<Tensor>(ir_index, 0);
    }
    const Tensor* GetDynamicInputTensor(const size_t ir_index, const size_t relative_index) const {
        return GetDynamicInputPointer<Tensor>(ir_index, relative_index);
    }
    Shape* GetOutputShape(const size_t index) { return GetOutputPointer<Shape>(index); }
};
static_assert(std::is_standard_layout<InferShapeContext>::value, "a view of raw memory");
}  // namespace gert

#endif  // INC_EXE_GRAPH_RUNTIME_INFER_SHAPE_CONTEXT_H_
