// Spellings of data types, formats and scalar types in generated files.
#pragma once

#include <string>

#include "register/op_def.h"

namespace opbuild {

// "float32" as in information files, "unknow" for types that they have no name for; empty for what
// is no type of operators.
std::string DtypeText(ge::DataType dtype);

// "ge::DT_FLOAT"; empty like DtypeText.
std::string DtypeEnum(ge::DataType dtype);

// "ND" as in information files, "UNKNOWN" for formats that no data has.
std::string FormatText(ge::Format format);

// "ge::FORMAT_ND"; empty for a format outside the enum.
std::string FormatEnum(ge::Format format);

// Definitions of the enums ge::DataType and ge::Format with the values that `code` names.
std::string EnumsUsedIn(const std::string& code);

// "float32"; empty if the type is invalid.
std::string ScalarTypeText(ops::ScalarType type);

}  // namespace opbuild
