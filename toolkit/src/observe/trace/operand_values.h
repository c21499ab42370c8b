// Elements in memory as text.
#pragma once

#include <cstdint>
#include <string>

#include "isa/records.h"
#include "isa/types.h"

namespace observe {

/// The element type of an operand of a record, by the operand's name; kNone if the record has none.
AscendC::isa::DType TypeOfOperand(AscendC::isa::RecordKind kind, const void* record,
                                  const char* operand);

/// The first elements of `bytes` bytes at `address`, as in "{1, 2.5, ...}": bytes in hexadecimal
/// for types without a number.
std::string ValuesText(AscendC::isa::DType type, const void* address, uint64_t bytes);

}  // namespace observe
