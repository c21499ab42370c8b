// Functions that are registered for types of operators, and what calls them; attributes by name.
#include <mutex>

#include "graph/operator_factory.h"
#include "graph/operator_impl.h"
#include "graph/operator_reg.h"

namespace ge {
namespace {

using Function = std::function<graphStatus(Operator&)>;
enum class Role { kShape, kVerify };

std::mutex& FunctionsMutex() {
    static std::mutex* const mutex = new std::mutex;
    return *mutex;
}

std::map<std::pair<Role, std::string>, Function>& Functions() {
    static auto* const functions = new std::map<std::pair<Role, std::string>, Function>;
    return *functions;
}

void RegisterFunction(Role role, const char_t* type, const Function& function) {
    const std::lock_guard<std::mutex> lock(FunctionsMutex());
    Functions().emplace(std::make_pair(role, type == nullptr ? "" : type), function);
}

Function Registered(Role role, const std::string& type) {
    const std::lock_guard<std::mutex> lock(FunctionsMutex());
    const auto entry = Functions().find({role, type});
    return entry == Functions().end() ? Function() : entry->second;
}

const char* TypeName(OperatorAttr::Kind kind) {
    switch (kind) {
        case OperatorAttr::Kind::kInt:
            return "VT_INT";
        case OperatorAttr::Kind::kFloat:
            return "VT_FLOAT";
        case OperatorAttr::Kind::kBool:
            return "VT_BOOL";
        case OperatorAttr::Kind::kString:
            return "VT_STRING";
        case OperatorAttr::Kind::kType:
            return "VT_DATA_TYPE";
        case OperatorAttr::Kind::kTensor:
            return "VT_TENSOR";
        case OperatorAttr::Kind::kListInt:
            return "VT_LIST_INT";
        case OperatorAttr::Kind::kListFloat:
            return "VT_LIST_FLOAT";
        case OperatorAttr::Kind::kListBool:
            return "VT_LIST_BOOL";
        case OperatorAttr::Kind::kListString:
            return "VT_LIST_STRING";
        case OperatorAttr::Kind::kListType:
            return "VT_LIST_DATA_TYPE";
        case OperatorAttr::Kind::kListTensor:
            return "VT_LIST_TENSOR";
        case OperatorAttr::Kind::kListListInt:
            return "VT_LIST_LIST_INT";
        case OperatorAttr::Kind::kBytes:
            return "VT_BYTES";
    }
    return "";
}

// The same name for what REQUIRED_ATTR says: Int, ListFloat, ...
std::string TypeName(const std::string& of_prototype) {
    static const std::map<std::string, const char*> names = {
        {"Int", "VT_INT"},
        {"Float", "VT_FLOAT"},
        {"Bool", "VT_BOOL"},
        {"String", "VT_STRING"},
        {"AscendString", "VT_STRING"},
        {"Type", "VT_DATA_TYPE"},
        {"Tensor", "VT_TENSOR"},
        {"ListInt", "VT_LIST_INT"},
        {"ListFloat", "VT_LIST_FLOAT"},
        {"ListBool", "VT_LIST_BOOL"},
        {"ListString", "VT_LIST_STRING"},
        {"ListAscendString", "VT_LIST_STRING"},
        {"ListType", "VT_LIST_DATA_TYPE"},
        {"ListTensor", "VT_LIST_TENSOR"},
        {"ListListInt", "VT_LIST_LIST_INT"},
        {"Bytes", "VT_BYTES"},
    };
    const auto entry = names.find(of_prototype);
    return entry == names.end() ? "" : entry->second;
}

}  // namespace

InferShapeFuncRegister::InferShapeFuncRegister(const std::string& operator_type,
                                               const InferShapeFunc& function)
    : InferShapeFuncRegister(operator_type.c_str(), function) {}
InferShapeFuncRegister::InferShapeFuncRegister(const char_t* operator_type,
                                               const InferShapeFunc& function) {
    RegisterFunction(Role::kShape, operator_type, function);
}
// For the graph engine, which this toolkit does not have.
InferFormatFuncRegister::InferFormatFuncRegister(const std::string&, const InferFormatFunc&) {}
InferFormatFuncRegister::InferFormatFuncRegister(const char_t*, const InferFormatFunc&) {}
InferValueRangeFuncRegister::InferValueRangeFuncRegister(const char_t*, WHEN_CALL,
                                                         const InferValueRangeFunc&) {}
InferValueRangeFuncRegister::InferValueRangeFuncRegister(const char_t*) {}
VerifyFuncRegister::VerifyFuncRegister(const std::string& operator_type, const VerifyFunc& function)
    : VerifyFuncRegister(operator_type.c_str(), function) {}
VerifyFuncRegister::VerifyFuncRegister(const char_t* operator_type, const VerifyFunc& function) {
    RegisterFunction(Role::kVerify, operator_type, function);
}

graphStatus Operator::InferShapeAndType() {
    const Function infer = Registered(Role::kShape, GetOpType());
    return !IsEmpty() && infer ? infer(*this) : GRAPH_PARAM_INVALID;
}

graphStatus Operator::VerifyAllAttr(bool disable_common_verifier) {
    if (IsEmpty()) {
        return GRAPH_FAILED;
    }
    if (!disable_common_verifier) {
        for (const auto& required : impl_->required_attrs) {
            if (impl_->attrs.count(required.first) == 0) {
                return GRAPH_FAILED;
            }
        }
    }
    const Function verify = Registered(Role::kVerify, impl_->type);
    return verify ? verify(*this) : GRAPH_SUCCESS;
}

void Operator::SetInferenceContext(const InferenceContextPtr& inference_context) {
    if (!IsEmpty()) {
        impl_->inference = inference_context;
    }
}
InferenceContextPtr Operator::GetInferenceContext() const {
    return IsEmpty() ? nullptr : impl_->inference;
}

const std::map<std::string, std::string> Operator::GetAllAttrNamesAndTypes() const {
    std::map<std::string, std::string> types;
    if (!IsEmpty()) {
        for (const auto& attr : impl_->attrs) {
            types[attr.first] = TypeName(attr.second.kind);
        }
    }
    return types;
}
graphStatus Operator::GetAllAttrNamesAndTypes(
    std::map<AscendString, AscendString>& names_types) const {
    for (const auto& entry : GetAllAttrNamesAndTypes()) {
        names_types[AscendString(entry.first.c_str())] = AscendString(entry.second.c_str());
    }
    return IsEmpty() ? GRAPH_FAILED : GRAPH_SUCCESS;
}
graphStatus Operator::GetAllIrAttrNamesAndTypes(
    std::map<AscendString, AscendString>& names_types) const {
    if (IsEmpty()) {
        return GRAPH_FAILED;
    }
    for (const std::string& name : impl_->ir_attrs) {
        const auto set = impl_->attrs.find(name);
        const std::string type = set != impl_->attrs.end() ? TypeName(set->second.kind)
                                                           : TypeName(impl_->required_attrs[name]);
        names_types[AscendString(name.c_str())] = AscendString(type.c_str());
    }
    return GRAPH_SUCCESS;
}

graphStatus BroadCastInfer(
    const std::function<std::vector<int64_t>()>& get_in1_shape,
    const std::function<std::vector<int64_t>()>& get_in2_shape,
    const std::function<void(const std::vector<int64_t>& y_shape)>& set_out_shape) {
    std::vector<int64_t> longer = get_in1_shape();
    std::vector<int64_t> shorter = get_in2_shape();
    if (longer.size() < shorter.size()) {
        longer.swap(shorter);
    }
    const size_t offset = longer.size() - shorter.size();
    for (size_t i = 0; i < shorter.size(); ++i) {
        int64_t& dim = longer[offset + i];
        if (dim != shorter[i] && dim != 1 && shorter[i] != 1) {
            return GRAPH_FAILED;
        }
        dim = dim == 1 ? shorter[i] : dim;
    }
    set_out_shape(longer);
    return GRAPH_SUCCESS;
}

graphStatus InferLikeInput(Operator& op, const char_t* in_name, const char_t* out_name) {
    const TensorDesc input = op.GetInputDescByName(in_name);
    TensorDesc output = op.GetOutputDescByName(out_name);
    output.SetShape(input.GetShape());
    output.SetOriginShape(input.GetShape());
    output.SetDataType(input.GetDataType());
    std::vector<std::pair<int64_t, int64_t>> range;
    if (input.GetShapeRange(range) == GRAPH_SUCCESS && !range.empty()) {
        (void)output.SetShapeRange(range);
    }
    return op.UpdateOutputDesc(out_name, output);
}

}  // namespace ge
