// Names that generated files derive from operator types, ports and attributes.
#pragma once

#include <string>

namespace opbuild {

// File name of an operator type: AddRmsNorm -> add_rms_norm, HTTPFill -> http_fill, TopKV3 ->
// top_kv3.
std::string SnakeName(const std::string& op_type);

// Part of an include guard: AddRmsNorm -> ADD_RMS_NORM, HTTPFill -> HTTPFILL.
std::string GuardName(const std::string& name);

// C parameter of a port or attribute: x_1_y -> x1Y, CAPS_IN -> cAPSIN.
std::string CamelName(const std::string& name);

std::string LowerFirst(std::string name);

bool IsIdentifier(const std::string& name);

// Words that a parameter of a generated C++ function cannot be called.
bool IsCppKeyword(const std::string& name);

// The text as the inside of a C++ string literal.
std::string EscapeForCpp(const std::string& text);

}  // namespace opbuild
