#include "opbuild/output/registry_file.h"

#include "opbuild/output/generated_notice.h"

namespace opbuild {

void AddRegistryFile(const Options& options, OutputFiles* files) {
    if (options.vendor_name.empty()) {
        return;
    }
    files->Add("custom_op_registry.cpp",
               std::string(kGeneratedNotice) +
                   "#include \"register/op_lib_register.h\"\n\n"
                   "namespace {\n"
                   "// The library is loaded already: there is no path to search for more.\n"
                   "uint32_t InitCustomOps(ge::AscendString &path)\n{\n"
                   "    path = \"\";\n    return 0;\n}\n"
                   "}  // namespace\n\n"
                   "REGISTER_OP_LIB(" +
                   options.vendor_name + ").RegOpLibInit(InitCustomOps);\n");
}

}  // namespace opbuild
