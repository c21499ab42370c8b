// Operator definitions read at load time from the file that the environment variable SCRIPT names,
// so that tests can try many definitions without compiling each. Every line is a command with
// arguments split by tabs; strings hold
// \xNN for bytes that a line cannot hold.
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "register/op_config_registry.h"
#include "register/op_def_registry.h"

namespace {

ops::OpAICoreConfig ForOp() {
    ops::OpAICoreConfig config("ascend310p");
    config.Input("x").DataType({ge::DT_INT32}).Format({ge::FORMAT_ND});
    return config;
}
REGISTER_OP_AICORE_CONFIG(Elsewhere, ascend310p, ForOp);
REGISTER_OP_AICORE_CONFIG(Elsewhere, ascend910b, ForOp);

using Words = std::vector<std::string>;

std::string Unescape(const std::string& text) {
    std::string plain;
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 3 < text.size() && text[i + 1] == 'x') {
            plain += static_cast<char>(std::stoi(text.substr(i + 2, 2), nullptr, 16));
            i += 3;
        } else {
            plain += text[i];
        }
    }
    return plain;
}

std::vector<Words> ReadScript() {
    std::vector<Words> lines;
    const char* path = std::getenv("SCRIPT");
    std::ifstream file(path == nullptr ? "" : path);
    std::string line;
    while (std::getline(file, line)) {
        Words words;
        std::istringstream parts(line);
        std::string word;
        while (std::getline(parts, word, '\t')) {
            words.push_back(Unescape(word));
        }
        if (!words.empty()) {
            words.resize(words.size() + 4);  // missing arguments are empty
            lines.push_back(words);
        }
    }
    return lines;
}

template <typename Value, typename Convert>
std::vector<Value> List(const std::string& text, Convert convert) {
    std::vector<Value> values;
    std::istringstream parts(text);
    std::string part;
    while (std::getline(parts, part, ',')) {
        values.push_back(convert(part));
    }
    return values;
}

int64_t Integer(const std::string& text) {
    return std::strtoll(text.c_str(), nullptr, 10);
}
float Number(const std::string& text) {
    return std::strtof(text.c_str(), nullptr);
}

ops::Option OptionOf(const std::string& text) {
    return static_cast<ops::Option>(Integer(text));
}

std::vector<ge::DataType> Types(const std::string& text) {
    return List<ge::DataType>(
        text, [](const std::string& number) { return static_cast<ge::DataType>(Integer(number)); });
}

std::vector<ge::Format> Formats(const std::string& text) {
    return List<ge::Format>(
        text, [](const std::string& number) { return static_cast<ge::Format>(Integer(number)); });
}

void Attribute(ops::OpDef& op, const Words& words) {
    ops::OpAttrDef& attr = op.Attr(words[1].c_str());
    attr.AttrType(ops::OPTIONAL);
    const std::string& value = words[3];
    if (words[2] == "int") {
        attr.Int(Integer(value));
    } else if (words[2] == "float") {
        attr.Float(Number(value));
    } else if (words[2] == "bool") {
        attr.Bool(value == "true");
    } else if (words[2] == "str") {
        attr.String(value.c_str());
    } else if (words[2] == "null") {
        attr.String(nullptr);
    } else if (words[2] == "ints") {
        attr.ListInt(List<int64_t>(value, Integer));
    } else if (words[2] == "floats") {
        attr.ListFloat(List<float>(value, Number));
    } else if (words[2] == "bools") {
        attr.ListBool(List<bool>(value, [](const std::string& text) { return text == "true"; }));
    } else if (words[2] == "lists") {
        attr.ListListInt({{Integer(value)}, {}});
    }
}

int Recurse(int depth) {
    volatile char space[4096];
    space[depth % 4096] = static_cast<char>(depth);
    return Recurse(depth + 1) + space[depth % 4096];
}

void Crash() {
    volatile int* nowhere = nullptr;
    *nowhere = 1;
}

// The definition that the lines after "op" describe.
class Scripted : public ops::OpDef {
public:
    Scripted(const char* name, const std::vector<Words>& lines) : OpDef(name) {
        ops::OpParamDef* port = nullptr;
        for (const Words& words : lines) {
            const std::string& command = words[0];
            if (command == "input") {
                port = &Input(words[1].c_str()).DataType(Types(words[2])).Format(Formats(words[3]));
            } else if (command == "output") {
                port =
                    &Output(words[1].c_str()).DataType(Types(words[2])).Format(Formats(words[3]));
            } else if (command == "bare_input") {
                port = &Input(words[1].c_str());
            } else if (command == "bare_output") {
                port = &Output(words[1].c_str());
            } else if (command == "unknown_shape") {
                port->UnknownShapeFormat(Formats(words[1]));
            } else if (command == "init_value") {
                port->InitValue(static_cast<uint64_t>(Integer(words[1])));
            } else if (command == "type_list") {
                port->DataTypeList(Types(words[1]));
            } else if (command == "param_type") {
                port->ParamType(OptionOf(words[1]));
            } else if (command == "value_depend") {
                port->ValueDepend(OptionOf(words[1]));
            } else if (command == "follow") {
                port->Follow(words[1].c_str());
            } else if (command == "comment") {
                port->Comment(words[1].c_str());
            } else if (command == "brief") {
                Comment(ops::CommentSection::BRIEF, words[1].c_str());
            } else if (command == "category") {
                Comment(ops::CommentSection::CATEGORY, words[1].c_str());
            } else if (command == "attr") {
                Attribute(*this, words);
            } else if (command == "unit") {
                AICore().AddConfig(words[1].c_str());
            } else if (command == "item") {
                ops::OpAICoreConfig config(words[1].c_str());
                config.ExtendCfgInfo(words[2].c_str(), words[3].c_str());
                AICore().AddConfig(words[1].c_str(), config);
            } else if (command == "unit_input") {
                ops::OpAICoreConfig config;
                config.Input(words[2].c_str()).DataType(Types(words[3]));
                AICore().AddConfig(words[1].c_str(), config);
            } else if (command == "scalar") {
                port->Scalar();
            } else if (command == "launch_empty") {
                AICore().LaunchWithZeroEleOutputTensors(words[1] == "true");
            } else if (command == "fallback") {
                EnableFallBack();
            } else if (command == "nulls") {
                Input(nullptr).Follow(nullptr).Comment(nullptr).To(nullptr);
                AICore().AddConfig(nullptr);
                MC2().HcclGroup({nullptr});
            } else if (command == "throw") {
                throw std::runtime_error(words[1]);
            } else if (command == "throw_int") {
                throw 1;
            } else if (command == "abort") {
                std::abort();
            } else if (command == "recurse") {
                Attr("depth").Int(Recurse(0));
            } else if (command == "crash") {
                Crash();
            }
        }
    }
};

int Register() {
    std::vector<std::pair<std::string, std::vector<Words>>> operators;
    for (const Words& words : ReadScript()) {
        if (words[0] == "op") {
            operators.emplace_back(words[1], std::vector<Words>());
        } else {
            operators.back().second.push_back(words);
        }
    }
    for (const auto& described : operators) {
        const std::vector<Words> lines = described.second;
        ops::OpDefFactory::OpDefRegister(
            described.first.c_str(), [lines](const char* name) { return Scripted(name, lines); });
    }
    return 0;
}

const int g_registered __attribute__((unused)) = Register();

}  // namespace
