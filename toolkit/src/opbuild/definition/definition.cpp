#include "opbuild/definition/definition.h"

#include <dlfcn.h>
#include <limits.h>

#include <algorithm>
#include <cstdlib>
#include <exception>

#include "opbuild/output/names.h"
#include "register/op_def_factory.h"

namespace ops {

// The friend of the builder classes that reads what they hold.
class Generator {
public:
    static std::vector<std::string> Types() {
        std::vector<std::string> types;
        for (const ge::AscendString& type : OpDefFactory::GetAllOp()) {
            types.emplace_back(type.GetString() == nullptr ? "" : type.GetString());
        }
        return types;
    }

    static opbuild::Definition Read(const std::string& type) {
        const OpDef def = OpDefFactory::OpDefCreate(type.c_str());
        const OpDefImpl& impl = *def.impl_;
        opbuild::Definition op;
        op.type = type;
        op.snake = opbuild::SnakeName(type);
        op.inputs = Ports(impl.inputs);
        op.outputs = Ports(impl.outputs);
        for (const OpAttrDef& attr : impl.attrs) {
            opbuild::Attr copy;
            static_cast<OpAttrDefImpl&>(copy) = *attr.impl_;
            copy.attr_name = copy.name.GetString() == nullptr ? "" : copy.name.GetString();
            op.attrs.push_back(copy);
        }
        for (const auto& config : impl.aicore.impl_->configs) {
            op.units.push_back(Unit(config.first, config.second));
        }
        if (impl.has_aicpu) {
            op.aicpu_items = impl.aicpu.impl_->items;
        }
        if (impl.has_hostcpu) {
            op.hostcpu_items = impl.hostcpu.impl_->items;
        }
        op.comments = impl.comments;
        op.hccl_groups = impl.mc2.impl_->hccl_groups;
        op.has_infer_shape = impl.infer_shape != nullptr;
        op.strict_format = impl.format_match == FormatCheckOption::STRICT;
        op.launch_empty = impl.aicore.impl_->launch_empty;
        op.fallback = impl.fallback;
        return op;
    }

    static opbuild::UnitConfig Unit(const std::string& name, const OpAICoreConfig& config) {
        const OpAICoreConfigImpl& impl = *config.impl_;
        return {name, Ports(impl.inputs), Ports(impl.outputs), impl.items};
    }

    static opbuild::UnitConfig DefaultUnit(const std::string& name) {
        OpAICoreDef aicore;
        aicore.AddConfig(name.c_str());
        return Unit(name, aicore.impl_->configs.begin()->second);
    }

private:
    static std::vector<opbuild::Port> Ports(const PortList& list) {
        std::vector<opbuild::Port> ports;
        for (const OpParamDef& port : list.ports()) {
            ports.push_back(*port.impl_);
        }
        return ports;
    }
};

}  // namespace ops

namespace opbuild {
namespace {

bool OpenLibrary(const std::string& library, std::string* error) {
    // A path without a slash would be searched in the system's directories.
    char resolved[PATH_MAX];
    const char* path = ::realpath(library.c_str(), resolved);
    if (path == nullptr) {
        *error = "cannot open " + library + ": no such file";
        return false;
    }
    if (::dlopen(path, RTLD_NOW | RTLD_GLOBAL) == nullptr) {
        const char* reason = ::dlerror();
        *error = "cannot load " + library + ": " + (reason == nullptr ? "unknown reason" : reason);
        return false;
    }
    return true;
}

}  // namespace

const Port* FindPort(const std::vector<Port>& ports, const std::string& name) {
    const auto match = std::find_if(ports.begin(), ports.end(),
                                    [&name](const Port& port) { return port.name == name; });
    return match == ports.end() ? nullptr : &*match;
}

const Attr* FindAttr(const Definition& op, const std::string& name) {
    const auto match = std::find_if(op.attrs.begin(), op.attrs.end(),
                                    [&name](const Attr& attr) { return attr.attr_name == name; });
    return match == op.attrs.end() ? nullptr : &*match;
}

size_t ProtoInputIndex(const Definition& op, const std::string& name) {
    size_t index = 0;
    for (const Port& input : op.inputs) {
        if (input.name == name) {
            break;
        }
        index += input.param_type == ops::VIRTUAL ? 0 : 1;
    }
    return index;
}

UnitConfig DefaultUnitConfig(const std::string& unit) {
    return ops::Generator::DefaultUnit(unit);
}

bool LoadDefinitions(const std::string& library, std::vector<Definition>* definitions,
                     std::string* error) {
    std::string type;
    try {
        if (!OpenLibrary(library, error)) {
            return false;
        }
        const std::vector<std::string> types = ops::Generator::Types();
        if (types.empty()) {
            *error = library + " registers no operator; is OP_ADD missing?";
            return false;
        }
        for (const std::string& registered : types) {
            type = registered;
            definitions->push_back(ops::Generator::Read(type));
        }
    } catch (const std::exception& exception) {
        *error = type + ": the definition throws: " + exception.what();
        return false;
    } catch (...) {
        *error = type + ": the definition throws an exception";
        return false;
    }
    return true;
}

}  // namespace opbuild
