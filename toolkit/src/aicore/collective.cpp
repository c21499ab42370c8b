// Counts the finished turns of communication tasks, and lends the memory that ranks share.
#include "isa/collective.h"

#include "aicore/collective_state.h"
#include "aicore/fault.h"
#include "aicore/fiber.h"

extern "C" __attribute__((visibility("default"))) void aicore_collective(
    const AscendC::isa::CollectiveRecord* record) {
    using namespace aicore;
    using AscendC::isa::CollectiveOp;
    RuntimeScope scope;
    Fiber& fiber = scope.fiber();
    Launch& launch = *fiber.launch();
    Counter& turns = launch.Collective().turns[fiber.unit().core_type][record->task];
    if (record->op == CollectiveOp::kFinish) {
        turns.fetch_add(1, std::memory_order_release);
        launch.Signal();
    } else if (record->turns > turns.load(std::memory_order_acquire)) {
        fiber.WaitFor(turns, record->turns, "the Commit of a communication task");
    }
    if (record->done != nullptr) {
        *record->done = turns.load(std::memory_order_acquire);
    }
}

extern "C" __attribute__((visibility("default"))) uint8_t* aicore_window(int direction,
                                                                         uint64_t* size) {
    using namespace aicore;
    RuntimeScope scope;
    *size = CollectiveState::kWindowBytes;
    uint8_t* window = scope.fiber().launch()->Collective().Window(direction);
    if (window == nullptr) {
        FailFromKernel(AICORE_FAULT_TRAP, "no memory for the window of the communication library");
    }
    return window;
}
