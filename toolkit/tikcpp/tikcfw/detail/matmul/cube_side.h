// On which core the instructions of a Matmul run.
#pragma once

#include "detail/core/sync.h"

namespace AscendC::isa {

/// While it lives, the instructions of the block are those of a cube core. In a MIX launch on split
/// cores a vector core's Matmul is carried out by the cube core of its group; here the vector core
/// does that itself, in separate cube memories, so that no message has to be passed and the
/// results do not depend on the order in which cores run.
class CubeSide {
public:
    CubeSide()
        : core_(CurrentCore()),
          type_(core_.core_type),
          ctrl_(core_.ctrl),
          atomic_op_(core_.atomic_op),
          atomic_dtype_(core_.atomic_dtype) {
        if (type_ == AIV) {
            Note(CubeSideEvent{CubeSideOp::kBegin});
            core_.core_type = AIC;
        }
        core_.atomic_op = AtomicOp::kNone;
    }
    ~CubeSide() {
        core_.core_type = type_;
        core_.ctrl = ctrl_;
        core_.atomic_op = atomic_op_;
        core_.atomic_dtype = atomic_dtype_;
        if constexpr (kObserved) {
            if (type_ == AIV) {
                Note(CubeSideEvent{CubeSideOp::kEnd});
            }
        }
    }
    CubeSide(const CubeSide&) = delete;
    CubeSide& operator=(const CubeSide&) = delete;

    void SetAtomic(AtomicOp op, DType dtype) {
        core_.atomic_op = op;
        core_.atomic_dtype = dtype;
    }

private:
    Core& core_;
    int32_t type_;
    uint64_t ctrl_;
    AtomicOp atomic_op_;
    DType atomic_dtype_;
};

/// Tells observers that a vector core waits for what it asked the cube core of its group for.
inline void WaitForCube() {
    if constexpr (kObserved) {
        if (CurrentCore().core_type == AIV) {
            Note(CubeSideEvent{CubeSideOp::kWait});
        }
    }
}

/// Hands buffers of one memory from the pipe that fills them to the one that empties them and back.
template <HardEvent Filled, HardEvent Emptied>
class Handover {
public:
    /// Before buffer `id` is filled.
    void Acquire(int id) {
        if ((emptied_ >> id & 1) != 0) {
            WaitFlag<Emptied>(id);
            emptied_ &= ~(1u << id);
        }
    }
    /// After it was filled, before it is used.
    void Pass(int id) {
        SetFlag<Filled>(id);
        WaitFlag<Filled>(id);
    }
    /// After it was used.
    void Release(int id) {
        SetFlag<Emptied>(id);
        emptied_ |= 1u << id;
    }
    /// Leaves no flag set.
    void Settle() {
        for (int id = 0; emptied_ != 0; ++id) {
            Acquire(id);
        }
    }

private:
    uint32_t emptied_ = 0;
};

}  // namespace AscendC::isa
