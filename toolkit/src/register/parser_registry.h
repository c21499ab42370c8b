// What plugins of frameworks and passes of users have registered, for a graph engine to read.
#pragma once

#include <vector>

#include "register/register.h"
#include "register/register_custom_pass.h"

namespace domi {

class ParserRegistry {
public:
    /// In order of registration.
    GE_FUNC_HOST_VISIBILITY static std::vector<OpRegistrationData> Operators();
    GE_FUNC_HOST_VISIBILITY static std::vector<ge::PassRegistrationData> Passes();
    static void Add(const OpRegistrationData& data);
    static void Add(const ge::PassRegistrationData& data);
};

}  // namespace domi
