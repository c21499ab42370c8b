// Matmul: multiplication of matrices as a kernel writes it.
#pragma once

#include "detail/matmul/batch.h"

namespace AscendC {
namespace isa {

template <class T>
constexpr auto IsSparse(int) -> decltype(T::indexPosition, bool()) {
    return true;
}
template <class T>
constexpr bool IsSparse(...) {
    return false;
}

template <class A, class B, class C, class Bias, class Callback, class Policy>
constexpr MatmulTraits MakeMatmulTraits(const MatmulConfig& config) {
    return {DTypeOf<PrimT<typename A::T>>,
            DTypeOf<PrimT<typename B::T>>,
            DTypeOf<PrimT<typename C::T>>,
            DTypeOf<PrimT<typename Bias::T>>,
            A::format,
            B::format,
            C::format,
            A::pos,
            B::pos,
            A::layout,
            B::layout,
            C::layout,
            Policy::region,
            IsSparse<B>(0),
            config,
            Callback::DataCopyOutPtr,
            Callback::CopyA1Ptr,
            Callback::CopyB1Ptr};
}

/// A run-time tiling with what the configuration fixes at compile time.
inline TCubeTiling Fixed(const TCubeTiling* tiling, const MatmulConfig& config) {
    TCubeTiling fixed = tiling == nullptr ? TCubeTiling{} : *tiling;
    const auto fix = [](int32_t& field, uint32_t value) {
        field = value != 0 ? static_cast<int32_t>(value) : field;
    };
    fix(fixed.baseM, config.basicM);
    fix(fixed.baseN, config.basicN);
    fix(fixed.baseK, config.basicK);
    fix(fixed.singleCoreM, config.singleCoreM);
    fix(fixed.singleCoreN, config.singleCoreN);
    fix(fixed.singleCoreK, config.singleCoreK);
    return fixed;
}
inline TCubeTiling Fixed(const TCubeTiling* tiling, const MatmulApiStaticTiling& constant) {
    TCubeTiling fixed = tiling == nullptr ? TCubeTiling{} : *tiling;
    const bool absent = tiling == nullptr;
#define ASCENDC_FIX_TILING(field) \
    fixed.field = constant.field != -1 ? constant.field : absent ? 0 : fixed.field;
    ASCENDC_FIX_TILING(singleCoreM)
    ASCENDC_FIX_TILING(singleCoreN)
    ASCENDC_FIX_TILING(singleCoreK)
    ASCENDC_FIX_TILING(baseM)
    ASCENDC_FIX_TILING(baseN)
    ASCENDC_FIX_TILING(baseK)
    ASCENDC_FIX_TILING(depthA1)
    ASCENDC_FIX_TILING(depthB1)
    ASCENDC_FIX_TILING(stepM)
    ASCENDC_FIX_TILING(stepN)
    ASCENDC_FIX_TILING(stepKa)
    ASCENDC_FIX_TILING(stepKb)
    ASCENDC_FIX_TILING(iterateOrder)
    ASCENDC_FIX_TILING(isBias)
#undef ASCENDC_FIX_TILING
    if (absent) {
        fixed.M = constant.M;
        fixed.N = constant.N;
        fixed.Ka = constant.Ka;
        fixed.Kb = constant.Kb;
    }
    return fixed;
}

/// Where the vector core of a MIX launch and the cube core exchange what has to be, or comes from,
/// the place of `local` in the unified buffer: a copy of that buffer in the system workspace.
inline uint8_t* ExchangePlace(const TBuffAddr& local) {
    const Core& core = CurrentCore();
    if (core.sys_workspace == nullptr) {
        aicore_trap(
            "Matmul: matrices in the unified buffer need the system workspace; the tiling function "
            "asks for it with GetLibApiWorkSpaceSize()");
    }
    const uint32_t vector_core = core.block_idx * core.task_ratio + core.sub_block_idx;
    return core.sys_workspace +
           uint64_t{vector_core} * core.arenas[static_cast<int>(Hardware::UB)].size +
           local.bufferAddr;
}

inline MoveRecord CopyOf(Hardware from, const uint8_t* src, Hardware to, uint8_t* dst,
                         uint64_t bytes) {
    MoveRecord record = {};
    record.op = MoveOp::kCopy;
    record.dtype = DType::kU8;
    record.element = 1;
    record.src_memory = from;
    record.dst_memory = to;
    record.src = src;
    record.dst = dst;
    record.count = 1;
    record.bytes = bytes;
    return record;
}

/// A matrix in on-chip memory, where the cube can get it.
template <typename T>
inline MatmulInput LocalInput(const LocalTensor<T>& tensor, bool transposed) {
    MatmulInput input;
    input.address = reinterpret_cast<const uint8_t*>(tensor.GetPhyAddr());
    input.memory = MemoryOf(tensor);
    input.transposed = transposed;
    if (input.memory == Hardware::UB && CurrentCore().core_type == AIV) {
        uint8_t* place = ExchangePlace(tensor.address_);
        SetFlag<HardEvent::V_MTE3>(0);
        WaitFlag<HardEvent::V_MTE3>(0);
        Issue(CopyOf(Hardware::UB, input.address, Hardware::GM, place, tensor.GetLength()));
        input.address = place;
        input.memory = Hardware::GM;
    }
    return input;
}
template <typename T>
inline MatmulInput GlobalInput(const GlobalTensor<T>& tensor, bool transposed) {
    MatmulInput input;
    input.address = reinterpret_cast<const uint8_t*>(tensor.GetPhyAddr());
    input.transposed = transposed;
    return input;
}
template <typename T>
inline MatmulInput ScalarInput(T value) {
    MatmulInput input;
    input.scalar = RawBits(value);
    return input;
}

}  // namespace isa

template <class A_TYPE, class B_TYPE, class C_TYPE, class BIAS_TYPE, const auto& MM_CFG>
struct MatmulApiConfig {
    using AType = A_TYPE;
    using BType = B_TYPE;
    using CType = C_TYPE;
    using BiasType = BIAS_TYPE;
    constexpr static MatmulConfig Config = ToMatmulConfig(MM_CFG);
};

/// What both forms of Matmul have: C = A * B + bias, with A of M x K, B of K x N elements. Of that
/// an object computes a part of singleCoreM x singleCoreN, in tiles of baseM x baseN.
template <class A_TYPE, class B_TYPE, class C_TYPE, class BIAS_TYPE, const auto& MM_CFG,
          class MM_CB, class POLICY>
class MatmulBase {
public:
    using AType = A_TYPE;
    using BType = B_TYPE;
    using CType = C_TYPE;
    using BiasType = BIAS_TYPE;
    using CallBack = MM_CB;

protected:
    using SrcT = PrimT<typename A_TYPE::T>;
    using SrcAT = PrimT<typename A_TYPE::T>;
    using SrcBT = PrimT<typename B_TYPE::T>;
    using DstT = PrimT<typename C_TYPE::T>;
    using BiasT = PrimT<typename BIAS_TYPE::T>;
    using L0cT = typename GetDstType<SrcAT>::Type;
    static constexpr MatmulConfig kConfig = ToMatmulConfig(MM_CFG);
    static constexpr isa::MatmulTraits kTraits =
        isa::MakeMatmulTraits<A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE, MM_CB, POLICY>(kConfig);

public:
    static constexpr bool enableMixDualMaster = kConfig.enableMixDualMaster;
    static constexpr bool enableABShare = A_TYPE::ibShare && B_TYPE::ibShare;

    void Init(const TCubeTiling* __restrict cubeTiling, TPipe* tpipe = nullptr) {
        ASCENDC_META(ASCENDC_META_CUBE, 0, 0);
        const isa::CubeSide side;
        engine_.Init(isa::Fixed(cubeTiling, MM_CFG), tpipe == nullptr ? GetTPipePtr() : tpipe);
        ready_ = true;
    }

    /// What REGIST_MATMUL_OBJ does.
    void Attach(TPipe* pipe, const TCubeTiling* tiling) {
        ASCENDC_META(ASCENDC_META_CUBE, 0, 0);
        if (tiling != nullptr || isa::Fixed(nullptr, MM_CFG).baseM > 0) {
            Init(tiling, pipe);
        }
    }

    void SetOrgShape(int orgM, int orgN, int orgK) { SetOrgShape(orgM, orgN, orgK, orgK); }
    /// `orgKc`: columns of C, if it has others than B.
    void SetOrgShape(int orgM, int orgN, int orgKa, int orgKb, int orgKc = 0) {
        engine_.SetOrgShape(orgM, orgN, orgKa, orgKb, orgKc);
    }
    void SetSingleShape(int singleM, int singleN, int singleK) {
        engine_.SetSingleShape(singleM, singleN, singleK);
    }
    void SetTail(int tailM = -1, int tailN = -1, int tailK = -1) {
        engine_.SetSingleShape(tailM, tailN, tailK);
    }

    void SetTensorA(const GlobalTensor<SrcAT>& gm, bool isTransposeA = false) {
        SetA(isa::GlobalInput(gm, isTransposeA));
    }
    void SetTensorA(const LocalTensor<SrcAT>& leftMatrix, bool isTransposeA = false) {
        SetA(isa::LocalInput(leftMatrix, isTransposeA));
    }
    void SetTensorA(SrcAT aScalar) { SetA(isa::ScalarInput(aScalar)); }
    /// A is in `gm` once `leftMatrix` was copied there.
    void SetTensorAWithCopy(const GlobalTensor<SrcAT>& gm, const LocalTensor<SrcAT>& leftMatrix,
                            bool isTransposeA = false) {
        CopyOut(gm, leftMatrix);
        SetTensorA(gm, isTransposeA);
    }
    void SetTensorB(const GlobalTensor<SrcBT>& gm, bool isTransposeB = false) {
        SetB(isa::GlobalInput(gm, isTransposeB));
    }
    void SetTensorB(const LocalTensor<SrcBT>& rightMatrix, bool isTransposeB = false) {
        SetB(isa::LocalInput(rightMatrix, isTransposeB));
    }
    void SetTensorB(SrcBT bScalar) { SetB(isa::ScalarInput(bScalar)); }
    void SetTensorBWithCopy(const GlobalTensor<SrcBT>& gm, const LocalTensor<SrcBT>& rightMatrix,
                            bool isTransposeB = false) {
        CopyOut(gm, rightMatrix);
        SetTensorB(gm, isTransposeB);
    }
    void SetBias(const GlobalTensor<BiasT>& biasGlobal) {
        engine_.SetBias(reinterpret_cast<const uint8_t*>(biasGlobal.GetPhyAddr()), Hardware::GM);
    }
    void SetBias(const LocalTensor<BiasT>& inputBias) {
        const isa::MatmulInput input = isa::LocalInput(inputBias, false);
        engine_.SetBias(input.address, input.memory);
    }
    /// Of a SparseMatmulType: two bits per kept element of B, as NZ with groups of 8 bytes.
    void SetSparseIndex(const GlobalTensor<uint8_t>& indexGlobal) {
        engine_.SetSparseIndex(reinterpret_cast<const uint8_t*>(indexGlobal.GetPhyAddr()));
    }
    void DisableBias() { engine_.SetBias(nullptr, Hardware::GM); }
    void ClearBias() { DisableBias(); }

    void SetHF32(bool enableHF32 = false, int32_t transMode = 0) {
        engine_.SetHf32(enableHF32, transMode != 0);
    }
    void SetQuantScalar(const uint64_t quantScalar) { engine_.SetQuantScalar(quantScalar); }
    void SetQuantVector(const GlobalTensor<uint64_t>& quantTensor) {
        engine_.SetQuantVector(reinterpret_cast<const uint8_t*>(quantTensor.GetPhyAddr()),
                               Hardware::GM);
    }
    void SetQuantVector(const LocalTensor<uint64_t>& quantTensor) {
        engine_.SetQuantVector(reinterpret_cast<const uint8_t*>(quantTensor.GetPhyAddr()),
                               isa::MemoryOf(quantTensor));
    }
    void SetUserDefInfo(const uint64_t tilingPtr) { engine_.SetUserInfo(tilingPtr); }
    void SetSelfDefineData(const uint64_t dataPtr) { engine_.SetUserData(dataPtr); }
    /// Of the 310P, which has no direct path between L0C and global memory; not needed here.
    void SetLocalWorkspace(const LocalTensor<uint8_t>&) {}
    void SetSubBlockIdx(uint8_t subBlockIdx) { sub_block_ = subBlockIdx; }
    uint8_t GetSubBlockIdx() { return sub_block_; }

    /// Keeps the results of Iterate<false>() and IterateNBatch until they are asked for.
    template <class T>
    void SetWorkspace(GlobalTensor<T>& addr) {
        SetWorkspace(addr.GetPhyAddr(), static_cast<int>(addr.GetSize()));
    }
    template <class T>
    void SetWorkspace(__gm__ const T* addr, int) {
        workspace_ = const_cast<uint8_t*>(reinterpret_cast<const uint8_t*>(addr));
        fetched_ = 0;
    }

    /// Computes the next tile; false if there is none. With sync = false and a workspace the first
    /// call computes all tiles.
    template <bool sync = true>
    bool Iterate(bool enPartialSum = false) {
        if (Absent()) {
            return false;
        }
        CheckReady();
        if constexpr (!sync) {
            if (workspace_ != nullptr) {
                return IterateIntoWorkspace(enPartialSum);
            }
        }
        ahead_ = false;
        return Next(enPartialSum, nullptr);
    }
    /// Computes the next tile into the caller's part of L0C.
    template <bool sync = true, typename T>
    bool Iterate(bool enPartialSum, const LocalTensor<T>& localCmatrix) {
        CheckReady();
        ahead_ = false;
        return Next(enPartialSum, reinterpret_cast<uint8_t*>(localCmatrix.GetPhyAddr()));
    }

    /// Computes all tiles. `enAtomic`: 0 stores, 1 adds, 2 takes the maximum, 3 the minimum.
    template <bool sync = true>
    void IterateAll(const GlobalTensor<DstT>& gm, uint8_t enAtomic = 0,
                    bool enSequentialWrite = false, bool = false, bool fakeMsg = false) {
        if (Absent() || (fakeMsg && kConfig.doIBShareNorm)) {
            return;
        }
        CheckReady();
        engine_.Restart();
        uint64_t offset = 0;
        while (Next(false, nullptr)) {
            Store(gm, offset, enAtomic, enSequentialWrite);
            offset += enSequentialWrite ? BlockElements() : 0;
        }
        engine_.Restart();
    }
    template <bool sync = true>
    void IterateAll(const LocalTensor<DstT>& ubCmatrix, uint8_t enAtomic = 0) {
        if (Absent()) {
            return;
        }
        CheckReady();
        engine_.Restart();
        while (Next(false, nullptr)) {
            Store(ubCmatrix, 0, enAtomic, false);
        }
        engine_.Restart();
    }
    void WaitIterateAll() {}

    /// Fetches what Iterate() computed.
    template <bool sync = true>
    void GetTensorC(const GlobalTensor<DstT>& gm, uint8_t enAtomic = 0,
                    bool enSequentialWrite = false) {
        if (!Absent()) {
            Store(gm, 0, enAtomic, enSequentialWrite);
        }
    }
    template <bool sync = true>
    void GetTensorC(const GlobalTensor<DstT>& gm, const LocalTensor<DstT>& co2Local,
                    uint8_t enAtomic = 0, bool enSequentialWrite = false) {
        GetTensorC<sync>(gm, enAtomic, enSequentialWrite);
        GetTensorC<sync>(co2Local, enAtomic, enSequentialWrite);
    }
    /// The last four parameters have no effect any more, in CANN neither.
    template <bool sync = true, bool doPad = false>
    void GetTensorC(const LocalTensor<DstT>& c, uint8_t enAtomic = 0,
                    bool enSequentialWrite = false, uint32_t = 0, uint32_t = 0, uint32_t = 0,
                    uint32_t = 0) {
        if (Absent()) {
            return;
        }
        if (!sync && ahead_) {
            const uint64_t wanted = BlockElements() * sizeof(DstT);
            FromWorkspace(c, wanted < c.GetLength() ? wanted : c.GetLength());
            return;
        }
        Store(c, 0, enAtomic, enSequentialWrite);
    }
    /// The next tile in the workspace.
    template <bool sync = true>
    GlobalTensor<DstT> GetTensorC(uint8_t = 0, bool = false) {
        GlobalTensor<DstT> tile;
        tile.SetGlobalBuffer(reinterpret_cast<DstT*>(workspace_ + fetched_), BlockElements());
        fetched_ += BlockElements() * sizeof(DstT);
        return tile;
    }
    void AsyncGetTensorC(const LocalTensor<DstT>& c) { GetTensorC<false>(c); }
    void WaitGetTensorC() {}

    template <bool isTurnOnDebug = true>
    MatrixOffset GetOffsetC() {
        const isa::MatmulTile& tile = engine_.tile();
        return {static_cast<int32_t>(tile.row * engine_.ResultPitch() + tile.column),
                static_cast<int32_t>(tile.row), static_cast<int32_t>(tile.column),
                static_cast<int32_t>(tile.m), static_cast<int32_t>(tile.n)};
    }
    void End() {}

protected:
    /// With two masters only the cube core computes.
    static bool Absent() {
        if constexpr (enableMixDualMaster) {
            return isa::CurrentCore().core_type == AIV;
        }
        return false;
    }
    void CheckReady() const {
        if (!ready_) {
            aicore_trap("Matmul: the object was not initialised by REGIST_MATMUL_OBJ or Init");
        }
    }
    void SetA(const isa::MatmulInput& input) { engine_.SetA(input); }
    void SetB(const isa::MatmulInput& input) { engine_.SetB(input); }
    bool Next(bool partial_sum, uint8_t* l0c) {
        const isa::CubeSide side;
        return engine_.Iterate(partial_sum, l0c);
    }
    /// Elements of the space of what one Iterate() computes, tiles one after the other.
    uint64_t BlockElements() const {
        const TCubeTiling& tiling = engine_.tiling();
        return uint64_t(tiling.baseM) * tiling.baseN * engine_.tiles_per_iterate();
    }

    bool IterateIntoWorkspace(bool partial_sum) {
        if (ahead_) {
            --left_;
            ahead_ = left_ > 0;
            return ahead_;
        }
        GlobalTensor<DstT> place;
        place.SetGlobalBuffer(reinterpret_cast<DstT*>(workspace_));
        engine_.Restart();
        uint64_t offset = 0;
        left_ = 0;
        while (Next(partial_sum, nullptr)) {
            Store(place, offset, 0, true);
            offset += BlockElements();
            ++left_;
        }
        engine_.Restart();
        fetched_ = 0;
        ahead_ = left_ > 0;
        return ahead_;
    }
    void FromWorkspace(const LocalTensor<DstT>& c, uint64_t bytes) {
        isa::Issue(isa::CopyOf(Hardware::GM, workspace_ + fetched_, isa::MemoryOf(c),
                               reinterpret_cast<uint8_t*>(c.GetPhyAddr()), bytes));
        fetched_ += BlockElements() * sizeof(DstT);
    }

    void Store(const GlobalTensor<DstT>& gm, uint64_t offset, uint8_t atomic, bool sequential) {
        isa::CubeSide side;
        if (atomic != 0) {
            side.SetAtomic(static_cast<isa::AtomicOp>(atomic), kTraits.c);
        }
        engine_.Store(
            {reinterpret_cast<uint8_t*>(gm.GetPhyAddr(offset)), Hardware::GM, sequential, false});
    }
    void Store(const LocalTensor<DstT>& c, uint64_t offset, uint8_t, bool sequential) {
        uint8_t* address = reinterpret_cast<uint8_t*>(c.GetPhyAddr(static_cast<uint32_t>(offset)));
        const Hardware memory = isa::MemoryOf(c);
        if (memory == Hardware::UB && isa::CurrentCore().core_type == AIV) {
            StoreThroughGlobal(c[static_cast<uint32_t>(offset)], sequential);
            return;
        }
        const isa::CubeSide side;
        engine_.Store({address, memory, sequential, false});
    }
    /// The cube core's result gets into a vector core's unified buffer through global memory.
    void StoreThroughGlobal(const LocalTensor<DstT>& c, bool sequential) {
        uint8_t* place = isa::ExchangePlace(c.address_);
        const isa::MatmulTarget target{place, Hardware::GM, sequential, true};
        {
            const isa::CubeSide side;
            engine_.Store(target);
        }
        for (uint32_t i = 0; i < engine_.tiles_per_iterate(); ++i) {
            const isa::MatmulPiece piece = engine_.StoredPiece(target, i);
            isa::MoveRecord record =
                isa::CopyOf(Hardware::GM, place + piece.offset, Hardware::UB,
                            reinterpret_cast<uint8_t*>(c.GetPhyAddr()) + piece.offset, piece.bytes);
            record.count = piece.count;
            record.src_pitch = record.dst_pitch = static_cast<int64_t>(piece.pitch);
            isa::Issue(record);
        }
        SetFlag<HardEvent::MTE2_V>(0);
        WaitFlag<HardEvent::MTE2_V>(0);
    }
    template <typename T>
    static void CopyOut(const GlobalTensor<T>& gm, const LocalTensor<T>& local) {
        isa::Issue(isa::CopyOf(Hardware::UB, reinterpret_cast<const uint8_t*>(local.GetPhyAddr()),
                               Hardware::GM, reinterpret_cast<uint8_t*>(gm.GetPhyAddr()),
                               local.GetLength()));
    }

    /// The numbers of matrices of a batch that the tiling says.
    isa::BatchCall DefaultBatch() const {
        const TCubeTiling& tiling = engine_.tiling();
        const bool by_layout = kTraits.a_layout == LayoutMode::NORMAL &&
                               (kConfig.batchMode == BatchMode::BATCH_LARGE_THAN_L1 ||
                                kConfig.batchMode == BatchMode::SINGLE_LARGE_THAN_L1);
        return {static_cast<uint32_t>(by_layout ? tiling.ALayoutInfoB : tiling.BatchNum),
                static_cast<uint32_t>(by_layout ? tiling.BLayoutInfoB : tiling.BatchNum), 0, 0,
                false};
    }
    template <typename Tensor>
    void RunBatch(const Tensor& c, const isa::BatchCall& call, uint8_t atomic, bool sequential) {
        if (Absent()) {
            return;
        }
        CheckReady();
        isa::IterateBatch(
            engine_, kTraits, call, [&](bool partial_sum) { return Next(partial_sum, nullptr); },
            [&](uint64_t offset, bool add) { Store(c, offset, add ? 1 : atomic, sequential); });
    }

    isa::MatmulEngine engine_{kTraits};
    bool ready_ = false;
    bool ahead_ = false;  ///< results wait in the workspace
    uint32_t left_ = 0;   ///< how many
    uint8_t sub_block_ = 0;
    uint8_t* workspace_ = nullptr;
    uint64_t fetched_ = 0;  ///< bytes of the workspace that were asked for
    uint32_t batch_a_ = 0;  ///< set by SetBatchNum
    uint32_t batch_b_ = 0;
};

#define MATMUL_POLICY_DEFAULT_OF(DEFAULT) \
    template <const auto&, typename...>   \
    class MATMUL_POLICY = ::AscendC::Impl::Detail::DEFAULT

/// On a core with a cube.
template <class A_TYPE, class B_TYPE, class C_TYPE, class BIAS_TYPE = C_TYPE,
          const auto& MM_CFG = CFG_NORM,
          class MM_CB = MatmulCallBackFunc<nullptr, nullptr, nullptr>,
          MATMUL_POLICY_DEFAULT_OF(MatmulPolicy)>
class MatmulImpl
    : public MatmulBase<A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE, MM_CFG, MM_CB, MATMUL_POLICY<MM_CFG>> {
    using DstT = PrimT<typename C_TYPE::T>;
    using SrcT = PrimT<typename A_TYPE::T>;

public:
    void SetBatchNum(int32_t batchA, int32_t batchB) {
        this->batch_a_ = static_cast<uint32_t>(batchA);
        this->batch_b_ = static_cast<uint32_t>(batchB);
    }
    /// Strides: elements from one matrix to the next, 0 as the layout says.
    template <typename Tensor>
    void IterateBatch(const Tensor& c, bool enPartialSum, uint8_t enAtomic, bool enSequentialWrite,
                      const uint32_t matrixStrideA = 0, const uint32_t matrixStrideB = 0,
                      const uint32_t = 0) {
        isa::BatchCall call = this->DefaultBatch();
        if (this->batch_a_ != 0) {
            call.batch_a = this->batch_a_;
            call.batch_b = this->batch_b_;
        }
        call.stride_a = matrixStrideA;
        call.stride_b = matrixStrideB;
        call.partial_sum = enPartialSum;
        this->RunBatch(c, call, enAtomic, enSequentialWrite);
    }
};

/// On a vector core of a MIX launch.
template <class A_TYPE, class B_TYPE, class C_TYPE, class BIAS_TYPE, const auto& MM_CFG = CFG_NORM,
          class MM_CB = MatmulCallBackFunc<nullptr, nullptr, nullptr>,
          MATMUL_POLICY_DEFAULT_OF(MatmulPolicy)>
class MatmulClientBase
    : public MatmulBase<A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE, MM_CFG, MM_CB, MATMUL_POLICY<MM_CFG>> {
    using DstT = PrimT<typename C_TYPE::T>;

public:
    /// Multiplies `batchA` matrices with `batchB`; the fewer are used again and again.
    template <bool sync = true, bool waitIterateBatch = false>
    void IterateBatch(const GlobalTensor<DstT>& gm, uint32_t batchA, uint32_t batchB,
                      bool enSequentialWrite, const uint32_t matrixStrideA = 0,
                      const uint32_t matrixStrideB = 0, const uint32_t = 0,
                      const bool enPartialSum = false, const uint8_t enAtomic = 0) {
        this->RunBatch(gm, {batchA, batchB, matrixStrideA, matrixStrideB, enPartialSum}, enAtomic,
                       enSequentialWrite);
    }
    template <bool sync = true>
    void IterateBatch(const LocalTensor<DstT>& ubCmatrix, uint32_t batchA, uint32_t batchB,
                      bool enSequentialWrite, const uint32_t matrixStrideA = 0,
                      const uint32_t matrixStrideB = 0, const uint32_t = 0,
                      const bool enPartialSum = false, const uint8_t enAtomic = 0) {
        this->RunBatch(ubCmatrix, {batchA, batchB, matrixStrideA, matrixStrideB, enPartialSum},
                       enAtomic, enSequentialWrite);
    }
    void WaitIterateBatch() {}

    /// `batchLoop` times IterateBatch, into the workspace.
    template <bool sync = true, bool waitIterateBatch = false>
    void IterateNBatch(const uint32_t batchLoop, uint32_t batchA, uint32_t batchB,
                       bool enSequentialWrite, const uint32_t matrixStrideA = 0,
                       const uint32_t matrixStrideB = 0, const uint32_t = 0,
                       const bool enPartialSum = false, const uint8_t enAtomic = 0) {
        if (this->workspace_ == nullptr) {
            aicore_trap("IterateNBatch: SetWorkspace was not called");
        }
        const isa::MatmulInput a = this->engine_.a();
        const isa::MatmulInput b = this->engine_.b();
        const uint8_t* bias = this->engine_.bias();
        const Hardware bias_memory = this->engine_.bias_memory();
        const isa::BatchStep step =
            isa::StepOf(this->engine_.tiling(), this->kTraits, batchA, batchB);
        GlobalTensor<DstT> place;
        place.SetGlobalBuffer(reinterpret_cast<DstT*>(this->workspace_));
        for (uint32_t i = 0; i < batchLoop; ++i) {
            isa::MatmulInput next_a = a;
            isa::MatmulInput next_b = b;
            next_a.address += i * step.a * isa::BitsOf(this->kTraits.a) / 8;
            next_b.address += i * step.b * isa::BitsOf(this->kTraits.b) / 8;
            this->engine_.SetA(next_a);
            this->engine_.SetB(next_b);
            if (bias != nullptr) {
                this->engine_.SetBias(bias + i * step.bias * isa::BitsOf(this->kTraits.bias) / 8,
                                      bias_memory);
            }
            IterateBatch<sync>(place[i * step.c], batchA, batchB, enSequentialWrite, matrixStrideA,
                               matrixStrideB, 0, enPartialSum, enAtomic);
        }
        this->engine_.SetA(a);
        this->engine_.SetB(b);
        this->engine_.SetBias(bias, bias_memory);
        this->fetched_ = 0;
    }
    /// The next result of IterateNBatch in the workspace.
    template <bool sync = true>
    GlobalTensor<DstT> GetBatchTensorC(uint32_t batchA, uint32_t batchB, bool = false) {
        const uint64_t size = BatchElements(batchA, batchB);
        GlobalTensor<DstT> result;
        result.SetGlobalBuffer(reinterpret_cast<DstT*>(this->workspace_ + this->fetched_), size);
        this->fetched_ += size * sizeof(DstT);
        return result;
    }
    template <bool sync = true>
    void GetBatchTensorC(const LocalTensor<DstT>& c, uint32_t batchA, uint32_t batchB,
                         bool = false) {
        const GlobalTensor<DstT> result = GetBatchTensorC<sync>(batchA, batchB);
        isa::Issue(isa::CopyOf(Hardware::GM, reinterpret_cast<const uint8_t*>(result.GetPhyAddr()),
                               isa::MemoryOf(c), reinterpret_cast<uint8_t*>(c.GetPhyAddr()),
                               c.GetLength()));
    }
    template <bool sync = true>
    GlobalTensor<DstT> GetBatchC(uint32_t batchA, uint32_t batchB, bool enSequentialWrite = false) {
        return GetBatchTensorC<sync>(batchA, batchB, enSequentialWrite);
    }
    template <bool sync = true>
    void GetBatchC(const LocalTensor<DstT>& c, uint32_t batchA, uint32_t batchB,
                   bool enSequentialWrite = false) {
        GetBatchTensorC<sync>(c, batchA, batchB, enSequentialWrite);
    }

private:
    uint64_t BatchElements(uint32_t batchA, uint32_t batchB) const {
        const TCubeTiling& tiling = this->engine_.tiling();
        return uint64_t{batchA > batchB ? batchA : batchB} * tiling.singleCoreM *
               tiling.singleCoreN;
    }
};

template <class A_TYPE, class B_TYPE, class C_TYPE, class BIAS_TYPE = C_TYPE,
          const auto& MM_CFG = CFG_NORM,
          class MM_CB = MatmulCallBackFunc<nullptr, nullptr, nullptr>,
          MATMUL_POLICY_DEFAULT_OF(MatmulPolicy)>
class MatmulClient
    : public MatmulClientBase<A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE, MM_CFG, MM_CB, MATMUL_POLICY> {};

}  // namespace AscendC

/// CANN's older name of the namespace.
namespace matmul = AscendC;
