// What the reports of failed launches say of a block: what it executes, and where in its source.
#pragma once

#include "aicore/instruction.h"
#include "aicore/launch_state.h"
#include "support/code_location.h"

namespace aicore {

class CoreMemory;
class Fiber;

/// Where a block is, and the instruction that it executes.
struct BlockPosition {
    support::CallChain calls;
    InstructionNotes instruction;
};

/// The position of the block that the calling thread runs; in a handler of a signal, where it was
/// interrupted.
void TakePosition(const KernelObject& kernel, BlockPosition* position);

/// " in Duplicate(dst UB+0, count 64)": what the block executes; empty if it executes nothing.
struct InstructionText {
    InstructionText(const Fiber& fiber, const InstructionNotes& notes);
    char text[400] = "";
};

/// "AIV block 3": the block as its kernel counts it.
struct UnitText {
    UnitText(const Launch& launch, const Unit& unit);
    char text[40];
};

/// Fails the launch of `fiber`, which is at `position`, because of its time limit.
void ReportExpired(const Fiber& fiber, const BlockPosition& position);

}  // namespace aicore
