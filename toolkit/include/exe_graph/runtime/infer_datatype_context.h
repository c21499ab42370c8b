// What an element type inference function receives and fills.
#ifndef INC_EXE_GRAPH_RUNTIME_INFER_DATATYPE_CONTEXT_H_
#define INC_EXE_GRAPH_RUNTIME_INFER_DATATYPE_CONTEXT_H_

#include <type_traits>

#include "exe_graph/runtime/extended_kernel_context.h"
#include "exe_graph/runtime/runtime_attrs.h"
#include "exe_graph/runtime/tensor.h"
#include "graph/types.h"
// clang-format off: after all others
#include "graph/kernel_names_off.h"
// clang-format on

namespace gert {
/// Whatever is absent or out of range is DT_UNDEFINED.
class InferDataTypeContext : public ExtendedKernelContext {
public:
    ge::DataType GetInputDataType(const size_t index) const {
        return ValueOf(GetInputPointer<ge::DataType>(index));
    }
    ge::DataType GetOptionalInputDataType(const size_t ir_index) const {
        return GetDynamicInputDataType(ir_index, 0);
    }
    ge::DataType GetRequiredInputDataType(const size_t ir_index) const {
        return GetDynamicInputDataType(ir_index, 0);
    }
    ge::DataType GetDynamicInputDataType(const size_t ir_index, const size_t relative_index) const {
        return ValueOf(GetDynamicInputPointer<ge::DataType>(ir_index, relative_index));
    }
    ge::DataType GetOutputDataType(const size_t index) const {
        return ValueOf(GetOutputPointer<ge::DataType>(index));
    }
    /// GRAPH_FAILED if there is no such output.
    ge::graphStatus SetOutputDataType(const size_t index, const ge::DataType datatype) {
        ge::DataType* const slot = GetOutputPointer<ge::DataType>(index);
        if (slot == nullptr) {
            return ge::GRAPH_FAILED;
        }
        *slot = datatype;
        return ge::GRAPH_SUCCESS;
    }

private:
    static ge::DataType ValueOf(const ge::DataType* slot) {
        return slot == nullptr ? ge::DT_UNDEFINED : *slot;
    }
};
static_assert(std::is_standard_layout<InferDataTypeContext>::value, "a view of raw memory");
}  // namespace gert

#include "graph/kernel_names_on.h"

#endif  // INC_EXE_GRAPH_RUNTIME_INFER_DATATYPE_CONTEXT_H_
