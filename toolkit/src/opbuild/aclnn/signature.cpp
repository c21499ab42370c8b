#include "opbuild/aclnn/signature.h"

#include "opbuild/definition/combinations.h"
#include "opbuild/output/names.h"
#include "opbuild/output/text.h"
#include "support/strings.h"

namespace opbuild {
namespace {

using ops::AttrDataType;

// Names that the generated functions use themselves.
const std::set<std::string>& ReservedNames() {
    static const std::set<std::string> names = {"workspaceSize",
                                                "executor",
                                                "timeStamp",
                                                "dfxId",
                                                "tilingId",
                                                "nnopExecutor",
                                                "executorSpace",
                                                "spaceStatus",
                                                "opType",
                                                "inputDesc",
                                                "outputDesc",
                                                "attrDesc",
                                                "inUnContTensors",
                                                "aclInExecutor",
                                                "inContWorkspaceSize",
                                                "unContTensors",
                                                "contTensors",
                                                "viewcopyExecutor",
                                                "viewcopyWsSize",
                                                "supportList",
                                                "socSupportList",
                                                "socSupportListLen",
                                                "socNameList",
                                                "socNameListLen",
                                                "opSocSupportList",
                                                "autoContiguous",
                                                "socName",
                                                "status"};
    return names;
}

// Attributes of type float have a helper variable "tmp<index>".
bool LooksLikeHelper(const std::string& name) {
    return name.size() > 3 && support::StartsWith(name, "tmp") &&
           name.find_first_not_of("0123456789", 3) == std::string::npos;
}

ge::DataType FirstHostType(const Definition& op, size_t input) {
    const Combinations base = CombineBase(op);
    if (!base.inputs[input].dtypes.empty()) {
        return base.inputs[input].dtypes.front();
    }
    for (const UnitConfig& unit : op.units) {
        const Combinations merged = CombineUnit(op, unit);
        if (!merged.inputs[input].dtypes.empty()) {
            return merged.inputs[input].dtypes.front();
        }
    }
    return ge::DT_INT64;
}

ParamKind HostArrayKind(ge::DataType dtype) {
    switch (dtype) {
        case ge::DT_FLOAT:
            return ParamKind::FLOAT_ARRAY;
        case ge::DT_BOOL:
            return ParamKind::BOOL_ARRAY;
        default:
            return ParamKind::INT_ARRAY;
    }
}

const char* TypeName(ParamKind kind) {
    switch (kind) {
        case ParamKind::TENSOR:
            return "aclTensor *";
        case ParamKind::TENSOR_LIST:
            return "aclTensorList *";
        case ParamKind::SCALAR:
            return "aclScalar *";
        case ParamKind::SCALAR_LIST:
            return "aclScalarList *";
        case ParamKind::INT_ARRAY:
            return "aclIntArray *";
        case ParamKind::FLOAT_ARRAY:
            return "aclFloatArray *";
        case ParamKind::BOOL_ARRAY:
            return "aclBoolArray *";
    }
    return "";
}

std::string AttrTypeName(AttrDataType type) {
    switch (type) {
        case AttrDataType::ATTR_DT_BOOL:
            return "bool ";
        case AttrDataType::ATTR_DT_FLOAT:
            return "double ";
        case AttrDataType::ATTR_DT_INT:
            return "int64_t ";
        case AttrDataType::ATTR_DT_STR:
            return "char *";
        case AttrDataType::ATTR_DT_LIST_BOOL:
            return "const aclBoolArray *";
        case AttrDataType::ATTR_DT_LIST_FLOAT:
            return "const aclFloatArray *";
        default:
            return "const aclIntArray *";
    }
}

class SignatureMaker {
public:
    SignatureMaker(const Definition& op, uint32_t version, HostValues host_values)
        : op_(op), version_(version), host_values_(host_values), names_(ReservedNames()) {
        for (const Port& output : op.outputs) {
            computes_shapes_ = computes_shapes_ || output.shape_depends_on_compute;
        }
    }

    Signature Make() {
        for (size_t i = 0; i < op_.inputs.size(); ++i) {
            if (op_.inputs[i].version <= version_) {
                signature_.inputs.push_back(Input(i));
            }
        }
        for (size_t i = 0; i < op_.attrs.size(); ++i) {
            if (op_.attrs[i].version <= version_) {
                signature_.attrs.push_back(Attribute(i));
            }
        }
        for (size_t i = 0; i < op_.outputs.size(); ++i) {
            signature_.outputs.push_back(Output(i));
        }
        return signature_;
    }

private:
    PortParam Input(size_t index) {
        const Port& port = op_.inputs[index];
        const bool in_place = IsInPlaceInput(op_, port);
        const ParamKind kind = Kind(port, index);
        std::string name = CamelName(port.name) + (in_place ? "Ref" : "");
        // CANN tells in-place inputs by the end of their name, so that others of such a name are
        // writable too.
        const bool is_ref = name.size() >= 3 && name.compare(name.size() - 3, 3, "Ref") == 0;
        name += IsOptional(port) ? "Optional" : "";
        return {&port,   index, kind, Qualified(kind, is_ref), Unique(name), IsOptional(port),
                in_place};
    }

    PortParam Output(size_t index) {
        const Port& port = op_.outputs[index];
        for (const PortParam& input : signature_.inputs) {
            if (input.port->name == port.name) {
                PortParam output = input;
                output.port = &port;
                output.index = index;
                return output;
            }
        }
        const ParamKind kind = Kind(port, index);
        std::string name = op_.outputs.size() == 1 ? "out" : CamelName(port.name) + "Out";
        name += IsOptional(port) ? "Optional" : "";
        return {&port, index, kind, Qualified(kind, false), Unique(name), IsOptional(port), false};
    }

    AttrParam Attribute(size_t index) {
        const Attr& attr = op_.attrs[index];
        const bool by_pointer = IsListAttr(attr) || attr.type == AttrDataType::ATTR_DT_STR;
        const bool nullable = by_pointer && !attr.required;
        const std::string name = CamelName(attr.attr_name) + (nullable ? "Optional" : "");
        return {&attr, index, AttrTypeName(attr.type), Unique(name), nullable};
    }

    ParamKind Kind(const Port& port, size_t index) const {
        if (port.scalar == Port::ScalarKind::SCALAR) {
            return ParamKind::SCALAR;
        }
        if (port.scalar == Port::ScalarKind::SCALAR_LIST) {
            return ParamKind::SCALAR_LIST;
        }
        if (port.value_depend && host_values_ == HostValues::AS_ARRAYS) {
            return HostArrayKind(FirstHostType(op_, index));
        }
        return port.param_type == ops::DYNAMIC ? ParamKind::TENSOR_LIST : ParamKind::TENSOR;
    }

    std::string Qualified(ParamKind kind, bool is_ref) const {
        const bool tensors = kind == ParamKind::TENSOR || kind == ParamKind::TENSOR_LIST;
        const bool writable =
            (tensors && is_ref) || (kind == ParamKind::TENSOR && computes_shapes_);
        return std::string(writable ? "" : "const ") + TypeName(kind);
    }

    // Parameter names are no part of the ABI: a name that is taken or no C++ name gets an
    // underscore.
    std::string Unique(std::string name) {
        if (name.empty() || IsDigit(name[0])) {
            name = "_" + name;
        }
        while (IsCppKeyword(name) || LooksLikeHelper(name) || !names_.insert(name).second) {
            name += "_";
        }
        return name;
    }

    const Definition& op_;
    uint32_t version_;
    HostValues host_values_;
    bool computes_shapes_ = false;
    std::set<std::string> names_;
    Signature signature_;
};

}  // namespace

std::string Signature::ParameterLines() const {
    std::vector<std::string> parameters;
    for (const PortParam& input : inputs) {
        parameters.push_back(input.type + input.name);
    }
    for (const AttrParam& attr : attrs) {
        parameters.push_back(attr.type + attr.name);
    }
    for (const PortParam& output : outputs) {
        if (!output.in_place) {
            parameters.push_back(output.type + output.name);
        }
    }
    parameters.push_back("uint64_t *workspaceSize");
    parameters.push_back("aclOpExecutor **executor");
    return "    " + Join(parameters, ",\n    ");
}

Signature MakeSignature(const Definition& op, uint32_t version, HostValues host_values) {
    return SignatureMaker(op, version, host_values).Make();
}

bool HasHostValues(const Definition& op) {
    for (const Port& port : op.inputs) {
        if (port.value_depend) {
            return true;
        }
    }
    return false;
}

std::set<uint32_t> VersionsInUse(const Definition& op) {
    std::set<uint32_t> versions;
    for (const Port& port : op.inputs) {
        versions.insert(port.version);
    }
    for (const Attr& attr : op.attrs) {
        versions.insert(attr.version);
    }
    versions.erase(0);
    return versions;
}

std::string AttrElementType(const Attr& attr) {
    switch (attr.type) {
        case AttrDataType::ATTR_DT_BOOL:
        case AttrDataType::ATTR_DT_LIST_BOOL:
            return "bool";
        case AttrDataType::ATTR_DT_FLOAT:
        case AttrDataType::ATTR_DT_LIST_FLOAT:
            return "float";
        case AttrDataType::ATTR_DT_STR:
            return "char";
        default:
            return "int64_t";
    }
}

bool IsListAttr(const Attr& attr) {
    return attr.type == AttrDataType::ATTR_DT_LIST_BOOL ||
           attr.type == AttrDataType::ATTR_DT_LIST_FLOAT ||
           attr.type == AttrDataType::ATTR_DT_LIST_INT;
}

}  // namespace opbuild
