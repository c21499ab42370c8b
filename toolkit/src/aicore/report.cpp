#include "aicore/report.h"

#include <cctype>
#include <cstdio>
#include <cstring>

#include "aicore/fault.h"
#include "aicore/fiber.h"

namespace aicore {

__thread Instruction t_instruction = {nullptr, nullptr};

namespace {

/// Whether the innermost calls, up to the kernel's own, pass through this library.
bool IsInExecutor(const KernelObject& kernel, const support::CallChain& calls) {
    const KernelObject own = FindKernelObject(reinterpret_cast<const void*>(&TakePosition));
    for (int i = 0; i < calls.count && !kernel.HasCode(calls.calls[i]); ++i) {
        if (own.HasCode(calls.calls[i])) {
            return true;
        }
    }
    return false;
}

/// "aicore_vec_reduce_all" becomes "ReduceAll".
void AppendName(const char* name, char* text, size_t size) {
    static constexpr char kPrefix[] = "aicore_";
    if (std::strncmp(name, kPrefix, sizeof(kPrefix) - 1) != 0) {
        std::snprintf(text, size, "%s", name);
        return;
    }
    name += sizeof(kPrefix) - 1;
    for (const char* const group : {"vec_", "cube_"}) {
        name += std::strncmp(name, group, std::strlen(group)) == 0 ? std::strlen(group) : 0;
    }
    bool begins = true;
    size_t length = 0;
    for (; *name != '\0' && length + 1 < size; ++name) {
        if (*name != '_') {
            text[length++] =
                begins ? static_cast<char>(std::toupper(static_cast<unsigned char>(*name))) : *name;
        }
        begins = *name == '_';
    }
    text[length] = '\0';
}

}  // namespace

void TakePosition(const KernelObject& kernel, BlockPosition* position) {
    CollectKernelCalls(&position->calls);
    if (t_instruction.family != nullptr && IsInExecutor(kernel, position->calls)) {
        position->instruction.family = t_instruction.family->name;
        t_instruction.family->take_notes(t_instruction.record, &position->instruction);
    }
}

InstructionText::InstructionText(const Fiber& fiber, const InstructionNotes& notes) {
    if (notes.family == nullptr) {
        return;
    }
    char name[48];
    AppendName(notes.operation[0] != '\0' ? notes.operation : notes.family, name, sizeof(name));
    size_t length = static_cast<size_t>(std::snprintf(text, sizeof(text), " in %s(", name));
    const char* separator = "";
    const auto add = [&](const char* format, auto... values) {
        if (length < sizeof(text)) {
            length += static_cast<size_t>(
                std::snprintf(text + length, sizeof(text) - length, format, separator, values...));
        }
        separator = ", ";
    };
    for (int i = 0; i < notes.operand_count; ++i) {
        const InstructionNotes::Operand& operand = notes.operands[i];
        CoreMemory::Location location;
        if (fiber.memory().Find(reinterpret_cast<uintptr_t>(operand.address), &location)) {
            add("%s%s %s+%lld", operand.name, location.memory,
                static_cast<long long>(location.offset));
        } else {
            add("%s%s GM %p", operand.name, operand.address);
        }
    }
    for (int i = 0; i < notes.number_count; ++i) {
        add("%s%s %lld", notes.numbers[i].name, static_cast<long long>(notes.numbers[i].value));
    }
    if (length + 1 < sizeof(text)) {
        std::strcpy(text + length, ")");
    }
}

UnitText::UnitText(const Launch& launch, const Unit& unit) {
    static const char* const kTypes[] = {"", "AIC ", "AIV "};
    std::snprintf(text, sizeof(text), "%sblock %u", kTypes[unit.core_type], launch.BlockOf(unit));
}

void ReportExpired(const Fiber& fiber, const BlockPosition& position) {
    Launch& launch = *fiber.launch();
    const InstructionText instruction(fiber, position.instruction);
    char text[700];
    std::snprintf(text, sizeof(text),
                  "kernel %s ran longer than its limit of %g s: %u of %u blocks had not ended, %s "
                  "was at work%s",
                  launch.request.kernel->name, static_cast<double>(launch.timeout_us) / 1e6,
                  launch.unfinished(), launch.unit_count(), UnitText(launch, fiber.unit()).text,
                  instruction.text);
    launch.Fail(AICORE_FAULT_TIMEOUT, &fiber.unit(), text, &position.calls);
}

}  // namespace aicore
