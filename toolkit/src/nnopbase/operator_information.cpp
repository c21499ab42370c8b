#include "nnopbase/operator_information.h"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <set>

#include "acl/acl_rt.h"
#include "graph/utils/type_utils.h"
#include "nnopbase/call_options.h"
#include "nnopbase/call_signature.h"
#include "nnopbase/tune_modes.h"
#include "platform/soc_table.h"
#include "runtime/args_dump.h"
#include "support/strings.h"

using support::Json;
using support::JsonText;

namespace nnopbase {
namespace {

constexpr size_t kIndentation = 2;

/// Operators that CANN tunes, and those that it makes no static kernels of.
const std::set<std::string>& TunedTypes() {
    static const std::set<std::string> types = {
        "BatchMatMul",
        "BatchMatMulV2",
        "FastGelu",
        "FastGeluGrad",
        "FlashAttentionScore",
        "FlashAttentionScoreGrad",
        "Gelu",
        "GeluGrad",
        "LayerNorm",
        "LayerNormBetaGammaBackpropV2",
        "LayerNormV3",
        "LayerNormXBackpropV2",
        "LayerNormXBackpropV3",
        "MatMul",
        "MatMulV2",
        "Renorm",
        "SoftmaxGrad",
        "SoftmaxV2",
        "TransData",
        "Transpose",
    };
    return types;
}

const std::set<std::string>& DynamicTypes() {
    static const std::set<std::string> types = {
        "ArgMaxWithValue", "ArgMinWithValue", "FusedInferAttentionScore",
        "GatherV2",        "Range",           "ReduceMax",
        "ReduceMin",       "ReduceSum",
    };
    return types;
}

/// JSON of one line as text with a value per line.
std::string Indented(const std::string& line) {
    std::string text;
    size_t depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        const char next = i + 1 < line.size() ? line[i + 1] : '\0';
        if (quoted || c == '"') {
            quoted = c == '"' ? !quoted : quoted;
            text += c;
            if (c == '\\') {
                text += line[++i];
            }
        } else if ((c == '{' && next == '}') || (c == '[' && next == ']')) {
            text += c;
            text += line[++i];
        } else if (c == '{' || c == '[' || c == ',') {
            depth += c == ',' ? 0 : 1;
            text += c;
            text += '\n' + std::string(depth * kIndentation, ' ');
        } else if (c == '}' || c == ']') {
            --depth;
            text += '\n' + std::string(depth * kIndentation, ' ') + c;
        } else {
            text += c == ':' ? std::string(": ") : std::string(1, c);
        }
    }
    return text;
}

std::string Flag(bool value) {
    return value ? "true" : "false";
}

/// A float so that it can be read back; infinities as Python's JSON has them.
template <typename T>
std::string RealText(T value) {
    if (std::isnan(value) || std::isinf(value)) {
        return std::isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
    }
    char text[40];
    snprintf(text, sizeof(text), sizeof(T) == sizeof(float) ? "%.9g" : "%.17g",
             static_cast<double>(value));
    return strpbrk(text, ".e") == nullptr ? std::string(text) + ".0" : text;
}

template <typename T>
std::string NumberText(T value) {
    return std::to_string(value);
}
std::string NumberText(float value) {
    return RealText(value);
}
std::string NumberText(double value) {
    return RealText(value);
}
std::string NumberText(bool value) {
    return Flag(value);
}

template <typename T>
std::vector<std::string> ElementTexts(const std::vector<uint8_t>& bytes) {
    std::vector<std::string> texts;
    for (size_t at = 0; at + sizeof(T) <= bytes.size(); at += sizeof(T)) {
        T value;
        memcpy(&value, bytes.data() + at, sizeof(T));
        texts.push_back(NumberText(value));
    }
    return texts;
}

std::string ListText(const std::vector<std::string>& texts) {
    return "[" + support::Join(texts, ",") + "]";
}

std::string Integers(const std::vector<int64_t>& values) {
    std::vector<std::string> texts;
    for (const int64_t value : values) {
        texts.push_back(std::to_string(value));
    }
    return ListText(texts);
}

/// The values of a tensor; false for types that the files do not hold.
bool ValuesText(const Instance& instance, std::string* text) {
    if (!instance.on_host()) {
        *text = "\"NULL\"";
        return true;
    }
    static const struct {
        ge::DataType dtype;
        std::vector<std::string> (*elements)(const std::vector<uint8_t>& bytes);
    } kReaders[] = {
        {ge::DT_INT8, ElementTexts<int8_t>},   {ge::DT_UINT8, ElementTexts<uint8_t>},
        {ge::DT_INT16, ElementTexts<int16_t>}, {ge::DT_UINT16, ElementTexts<uint16_t>},
        {ge::DT_INT32, ElementTexts<int32_t>}, {ge::DT_UINT32, ElementTexts<uint32_t>},
        {ge::DT_INT64, ElementTexts<int64_t>}, {ge::DT_UINT64, ElementTexts<uint64_t>},
        {ge::DT_FLOAT, ElementTexts<float>},   {ge::DT_DOUBLE, ElementTexts<double>},
        {ge::DT_BOOL, ElementTexts<bool>},
    };
    for (const auto& reader : kReaders) {
        if (reader.dtype == instance.dtype) {
            *text = ListText(reader.elements(*instance.host_data));
            return true;
        }
    }
    return false;
}

std::string DtypeName(ge::DataType dtype) {
    return support::LowerCase(ge::TypeUtils::DataTypeToSerialString(dtype).substr(strlen("DT_")));
}

std::string FormatName(ge::Format format) {
    return ge::TypeUtils::FormatToSerialString(
        static_cast<ge::Format>(ge::GetPrimaryFormat(format)));
}

const std::vector<int64_t>& StorageDims(const Instance& instance) {
    return instance.storage_dims.empty() ? instance.dims : instance.storage_dims;
}

/// What all tensors of a parameter share.
struct Declared {
    std::string name;
    size_t index;
    Port::Kind kind;
    bool input;
    bool reads_values;
};

bool TensorJson(const Instance& instance, const Declared& declared, std::string* text) {
    static const char* const kKinds[] = {"optional", "required", "dynamic"};
    const int32_t format = instance.format;
    const bool same = instance.origin_format == ge::FORMAT_RESERVED;
    const bool view = declared.input && IsView(instance);
    std::string values;
    if (declared.reads_values && !ValuesText(instance, &values)) {
        return false;
    }
    *text = "{";
    if (ge::HasC0Format(format)) {
        *text += "\"c0_format\":" + std::to_string(ge::GetC0Format(format)) + ",";
    }
    if (declared.reads_values) {
        *text += "\"const_data\":" + values + ",";
    }
    *text += "\"dtype\":" + JsonText(DtypeName(instance.dtype)) +
             ",\"format\":" + JsonText(FormatName(instance.format)) +
             ",\"index\":" + std::to_string(declared.index) + ",\"is_view\":" + Flag(view) +
             ",\"name\":" + JsonText(declared.name);
    if (view) {
        *text += ",\"offset\":" + std::to_string(Of(*instance.tensor).first());
    }
    *text += ",\"origin_format\":" +
             JsonText(FormatName(same ? instance.format : instance.origin_format)) +
             ",\"origin_shape\":" + Integers(instance.dims) + ",\"param_type\":\"" +
             kKinds[declared.kind] + "\",\"shape\":" + Integers(StorageDims(instance));
    if (view) {
        const op::Strides& strides = Of(*instance.tensor).strides;
        *text += ",\"stride\":" + Integers({strides.begin(), strides.end()});
    }
    if (ge::HasSubFormat(format)) {
        *text += ",\"sub_format\":" + std::to_string(ge::GetSubFormat(format));
    }
    *text += ",\"value_depend\":" + Flag(declared.reads_values) + "}";
    return true;
}

bool ParameterJson(const Port& port, const Declared& declared, std::string* text) {
    std::vector<std::string> tensors;
    for (const Instance& instance : port.instances) {
        if (instance.present) {
            tensors.emplace_back();
            if (!TensorJson(instance, declared, &tensors.back())) {
                return false;
            }
        }
    }
    *text = port.kind == Port::kDynamic ? ListText(tensors) : tensors.empty() ? "null" : tensors[0];
    return true;
}

bool ParametersJson(const InformationOfCall& call, bool input, std::string* text) {
    const std::vector<Port>& ports = input ? call.operands.inputs : call.operands.outputs;
    const Json& names = call.declared[input ? "inputs" : "outputs"];
    std::vector<std::string> parameters;
    for (size_t i = 0; i < ports.size(); ++i) {
        const Json& declared = names[i].IsArray() ? names[i][size_t{0}] : names[i];
        const std::string& name = declared["name"].AsString();
        const bool reads_values =
            input && call.functions != nullptr && call.functions->TilingReadsInput(i);
        parameters.emplace_back();
        if (!ParameterJson(
                ports[i],
                {name.empty() ? ports[i].name : name, i, ports[i].kind, input, reads_values},
                &parameters.back())) {
            return false;
        }
    }
    *text = ListText(parameters);
    return true;
}

/// The declared type of an attribute; "" for one that information files do not hold.
std::string AttrType(const Attr& attr, const Json& declared) {
    static const char* const kNames[] = {"bool", "float", "int", "str"};
    const std::string& stated = declared["dtype"].AsString();
    if (attr.type == Attr::Type::kUnknown || (attr.is_list && attr.type == Attr::Type::kString)) {
        return "";
    }
    if (stated.empty()) {
        const std::string name = kNames[static_cast<int>(attr.type)];
        return attr.is_list ? "list_" + name : name;
    }
    static const std::set<std::string> patterns = {
        "bool",    "float",     "float32",    "int",      "int32",     "int64", "listBool",
        "listInt", "list_bool", "list_float", "list_int", "listFloat", "str",   "string"};
    return patterns.count(stated) != 0 ? stated : "";
}

std::string AttrValue(const Attr& attr) {
    if (attr.type == Attr::Type::kString) {
        const char* const text = reinterpret_cast<const char*>(attr.bytes.data());
        return JsonText(std::string(text, strnlen(text, attr.bytes.size())));
    }
    const std::vector<std::string> elements =
        attr.type == Attr::Type::kBool    ? ElementTexts<bool>(attr.bytes)
        : attr.type == Attr::Type::kFloat ? ElementTexts<float>(attr.bytes)
                                          : ElementTexts<int64_t>(attr.bytes);
    return attr.is_list ? ListText(elements) : elements.empty() ? "0" : elements[0];
}

bool AttrsJson(const InformationOfCall& call, std::string* text) {
    std::vector<std::string> attrs;
    for (size_t i = 0; i < call.operands.attrs.size(); ++i) {
        const Json& declared = call.declared["attrs"][i];
        const std::string type = AttrType(call.operands.attrs[i], declared);
        if (type.empty()) {
            return false;
        }
        const std::string& name = declared["name"].AsString();
        attrs.push_back("{\"dtype\":" + JsonText(type) + ",\"index\":" + std::to_string(i) +
                        ",\"name\":" + JsonText(name.empty() ? "attr" + std::to_string(i) : name) +
                        ",\"value\":" + AttrValue(call.operands.attrs[i]) + "}");
    }
    *text = ListText(attrs);
    return true;
}

uint32_t Cores(aclrtDevResLimitType type) {
    uint32_t count = 0;
    const platform::SocSpec& soc = platform::CurrentSoc();
    return aclrtGetResInCurrentThread(type, &count) == ACL_SUCCESS
               ? count
               : static_cast<uint32_t>(type == ACL_RT_DEV_RES_CUBE_CORE ? soc.cube_core_cnt
                                                                        : soc.vector_core_cnt);
}

/// "AddCustom_float16_ND_8_2048_", of the first input.
std::string FileName(const InformationOfCall& call) {
    std::string name = call.operands.op_type + "_";
    if (!call.operands.inputs.empty() && !call.operands.inputs[0].instances.empty() &&
        call.operands.inputs[0].instances[0].present) {
        const Instance& first = call.operands.inputs[0].instances[0];
        name += DtypeName(first.dtype) + "_" + FormatName(first.format) + "_";
        for (const int64_t dim : StorageDims(first)) {
            name += std::to_string(dim) + "_";
        }
    }
    return name;
}

}  // namespace

void RecordCall(const InformationOfCall& call) {
    std::string inputs;
    std::string outputs;
    std::string attrs;
    if (!ParametersJson(call, true, &inputs) || !ParametersJson(call, false, &outputs) ||
        !AttrsJson(call, &attrs)) {
        return;
    }
    const std::string begin = "{\"attrs\":" + attrs;
    const std::string kernel =
        ",\"bin_info\":" + JsonText(call.kernel) + ",\"bin_type\":" + (call.is_static ? "0" : "1");
    const std::string end =
        std::string(",\"deterministic\":") + (Deterministic() != 0 ? "\"true\"" : "\"false\"") +
        ",\"deterministic_level\":" + std::to_string(DeterministicLevel()) +
        ",\"impl_mode\":\"\",\"inputs\":" + inputs +
        ",\"op_type\":" + JsonText(call.operands.op_type) + ",\"outputs\":" + outputs +
        ",\"platform_info\":{\"cube_core_cnt\":" + std::to_string(Cores(ACL_RT_DEV_RES_CUBE_CORE)) +
        ",\"vector_core_cnt\":" + std::to_string(Cores(ACL_RT_DEV_RES_VECTOR_CORE)) +
        "},\"tune_mode\":" + JsonText(TuneMode(call.operands.op_type)) + "}";
    const std::string name = FileName(call);
    const std::string with_kernel = Indented(begin + kernel + end);
    runtime::DumpArgs(runtime::ArgsUse::kDebugging, name, with_kernel);
    if (TunedTypes().count(call.operands.op_type) != 0) {
        runtime::DumpArgs(runtime::ArgsUse::kTuning, name, with_kernel);
    }
    if (!call.is_static && DynamicTypes().count(call.operands.op_type) == 0) {
        runtime::DumpArgs(runtime::ArgsUse::kCompiling, name, Indented(begin + end));
    }
}

}  // namespace nnopbase
