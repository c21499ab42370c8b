// Types and default values of attributes in generated files.
#pragma once

#include <string>

#include "opbuild/definition/definition.h"

namespace opbuild {

// "listInt" as in information files.
std::string AttrConfigType(const Attr& attr);

// "ListInt" as in prototypes.
std::string AttrProtoType(const Attr& attr);

// The default as information files hold it: 1.5, true, none, [1,-2]. Floats have 6 significant
// digits.
std::string AttrConfigDefault(const Attr& attr);

// The default as prototypes hold it: 1.5, true, "none", {1,-2}.
std::string AttrProtoDefault(const Attr& attr);

bool HasFiniteDefault(const Attr& attr);

// C++ literals that give back exactly the value.
std::string FloatLiteral(float value);
std::string IntLiteral(int64_t value);

}  // namespace opbuild
