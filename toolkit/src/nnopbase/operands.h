// The operands of one call of an operator: its tensors, scalars and attributes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "aclnn/acl_meta.h"
#include "exe_graph/tiling_context_builder.h"
#include "graph/types.h"

namespace nnopbase {

/// One tensor at a port.
struct Instance {
    bool present = false;
    std::vector<int64_t> dims;
    std::vector<int64_t> storage_dims;  ///< empty: equal to dims
    std::vector<int64_t> strides;       ///< of an input that the kernel reads as a view; else empty
    int64_t offset = 0;
    ge::DataType dtype = ge::DT_UNDEFINED;
    ge::Format format = ge::FORMAT_ND;
    ge::Format origin_format = ge::FORMAT_RESERVED;  ///< FORMAT_RESERVED: equal to format
    void* address = nullptr;                         ///< of the first element, on the device
    const aclTensor* tensor = nullptr;
    bool contiguous = true;  ///< false: the kernel reads a contiguous copy of the tensor
    std::optional<std::vector<uint8_t>> host_data;  ///< the elements, of a value on the host

    bool on_host() const { return host_data.has_value(); }
    /// Sets the address for a tensor whose data begins at `data`.
    void MoveTo(void* data);
};

/// Scalars at an input. They become a tensor when all operands are known, because they can take
/// the element type of another input.
struct ScalarOperand {
    std::vector<aclScalar> scalars;  ///< at least one
    bool is_list = false;
    std::optional<size_t> type_source;  ///< the input whose type they take
    ge::DataType dtype = ge::DT_UNDEFINED;
};

/// The tensor of an output whose shape the kernel computes.
struct ComputedShape {
    aclTensor* tensor = nullptr;
    uint64_t serial = 0;
};

/// One declared input or output.
struct Port {
    enum Kind : char { kOptional = 0, kRequired = 1, kDynamic = 2 };

    Kind kind = kRequired;
    std::string name;
    std::vector<Instance> instances;
    bool disabled = false;             ///< not counted among the tensors of the call
    std::optional<size_t> ref_output;  ///< of an in-place input: its output
    std::optional<ScalarOperand> scalar;
    std::optional<ComputedShape> computed_shape;
};

/// One attribute value.
struct Attr {
    enum class Type { kBool = 0, kFloat = 1, kInt = 2, kString = 3, kUnknown = 4 };

    Type type = Type::kUnknown;
    bool is_list = false;
    std::vector<uint8_t> bytes;
};

/// All operands of one call.
struct Operands {
    const std::string op_type;
    std::vector<Port> inputs;
    std::vector<Port> outputs;
    std::vector<Attr> attrs;
    size_t groups = 0;  ///< groups of collective communication, whose contexts the kernel gets

    /// Whether there are outputs, and none has elements.
    bool HaveOnlyEmptyOutputs() const;
    /// The key of the kernel in a package: operator type, options, element types and formats.
    std::string KernelKey() const;
    /// All that a tiling function can read.
    std::string TilingKey() const;
    /// The arguments of tiling functions and shape inference. They borrow the operands.
    gert::OpArgs HostArguments() const;
    /// Types, formats and shapes, for messages.
    std::string Describe() const;
    /// Bytes of the device buffer into which the kernel writes the shapes that it computes.
    uint64_t ShapeBufferBytes() const;
    /// Number of arguments that a launch passes besides tiling data.
    size_t SlotCount() const;
};

/// Converts scalars at inputs to tensors on the host; 161002 if a value does not fit its type.
int ConvertScalars(Operands* operands);

/// Copies the device tensors whose values tiling reads to the host, for tiling and for the kernel.
/// Arrays are on the host already; only `aclnn...TensorGetWorkspaceSize` gives device tensors for
/// them. The work that fills these tensors must have ended. `functions`: of the operator, or null.
int ReadDependedValues(const gert::OpImplFunctions* functions, Operands* operands);

}  // namespace nnopbase
