// CubeResGroupHandle: cube cores in groups that serve messages of vector cores.
#pragma once

#include <cstring>

#include "detail/core/group_barrier.h"

namespace AscendC {

constexpr uint32_t MAX_MSG_PER_AIV = 4;

/// FREE: a vector core may write. VALID: a task. QUIT: the vector core sends no more. FAKE: nothing
/// to do, as a task before covers it.
enum class CubeMsgState : uint8_t { FREE = 0, VALID, QUIT, FAKE };

/// What every message begins with, in a member `head`.
struct CubeGroupMsgHead {
    volatile CubeMsgState msgState = CubeMsgState::FREE;
    volatile uint8_t aivID;
};

template <int32_t ActualFuncId, int32_t ExpectFuncId>
struct IsEqual {};
template <int32_t FuncId>
struct IsEqual<FuncId, FuncId> {
    using Type = void;
};

/// The part of a workspace, zeros at the start, that is not yet taken by a group.
class KfcWorkspace {
public:
    KfcWorkspace() = delete;
    KfcWorkspace(GM_ADDR workspace) : start_(workspace) {}
    void UpdateKfcWorkspace(uint32_t offset) { start_ += offset; }
    GM_ADDR GetKfcWorkspace() { return start_; }

private:
    GM_ADDR start_;
};

/// A group: cube cores blockStart/2 up, blockSize/2 of them, and msgQueueSize queues of 4 messages,
/// one per vector core. Messages of one cube core lie as 4 rows of one message per queue; it takes
/// them row by row.
template <typename CubeMsgType>
class CubeResGroupHandle {
public:
    CubeResGroupHandle() = default;
    CubeResGroupHandle(GM_ADDR workspace, uint8_t blockStart, uint8_t blockSize,
                       uint8_t msgQueueSize, uint8_t)
        : cubes_(blockSize / 2), queues_(msgQueueSize) {
        if (blockStart % 2 != 0 || blockSize % 2 != 0 || cubes_ == 0 || queues_ < cubes_) {
            aicore_trap(
                "CubeResGroupHandle: blockStart and blockSize are even, and each of the "
                "blockSize / 2 cube cores needs a queue");
        }
        width_ = (queues_ + cubes_ - 1) / cubes_;
        head_ = reinterpret_cast<__gm__ CubeMsgType*>(workspace);
        if (isa::CurrentCore().core_type == AIC) {
            Enter(isa::CurrentCore().block_idx - blockStart / 2u);
        }
    }

    // --- on vector cores

    void AssignQueue(uint8_t queueIdIn) {
        if (isa::CurrentCore().core_type != AIV) {
            return;
        }
        if (queueIdIn >= queues_) {
            aicore_trap("AssignQueue: the group has fewer message queues");
        }
        Enter(queueIdIn / width_);
        queue_ = queueIdIn % width_;
        head_ += queue_;
        row_ = 0;
    }
    /// The next place of the queue; waits until it is free.
    template <PipeMode pipeMode = PipeMode::SCALAR_MODE>
    __gm__ CubeMsgType* AllocMessage() {
        __gm__ CubeMsgType* message = head_ + row_ * width_;
        if (isa::CurrentCore().core_type == AIV) {
            WaitFor(message, [](CubeMsgState state) { return state == CubeMsgState::FREE; });
            row_ = (row_ + 1) % MAX_MSG_PER_AIV;
        }
        return message;
    }
    /// These return what Wait() takes.
    template <PipeMode pipeMode = PipeMode::SCALAR_MODE>
    uint16_t PostMessage(__gm__ CubeMsgType* msg, CubeMsgType& msgInput) {
        if (isa::CurrentCore().core_type == AIV) {
            constexpr size_t head = sizeof(CubeGroupMsgHead);
            isa::Note(isa::ScalarEvent{true, false, Hardware::GM, sizeof(CubeMsgType), msg, msg,
                                       sizeof(CubeMsgType)});
            std::memcpy(reinterpret_cast<uint8_t*>(msg) + head,
                        reinterpret_cast<const uint8_t*>(&msgInput) + head,
                        sizeof(CubeMsgType) - head);
            msg->head.aivID = msgInput.head.aivID;
            SetState(msg, msgInput.head.msgState);
        }
        return OffsetOf(msg);
    }
    uint16_t PostFakeMsg(__gm__ CubeMsgType* msg) {
        if (isa::CurrentCore().core_type == AIV) {
            SetState(msg, CubeMsgState::FAKE);
        }
        return OffsetOf(msg);
    }
    void SetQuit(__gm__ CubeMsgType* msg) {
        if (isa::CurrentCore().core_type == AIV) {
            msg->head.aivID = static_cast<uint8_t>(queue_);
            SetState(msg, CubeMsgState::QUIT);
        }
    }
    /// Whether the message was served; with sync waits for it.
    template <bool sync = true>
    bool Wait(uint16_t offset) {
        if (isa::CurrentCore().core_type != AIV) {
            return true;
        }
        const auto served = [](CubeMsgState state) { return state == CubeMsgState::FREE; };
        if constexpr (sync) {
            WaitFor(head_ + offset, served);
        } else {
            isa::IssueCoreSync(isa::SyncOp::kPoll, PIPE_S, 0, 0);
        }
        return served(State(head_ + offset));
    }

    // --- on cube cores, in the callback

    uint16_t FreeMessage(__gm__ CubeMsgType* msg) {
        if (isa::CurrentCore().core_type == AIC) {
            SetState(msg, CubeMsgState::FREE);
        }
        return OffsetOf(msg);
    }
    uint16_t FreeMessage(__gm__ CubeMsgType* msg, CubeMsgState waitState) {
        if (isa::CurrentCore().core_type == AIC) {
            WaitFor(msg, [waitState](CubeMsgState state) { return state == waitState; });
        }
        return FreeMessage(msg);
    }
    /// The next messages of the row, which are FAKE, need not be looked at.
    void SetSkipMsg(uint8_t skipCnt) {
        if (isa::CurrentCore().core_type == AIC) {
            queue_ += skipCnt;
            if (queue_ >= own_queues_) {
                aicore_trap("SetSkipMsg: more messages than the row has");
            }
        }
    }

    /// Bytes of the workspace.
    uint32_t WorkspaceBytes() const {
        return width_ * cubes_ * MAX_MSG_PER_AIV * static_cast<uint32_t>(sizeof(CubeMsgType));
    }
    /// Serves messages until all vector cores have quit.
    template <typename Function>
    void Serve(Function call) {
        uint64_t working = own_queues_ == 64 ? ~uint64_t{0} : (uint64_t{1} << own_queues_) - 1;
        while (working != 0) {
            for (queue_ = 0; queue_ < own_queues_; ++queue_) {
                if ((working >> queue_ & 1) == 0) {
                    continue;
                }
                __gm__ CubeMsgType* message = head_ + row_ * width_ + queue_;
                WaitFor(message, [](CubeMsgState state) { return state != CubeMsgState::FREE; });
                if (State(message) == CubeMsgState::QUIT) {
                    working &= ~(uint64_t{1} << message->head.aivID);
                } else {
                    call(message);
                }
            }
            row_ = (row_ + 1) % MAX_MSG_PER_AIV;
        }
    }
    /// Whether the running cube core is one of the group.
    bool IsServer() const { return serves_; }

private:
    void Enter(uint32_t cube) {
        serves_ = cube < cubes_;
        if (serves_) {
            head_ += cube * width_ * MAX_MSG_PER_AIV;
            own_queues_ = cube + 1 == cubes_ ? queues_ - cube * width_ : width_;
        }
    }
    uint16_t OffsetOf(const __gm__ CubeMsgType* message) const {
        return static_cast<uint16_t>(message - head_);
    }
    static uint8_t* StateOf(__gm__ CubeMsgType* message) {
        return reinterpret_cast<uint8_t*>(const_cast<CubeMsgState*>(&message->head.msgState));
    }
    static CubeMsgState State(__gm__ CubeMsgType* message) {
        return static_cast<CubeMsgState>(__atomic_load_n(StateOf(message), __ATOMIC_ACQUIRE));
    }
    static void SetState(__gm__ CubeMsgType* message, CubeMsgState state) {
        isa::Note(isa::HandshakeEvent{isa::HandshakeOp::kSignal, StateOf(message),
                                      static_cast<int64_t>(state)});
        __atomic_store_n(StateOf(message), static_cast<uint8_t>(state), __ATOMIC_RELEASE);
    }
    template <typename Condition>
    static void WaitFor(__gm__ CubeMsgType* message, Condition condition) {
        while (!condition(State(message))) {
            isa::IssueCoreSync(isa::SyncOp::kPoll, PIPE_S, 0, 0);
        }
        if constexpr (isa::kObserved) {
            isa::Note(isa::HandshakeEvent{isa::HandshakeOp::kWait, StateOf(message),
                                          static_cast<int64_t>(State(message))});
        }
    }

    uint32_t cubes_ = 0;
    uint32_t queues_ = 0;
    uint32_t width_ = 0;       ///< queues of a cube core, and messages of a row
    uint32_t own_queues_ = 0;  ///< those of the running core; the last may have fewer
    uint32_t queue_ = 0;       ///< own queue; on a cube core the one being served
    uint32_t row_ = 0;
    bool serves_ = false;
    __gm__ CubeMsgType* head_ = nullptr;
};

/// Makes a group. Its cube cores serve, with CallBack::Init() and then CallBack::Call() for each
/// message, and return when all vector cores have quit.
template <int groupID, class MatmulApiType, template <class, class> class CallBack,
          typename CubeMsgType>
inline CubeResGroupHandle<CubeMsgType> CreateCubeResGroup(KfcWorkspace& desc, uint8_t blockStart,
                                                          uint8_t blockSize, uint8_t msgQueueSize,
                                                          GM_ADDR tiling) {
    static_assert(sizeof(CubeMsgType) % 64 == 0, "a message takes a multiple of 64 bytes");
    ASCENDC_META(ASCENDC_META_VECTOR, 0, 0);
    ASCENDC_META(ASCENDC_META_CUBE, 0, 0);
    CubeResGroupHandle<CubeMsgType> handle(desc.GetKfcWorkspace(), blockStart, blockSize,
                                           msgQueueSize, 0);
    desc.UpdateKfcWorkspace(handle.WorkspaceBytes());
    if (handle.IsServer()) {
        MatmulApiType mm;
        CallBack<MatmulApiType, CubeMsgType> callback;
        callback.Init(callback, mm, tiling);
        handle.Serve([&](__gm__ CubeMsgType* message) { callback.Call(mm, message, handle); });
    }
    return handle;
}

}  // namespace AscendC
