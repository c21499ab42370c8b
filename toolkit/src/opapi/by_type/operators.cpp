#include "opapi/by_type/operators.h"

#include "runtime/error.h"

using nnopbase::HostOperatorCall;
using runtime::Fail;

namespace opapi {
namespace {

const TypedOperators& Operators() {
    static const TypedOperators* const operators = [] {
        auto* operators = new TypedOperators;
        AddElementwiseOperators(operators);
        AddConvolutionOperators(operators);
        AddPoolingOperators(operators);
        AddOptimizerOperators(operators);
        AddReductionOperators(operators);
        AddRandomOperators(operators);
        AddLossOperators(operators);
        return operators;
    }();
    return *operators;
}

bool AllNumbers(const std::vector<const aclTensor*>& tensors) {
    for (const aclTensor* tensor : tensors) {
        if (tensor != nullptr && !l0::IsNumber(tensor->GetDataType())) {
            return false;
        }
    }
    return true;
}

/// Private formats have other dimensions than the operator's.
bool AllPlain(const std::vector<const aclTensor*>& tensors) {
    for (const aclTensor* tensor : tensors) {
        const op::Format format = tensor == nullptr ? ge::FORMAT_ND : tensor->GetStorageFormat();
        if (format != ge::FORMAT_ND && format != ge::FORMAT_NCHW && format != ge::FORMAT_NHWC &&
            format != ge::FORMAT_NCL && format != ge::FORMAT_NCDHW && format != ge::FORMAT_HWCN) {
            return false;
        }
    }
    return true;
}

}  // namespace

const aclopAttr::Value* Attributes::Find(const char* name, Kind kind) const {
    if (attributes_ == nullptr || attributes_->values.count(name) == 0) {
        return nullptr;
    }
    const aclopAttr::Value& value = attributes_->values.at(name);
    if (value.kind != kind) {
        throw Rejection(std::string("the attribute ") + name + " is of another type");
    }
    return &value;
}

bool Attributes::Flag(const char* name, bool otherwise) const {
    const aclopAttr::Value* value = Find(name, Kind::kBool);
    return value == nullptr ? otherwise : value->integers[0] != 0;
}

int64_t Attributes::Integer(const char* name, int64_t otherwise) const {
    const aclopAttr::Value* value = Find(name, Kind::kInt);
    return value == nullptr ? otherwise : value->integers[0];
}

double Attributes::Real(const char* name, double otherwise) const {
    const aclopAttr::Value* value = Find(name, Kind::kFloat);
    return value == nullptr ? otherwise : static_cast<double>(value->reals[0]);
}

std::string Attributes::Text(const char* name, const std::string& otherwise) const {
    const aclopAttr::Value* value = Find(name, Kind::kString);
    return value == nullptr ? otherwise : value->text;
}

std::vector<int64_t> Attributes::Integers(const char* name,
                                          const std::vector<int64_t>& otherwise) const {
    const aclopAttr::Value* value = Find(name, Kind::kInts);
    return value == nullptr ? otherwise : value->integers;
}

void TypedCall::RequireShape(size_t output, const op::Shape& shape) const {
    if (out_shape(output) != shape) {
        throw Rejection("output " + std::to_string(output) + " has the shape " +
                        op::ToString(out_shape(output)).GetString() + ", not " +
                        op::ToString(shape).GetString());
    }
}

void TypedCall::RequireCount(size_t input, int64_t count, const char* name) const {
    if (inputs[input]->Numel() != count) {
        throw Rejection(std::string(name) + " has " + std::to_string(inputs[input]->Numel()) +
                        " elements, not " + std::to_string(count));
    }
}

nnopbase::View Permuted(const nnopbase::View& view, const std::vector<size_t>& order) {
    nnopbase::View permuted = view;
    for (size_t i = 0; i < order.size(); ++i) {
        permuted.shape[i] = view.shape[order[i]];
        permuted.strides[i] = view.strides[order[i]];
    }
    return permuted;
}

ImageLayout ImageLayout::Of(const Attributes& attributes, const char* otherwise) {
    const std::string format = attributes.Text("data_format", otherwise);
    if (format == "NCHW") {
        return {1, 2, 3};
    }
    if (format == "NHWC") {
        return {3, 1, 2};
    }
    throw Rejection("data_format is NCHW or NHWC, not " + format);
}

}  // namespace opapi

extern "C" {

__attribute__((visibility("default"))) const char* OpapiTypes() {
    static const std::string* const names = [] {
        auto* text = new std::string;
        for (const auto& entry : opapi::Operators()) {
            *text += (text->empty() ? "" : ", ") + entry.first;
        }
        return text;
    }();
    return names->c_str();
}

__attribute__((visibility("default"))) int OpapiCallByType(const HostOperatorCall& call, bool run,
                                                           aclrtStream stream) {
    const auto entry = opapi::Operators().find(call.type);
    if (entry == opapi::Operators().end()) {
        return ACL_ERROR_OP_NOT_FOUND;
    }
    const opapi::TypedOperator& typed_operator = entry->second;
    std::vector<const aclTensor*> inputs = call.inputs;
    if (inputs.size() > typed_operator.inputs || inputs.size() < typed_operator.required) {
        return Fail(ACL_ERROR_OP_INPUT_NOT_MATCH, "%s has %zu inputs, not %zu", call.type,
                    typed_operator.inputs, inputs.size());
    }
    for (size_t i = 0; i < typed_operator.required; ++i) {
        if (inputs[i] == nullptr) {
            return Fail(ACL_ERROR_OP_INPUT_NOT_MATCH, "%s: input %zu is missing", call.type, i);
        }
    }
    std::vector<const aclTensor*> outputs = call.outputs;
    if (outputs.empty() || outputs[0] == nullptr || outputs.size() > typed_operator.outputs) {
        return Fail(ACL_ERROR_OP_OUTPUT_NOT_MATCH, "%s has %zu outputs, not %zu", call.type,
                    typed_operator.outputs, outputs.size());
    }
    inputs.resize(typed_operator.inputs);
    outputs.resize(typed_operator.outputs);
    std::vector<const aclTensor*> all = inputs;
    all.insert(all.end(), outputs.begin(), outputs.end());
    if (!opapi::AllNumbers(all) || !opapi::AllPlain(all)) {
        return Fail(ACL_ERROR_INVALID_PARAM,
                    "%s: a tensor is of a type that is no number, or of a private format; "
                    "ND, NCHW and NHWC are supported",
                    call.type);
    }
    try {
        l0::Body body = typed_operator.prepare({inputs, outputs, opapi::Attributes(call.attr)});
        return run ? l0::SubmitOnHost(entry->first.c_str(), all, std::move(body), stream)
                   : ACL_SUCCESS;
    } catch (const opapi::Rejection& rejection) {
        return Fail(ACL_ERROR_INVALID_PARAM, "%s: %s", call.type, rejection.what());
    }
}
}
