#include "opbuild/fallback/values.h"

#include <set>

#include "opbuild/output/text.h"

namespace opbuild {
namespace {

using ops::AttrDataType;

// A conversion of libnnopbase (its names are spelt as there) and what gives the result up.
struct Conversion {
    const char* convert;
    const char* parameter;
    const char* type;
    const char* destroy;
};

constexpr const char* kTensor = "const gert::Tensor *tensor";

Conversion ConversionOf(ParamKind kind) {
    switch (kind) {
        case ParamKind::TENSOR:
            return {"NnopbaseConvertTensor", kTensor, "aclTensor", "NnopbaseDestroyTensor"};
        case ParamKind::TENSOR_LIST:
            return {"NnopbaseConvertTensorList", "std::vector<const gert::Tensor *> &tensors",
                    "aclTensorList", "NnopbaseDestroyTensorList"};
        case ParamKind::SCALAR:
            return {"NnopbaseConvertScalar", kTensor, "aclScalar", "NnopbaseDestroyScalar"};
        case ParamKind::SCALAR_LIST:
            return {"NnopbaseConvertScalarList", kTensor, "aclScalarList",
                    "NnopbaseDestroyScalarList"};
        case ParamKind::INT_ARRAY:
            return {"NnopbaseCovertIntArray", kTensor, "aclIntArray", "NnopbaseDestroyIntArray"};
        case ParamKind::FLOAT_ARRAY:
            return {"NnopbaseCovertFloatArray", kTensor, "aclFloatArray",
                    "NnopbaseDestroyFloatArray"};
        case ParamKind::BOOL_ARRAY:
            break;
    }
    return {"NnopbaseCovertBoolArray", kTensor, "aclBoolArray", "NnopbaseDestroyBoolArray"};
}

Conversion ListConversionOf(AttrDataType type) {
    switch (type) {
        case AttrDataType::ATTR_DT_LIST_BOOL:
            return {"NnopbaseCovertBoolArrayAttr",
                    "const gert::TypedContinuousVector<bool> *values", "aclBoolArray",
                    "NnopbaseDestroyBoolArray"};
        case AttrDataType::ATTR_DT_LIST_FLOAT:
            return {"NnopbaseCovertFloatArrayAttr",
                    "const gert::TypedContinuousVector<float> *values", "aclFloatArray",
                    "NnopbaseDestroyFloatArray"};
        default:
            return {"NnopbaseCovertIntArrayAttr",
                    "const gert::TypedContinuousVector<int64_t> *values", "aclIntArray",
                    "NnopbaseDestroyIntArray"};
    }
}

class FallbackWriter {
public:
    FallbackWriter(const Definition& op, const Signature& signature)
        : op_(op), signature_(signature) {}

    FallbackValues Make() {
        for (const PortParam& input : signature_.inputs) {
            if (input.port->param_type == ops::VIRTUAL) {
                values_.arguments.push_back("nullptr");
            } else {
                AddPort(input, "Input", ProtoInputIndex(op_, input.port->name));
            }
        }
        AddAttrs();
        for (const PortParam& output : signature_.outputs) {
            if (!output.in_place) {
                AddPort(output, "Output", output.index);
            }
        }
        values_.helpers = kHelpers;
        values_.checks = MissingFunctionsCheck();
        values_.declarations =
            "#ifdef __cplusplus\nextern \"C\" {\n#endif\n"
            "extern void *__attribute__((weak)) NnopbaseGetOpApiFunc(const char *funcName);\n";
        for (const std::string& declaration : declarations_) {
            values_.declarations += declaration;
        }
        values_.declarations += "#ifdef __cplusplus\n}\n#endif\n\n";
        return values_;
    }

private:
    static const char* const kHelpers;

    void Declare(const Conversion& conversion) {
        declarations_.insert(std::string("extern ") + conversion.type + " *__attribute__((weak)) " +
                             conversion.convert + "(" + conversion.parameter + ");\n");
        declarations_.insert(std::string("extern void __attribute__((weak)) ") +
                             conversion.destroy + "(const " + conversion.type + " *value);\n");
    }

    std::string MissingFunctionsCheck() const {
        std::vector<std::string> tests = {"NnopbaseGetOpApiFunc == NULL", "context == nullptr"};
        for (const std::string& function : functions_) {
            tests.push_back(function + " == NULL");
        }
        return "    if (" + Join(tests, " ||\n        ") +
               ") {\n        return ge::GRAPH_FAILED;\n    }\n";
    }

    // Parameter names hold no underscore inside, so that these never clash with other variables.
    static std::string Variable(const std::string& parameter) { return "arg_" + parameter; }

    // "    const Owned<aclTensor> arg_x(Convert(<source>), Destroy);"
    void AddOwned(const Conversion& conversion, const std::string& parameter,
                  const std::string& source) {
        Declare(conversion);
        functions_.insert(conversion.convert);
        functions_.insert(conversion.destroy);
        const std::string name = Variable(parameter);
        values_.statements += std::string("    const Owned<") + conversion.type + "> " + name +
                              "(" + conversion.convert + "(" + source + "), " + conversion.destroy +
                              ");\n";
        values_.arguments.push_back(name + ".Get()");
    }

    void AddPort(const PortParam& param, const std::string& side, size_t ir_index) {
        const std::string index = std::to_string(ir_index);
        if (param.kind == ParamKind::TENSOR_LIST) {
            const std::string list = Variable(param.name) + "_tensors";
            values_.statements += "    std::vector<const gert::Tensor *> " + list + ";\n" +
                                  "    while (const gert::Tensor *tensor = context->GetDynamic" +
                                  side + "Tensor(" + index + ", " + list + ".size())) {\n        " +
                                  list + ".push_back(tensor);\n    }\n";
            AddOwned(ConversionOf(param.kind), param.name, list);
            return;
        }
        AddOwned(ConversionOf(param.kind), param.name,
                 "context->GetDynamic" + side + "Tensor(" + index + ", 0)");
    }

    void AddAttrs() {
        if (signature_.attrs.empty()) {
            return;
        }
        values_.statements +=
            "    const gert::RuntimeAttrs *attrs = context->GetAttrs();\n"
            "    if (attrs == nullptr) {\n        return ge::GRAPH_FAILED;\n    }\n";
        for (const AttrParam& param : signature_.attrs) {
            AddAttr(param);
        }
    }

    void AddAttr(const AttrParam& param) {
        const std::string index = std::to_string(param.index);
        const std::string name = Variable(param.name);
        if (IsListAttr(*param.attr)) {
            const std::string source = "attrs->GetAttrPointer<gert::TypedContinuousVector<" +
                                       AttrElementType(*param.attr) + ">>(" + index + ")";
            AddOwned(ListConversionOf(param.attr->type), param.name, source);
            return;
        }
        const std::string type = AttrElementType(*param.attr);
        values_.statements += "    const " + type + " *" + name + " = attrs->GetAttrPointer<" +
                              type + ">(" + index + ");\n";
        if (!param.nullable) {
            values_.statements +=
                "    if (" + name + " == nullptr) {\n        return ge::GRAPH_FAILED;\n    }\n";
        }
        const bool text = param.attr->type == AttrDataType::ATTR_DT_STR;
        values_.arguments.push_back(text ? "const_cast<char *>(" + name + ")" : "*" + name);
    }

    const Definition& op_;
    const Signature& signature_;
    FallbackValues values_;
    std::set<std::string> declarations_;
    std::set<std::string> functions_;
};

const char* const FallbackWriter::kHelpers = R"(
// A converted value that is given up at the end of its scope.
template <typename Value>
class Owned {
public:
    Owned(Value *value, void (*destroy)(const Value *)) : value_(value), destroy_(destroy) {}
    ~Owned()
    {
        if (value_ != nullptr) {
            destroy_(value_);
        }
    }
    Owned(const Owned &) = delete;
    Owned &operator=(const Owned &) = delete;
    Value *Get() const { return value_; }

private:
    Value *value_;
    void (*destroy_)(const Value *);
};
)";

}  // namespace

FallbackValues MakeFallbackValues(const Definition& op, const Signature& signature) {
    return FallbackWriter(op, signature).Make();
}

}  // namespace opbuild
