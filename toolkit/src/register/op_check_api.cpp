// The C interface through which the Python side of a kernel compiler asks an operator's callbacks.
// Parameters are JSON text: lists of tensors, in which a list stands for a dynamic port and null
// for an absent optional one, and a list of attributes. 1 if `result` holds the answer; 0 for NULL,
// bad JSON, no callback, a callback that fails, or an answer that does not fit.
#include <cctype>
#include <cstring>
#include <new>

#include "graph/utils/type_utils.h"
#include "op_def_check.h"
#include "register/op_impl_space.h"
#include "support/json.h"
#include "support/strings.h"

#define REGISTER_EXPORT __attribute__((visibility("default")))

namespace {

using support::Json;

/// An operator whose ports are made as they come.
class DescribedOperator : public ge::Operator {
public:
    explicit DescribedOperator(const char* type) : Operator(type, type) {}

    void AddPort(const Json& port, bool input) {
        if (!port.IsArray()) {
            AddTensor(port, input);
            return;
        }
        for (const Json& tensor : port.elements()) {
            AddTensor(tensor, input);
        }
    }

    void AddAttr(const Json& attr) {
        const std::string& name = attr["name"].AsString();
        const std::string& type = attr["dtype"].AsString();
        const Json& value = attr["value"];
        if (type.compare(0, 5, "list_") == 0) {
            AddList(name, type.substr(5), value.elements());
        } else if (type == "bool") {
            SetAttr(name, value.AsBool());
        } else if (type == "str") {
            SetAttr(name, value.AsString());
        } else if (type.compare(0, 5, "float") == 0) {
            SetAttr(name, static_cast<float>(value.AsReal()));
        } else {
            SetAttr(name, value.AsInt());
        }
    }

private:
    static std::vector<int64_t> Integers(const std::vector<Json>& values) {
        std::vector<int64_t> integers;
        for (const Json& value : values) {
            integers.push_back(value.AsInt());
        }
        return integers;
    }

    static ge::DataType DataTypeOf(const std::string& name) {
        return ge::TypeUtils::SerialStringToDataType("DT_" + support::UpperCase(name));
    }

    void AddTensor(const Json& tensor, bool input) {
        if (!tensor.IsObject()) {
            return;
        }
        ge::TensorDesc desc;
        const ge::DataType dtype = DataTypeOf(tensor["dtype"].AsString());
        const std::string& name = tensor["name"].AsString();
        desc.SetName(name);
        desc.SetDataType(dtype);
        desc.SetShape(ge::Shape(Integers(tensor["shape"].elements())));
        desc.SetOriginShape(ge::Shape(Integers(tensor["ori_shape"].elements())));
        desc.SetFormat(ge::TypeUtils::SerialStringToFormat(tensor["format"].AsString()));
        desc.SetOriginFormat(ge::TypeUtils::SerialStringToFormat(tensor["ori_format"].AsString()));
        if (!input) {
            OutputRegister(name.c_str());
            UpdateOutputDesc(name, desc);
            return;
        }
        InputRegister(name.c_str());
        UpdateInputDesc(name, desc);
        if (tensor.Has("const_value")) {
            ge::Operator constant("Const");
            constant.SetAttr("value", Constant(desc, tensor["const_value"]));
            SetInput(name.c_str(), constant);
        }
    }

    template <typename T>
    static void Append(T value, std::vector<uint8_t>* bytes) {
        const uint8_t* const first = reinterpret_cast<const uint8_t*>(&value);
        bytes->insert(bytes->end(), first, first + sizeof(value));
    }

    /// Shapes, axes and factors: integers, float and double.
    static ge::Tensor Constant(const ge::TensorDesc& desc, const Json& values) {
        std::vector<uint8_t> bytes;
        const std::vector<Json> single = {values};
        for (const Json& value : values.IsArray() ? values.elements() : single) {
            switch (desc.GetDataType()) {
                case ge::DT_FLOAT:
                    Append(static_cast<float>(value.AsReal()), &bytes);
                    break;
                case ge::DT_DOUBLE:
                    Append(value.AsReal(), &bytes);
                    break;
                case ge::DT_INT64:
                case ge::DT_UINT64:
                    Append(value.AsInt(), &bytes);
                    break;
                case ge::DT_INT32:
                case ge::DT_UINT32:
                    Append(static_cast<int32_t>(value.AsInt()), &bytes);
                    break;
                case ge::DT_INT16:
                case ge::DT_UINT16:
                    Append(static_cast<int16_t>(value.AsInt()), &bytes);
                    break;
                case ge::DT_BOOL:
                    Append(static_cast<uint8_t>(value.AsBool(value.AsInt() != 0)), &bytes);
                    break;
                default:
                    Append(static_cast<int8_t>(value.AsInt()), &bytes);
            }
        }
        return ge::Tensor(desc, bytes);
    }

    void AddList(const std::string& name, const std::string& type,
                 const std::vector<Json>& values) {
        if (type == "int") {
            SetAttr(name, Integers(values));
        } else if (type == "list_int") {
            std::vector<std::vector<int64_t>> lists;
            for (const Json& value : values) {
                lists.push_back(Integers(value.elements()));
            }
            SetAttr(name, lists);
        } else if (type == "bool") {
            std::vector<bool> bools;
            for (const Json& value : values) {
                bools.push_back(value.AsBool());
            }
            SetAttr(name, bools);
        } else if (type == "str") {
            std::vector<std::string> texts;
            for (const Json& value : values) {
                texts.push_back(value.AsString());
            }
            SetAttr(name, texts);
        } else {
            std::vector<float> reals;
            for (const Json& value : values) {
                reals.push_back(static_cast<float>(value.AsReal()));
            }
            SetAttr(name, reals);
        }
    }
};

bool ReadList(const char* text, Json* list) {
    std::string error;
    return text != nullptr && Json::Parse(text, list, &error) && list->IsArray();
}

bool Describe(const char* inputs, const char* outputs, const char* attrs, DescribedOperator* op) {
    Json input_list;
    Json output_list;
    Json attr_list;
    if (!ReadList(inputs, &input_list) || !ReadList(outputs, &output_list) ||
        (attrs != nullptr && attrs[0] != '\0' && !ReadList(attrs, &attr_list))) {
        return false;
    }
    for (const Json& port : input_list.elements()) {
        op->AddPort(port, true);
    }
    for (const Json& port : output_list.elements()) {
        op->AddPort(port, false);
    }
    for (const Json& attr : attr_list.elements()) {
        op->AddAttr(attr);
    }
    return true;
}

int GiveOut(ge::graphStatus status, const ge::AscendString& answer, char* result, size_t length) {
    const char* const text = answer.GetString() == nullptr ? "" : answer.GetString();
    if (status != ge::GRAPH_SUCCESS || std::strlen(text) >= length) {
        return 0;
    }
    std::memcpy(result, text, std::strlen(text) + 1);
    return 1;
}

}  // namespace

extern "C" {

/// `check_type` is a FUNC_* name of op_def.h.
REGISTER_EXPORT int AscendCPyInterfaceCheckOp(const char* check_type, const char* optype,
                                              const char* inputs, const char* outputs,
                                              const char* attrs, char* result_info,
                                              size_t result_info_len) {
    if (check_type == nullptr || optype == nullptr || result_info == nullptr) {
        return 0;
    }
    const optiling::OP_CHECK_FUNC check = optiling::FindCheckFunction(check_type, optype);
    DescribedOperator op(optype);
    if (check == nullptr || !Describe(inputs, outputs, attrs, &op)) {
        return 0;
    }
    ge::AscendString answer;
    const ge::graphStatus status = check(op, answer);
    return GiveOut(status, answer, result_info, result_info_len);
}

REGISTER_EXPORT int AscendCPyInterfaceGeneralized(const char* optype, const char* inputs,
                                                  const char* outputs, const char* attrs,
                                                  const char* generalize_config, char* result_info,
                                                  size_t result_info_len) {
    if (optype == nullptr || generalize_config == nullptr || result_info == nullptr) {
        return 0;
    }
    const optiling::PARAM_GENERALIZE_FUNC generalize = optiling::FindGeneralizeFunction(optype);
    DescribedOperator op(optype);
    if (generalize == nullptr || !Describe(inputs, outputs, attrs, &op)) {
        return 0;
    }
    ge::AscendString answer;
    const ge::graphStatus status = generalize(op, ge::AscendString(generalize_config), answer);
    return GiveOut(status, answer, result_info, result_info_len);
}

/// Takes over the registrations of an operator library for the whole process. 0 on success.
REGISTER_EXPORT uint32_t TbeLoadSoAndSaveToRegistry(const char* so_path) {
    if (so_path == nullptr) {
        return ge::GRAPH_FAILED;
    }
    return gert::OpImplSpace::OfProcess().LoadLibrary(so_path, nullptr);
}
}
