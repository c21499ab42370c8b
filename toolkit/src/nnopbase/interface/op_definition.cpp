#include "nnopbase/interface/op_definition.h"

#include <map>
#include <memory>
#include <mutex>
#include <sstream>

#include "nnopbase/operands.h"
#include "nnopbase/package.h"
#include "platform/soc_table.h"

namespace nnopbase {
namespace {

char KindOf(const std::string& name) {
    return name == "optional"  ? Port::kOptional
           : name == "dynamic" ? Port::kDynamic
                               : Port::kRequired;
}

std::vector<PortDefinition> ReadPorts(const support::Json& op, const std::string& prefix) {
    std::vector<PortDefinition> ports;
    while (op.Has(prefix + std::to_string(ports.size()))) {
        const support::Json& port = op[prefix + std::to_string(ports.size())];
        ports.push_back({port["name"].AsString(), KindOf(port["paramType"].AsString()),
                         port["outputShapeDependOnCompute"].AsString() == "true"});
    }
    return ports;
}

OpDefinition ReadDefinition(const support::Json& op) {
    OpDefinition definition;
    definition.inputs = ReadPorts(op, "input");
    definition.outputs = ReadPorts(op, "output");
    std::istringstream names(op["attr"]["list"].AsString());
    for (std::string name; std::getline(names, name, ',');) {
        const support::Json& attr = op["attr_" + name];
        definition.attrs.push_back(
            {name, attr["type"].AsString(), attr["defaultValue"].AsString()});
    }
    return definition;
}

/// The definitions of all packages, read when one is asked for first.
std::map<std::string, OpDefinition> ReadAll() {
    std::map<std::string, OpDefinition> definitions;
    const std::string& unit = platform::CurrentSoc().short_soc_version;
    const std::vector<std::string> roots = PackageSet::Get().Roots();
    for (const std::string& root : roots) {
        const std::string path =
            root + "/op_impl/ai_core/tbe/config/" + unit + "/aic-" + unit + "-ops-info.json";
        support::Json table;
        std::string error;
        if (!support::Json::ParseFile(path, &table, &error)) {
            continue;  // a package without kernels for this SoC
        }
        const bool built_in = &root == &roots.back();
        for (const auto& op : table.members()) {
            const auto added = definitions.emplace(op.first, ReadDefinition(op.second));
            added.first->second.built_in =
                added.first->second.built_in || (added.second && built_in);
        }
    }
    return definitions;
}

}  // namespace

const OpDefinition* FindDefinition(const std::string& op_type) {
    using Definitions = std::map<std::string, OpDefinition>;
    static auto* const definitions_of_packages = new std::map<const PackageSet*, Definitions>();
    static auto* const mutex = new std::mutex();
    std::lock_guard<std::mutex> lock(*mutex);
    const auto added = definitions_of_packages->emplace(&PackageSet::Get(), Definitions());
    Definitions& definitions = added.first->second;
    if (added.second) {
        definitions = ReadAll();
    }
    const auto definition = definitions.find(op_type);
    return definition == definitions.end() ? nullptr : &definition->second;
}

}  // namespace nnopbase
