// What a thread's core executes at the moment, for reports of faults and time limits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "isa/vec_shape.h"

namespace aicore {

/// What an instruction works on.
struct InstructionNotes {
    struct Operand {
        const char* name;
        const void* address;
    };
    struct Number {
        const char* name;
        uint64_t value;
    };
    static constexpr int kMost = 12;

    void Add(const char* name, const void* address) {
        if (address != nullptr && operand_count < kMost) {
            operands[operand_count++] = {name, address};
        }
    }
    void AddNumber(const char* name, uint64_t value) {
        if (number_count < kMost) {
            numbers[number_count++] = {name, value};
        }
    }

    const char* family = nullptr;                               ///< name; null: no instruction
    char operation[sizeof(AscendC::isa::PackedName) + 1] = {};  ///< name, if the family has several
    Operand operands[kMost];
    Number numbers[kMost];
    int operand_count = 0;
    int number_count = 0;
};

/// The instructions of one executor.
struct InstructionFamily {
    const char* name;  ///< an API's, or that of the executor, "aicore_vec_duplicate"
    void (*take_notes)(const void* record, InstructionNotes* notes);
};

struct Instruction {
    const void* record;  ///< on the stack of the block
    const InstructionFamily* family;
};

/// The last instruction that the calling thread began. It is still at work exactly if the thread is
/// in code of this library, or in what that has called.
extern __thread Instruction t_instruction
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

namespace notes {

/// Names of the members that are noted; what they are follows from their types.
// clang-format off: each of its runs would break other lines
#define AICORE_NOTED_MEMBERS(X) \
    X(dst) X(src) X(src0) X(src1) X(a) X(b) X(c) X(bias) X(bits) X(values) X(scores) \
    X(index) X(scales) X(gamma) X(beta) X(grad) X(dx) X(dy) X(x) X(shape) X(count) X(repeat) \
    X(bytes) X(rows) X(columns) X(matrices) X(row_bytes) X(m) X(k) X(n) X(src_pitch) \
    X(dst_pitch)
// clang-format on

#define AICORE_HAS(member)                                                            \
    template <typename Record, typename = void>                                       \
    struct has_##member : std::false_type {};                                         \
    template <typename Record>                                                        \
    struct has_##member<Record, std::void_t<decltype(std::declval<Record>().member)>> \
        : std::true_type {};
AICORE_NOTED_MEMBERS(AICORE_HAS)
#undef AICORE_HAS

template <typename Record, typename = void>
struct has_named_operation : std::false_type {};
template <typename Record>
struct has_named_operation<Record, std::void_t<decltype(TraitsOf(std::declval<Record>().op).name)>>
    : std::true_type {};

template <typename Member>
void Add(const char* name, const Member& member, InstructionNotes* notes) {
    using AscendC::isa::VecMode;
    if constexpr (std::is_same_v<Member, AscendC::isa::VecOperand>) {
        notes->Add(name, member.addr);
    } else if constexpr (std::is_same_v<Member, AscendC::isa::VecShape>) {
        const bool repeats = member.mode == VecMode::kMask;
        notes->AddNumber(repeats ? "repeat" : "count", repeats ? member.repeat : member.count);
    } else if constexpr (std::is_pointer_v<Member>) {
        notes->Add(name, member);
    } else if constexpr (std::is_integral_v<Member>) {
        notes->AddNumber(name, static_cast<uint64_t>(member));
    }
}

template <typename Record>
void Take(const void* untyped, InstructionNotes* notes) {
    const Record& record = *static_cast<const Record*>(untyped);
    if constexpr (has_named_operation<Record>::value) {
        const auto name = TraitsOf(record.op).name;
        std::memcpy(notes->operation, &name, sizeof(name));
    }
#define AICORE_ADD(member)                       \
    if constexpr (has_##member<Record>::value) { \
        Add(#member, record.member, notes);      \
    }
    AICORE_NOTED_MEMBERS(AICORE_ADD)
#undef AICORE_ADD
}

}  // namespace notes

}  // namespace aicore

/// Notes that an executor begins with `record`.
#define AICORE_BEGIN_INSTRUCTION(name, Record, record)                                          \
    do {                                                                                        \
        static constexpr ::aicore::InstructionFamily family = {name,                            \
                                                               &::aicore::notes::Take<Record>}; \
        ::aicore::t_instruction = {record, &family};                                            \
    } while (false)
