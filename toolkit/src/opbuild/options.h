// How op_build was called.
#pragma once

#include <string>
#include <vector>

namespace opbuild {

enum class EngineKind { AICORE, AICPU, HOSTCPU };

struct Options {
    std::string library;
    std::string output_dir;
    EngineKind engine = EngineKind::AICORE;
    std::vector<std::string> compute_units;  // empty: every unit that a definition names

    std::string file_prefix = "aclnn";      // of aclnn files
    std::string function_prefix = "aclnn";  // of aclnn functions
    bool generate_aclnn = true;             // false: the aclnn files are made empty
    bool separate_protos = false;
    bool source_package = true;
    std::vector<std::string> product_units;  // units whose kernels are linked into the library
    std::string vendor_name;                 // empty: no custom_op_registry.cpp
    int parameter_check_mode = -1;           // -1: not set
};

// Reads arguments and environment. Returns false, with the reason in `error`, if they make no
// sense.
//
//     op_build <library> <directory> [--compute_unit=a;b] [--output_file=<directory>]
//              [--aicore | --aicpu | --hostcpu]
//
// Unknown `--key=value` options and further positional arguments are ignored, as CANN's tool does.
bool ReadOptions(const std::vector<std::string>& arguments, Options* options, std::string* error);

}  // namespace opbuild
