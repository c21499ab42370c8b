// Operators that programs call by their type (aclop): what is known of a call, and their functions.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "nnopbase/host_operator.h"
#include "nnopbase/interface/host_step.h"
#include "nnopbase/interface/numbers.h"

namespace opapi {

/// A call that its operator rejects: the reason, without the operator's name.
class Rejection : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

/// Attributes by name; a missing one has the default, one of another kind is rejected.
class Attributes {
public:
    explicit Attributes(const aclopAttr* attributes) : attributes_(attributes) {}

    bool Flag(const char* name, bool otherwise) const;
    int64_t Integer(const char* name, int64_t otherwise) const;
    double Real(const char* name, double otherwise) const;
    std::string Text(const char* name, const std::string& otherwise) const;
    std::vector<int64_t> Integers(const char* name, const std::vector<int64_t>& otherwise) const;

private:
    using Kind = aclopAttr::Value::Kind;
    /// Null if it is not given.
    const aclopAttr::Value* Find(const char* name, Kind kind) const;

    const aclopAttr* const attributes_;
};

/// The arguments of an operator before it runs.
struct TypedCall {
    const std::vector<const aclTensor*>& inputs;   ///< as many as the operator has; null: not given
    const std::vector<const aclTensor*>& outputs;  ///< likewise
    Attributes attributes;

    const op::Shape& shape(size_t input) const { return inputs[input]->GetViewShape(); }
    const op::Shape& out_shape(size_t output) const { return outputs[output]->GetViewShape(); }
    /// Rejects the call unless an output has this shape.
    void RequireShape(size_t output, const op::Shape& shape) const;
    /// Rejects the call unless an input has this many elements.
    void RequireCount(size_t input, int64_t count, const char* name) const;
};

/// The tensors when the operator runs: inputs, then outputs; those not given have no data.
using Views = l0::Operands;
/// Checks a call, throwing `Rejection`, and gives what it does with the views.
using Prepare = l0::Body (*)(const TypedCall& call);

struct TypedOperator {
    size_t inputs;    ///< how many it takes
    size_t required;  ///< how many of them must be given
    size_t outputs;   ///< how many it has; a call may leave out all but the first
    Prepare prepare;
};

using TypedOperators = std::map<std::string, TypedOperator>;
// Each of these adds the operators of one file.
void AddElementwiseOperators(TypedOperators* operators);
void AddConvolutionOperators(TypedOperators* operators);
void AddPoolingOperators(TypedOperators* operators);
void AddOptimizerOperators(TypedOperators* operators);
void AddReductionOperators(TypedOperators* operators);
void AddRandomOperators(TypedOperators* operators);
void AddLossOperators(TypedOperators* operators);

/// The view with its dimensions in another order.
nnopbase::View Permuted(const nnopbase::View& view, const std::vector<size_t>& order);

/// The position of each dimension of a convolution or pooling in its tensors, by data_format.
struct ImageLayout {
    size_t channels;
    size_t height;
    size_t width;

    static ImageLayout Of(const Attributes& attributes, const char* otherwise);
};

}  // namespace opapi
