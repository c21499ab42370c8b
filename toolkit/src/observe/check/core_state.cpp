#include "observe/check/core_state.h"

namespace observe {

CoreState::CoreState(const AscendcBlock& block, CoreName core_name, bool manual_sync)
    : name(core_name), unit(block.unit), core(block.core), order(manual_sync) {
    for (size_t i = 1; i < memories.size(); ++i) {
        const AscendC::isa::Arena& arena = core->arenas[i];
        if (arena.size != 0) {
            memories[i] =
                std::make_unique<LocalMemory>(reinterpret_cast<uint64_t>(arena.base), arena.size);
        }
    }
}

}  // namespace observe
