// Names of API functions as users write them.
#pragma once

#include <string>

namespace observe {

/// "Exp" for "Exp<float>", which is what compilers call an instance of a template.
inline std::string PlainApi(const char* api) {
    const std::string name(api);
    return name.substr(0, name.find('<'));
}

}  // namespace observe
