// The C interface of libnnopbase that generated functions call.
#pragma once

#include <set>
#include <string>

namespace opbuild {

// Remembers which functions a generated file calls and declares just those, so that the file
// compiles fast and needs no header of the library. Functions that some releases lack are declared
// weak.
class NnopbaseCalls {
public:
    // Returns `name` for use in the generated text. The name must be one of the known functions.
    const std::string& Use(const std::string& name);

    // The declarations of the functions used so far; C linkage except for the log function.
    std::string Declarations() const;

private:
    std::set<std::string> used_;
};

// Types that the interface and the tables of a generated file share.
extern const char* const kNnopbaseTypes;

// Macros that return with a logged status if a call fails or a pointer is null.
extern const char* const kNnopbaseMacros;

}  // namespace opbuild
