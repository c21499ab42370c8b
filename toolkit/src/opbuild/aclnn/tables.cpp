#include "opbuild/aclnn/tables.h"

#include <vector>

#include "opbuild/definition/combinations.h"
#include "opbuild/definition/units.h"
#include "opbuild/output/text.h"
#include "opbuild/output/value_names.h"
#include "support/strings.h"

namespace opbuild {
namespace {

// Entries of the ports that have a data type in this combination, "{ge::DT_FLOAT, ge::FORMAT_ND}"
// each.
std::vector<std::string> RowEntries(const std::vector<PortColumns>& ports, size_t combination) {
    std::vector<std::string> entries;
    for (const PortColumns& port : ports) {
        if (combination < port.dtypes.size() && combination < port.formats.size()) {
            entries.push_back("{" + DtypeEnum(port.dtypes[combination]) + ", " +
                              FormatEnum(port.formats[combination]) + "}");
        }
    }
    return entries;
}

struct Row {
    std::string array;  // "inputDesc0_1, 2" or "nullptr, 0"
    std::string text;   // the definition of that array
};

Row MakeRow(const std::string& name, const std::vector<std::string>& entries) {
    if (entries.empty()) {
        return {"nullptr, 0", ""};
    }
    const std::string count = std::to_string(entries.size());
    return {name + ", " + count,
            "TensorDesc " + name + "[" + count + "] =\n    {" + Join(entries, ",\n     ") + "};\n"};
}

// The tables of unit number `unit_index`; sets `entry` to its entry in the list of units.
std::string UnitTables(const Combinations& combinations, size_t unit_index, std::string* entry) {
    std::string text;
    std::vector<std::string> infos;
    const std::string unit = std::to_string(unit_index);
    for (size_t i = 0; i < combinations.count; ++i) {
        const std::string suffix = unit + "_" + std::to_string(i);
        const Row inputs = MakeRow("inputDesc" + suffix, RowEntries(combinations.inputs, i));
        const Row outputs = MakeRow("outputDesc" + suffix, RowEntries(combinations.outputs, i));
        text += inputs.text + outputs.text;
        infos.push_back("{" + inputs.array + ", " + outputs.array + "}");
    }
    const std::string count = std::to_string(infos.size());
    if (infos.empty()) {
        *entry = "{nullptr, 0}";
        return text;
    }
    *entry = "{supportInfo" + unit + ", " + count + "}";
    return text + "SupportInfo supportInfo" + unit + "[" + count + "] = {\n    " +
           Join(infos, ",\n    ") + "};\n\n";
}

}  // namespace

std::string AclnnTables(const Definition& op, const Options& options) {
    std::string text;
    std::vector<std::string> entries;
    std::vector<std::string> enumerators;
    std::vector<std::string> names;
    for (const UnitConfig& unit : AclnnUnits(op, options)) {
        std::string entry;
        text += UnitTables(CombineUnit(op, unit), entries.size(), &entry);
        entries.push_back(entry);
        enumerators.push_back(SocEnumerator(support::LowerCase(unit.unit)));
        names.push_back('"' + support::LowerCase(unit.unit) + '"');
    }
    const std::string count = std::to_string(entries.size());
    text = "uint32_t socSupportList[] = {" + Join(enumerators, ", ") + "};\n" +
           "size_t socSupportListLen = " + count + ";\n" + "const char *const socNameList[] = {" +
           Join(names, ", ") + "};\n" + "size_t socNameListLen = " + count + ";\n\n" + text;
    text += "OpSocSupportInfo opSocSupportList[] = {" + Join(entries, ", ") + "};\n";
    return text + "OpSupportList supportList = {opSocSupportList, " + count + "};\n";
}

}  // namespace opbuild
