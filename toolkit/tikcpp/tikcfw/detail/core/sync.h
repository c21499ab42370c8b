// Synchronisation: flags and barriers between pipes, and between cores.
#pragma once

#include "detail/core/meta.h"
#include "detail/memory/data_copy.h"
#include "detail/memory/tpipe.h"
#include "isa/lacks.h"
#include "isa/sync.h"

namespace AscendC {
namespace isa {

/// Ends the launch for the first flag that is set twice.
inline void RejectDoubledFlag(const Core& core) {
    const uint8_t* const counts = &core.flags[0][0][0];
    for (uint32_t i = 0; i < sizeof(core.flags); ++i) {
        if (counts[i] > 1) {
            const auto from = static_cast<pipe_t>(i / 8 / kFlagPipes);
            const auto to = static_cast<pipe_t>(i / 8 % kFlagPipes);
            ReportException(HardwareException::kFlagDoubled, "PipeBarrier<PIPE_ALL>",
                            PipePair(from, to), i % 8);
            return;
        }
    }
}

/// Flags count: a wait takes one set back. Documented is that the core hangs at a barrier of all
/// pipes while a flag is set twice; kernels that wait as often as they set, without one, run.
inline void NoteFlag(FlagOp op, pipe_t from, pipe_t to, int32_t id) {
    Note(FlagEvent{op, static_cast<uint8_t>(from), static_cast<uint8_t>(to), id});
    if (op == FlagOp::kBarrier) {
        if (__builtin_expect(from == PIPE_ALL && CurrentCore().doubled_flags != 0, 0)) {
            RejectDoubledFlag(CurrentCore());
        }
        return;
    }
    if (static_cast<uint32_t>(from) >= kFlagPipes || static_cast<uint32_t>(to) >= kFlagPipes) {
        return;
    }
    if (__builtin_expect(from == PIPE_ALL || to == PIPE_ALL, 0)) {
        aicore_trap("SetFlag, WaitFlag: the event is none of HardEvent's, which end before MAX");
    }
    Core& core = CurrentCore();
    if (__builtin_expect(id < 0 || id >= EventsOf(core.arch), 0)) {
        ReportException(HardwareException::kEventId, op == FlagOp::kSet ? "SetFlag" : "WaitFlag",
                        static_cast<uint64_t>(int64_t{id}),
                        static_cast<uint64_t>(EventsOf(core.arch)));
        return;
    }
    uint8_t& count = core.flags[from][to][id];
    if (op == FlagOp::kWait && __builtin_expect(count == 0, 0)) {
        ReportException(HardwareException::kFlagNotSet, "WaitFlag", PipePair(from, to),
                        static_cast<uint64_t>(id));
        return;
    }
    if (__builtin_expect(count == kFlagFull, 0)) {
        return;  // neither a false fault nor a number that wraps
    }
    if (op == FlagOp::kSet) {
        core.doubled_flags += ++count == 2 ? 1 : 0;
    } else {
        core.doubled_flags -= --count == 1 ? 1 : 0;
    }
}
inline void IssueCoreSync(SyncOp op, pipe_t pipe, uint8_t mode, int32_t id, uint32_t count = 0,
                          const void* address = nullptr) {
    ASCENDC_META(ASCENDC_META_CROSS_CORE_SYNC, 0, 0);
    Issue(SyncRecord{op, static_cast<uint8_t>(pipe), mode, id, count, address});
}

}  // namespace isa

// --- within a core

/// No instruction: the compiler moves no memory access across it.
inline void Barrier() {
    __asm__ __volatile__("" ::: "memory");
}

namespace isa {
/// Code that both kinds of cores run sets flags of the vector unit, which cube cores leave out.
template <HardEvent event>
ASCENDC_ALWAYS_INLINE bool LeavesOutFlag() {
    constexpr bool kOfVector = event == HardEvent::MTE2_V || event == HardEvent::V_MTE2 ||
                               event == HardEvent::MTE3_V || event == HardEvent::V_MTE3 ||
                               event == HardEvent::V_V || event == HardEvent::S_V ||
                               event == HardEvent::V_S;
    return kOfVector && CurrentCore().core_type == AIC;
}
}  // namespace isa

template <HardEvent event>
inline void SetFlag(int32_t eventID) {
    static_assert(event < HardEvent::MAX, "SetFlag: HardEvent::MAX is no event");
    if (isa::LeavesOutFlag<event>()) {
        return;
    }
    constexpr isa::EventPipes pipes = isa::PipesOf(event);
    isa::NoteFlag(isa::FlagOp::kSet, pipes.from, pipes.to, eventID);
}
template <HardEvent event>
inline void WaitFlag(int32_t eventID) {
    static_assert(event < HardEvent::MAX, "WaitFlag: HardEvent::MAX is no event");
    if (isa::LeavesOutFlag<event>()) {
        return;
    }
    constexpr isa::EventPipes pipes = isa::PipesOf(event);
    isa::NoteFlag(isa::FlagOp::kWait, pipes.from, pipes.to, eventID);
}
template <HardEvent event, MemoryT, bool>
inline void SetFlag(int32_t eventID) {
    SetFlag<event>(eventID);
}
inline void SetFlagImpl(HardEvent event, int32_t eventID) {
    const isa::EventPipes pipes = isa::PipesOf(event);
    isa::NoteFlag(isa::FlagOp::kSet, pipes.from, pipes.to, eventID);
}
inline void WaitFlagImpl(HardEvent event, int32_t eventID) {
    const isa::EventPipes pipes = isa::PipesOf(event);
    isa::NoteFlag(isa::FlagOp::kWait, pipes.from, pipes.to, eventID);
}
template <pipe_t pipe>
inline void PipeBarrier() {
    isa::NoteFlag(isa::FlagOp::kBarrier, pipe, pipe, 0);
}
template <MemDsbT arg0>
inline void DataSyncBarrier() {
    ASCENDC_REQUIRE_API("DataSyncBarrier", 100, 200);
    isa::Note(isa::CacheEvent{isa::CacheOp::kBarrier, false, nullptr});
}

template <pipe_t src, pipe_t dst>
class TQueSync {
public:
    void SetFlag(TEventID id) { isa::NoteFlag(isa::FlagOp::kSet, src, dst, id); }
    void WaitFlag(TEventID id) { isa::NoteFlag(isa::FlagOp::kWait, src, dst, id); }
};

// --- between cores

/// What a core waits for before it tells the others, and what waits for them: MTE2, MTE3 or ALL.
/// Cores here execute in program order, so that any choice holds.
struct SyncAllConfig {
    pipe_t triggerPipe;
    pipe_t waitPipe;
};
constexpr SyncAllConfig DEFAULT_SYNC_ALL_CONFIG = {PIPE_ALL, PIPE_ALL};

namespace isa {
inline int32_t BlockIndex();
constexpr bool IsSyncAllPipe(pipe_t pipe) {
    return pipe == PIPE_MTE2 || pipe == PIPE_MTE3 || pipe == PIPE_ALL;
}
}  // namespace isa

/// All AIV (or all AIC) cores of the launch; with isAIVOnly = false all cores of both types.
template <bool isAIVOnly = true, const SyncAllConfig& config = DEFAULT_SYNC_ALL_CONFIG>
inline void SyncAll() {
    static_assert(isa::IsSyncAllPipe(config.triggerPipe) && isa::IsSyncAllPipe(config.waitPipe),
                  "SyncAllConfig: the pipes must be PIPE_MTE2, PIPE_MTE3 or PIPE_ALL");
    ASCENDC_REQUIRE_API("SyncAll without a workspace", 100, 200);
    isa::IssueCoreSync(isAIVOnly ? isa::SyncOp::kBarrierType : isa::SyncOp::kBarrierAll, PIPE_ALL,
                       0, 0);
}
/// The first `usedCores` vector cores (0: all). The workspaces are those that hardware needs; the
/// global one tells apart barriers of different groups.
template <bool isAIVOnly = true>
inline void SyncAll(const GlobalTensor<int32_t>& gmWorkspace,
                    [[maybe_unused]] const LocalTensor<int32_t>& ubWorkspace,
                    const int32_t usedCores = 0) {
    const isa::Core& core = isa::CurrentCore();
    if (core.core_type == AIC) {
        return;
    }
    const uint32_t all = core.block_num * (core.core_type == AIV ? core.task_ratio : 1);
    const uint32_t cores = usedCores == 0 ? all : static_cast<uint32_t>(usedCores);
    if constexpr (isa::kObserved) {
        // A word for each core, in a separate block.
        const uint64_t needed = uint64_t{cores} * ONE_BLK_SIZE;
        isa::Note(isa::ScratchEvent{Hardware::GM, gmWorkspace.Data(), 0, needed, "SyncAll"});
        isa::Note(isa::ScratchEvent{Hardware::UB, ubWorkspace.Data(), 0, needed, "SyncAll"});
    }
    const int32_t* const words = gmWorkspace.Data();
    int32_t word = 0;
    // Hardware counts up from the core's word, so it matters what the workspace holds. (Observers
    // look there themselves.)
    if constexpr (!isa::kObserved) {
        const uint32_t block =
            isAIVOnly ? core.block_idx : static_cast<uint32_t>(isa::BlockIndex());
        word = words == nullptr ? 0 : words[block * ONE_BLK_SIZE / sizeof(int32_t)];
    }
    isa::IssueCoreSync(isa::SyncOp::kBarrierMemory, PIPE_ALL, 0, word, cores, words);
}

namespace isa {
inline void ExpectCrossFlag([[maybe_unused]] const char* api, [[maybe_unused]] uint8_t mode,
                            [[maybe_unused]] uint16_t flag) {
    if constexpr (kObserved) {
        const bool has_mode4 = CurrentCore().arch == 310;
        if (mode > 2 && !(mode == 4 && has_mode4)) {
            RejectParameter(api, "modeId", mode,
                            has_mode4 ? "must be 0, 1, 2 or 4" : "must be 0, 1 or 2");
        } else if (mode == 4) {
            Expect(api, "flagId", flag, 0, 31, "must be 0..31");
        } else {
            Expect(api, "flagId", flag, 0, 15, "must be 0..15");
        }
    }
}
/// The number of a flag: 0 to 15 in modes 0 to 2, to whose four bits it is cut; in mode 4 16 and
/// more, counted as the cube core does, which has 16 flags for each of its vector cores.
inline int32_t CrossFlag(uint8_t mode, uint16_t flag) {
    const Core& core = CurrentCore();
    if (mode != 4 || core.arch != 310) {
        return flag & 15;
    }
    return 16 + (core.core_type == AIC
                     ? flag & 31
                     : static_cast<int32_t>((flag & 15) + 16 * core.sub_block_idx));
}
}  // namespace isa

template <uint8_t modeId, pipe_t pipe>
inline void CrossCoreSetFlag(uint16_t flagId) {
    ASCENDC_REQUIRE_API("CrossCoreSetFlag", 100, 200);
    isa::ExpectCrossFlag("CrossCoreSetFlag", modeId, flagId);
    if constexpr (pipe == PIPE_ALL || (pipe == PIPE_S && modeId != 4)) {
        isa::RejectParameter("CrossCoreSetFlag", "pipe", pipe,
                             "must be V, M, MTE1, MTE2, MTE3 or FIX");
    }
    isa::IssueCoreSync(isa::SyncOp::kCrossSet, pipe, modeId, isa::CrossFlag(modeId, flagId));
}
template <uint8_t modeId = 0, pipe_t pipe = PIPE_S>
inline void CrossCoreWaitFlag(uint16_t flagId) {
    ASCENDC_REQUIRE_API("CrossCoreWaitFlag", 100, 200);
    isa::ExpectCrossFlag("CrossCoreWaitFlag", modeId, flagId);
    isa::IssueCoreSync(isa::SyncOp::kCrossWait, pipe, modeId, isa::CrossFlag(modeId, flagId));
}
/// AIC <-> its AIVs.
template <pipe_t AIV_PIPE, pipe_t AIC_PIPE>
inline void NotifyEvent(uint16_t flagId) {
    ASCENDC_REQUIRE_API("NotifyEvent", 100, 200);
    isa::IssueCoreSync(isa::SyncOp::kCrossSet, AIV_PIPE, 2, flagId & 15);
}
template <pipe_t pipe = PIPE_S>
inline void NotifyEvent(uint16_t flagId) {
    ASCENDC_REQUIRE_API("NotifyEvent", 100, 200);
    isa::IssueCoreSync(isa::SyncOp::kCrossSet, pipe, 2, flagId & 15);
}
template <pipe_t pipe = PIPE_S>
inline void WaitEvent(uint16_t flagId) {
    ASCENDC_REQUIRE_API("WaitEvent", 100, 200);
    isa::IssueCoreSync(isa::SyncOp::kCrossWait, pipe, 2, flagId & 15);
}

namespace isa {

/// Waits until the word at `address` is `value`, which another core will write.
inline void PollUntil(const int32_t* address, int32_t value) {
    while (__atomic_load_n(address, __ATOMIC_ACQUIRE) != value) {
        IssueCoreSync(SyncOp::kPoll, PIPE_S, 0, 0);
    }
    Note(HandshakeEvent{HandshakeOp::kWait, address, value});
}
/// Writes the word at `address`, for which other cores may wait.
inline void Signal(int32_t* address, int32_t value) {
    Note(HandshakeEvent{HandshakeOp::kSignal, address, value});
    __atomic_store_n(address, value, __ATOMIC_RELEASE);
}
/// Words of the workspace are 32 bytes apart, as hardware copies them.
constexpr int32_t kWordPitch = 8;

}  // namespace isa

namespace isa {
/// These functions are of vector cores; the cube cores of a split group pass them by. All blocks
/// have to run at a time, since they wait for each other.
inline bool PassesBy() {
    if (CurrentCore().core_type == AIC) {
        return true;
    }
    IssueCoreSync(SyncOp::kAllBlocks, PIPE_S, 0, 0);
    return false;
}
/// Says in the workspace of WaitPreBlock whose turn it is; whatever lies there before is none.
constexpr int32_t kTurn = 0x7572'6e21;
/// The word of event `event` between this block and `block`. Kernels of both kinds of cores have
/// two vector cores for each of their blocks.
template <bool isAIVOnly>
inline int32_t* BlockWord(const GlobalTensor<int32_t>& words, int32_t block, int32_t event) {
    const int32_t blocks = static_cast<int32_t>(CurrentCore().block_num) * (isAIVOnly ? 1 : 2);
    return words.Data() + (blocks * event + block) * kWordPitch;
}
}  // namespace isa

/// Tells block `blockIdx` that this one is ready for event `eventID`; waits until the last telling
/// was heard.
template <bool isAIVOnly = true>
inline void IBSet(const GlobalTensor<int32_t>& gmWorkspace, const LocalTensor<int32_t>&,
                  int32_t blockIdx, int32_t eventID) {
    if (isa::PassesBy()) {
        return;
    }
    int32_t* word = isa::BlockWord<isAIVOnly>(gmWorkspace, blockIdx, eventID);
    isa::PollUntil(word, 0);
    isa::Signal(word, 1);
}
template <bool isAIVOnly = true>
inline void IBWait(const GlobalTensor<int32_t>& gmWorkspace, const LocalTensor<int32_t>&,
                   int32_t blockIdx, int32_t eventID) {
    if (isa::PassesBy()) {
        return;
    }
    int32_t* word = isa::BlockWord<isAIVOnly>(gmWorkspace, blockIdx, eventID);
    isa::PollUntil(word, 1);
    isa::Signal(word, 0);
}

/// Blocks pass WaitPreBlock one after the other, in the order of their index.
inline void InitDetermineComputeWorkspace(GlobalTensor<int32_t>& gmWorkspace,
                                          LocalTensor<int32_t>&) {
    // The first round belongs to block 0.
    if (!isa::PassesBy() && isa::BlockIndex() == 0) {
        isa::Signal(gmWorkspace.Data(), isa::kTurn);
    }
}
inline void WaitPreBlock(GlobalTensor<int32_t>& gmWorkspace, LocalTensor<int32_t>&) {
    if (isa::PassesBy()) {
        return;
    }
    int32_t* word = gmWorkspace.Data() + isa::BlockIndex() * isa::kWordPitch;
    isa::PollUntil(word, isa::kTurn);
    isa::Signal(word, 0);
}
inline void NotifyNextBlock(GlobalTensor<int32_t>& gmWorkspace, LocalTensor<int32_t>&) {
    if (isa::PassesBy()) {
        return;
    }
    const isa::Core& core = isa::CurrentCore();
    const int32_t cores =
        static_cast<int32_t>(core.block_num * (core.core_type == AIV ? core.task_ratio : 1));
    const int32_t next = (isa::BlockIndex() + 1) % cores;
    isa::Signal(gmWorkspace.Data() + next * isa::kWordPitch, isa::kTurn);
}

/// Let the next kernel of a super kernel start, wait for the end of the one before. Kernels run one
/// after the other here.
template <pipe_t AIV_PIPE = PIPE_MTE3, pipe_t AIC_PIPE = PIPE_FIX, bool FORCE = false>
inline void SetNextTaskStart() {}
template <bool FORCE = false>
inline void WaitPreTaskEnd() {}

enum class EngineType : int32_t { AIC = 1, AIV = 2 };

/// Calls a function on the cores of one type only; coupled cores are of both.
template <EngineType engine, auto funPtr, class... Args>
inline void Async(Args... args) {
    const int32_t type = isa::CurrentCore().core_type;
    if (type == MIX || type == static_cast<int32_t>(engine)) {
        funPtr(args...);
    }
}

// --- scalar cache

namespace isa {
inline void CleanAndInvalidate(const void* address, bool whole) {
    Note(CacheEvent{CacheOp::kCleanAndInvalidate, whole, address});
    aicore_yield();
}
}  // namespace isa

/// Writes back and drops scalar cache lines. Memory is coherent here; a core that does it usually
/// waits for another one, so the others get their turn.
template <typename T, CacheLine entireType, DcciDst dcciDst>
inline void DataCacheCleanAndInvalid(const GlobalTensor<T>& dst) {
    isa::RequireApi<100, 200>("DataCacheCleanAndInvalid with DcciDst");
    isa::CleanAndInvalidate(dst.Data(), entireType == CacheLine::ENTIRE_DATA_CACHE);
}
template <typename T, CacheLine entireType>
inline void DataCacheCleanAndInvalid(const GlobalTensor<T>& dst) {
    ASCENDC_REQUIRE_API("DataCacheCleanAndInvalid", 100);
    isa::CleanAndInvalidate(dst.Data(), entireType == CacheLine::ENTIRE_DATA_CACHE);
}
template <typename T, CacheLine entireType, DcciDst dcciDst>
inline void DataCacheCleanAndInvalid(const LocalTensor<T>& dst) {
    isa::RequireApi<100, 200>("DataCacheCleanAndInvalid with DcciDst");
    isa::Note(isa::CacheEvent{isa::CacheOp::kCleanAndInvalidate,
                              entireType == CacheLine::ENTIRE_DATA_CACHE, dst.Data()});
}
template <typename T>
inline void DataCachePreload(const GlobalTensor<uint64_t>& src, const T offset) {
    isa::Note(isa::CacheEvent{isa::CacheOp::kPreload, false,
                              reinterpret_cast<const uint8_t*>(src.Data()) + offset});
}
/// Hints: what lacks them compiles them to nothing. Instructions are there at once.
inline void ICachePreLoad(const int64_t) {}
inline void PreLoad(const int64_t) {}
inline int64_t GetICachePreloadStatus() {
    return 0;
}

// --- watched memory

/// Which accesses of the unified buffer after block `startAddr` up to block `endAddr` are faults.
struct CheckLocalMemoryIAParam {
    CheckLocalMemoryIAParam() {}
    CheckLocalMemoryIAParam(const uint8_t enableBitIn, const uint32_t startAddrIn,
                            const uint32_t endAddrIn, const bool isScalarReadIn,
                            const bool isScalarWriteIn, const bool isVectorReadIn,
                            const bool isVectorWriteIn, const bool isMteReadIn,
                            const bool isMteWriteIn, const bool isEnableIn)
        : enableBit(enableBitIn),
          startAddr(startAddrIn),
          endAddr(endAddrIn),
          isScalarRead(isScalarReadIn),
          isScalarWrite(isScalarWriteIn),
          isVectorRead(isVectorReadIn),
          isVectorWrite(isVectorWriteIn),
          isMteRead(isMteReadIn),
          isMteWrite(isMteWriteIn),
          isEnable(isEnableIn) {}

    uint8_t enableBit = 0;
    uint32_t startAddr = 0;
    uint32_t endAddr = 0;
    bool isScalarRead = false;
    bool isScalarWrite = false;
    bool isVectorRead = false;
    bool isVectorWrite = false;
    bool isMteRead = false;
    bool isMteWrite = false;
    bool isEnable = false;
    uint32_t reserved = 0;
};

/// Accesses cannot be watched here; a kernel that relies on it must not seem to be right.
inline void CheckLocalMemoryIA(const CheckLocalMemoryIAParam& checkParams) {
    ASCENDC_LACKS_API("CheckLocalMemoryIA", 310);
    if (checkParams.isEnable) {
        aicore_trap(
            "CheckLocalMemoryIA: simulated cores cannot watch accesses; leave out the call");
    }
}

}  // namespace AscendC
