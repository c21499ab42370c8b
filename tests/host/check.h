// Named checks, each a line "ok <name>" or "FAIL <name>: <what>" on stdout.
#pragma once

#include <cstdio>
#include <functional>
#include <map>
#include <sstream>
#include <string>

namespace check {

/// Failures of the running check.
inline std::string& Failures() {
    static std::string failures;
    return failures;
}

template <typename A, typename B>
void Equal(const A& actual, const B& expected, const char* text, int line) {
    if (!(actual == expected)) {
        std::ostringstream message;
        message << " line " << line << ": " << text << " is " << actual << ", not " << expected
                << ";";
        Failures() += message.str();
    }
}

inline void Run(const std::string& name, const std::function<void()>& body) {
    Failures().clear();
    body();
    if (Failures().empty()) {
        std::printf("ok %s\n", name.c_str());
    } else {
        std::printf("FAIL %s:%s\n", name.c_str(), Failures().c_str());
    }
    std::fflush(stdout);
}

}  // namespace check

#define EQUAL(actual, expected) check::Equal((actual), (expected), #actual, __LINE__)
#define TRUE(condition) check::Equal(static_cast<bool>(condition), true, #condition, __LINE__)
