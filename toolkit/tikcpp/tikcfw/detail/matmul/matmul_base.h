// What all Matmul objects have.
#pragma once

#include "detail/matmul/rules.h"

namespace AscendC {

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

    static_assert(isa::MatmulRules<A_TYPE, B_TYPE, POLICY, MM_CFG>::kHold);

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
        if constexpr (kConfig.enableSetOrgShape) {
            engine_.SetOrgShape(orgM, orgN, orgKa, orgKb, orgKc);
        }
    }
    void SetSingleShape(int singleM, int singleN, int singleK) {
        engine_.SetSingleShape(singleM, singleN, singleK);
    }
    void SetTail(int tailM = -1, int tailN = -1, int tailK = -1) {
        if constexpr (kConfig.enableSetTail) {
            engine_.SetSingleShape(tailM, tailN, tailK);
        }
    }

    void SetTensorA(const GlobalTensor<SrcAT>& gm, bool isTransposeA = false) {
        SetA(isa::GlobalInput(gm, isa::Transposed<A_TYPE, true>("SetTensorA", isTransposeA)));
    }
    void SetTensorA(const LocalTensor<SrcAT>& leftMatrix, bool isTransposeA = false) {
        const bool transposed = isa::Transposed<A_TYPE, false>("SetTensorA", isTransposeA);
        SetA(isa::LocalInput(leftMatrix, transposed));
    }
    void SetTensorA(SrcAT aScalar) { SetA(isa::ScalarInput(aScalar)); }
    /// A is in `gm` once `leftMatrix` was copied there.
    void SetTensorAWithCopy(const GlobalTensor<SrcAT>& gm, const LocalTensor<SrcAT>& leftMatrix,
                            bool isTransposeA = false) {
        CopyOut(gm, leftMatrix);
        SetTensorA(gm, isTransposeA);
    }
    void SetTensorB(const GlobalTensor<SrcBT>& gm, bool isTransposeB = false) {
        SetB(isa::GlobalInput(gm, isa::Transposed<B_TYPE, true>("SetTensorB", isTransposeB)));
    }
    void SetTensorB(const LocalTensor<SrcBT>& rightMatrix, bool isTransposeB = false) {
        const bool transposed = isa::Transposed<B_TYPE, false>("SetTensorB", isTransposeB);
        SetB(isa::LocalInput(rightMatrix, transposed));
    }
    void SetTensorB(SrcBT bScalar) { SetB(isa::ScalarInput(bScalar)); }
    void SetTensorBWithCopy(const GlobalTensor<SrcBT>& gm, const LocalTensor<SrcBT>& rightMatrix,
                            bool isTransposeB = false) {
        CopyOut(gm, rightMatrix);
        SetTensorB(gm, isTransposeB);
    }
    // What the configuration says is not needed has no effect: CANN compiles it away.
    void SetBias(const GlobalTensor<BiasT>& biasGlobal) {
        if constexpr (kConfig.enableSetBias) {
            CheckBias();
            engine_.SetBias(reinterpret_cast<const uint8_t*>(biasGlobal.Data()), Hardware::GM);
        }
    }
    void SetBias(const LocalTensor<BiasT>& inputBias) {
        if constexpr (kConfig.enableSetBias) {
            CheckBias();
            const isa::MatmulInput input = isa::LocalInput(inputBias, false);
            engine_.SetBias(input.address, input.memory);
        }
    }
    /// Of a SparseMatmulType: two bits per stored element of B, as NZ with groups of 8 bytes.
    void SetSparseIndex(const GlobalTensor<uint8_t>& indexGlobal) {
        engine_.SetSparseIndex(reinterpret_cast<const uint8_t*>(indexGlobal.Data()));
    }
    void DisableBias() { engine_.SetBias(nullptr, Hardware::GM); }
    void ClearBias() { DisableBias(); }

    void SetHF32(bool enableHF32 = false, int32_t transMode = 0) {
        engine_.SetHf32(enableHF32, transMode != 0);
    }
    void SetQuantScalar(const uint64_t quantScalar) {
        if constexpr (kConfig.enableQuantVector) {
            engine_.SetQuantScalar(quantScalar);
        }
    }
    void SetQuantVector(const GlobalTensor<uint64_t>& quantTensor) {
        SetQuantVector(reinterpret_cast<const uint8_t*>(quantTensor.Data()), Hardware::GM);
    }
    void SetQuantVector(const LocalTensor<uint64_t>& quantTensor) {
        SetQuantVector(reinterpret_cast<const uint8_t*>(quantTensor.Data()),
                       isa::MemoryOf(quantTensor));
    }
    void SetUserDefInfo(const uint64_t tilingPtr) { engine_.SetUserInfo(tilingPtr); }
    void SetSelfDefineData(const uint64_t dataPtr) {
        if constexpr (kConfig.enableSetDefineData) {
            engine_.SetUserData(dataPtr);
        }
    }
    /// Of the 310P, which has no direct path between L0C and global memory; not needed here.
    void SetLocalWorkspace(const LocalTensor<uint8_t>&) {}
    void SetSubBlockIdx(uint8_t subBlockIdx) { sub_block_ = subBlockIdx; }
    uint8_t GetSubBlockIdx() { return sub_block_; }

    /// Keeps the results of Iterate<false>() and IterateNBatch until they are asked for.
    template <class T>
    void SetWorkspace(GlobalTensor<T>& addr) {
        SetWorkspace(addr.Data(), static_cast<int>(addr.GetSize()));
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
        Offered<ITERATE_MODE_NORMAL, false>("Iterate");
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
        Offered<ITERATE_MODE_NORMAL, false>("Iterate");
        CheckReady();
        ahead_ = false;
        return Next(enPartialSum, reinterpret_cast<uint8_t*>(localCmatrix.Data()));
    }

    /// Computes all tiles. `enAtomic`: 0 stores, 1 adds, 2 takes the maximum, 3 the minimum.
    template <bool sync = true>
    void IterateAll(const GlobalTensor<DstT>& gm, uint8_t enAtomic = 0,
                    bool enSequentialWrite = false, bool = false, bool fakeMsg = false) {
        Offered<kAnyIterate>("IterateAll");
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
        if constexpr (sync) {
            isa::WaitForCube();
        }
    }
    template <bool sync = true>
    void IterateAll(const LocalTensor<DstT>& ubCmatrix, uint8_t enAtomic = 0) {
        Offered<kAnyIterate>("IterateAll");
        if (Absent()) {
            return;
        }
        CheckReady();
        engine_.Restart();
        while (Next(false, nullptr)) {
            Store(ubCmatrix, 0, enAtomic, false);
        }
        engine_.Restart();
        if constexpr (sync) {
            isa::WaitForCube();
        }
    }
    void WaitIterateAll() { isa::WaitForCube(); }

    /// Fetches what Iterate() computed.
    template <bool sync = true>
    void GetTensorC(const GlobalTensor<DstT>& gm, uint8_t enAtomic = 0,
                    bool enSequentialWrite = false) {
        OfferedResult();
        if (Absent()) {
            return;
        }
        if (!sync && ahead_) {
            isa::WaitForCube();
            FromWorkspace(gm, enAtomic, enSequentialWrite);
            return;
        }
        Store(gm, 0, enAtomic, enSequentialWrite);
        if constexpr (sync) {
            isa::WaitForCube();
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
        OfferedResult();
        if (Absent()) {
            return;
        }
        if (!sync && ahead_) {
            const uint64_t block_bytes = BlockElements() * sizeof(DstT);
            isa::WaitForCube();
            FromWorkspace(c, block_bytes < c.GetLength() ? block_bytes : c.GetLength());
            return;
        }
        Store(c, 0, enAtomic, enSequentialWrite);
        if constexpr (sync) {
            isa::WaitForCube();
        }
    }
    /// The next tile in the workspace.
    template <bool sync = true>
    GlobalTensor<DstT> GetTensorC(uint8_t = 0, bool = false) {
        OfferedResult();
        isa::WaitForCube();
        GlobalTensor<DstT> tile;
        tile.SetGlobalBuffer(reinterpret_cast<DstT*>(workspace_ + fetched_), BlockElements());
        Fetched();
        return tile;
    }
    void AsyncGetTensorC(const LocalTensor<DstT>& c) { GetTensorC<false>(c); }
    void WaitGetTensorC() { isa::WaitForCube(); }

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
    static constexpr uint8_t kAnyIterate = ITERATE_MODE_NORMAL | ITERATE_MODE_ALL;
    /// A fault if the configuration leaves the function out: nothing would compute the result.
    template <uint8_t modes, bool with_two_masters = true>
    static void Offered(const char* function) {
        if constexpr ((kConfig.iterateMode & modes) == 0) {
            Reject(function, "iterateMode of the MatmulConfig leaves it out");
        } else if constexpr (enableMixDualMaster && !with_two_masters) {
            Reject(function, "with enableMixDualMaster only IterateAll gives results");
        }
    }
    static void OfferedResult() {
        if constexpr (POLICY::keeps_a) {
            Reject("GetTensorC", "with NBuffer33MatmulPolicy only IterateAll gives results");
        }
        if constexpr (!kConfig.enableGetTensorC) {
            Reject("GetTensorC", "enableGetTensorC of the MatmulConfig is false");
        }
        Offered<IterateMode::ITERATE_MODE_DEFAULT, false>("GetTensorC");
    }
    [[noreturn]] static void Reject(const char* function, const char* why) {
        char text[160];
        aicore_format(text, sizeof(text), "Matmul: %s was called, but %s", function, why);
        aicore_trap(text);
    }
    void SetQuantVector(const uint8_t* words, Hardware memory) {
        if constexpr (kConfig.enableQuantVector) {
            engine_.SetQuantVector(words, memory);
        }
    }
    /// Without isBias no part of L1 is reserved for it.
    void CheckBias() const {
        if (ready_ && engine_.tiling().isBias == 0) {
            Reject("SetBias", "isBias of the tiling is 0; call SetBias(true) on the tiling object");
        }
    }
    void CheckReady() const {
        if (!ready_) {
            aicore_trap("Matmul: the object was not initialised by REGIST_MATMUL_OBJ or Init");
        }
    }
    /// Another input is another product: what waits in the workspace is of the one before.
    void SetA(const isa::MatmulInput& input) {
        ahead_ = false;
        engine_.SetA(input);
    }
    void SetB(const isa::MatmulInput& input) {
        ahead_ = false;
        engine_.SetB(input);
    }
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
        GlobalTensor<DstT> workspace;
        workspace.SetGlobalBuffer(reinterpret_cast<DstT*>(workspace_));
        engine_.Restart();
        uint64_t offset = 0;
        left_ = 0;
        while (Next(partial_sum, nullptr)) {
            Store(workspace, offset, 0, true);
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
                               reinterpret_cast<uint8_t*>(c.Data()), bytes));
        Fetched();
    }
    /// The place of a tile in `gm` follows from the order in which tiles are computed.
    void FromWorkspace(const GlobalTensor<DstT>& gm, uint8_t atomic, bool sequential) {
        engine_.Follow();
        const isa::MatmulTarget from{workspace_ + fetched_, Hardware::GM, true};
        const isa::MatmulTarget to{reinterpret_cast<uint8_t*>(gm.Data()), Hardware::GM, sequential};
        isa::CubeSide side;
        if (atomic != 0) {
            side.SetAtomic(static_cast<isa::AtomicOp>(atomic), kTraits.c);
        }
        for (uint32_t i = 0; i < engine_.tiles_per_iterate(); ++i) {
            const isa::MatmulPiece source = engine_.StoredPiece(from, i);
            const isa::MatmulPiece target = engine_.StoredPiece(to, i);
            isa::MoveRecord record =
                isa::CopyOf(Hardware::GM, from.address + source.offset, Hardware::GM,
                            to.address + target.offset, source.bytes);
            record.dtype = kTraits.c;
            record.count = source.count;
            record.src_pitch = static_cast<int64_t>(source.pitch);
            record.dst_pitch = static_cast<int64_t>(target.pitch);
            isa::Issue(record);
        }
        fetched_ += BlockElements() * sizeof(DstT);
    }
    void Fetched() {
        engine_.Follow();
        fetched_ += BlockElements() * sizeof(DstT);
    }

    void Store(const GlobalTensor<DstT>& gm, uint64_t offset, uint8_t atomic, bool sequential) {
        isa::CubeSide side;
        if (atomic != 0) {
            side.SetAtomic(static_cast<isa::AtomicOp>(atomic), kTraits.c);
        }
        engine_.Store(
            {reinterpret_cast<uint8_t*>(gm.Data(offset)), Hardware::GM, sequential, false});
    }
    void Store(const LocalTensor<DstT>& c, uint64_t offset, uint8_t, bool sequential) {
        uint8_t* address = reinterpret_cast<uint8_t*>(c.Data(static_cast<uint32_t>(offset)));
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
        uint8_t* exchange = isa::ExchangeBuffer(c.address_);
        const isa::MatmulTarget target{exchange, Hardware::GM, sequential, true};
        {
            const isa::CubeSide side;
            engine_.Store(target);
        }
        isa::WaitForCube();
        for (uint32_t i = 0; i < engine_.tiles_per_iterate(); ++i) {
            const isa::MatmulPiece piece = engine_.StoredPiece(target, i);
            isa::MoveRecord record =
                isa::CopyOf(Hardware::GM, exchange + piece.offset, Hardware::UB,
                            reinterpret_cast<uint8_t*>(c.Data()) + piece.offset, piece.bytes);
            record.count = piece.count;
            record.src_pitch = record.dst_pitch = static_cast<int64_t>(piece.pitch);
            isa::Issue(record);
        }
        SetFlag<HardEvent::MTE2_V>(0);
        WaitFlag<HardEvent::MTE2_V>(0);
    }
    template <typename T>
    static void CopyOut(const GlobalTensor<T>& gm, const LocalTensor<T>& local) {
        isa::Issue(isa::CopyOf(Hardware::UB, reinterpret_cast<const uint8_t*>(local.Data()),
                               Hardware::GM, reinterpret_cast<uint8_t*>(gm.Data()),
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
    /// What the page of IterateBatch leaves out.
    void CheckBatch(bool sequential) const {
        static_assert(isa::BatchRules<A_TYPE, B_TYPE, MM_CFG>::kHold);
        if (engine_.Requantises()) {
            Reject("IterateBatch",
                   "it is not for quantised results (SetQuantScalar, SetQuantVector); call "
                   "IterateAll for each matrix");
        }
        if (isa::SideBySide<C_TYPE> && sequential) {
            Reject("IterateBatch", "enSequentialWrite has to be false with BSNGD and SBNGD");
        }
        if (isa::CurrentCore().arch == 200 && A_TYPE::layout != LayoutMode::NORMAL) {
            Reject("IterateBatch", "the 310P has it with LayoutMode::NORMAL only");
        }
    }
    template <typename Tensor>
    void RunBatch(const Tensor& c, const isa::BatchCall& call, uint8_t atomic, bool sequential) {
        Offered<ITERATE_MODE_BATCH | ITERATE_MODE_N_BATCH, false>("IterateBatch");
        if (Absent()) {
            return;
        }
        CheckReady();
        CheckBatch(sequential);
        isa::IterateBatch(
            engine_, kTraits, call, std::is_same_v<Tensor, LocalTensor<DstT>>,
            [&](bool partial_sum) { return Next(partial_sum, nullptr); },
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

}  // namespace AscendC
