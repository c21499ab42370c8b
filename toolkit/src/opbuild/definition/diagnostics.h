// What op_build has to say about definitions.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace opbuild {

// Collects messages and prints them once each, in order, to the error stream:
//     op_build: error: <operator>: <port or attribute>: <text>
class Diagnostics {
public:
    // `location` may be empty.
    void Error(const std::string& op_type, const std::string& location, const std::string& text);
    void Warning(const std::string& op_type, const std::string& location, const std::string& text);
    bool HasErrors() const { return has_errors_; }
    void Print() const;

private:
    void Add(const char* kind, const std::string& op_type, const std::string& location,
             const std::string& text);

    bool has_errors_ = false;
    std::vector<std::string> lines_;
    std::set<std::string> reported_;
};

// Prints an error that concerns no operator.
void PrintError(const std::string& text);

}  // namespace opbuild
