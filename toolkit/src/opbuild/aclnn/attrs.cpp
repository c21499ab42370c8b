#include "opbuild/aclnn/attrs.h"

#include "opbuild/definition/attr_values.h"
#include "opbuild/output/names.h"
#include "opbuild/output/text.h"

namespace opbuild {
namespace {

using ops::AttrDataType;

const char* KindName(const Attr& attr) {
    switch (attr.type) {
        case AttrDataType::ATTR_DT_BOOL:
        case AttrDataType::ATTR_DT_LIST_BOOL:
            return "kNnopbaseBool";
        case AttrDataType::ATTR_DT_FLOAT:
        case AttrDataType::ATTR_DT_LIST_FLOAT:
            return "kNnopbaseFloat";
        case AttrDataType::ATTR_DT_STR:
            return "kNnopbaseString";
        default:
            return "kNnopbaseInt";
    }
}

const char* ArrayCallName(const Attr& attr) {
    switch (attr.type) {
        case AttrDataType::ATTR_DT_LIST_BOOL:
            return "NnopbaseAddBoolArrayAttr";
        case AttrDataType::ATTR_DT_LIST_FLOAT:
            return "NnopbaseAddFloatArrayAttr";
        default:
            return "NnopbaseAddIntArrayAttr";
    }
}

std::vector<std::string> DefaultEntries(const Attr& attr) {
    std::vector<std::string> entries;
    for (const bool value : attr.bools) {
        entries.push_back(value ? "true" : "false");
    }
    for (const float value : attr.floats) {
        entries.push_back(FloatLiteral(value));
    }
    for (const int64_t value : attr.ints) {
        entries.push_back(IntLiteral(value));
    }
    return entries;
}

class AttrWriter {
public:
    AttrWriter(const AttrParam& param, NnopbaseCalls* calls)
        : param_(param), attr_(*param.attr), index_(std::to_string(param.index)), calls_(calls) {}

    std::string Text() {
        if (attr_.type == AttrDataType::ATTR_DT_STR) {
            WithDefault([this](const std::string& indent) { AddString(param_.name, indent); },
                        [this] { AddStringDefault(); });
        } else if (IsListAttr(attr_)) {
            WithDefault([this](const std::string& indent) { AddArray(indent); },
                        [this] { AddArrayDefault(); });
        } else {
            AddScalar();
        }
        return text_;
    }

private:
    void Call(const std::string& indent, const std::string& name, const std::string& arguments) {
        text_ += indent + "NNOPBASE_ASSERT_OK_RETVAL(" + calls_->Use(name) + "(*executor, " +
                 arguments + "));\n";
    }

    template <typename WriteValue, typename Missing>
    void WithDefault(WriteValue write_value, Missing missing) {
        if (!param_.nullable) {
            text_ += "    NNOPBASE_ASSERT_NOTNULL_RETVAL(" + param_.name + ");\n";
            write_value("    ");
            return;
        }
        text_ += "    if (" + param_.name + " != nullptr) {\n";
        write_value("        ");
        text_ += "    } else {\n";
        missing();
        text_ += "    }\n";
    }

    void AddScalar() {
        std::string variable = param_.name;
        if (attr_.type == AttrDataType::ATTR_DT_FLOAT) {
            variable = "tmp" + index_;  // kernels take floats, C callers give doubles
            text_ += "    float " + variable + " = static_cast<float>(" + param_.name + ");\n";
        }
        Call("    ", "NnopbaseAddAttrWithDtype",
             "static_cast<void*>(&" + variable + "), sizeof(" + AttrElementType(attr_) + "), " +
                 index_ + ", " + KindName(attr_));
    }

    void AddString(const std::string& variable, const std::string& indent) {
        Call(indent, "NnopbaseAddAttrWithDtype",
             "static_cast<void*>(" + variable + "), strlen(" + variable + ") + 1, " + index_ +
                 ", kNnopbaseString");
    }

    void AddStringDefault() {
        const std::string variable = param_.name + "Def";
        text_ += "        static char " + variable + "[] = \"" + EscapeForCpp(attr_.string_value) +
                 "\";\n";
        AddString(variable, "        ");
    }

    void AddArray(const std::string& indent) {
        Call(indent, ArrayCallName(attr_), param_.name + ", " + index_);
    }

    void AddArrayDefault() {
        std::vector<std::string> entries = DefaultEntries(attr_);
        const std::string length = std::to_string(entries.size());
        if (entries.empty()) {
            entries.push_back(
                "0");  // C++ has no empty arrays; the length says that nothing is in it
        }
        const std::string type = AttrElementType(attr_);
        text_ += "        static " + type + " " + param_.name + "Def[] = {" + Join(entries, ", ") +
                 "};\n";
        text_ += "        const size_t " + param_.name + "Len = " + length + ";\n";
        Call("        ", "NnopbaseAddArrayAttrWithDtype",
             "static_cast<void*>(" + param_.name + "Def), " + param_.name + "Len, sizeof(" + type +
                 "), " + index_ + ", " + KindName(attr_));
    }

    const AttrParam& param_;
    const Attr& attr_;
    std::string index_;
    NnopbaseCalls* calls_;
    std::string text_;
};

}  // namespace

std::string AttrCalls(const Signature& signature, NnopbaseCalls* calls) {
    std::string text;
    for (const AttrParam& param : signature.attrs) {
        text += AttrWriter(param, calls).Text();
    }
    return text;
}

std::string DefaultArgument(const Attr& attr) {
    switch (attr.type) {
        case AttrDataType::ATTR_DT_BOOL:
            return attr.bool_value ? "true" : "false";
        case AttrDataType::ATTR_DT_FLOAT:
            return FloatLiteral(attr.float_value);
        case AttrDataType::ATTR_DT_INT:
            return IntLiteral(attr.int_value);
        default:
            return "NULL";
    }
}

}  // namespace opbuild
