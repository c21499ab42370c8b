#include "opbuild/definition/units.h"

#include <algorithm>

#include "opbuild/output/text.h"
#include "support/strings.h"

namespace opbuild {
namespace {

struct ComputeUnit {
    const char* unit;
    const char* enumerator;  // nullptr: CANN 8.1's libnnopbase, whose numbers these are, has none
    int number;
};

// Units that have no number are matched by name where the library can do that.
const ComputeUnit kComputeUnits[] = {
#define SOC_UNIT(unit, tiling, op, soc_type, in_8_1, newer) {unit, soc_type, in_8_1},
#include "platform/soc_units.inc"
#undef SOC_UNIT
};

constexpr const char* kInvalidUnit = "SOC_VERSION_INVALID";
constexpr int kInvalidNumber = 99;

const ComputeUnit* FindComputeUnit(const std::string& unit) {
    for (const ComputeUnit& compute_unit : kComputeUnits) {
        if (unit == compute_unit.unit) {
            return &compute_unit;
        }
    }
    return nullptr;
}

const UnitConfig* FindUnit(const std::vector<UnitConfig>& units, const std::string& name) {
    const auto config = std::find_if(units.begin(), units.end(), [&name](const UnitConfig& unit) {
        return support::LowerCase(unit.unit) == support::LowerCase(name);
    });
    return config == units.end() ? nullptr : &*config;
}

}  // namespace

std::vector<UnitConfig> RequestedUnits(const Definition& op, const Options& options) {
    if (options.compute_units.empty()) {
        return op.units;
    }
    std::vector<UnitConfig> units;
    for (const std::string& name : options.compute_units) {
        if (FindUnit(units, name) != nullptr) {
            continue;
        }
        const UnitConfig* config = FindUnit(op.units, name);
        if (config != nullptr) {
            units.push_back(*config);
            units.back().unit = name;
        } else if (FindComputeUnit(name) != nullptr) {
            units.push_back(DefaultUnitConfig(name));
        }
    }
    return units;
}

std::vector<UnitConfig> AclnnUnits(const Definition& op, const Options& options) {
    std::vector<UnitConfig> candidates = op.units;
    for (const UnitConfig& unit : RequestedUnits(op, options)) {
        candidates.push_back(unit);
    }
    std::vector<UnitConfig> units;
    for (const UnitConfig& unit : candidates) {
        const bool phone = support::StartsWith(support::LowerCase(unit.unit), "kirin");
        if (!phone && FindUnit(units, unit.unit) == nullptr) {
            units.push_back(unit);
        }
    }
    return units;
}

std::string SocEnumerator(const std::string& unit) {
    const ComputeUnit* compute_unit = FindComputeUnit(unit);
    return compute_unit == nullptr || compute_unit->enumerator == nullptr
               ? kInvalidUnit
               : compute_unit->enumerator;
}

std::string SocEnumText() {
    std::string text = "enum SocType {\n";
    for (const ComputeUnit& compute_unit : kComputeUnits) {
        if (compute_unit.enumerator != nullptr) {
            text += std::string("    ") + compute_unit.enumerator + " = " +
                    std::to_string(compute_unit.number) + ",\n";
        }
    }
    return text + "    " + kInvalidUnit + " = " + std::to_string(kInvalidNumber) + "\n};\n";
}

}  // namespace opbuild
