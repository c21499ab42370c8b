// Loads plugins of frameworks and prints what they register: framework, its operators, CANN's
// operator, and what becomes of an attribute "alpha" of 1.5 of the framework's operator.
#include <dlfcn.h>

#include <cstdio>

#include "register/parser_registry.h"

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        if (dlopen(argv[i], RTLD_NOW) == nullptr) {
            std::fprintf(stderr, "%s\n", dlerror());
            return 1;
        }
    }
    for (const domi::OpRegistrationData& data : domi::ParserRegistry::Operators()) {
        ge::Operator source("node", "Framework");
        source.SetAttr("alpha", 1.5f);
        ge::Operator target("other", data.GetOmOptype());
        const bool parsed = data.GetParseParamByOperatorFn()(source, target) == domi::SUCCESS;
        std::string attrs;
        for (const auto& attr : target.GetAllAttrNamesAndTypes()) {
            float value = 0;
            (void)target.GetAttr(attr.first, value);
            attrs += attr.first + "=" + std::to_string(value);
        }
        for (const std::string& type : data.GetOriginOpTypeSet()) {
            std::printf("%d %s %s %d %s\n", data.GetFrameworkType(), type.c_str(),
                        data.GetOmOptype().c_str(), parsed, attrs.c_str());
        }
    }
    return 0;
}
