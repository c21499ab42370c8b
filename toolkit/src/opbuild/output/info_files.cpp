#include "opbuild/output/info_files.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <map>
#include <set>

#include "opbuild/definition/attr_values.h"
#include "opbuild/definition/combinations.h"
#include "opbuild/definition/units.h"
#include "opbuild/output/text.h"
#include "opbuild/output/value_names.h"

namespace opbuild {
namespace {

const char* ParamTypeText(ops::Option option) {
    switch (option) {
        case ops::DYNAMIC:
            return "dynamic";
        case ops::OPTIONAL:
        case ops::VIRTUAL:
            return "optional";
        default:
            return "required";
    }
}

std::string DtypeList(const std::vector<ge::DataType>& dtypes) {
    std::vector<std::string> names;
    for (const ge::DataType dtype : dtypes) {
        names.push_back(DtypeText(dtype));
    }
    return Join(names, ",");
}

std::string FormatList(const std::vector<ge::Format>& formats) {
    std::vector<std::string> names;
    for (const ge::Format format : formats) {
        names.push_back(FormatText(format));
    }
    return Join(names, ",");
}

std::string ScalarText(const ops::ScalarVar& value) {
    char text[64];
    switch (value.scalar_type) {
        case ops::ScalarType::FLOAT32:
        case ops::ScalarType::FLOAT16:
            std::snprintf(text, sizeof(text), "%f",
                          static_cast<double>(value.scalar_num.value_f32));
            break;
        case ops::ScalarType::UINT64:
            std::snprintf(text, sizeof(text), "%" PRIu64, value.scalar_num.value_u64);
            break;
        default:
            std::snprintf(text, sizeof(text), "%" PRId64, value.scalar_num.value_i64);
            break;
    }
    return text;
}

std::string InitValueText(const Port& port) {
    if (port.init_kind == Port::InitKind::NUMBER) {
        return std::to_string(port.init_number);
    }
    const std::vector<ops::ScalarVar>& values = port.init_scalars;
    if (values.size() == 1) {
        return "{ \"is_list\" : false, \"type\": \"" + ScalarTypeText(values[0].scalar_type) +
               "\", \"value\": " + ScalarText(values[0]) + "}";
    }
    std::string text = "{ \"is_list\" : true";
    std::set<ge::DataType> dtypes_before;
    for (size_t i = 0; i < values.size(); ++i) {
        const ge::DataType dtype = port.dtypes.values[i];
        if (dtypes_before.insert(dtype).second) {
            text += ", \"" + DtypeText(dtype) + "\": { \"type\": \"" +
                    ScalarTypeText(values[i].scalar_type) +
                    "\", \"value\": " + ScalarText(values[i]) + " }";
        }
    }
    return text + "}";
}

// One section: an operator on a unit.
class Section {
public:
    Section(const Definition& op, const UnitConfig& unit, bool source_package)
        : op_(op), unit_(unit), source_package_(source_package) {}

    std::string Text() {
        text_ = "[" + op_.type + "]\n";
        const Combinations combinations = CombineUnit(op_, unit_);
        for (size_t i = 0; i < combinations.inputs.size(); ++i) {
            AddPort("input" + std::to_string(i), combinations.inputs[i]);
        }
        for (size_t i = 0; i < combinations.outputs.size(); ++i) {
            AddPort("output" + std::to_string(i), combinations.outputs[i]);
        }
        AddAttrs();
        AddConfig();
        AddGroups();
        return text_;
    }

private:
    void Add(const std::string& key, const std::string& value) {
        text_ += key + "=" + value + "\n";
    }

    void AddPort(const std::string& key, const PortColumns& columns) {
        const Port& port = columns.port;
        Add(key + ".name", port.name);
        AddList(key + ".dtype", DtypeList(columns.dtypes));
        AddList(key + ".for_bin_dtype", DtypeList(columns.dtypes_for_bin));
        AddList(key + ".format", FormatList(columns.formats));
        AddList(key + ".for_bin_format", FormatList(columns.formats_for_bin));
        AddList(key + ".unknownshape_format", FormatList(columns.unknown_shape_formats));
        Add(key + ".shape", "all");
        Add(key + ".paramType", ParamTypeText(port.param_type));
        if (port.param_type == ops::VIRTUAL) {
            Add(key + ".virtual", "true");
        }
        if (port.value_depend) {
            Add(key + ".valueDepend",
                port.value_depend_option == ops::REQUIRED ? "required" : "optional");
        }
        if (port.init_kind != Port::InitKind::NONE) {
            Add(key + ".initValue", InitValueText(port));
        }
        if (port.shape_depends_on_compute) {
            Add(key + ".outputShapeDependOnCompute", "true");
        }
    }

    void AddList(const std::string& key, const std::string& list) {
        if (!list.empty()) {
            Add(key, list);
        }
    }

    void AddAttrs() {
        if (op_.attrs.empty()) {
            return;
        }
        std::vector<std::string> names;
        for (const Attr& attr : op_.attrs) {
            names.push_back(attr.attr_name);
        }
        Add("attr.list", Join(names, ","));
        for (const Attr& attr : op_.attrs) {
            const std::string key = "attr_" + attr.attr_name;
            Add(key + ".type", AttrConfigType(attr));
            Add(key + ".value", "all");
            Add(key + ".paramType", attr.required ? "required" : "optional");
            if (!attr.required) {
                Add(key + ".defaultValue", AttrConfigDefault(attr));
            }
        }
    }

    bool Has(const std::string& key) const {
        return std::any_of(
            unit_.items.begin(), unit_.items.end(),
            [&key](const ConfigItems::value_type& item) { return item.first == key; });
    }

    void AddDefault(const std::string& key, const std::string& value) {
        if (!Has(key)) {
            Add(key, value);
        }
    }

    void AddConfig() {
        constexpr const char* kJitCompile = "jitCompile.flag";
        for (const auto& item : unit_.items) {
            // Without sources nothing can be compiled at run time, whatever the definition wants; a
            // key that stands there twice would be rejected by the readers of the file.
            if (source_package_ || item.first != kJitCompile) {
                Add(item.first, item.second);
            }
        }
        if (op_.fallback) {
            AddDefault("aclnnSupport.value", "support_aclnn");
        }
        AddDefault("prebuildPattern.value", "Opaque");
        if (!Has(kJitCompile)) {  // CANN leaves the core type out next to a given jitCompile.flag
            AddDefault("coreType.value", "AiCore");
        }
        if (!source_package_) {
            Add(kJitCompile, "static_false,dynamic_false");
        }
        AddDefault("opFile.value", op_.snake);
        AddDefault("opInterface.value", op_.snake);
    }

    void AddGroups() {
        std::vector<std::string> contexts;
        for (size_t i = 0; i < op_.hccl_groups.size(); ++i) {
            contexts.push_back("mc2_context_" + std::to_string(i));
        }
        if (!contexts.empty()) {
            Add("mc2.ctx", Join(contexts, ","));
        }
    }

    const Definition& op_;
    const UnitConfig& unit_;
    bool source_package_;
    std::string text_;
};

}  // namespace

void AddInfoFiles(const std::vector<Definition>& definitions, const Options& options,
                  OutputFiles* files) {
    std::map<std::string, std::string> texts;  // by unit
    for (const Definition& op : definitions) {
        for (const UnitConfig& unit : RequestedUnits(op, options)) {
            texts[unit.unit] += Section(op, unit, options.source_package).Text();
        }
    }
    for (const auto& text : texts) {
        files->Add("aic-" + text.first + "-ops-info.ini", text.second);
    }
}

}  // namespace opbuild
