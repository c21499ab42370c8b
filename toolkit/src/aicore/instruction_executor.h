// Instruction executors are compiled for the instruction set of this machine, or once per
// instruction set (CUSTOM_COMPILER_CPUS); this header binds the copies together.
//
// A file in exec/ is compiled with AICORE_ISA_NS set to isa_base, isa_v3 (x86-64-v3) and isa_v4
// (x86-64-v4); for this machine only, and elsewhere than on x86-64, only as isa_base. It looks
// like this:
//
//     namespace AscendC::isa::exec::AICORE_ISA_NS {
//     namespace {
//     void RunUnary(const UnaryRecord* record) { ... }
//     }
//     AICORE_EXECUTOR(aicore_unary, UnaryRecord, RunUnary)   // still inside the namespace
//     }
//
// which exports `extern "C" void aicore_unary(const AscendC::isa::UnaryRecord*)`: it notes what is
// executed, and jumps through a pointer that was set to the best copy for this CPU when the library
// was loaded. AICORE_PART is for what other executors call, which have noted their instruction.
//
// Code of the v3/v4 copies must not be shared with the others: keep every function in the
// AICORE_ISA_NS namespace (or static, or always inlined), and have no dynamic initialisers in these
// files.
#pragma once

#include "aicore/alignment.h"
#include "aicore/instruction.h"
#include "isa/executed.h"

namespace AscendC::isa::exec {

enum class IsaLevel { kBase = 0, kV3 = 1, kV4 = 2 };

/// The best instruction set among the compiled ones that this CPU has; environment variable
/// ASCENDC_CPU_ISA (base, v3, v4) lowers it.
IsaLevel BestIsa();

template <typename Function>
Function PickExecutor(Function base, Function v3, Function v4) {
    const IsaLevel level = BestIsa();
    return level == IsaLevel::kV4 ? v4 : level == IsaLevel::kV3 ? v3 : base;
}

}  // namespace AscendC::isa::exec

#define AICORE_EXECUTOR_NAME_(name, isa) name##_##isa
#define AICORE_EXECUTOR_NAME(name, isa) AICORE_EXECUTOR_NAME_(name, isa)

/// Declares the pointer to one copy: constant data, so that no v3/v4 code runs while the library is
/// loaded.
#define AICORE_EXECUTOR_DECLARE(name, Record, isa)                                      \
    extern "C" __attribute__((visibility("hidden"))) void (*const AICORE_EXECUTOR_NAME( \
        name, isa))(const Record*);
#define AICORE_EXECUTOR_COPY(name, Record, function)     \
    AICORE_EXECUTOR_DECLARE(name, Record, AICORE_ISA_NS) \
    void (*const AICORE_EXECUTOR_NAME(name, AICORE_ISA_NS))(const Record*) = function;

#if !defined(AICORE_ISA_IS_BASE)
#define AICORE_EXPORT(name, Record, function, begin) AICORE_EXECUTOR_COPY(name, Record, function)
#elif defined(AICORE_ISA_COPIES)
#define AICORE_EXPORT(name, Record, function, begin)                                       \
    AICORE_EXECUTOR_COPY(name, Record, function)                                           \
    AICORE_EXECUTOR_DECLARE(name, Record, isa_v3)                                          \
    AICORE_EXECUTOR_DECLARE(name, Record, isa_v4)                                          \
    static void (*const name##_picked)(const Record*) =                                    \
        ::AscendC::isa::exec::PickExecutor(name##_isa_base, name##_isa_v3, name##_isa_v4); \
    extern "C" __attribute__((visibility("default"))) void name(const Record* record) {    \
        begin(#name, Record, record);                                                      \
        name##_picked(record);                                                             \
    }
#else
#define AICORE_EXPORT(name, Record, function, begin)                                    \
    AICORE_EXECUTOR_COPY(name, Record, function)                                        \
    extern "C" __attribute__((visibility("default"))) void name(const Record* record) { \
        begin(#name, Record, record);                                                   \
        function(record);                                                               \
    }
#endif

#define AICORE_EXECUTOR(name, Record, function) \
    AICORE_EXPORT(name, Record, function, AICORE_BEGIN_IF_EXECUTED)
#define AICORE_PART(name, Record, function) \
    AICORE_EXPORT(name, Record, function, AICORE_BEGIN_NOTHING)
#define AICORE_BEGIN_IF_EXECUTED(name, Record, record)           \
    if (!IsExecutedBy(*record, ::AscendC::isa::CurrentCore())) { \
        return;                                                  \
    }                                                            \
    AICORE_BEGIN_INSTRUCTION(name, Record, record);              \
    ::aicore::CheckAlignment(*record)
#define AICORE_BEGIN_NOTHING(name, Record, record) static_cast<void>(0)
