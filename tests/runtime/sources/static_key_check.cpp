// Makes the keys of tests/kernel/static/static_key_vectors.json and prints what differs.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>
#include <set>

#include "graph/utils/type_utils.h"
#include "nnopbase/static_difference.h"
#include "nnopbase/static_key.h"
#include "support/json.h"
#include "support/strings.h"

using nnopbase::KeyAttr;
using nnopbase::KeyParameter;
using nnopbase::KeyTensor;
using nnopbase::StaticSignature;
using support::Json;

static uint64_t FloatBits(const Json& value) {
    const float number = static_cast<float>(value.AsReal(static_cast<double>(value.AsInt())));
    uint32_t bits = 0;
    memcpy(&bits, &number, sizeof(bits));
    return bits;
}

static uint64_t ElementBits(const Json& value, ge::DataType dtype) {
    const double real = value.AsReal(static_cast<double>(value.AsInt()));
    uint64_t bits = 0;
    if (dtype == ge::DT_FLOAT) {
        return FloatBits(value);
    }
    if (dtype == ge::DT_DOUBLE) {
        memcpy(&bits, &real, sizeof(bits));
        return bits;
    }
    bits = dtype == ge::DT_BOOL ? (value.AsBool() ? 1 : 0) : value.AsUint();
    const int bytes = ge::GetSizeByDataType(dtype);
    return bytes >= 8 ? bits : bits & ((uint64_t{1} << (8 * bytes)) - 1);
}

static std::vector<int64_t> Numbers(const Json& list) {
    std::vector<int64_t> numbers;
    for (const Json& number : list.elements()) {
        numbers.push_back(number.AsInt());
    }
    return numbers;
}

static KeyTensor TensorOf(const Json& json) {
    KeyTensor tensor;
    const ge::DataType dtype =
        ge::TypeUtils::SerialStringToDataType("DT_" + support::UpperCase(json["dtype"].AsString()));
    tensor.present = !json.IsNull();
    tensor.dtype = static_cast<uint64_t>(dtype);
    tensor.format =
        static_cast<uint64_t>(ge::TypeUtils::SerialStringToFormat(json["format"].AsString()) |
                              json["sub_format"].AsInt() << 8 | json["c0_format"].AsInt() << 24);
    tensor.dims = Numbers(json["shape"]);
    tensor.is_view = json["is_view"].AsBool();
    tensor.strides = Numbers(json["stride"]);
    tensor.offset = json["offset"].AsInt();
    tensor.has_values = json["value_depend"].AsBool();
    tensor.real_values = dtype == ge::DT_FLOAT;
    for (const Json& value : json["const_data"].elements()) {
        tensor.values.push_back(ElementBits(value, dtype));
    }
    return tensor;
}

static std::vector<KeyParameter> ParametersOf(const Json& list) {
    std::vector<KeyParameter> parameters;
    for (const Json& json : list.elements()) {
        KeyParameter parameter;
        parameter.is_list = json.IsArray();
        for (const Json& item : json.elements()) {
            parameter.tensors.push_back(TensorOf(item));
        }
        if (!parameter.is_list) {
            parameter.tensors.push_back(TensorOf(json));
        }
        parameters.push_back(parameter);
    }
    return parameters;
}

/// False for a list of lists, which calls do not have.
static bool AttrOf(const Json& json, KeyAttr* attr) {
    const std::string dtype = support::LowerCase(json["dtype"].AsString());
    const Json& value = json["value"];
    if (dtype == "list_list_int") {
        return false;
    }
    const bool real = dtype.find("float") != std::string::npos;
    attr->is_list = value.IsArray();
    attr->kind = value.IsString() ? KeyAttr::Kind::kText
                 : real           ? KeyAttr::Kind::kReal
                                  : KeyAttr::Kind::kInteger;
    attr->text = value.AsString();
    for (const Json& item : attr->is_list ? value.elements() : std::vector<Json>{value}) {
        attr->numbers.push_back(real ? FloatBits(item) : item.AsBool() ? 1 : item.AsUint());
    }
    return true;
}

static bool SignatureOf(const Json& vector, StaticSignature* signature) {
    const Json& information = vector["information"];
    const std::string& mode = information["impl_mode"].AsString();
    signature->op_type = information["op_type"].AsString();
    signature->deterministic = vector["deterministic"].AsBool();
    signature->precision = mode == "high_performance" ? 1 : mode == "high_precision" ? 2 : 0;
    signature->inputs = ParametersOf(information["inputs"]);
    signature->outputs = ParametersOf(information["outputs"]);
    for (const Json& json : information["attrs"].elements()) {
        signature->attrs.emplace_back();
        if (!AttrOf(json, &signature->attrs.back())) {
            return false;
        }
    }
    return true;
}

static std::string Hex(const std::string& bytes) {
    std::string hex;
    for (const char c : bytes) {
        char digits[3];
        snprintf(digits, sizeof(digits), "%02x", static_cast<unsigned char>(c));
        hex += digits;
    }
    return hex;
}

static int Expect(const std::string& name, const std::string& actual, const std::string& expected) {
    if (actual != expected) {
        printf("%s:\n  %s\n  %s\n", name.c_str(), actual.c_str(), expected.c_str());
    }
    return actual == expected ? 0 : 1;
}

static std::string Exact(const std::string& text) {
    std::string exact;
    return nnopbase::ExactOfKeyText(text, &exact) ? exact : "not read";
}

int main(int argc, char** argv) {
    Json vectors;
    std::string error;
    int wrong = 0;
    if (argc == 4 && strcmp(argv[1], "why") == 0) {  // the difference of two keys, by their names
        Json::ParseFile(argv[2], &vectors, &error);
        StaticSignature call;
        SignatureOf(vectors[size_t{0}], &call);
        printf("%s\n", nnopbase::FirstDifference(call, argv[3]).c_str());
        return 0;
    }
    if (argc != 2 || !Json::ParseFile(argv[1], &vectors, &error)) {
        printf("%s\n", error.c_str());
        return 2;
    }
    size_t keys = 0;
    std::map<std::string, std::string> exact_of;
    for (const Json& vector : vectors.elements()) {
        const std::string& name = vector["name"].AsString();
        const std::string& text = vector["text"].AsString();
        std::string bytes;
        const bool read = nnopbase::BytesOfKeyText(text, &bytes);
        wrong += Expect(name + ", bytes of its text", read ? Hex(bytes) : "not read",
                        vector["bytes"].AsString());
        StaticSignature signature;
        if (!SignatureOf(vector, &signature)) {
            continue;
        }
        const bool views = vector["views"].AsBool();
        wrong += Expect(name + ", bytes", Hex(signature.Bytes(views)), vector["bytes"].AsString());
        wrong += Expect(name + ", exact", Hex(signature.Exact(views)), Hex(Exact(text)));
        wrong += Expect(name + ", exact", Hex(signature.Exact(views)),
                        Hex(Exact(signature.Text(views))));
        wrong +=
            exact_of.emplace(nnopbase::PlainKeyText(text), signature.Exact(views)).first->second ==
                    signature.Exact(views)
                ? 0
                : 1;
        // Only that attributes are not said at all is not to be seen in a call.
        wrong += vector["information"].Has("attrs")
                     ? Expect(name + ", spelling", signature.Text(views), text)
                     : 0;
        ++keys;
    }
    std::set<std::string> exact_forms;  // different keys have different ones
    for (const auto& each : exact_of) {
        wrong += exact_forms.insert(each.second).second ? 0 : 1;
    }
    printf("%zu keys, %d wrong\n", keys, wrong);
    return wrong == 0 ? 0 : 1;
}
