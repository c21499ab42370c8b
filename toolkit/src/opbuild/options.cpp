#include "opbuild/options.h"

#include <cstdint>
#include <cstdlib>

#include "opbuild/output/names.h"
#include "opbuild/output/text.h"
#include "support/file_system.h"
#include "support/strings.h"

namespace opbuild {
namespace {

constexpr const char* kUsage =
    "usage: op_build <library> <directory> [--compute_unit=<unit>;<unit>] "
    "[--output_file=<directory>] [--aicore|--aicpu|--hostcpu]";

bool ReadFlag(const std::string& argument, Options* options, std::string* error) {
    if (argument == "--aicore") {
        options->engine = EngineKind::AICORE;
    } else if (argument == "--aicpu") {
        options->engine = EngineKind::AICPU;
    } else if (argument == "--hostcpu") {
        options->engine = EngineKind::HOSTCPU;
    } else {
        *error = "unknown option " + argument + "; " + kUsage;
        return false;
    }
    return true;
}

bool ReadKeyValue(const std::string& argument, size_t equals, Options* options,
                  std::string* error) {
    const std::string key = argument.substr(2, equals - 2);
    std::string value = argument.substr(equals + 1);
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"') {
        value = value.substr(1, value.size() - 2);  // CMake may pass the quotes of a joined list
    }
    if (value.empty()) {
        *error = "option --" + key + " has no value";
        return false;
    }
    if (key == "compute_unit") {
        for (const std::string& unit : Split(value, ';')) {
            if (!unit.empty()) {
                options->compute_units.push_back(unit);
            }
        }
    } else if (key == "output_file") {
        options->output_dir = value;
    } else if (key == "cpu_mode") {
        return ReadFlag(value, options, error);
    }
    return true;
}

bool ReadArguments(const std::vector<std::string>& arguments, Options* options,
                   std::string* error) {
    std::vector<std::string> positional;
    for (const std::string& argument : arguments) {
        if (!support::StartsWith(argument, "--")) {
            positional.push_back(argument);
            continue;
        }
        const size_t equals = argument.find('=');
        const bool fine = equals == std::string::npos
                              ? ReadFlag(argument, options, error)
                              : ReadKeyValue(argument, equals, options, error);
        if (!fine) {
            return false;
        }
    }
    if (positional.size() < 2) {
        *error = kUsage;
        return false;
    }
    options->library = positional[0];
    if (options->output_dir.empty()) {
        options->output_dir = positional[1];
    }
    return true;
}

bool ReadPrefixes(Options* options, std::string* error) {
    const std::string project = support::Environment("OPS_PROJECT_NAME");
    if (project.empty()) {
        return true;
    }
    const std::string direct = support::Environment("OPS_DIRECT_ACCESS_PREFIX");
    for (const std::string& name : {project, direct}) {
        if (!name.empty() && !IsIdentifier(name)) {
            *error = "OPS_PROJECT_NAME and OPS_DIRECT_ACCESS_PREFIX must be identifiers, not \"" +
                     name + "\"";
            return false;
        }
    }
    options->file_prefix = project;
    options->function_prefix = LowerFirst(direct.empty() ? project : direct);
    return true;
}

/// OPS_ACLNN_GEN as CANN reads it: unset is on, else the lowest byte of its number.
bool GeneratesAclnn() {
    const char* const value = std::getenv("OPS_ACLNN_GEN");
    return value == nullptr || static_cast<uint8_t>(std::strtol(value, nullptr, 10)) != 0;
}

bool ReadEnvironment(Options* options, std::string* error) {
    options->generate_aclnn = GeneratesAclnn();
    options->separate_protos = support::Environment("OPS_PROTO_SEPARATE") == "1";
    options->source_package = support::Environment("ENABLE_SOURCE_PACKAGE") != "False";
    options->product_units = Split(support::Environment("OPS_PRODUCT_NAME"), ';');
    options->vendor_name = support::Environment("ASCEND_VENDOR_NAME");
    if (!options->vendor_name.empty() && !IsIdentifier(options->vendor_name)) {
        *error = "ASCEND_VENDOR_NAME must be an identifier, not \"" + options->vendor_name + "\"";
        return false;
    }
    const std::string mode = support::Environment("ACLNN_OPTIONAL_PARAM_CHECK");
    if (!mode.empty()) {
        const bool is_valid = mode == "1" || mode == "2" || mode == "3";
        options->parameter_check_mode = is_valid ? mode[0] - '0' : 0;
    }
    return ReadPrefixes(options, error);
}

}  // namespace

bool ReadOptions(const std::vector<std::string>& arguments, Options* options, std::string* error) {
    return ReadArguments(arguments, options, error) && ReadEnvironment(options, error);
}

}  // namespace opbuild
