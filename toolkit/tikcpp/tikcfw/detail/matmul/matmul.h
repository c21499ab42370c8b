// Matmul: multiplication of matrices as a kernel writes it.
#pragma once

#include "detail/matmul/matmul_base.h"

namespace AscendC {

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
    /// Weights of int8_t that become half on their way: of the 310P only, and not modelled.
    void SetAntiQuantScalar(const SrcT, const SrcT) { LackAntiQuant("SetAntiQuantScalar"); }
    void SetAntiQuantVector(const LocalTensor<SrcT>&, const LocalTensor<SrcT>&) {
        LackAntiQuant("SetAntiQuantVector");
    }
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

private:
    static void LackAntiQuant(const char* function) {
        MatmulImpl::Reject(
            function, isa::CurrentCore().arch == 200
                          ? "products of half and int8_t are not modelled; use AscendAntiQuant "
                            "on B before"
                          : "it is for the 310P only; use AscendAntiQuant on B before");
    }
};

/// On a vector core of a MIX launch.
template <class A_TYPE, class B_TYPE, class C_TYPE, class BIAS_TYPE, const auto& MM_CFG = CFG_NORM,
          class MM_CB = MatmulCallBackFunc<nullptr, nullptr, nullptr>,
          MATMUL_POLICY_DEFAULT_OF(MatmulPolicy)>
class MatmulClientBase
    : public MatmulBase<A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE, MM_CFG, MM_CB, MATMUL_POLICY<MM_CFG>> {
    using DstT = PrimT<typename C_TYPE::T>;
    static_assert(isa::MatmulClientRules<B_TYPE, MATMUL_POLICY<MM_CFG>>::kHold);

public:
    /// Multiplies `batchA` matrices with `batchB`; the fewer are used again and again.
    template <bool sync = true, bool waitIterateBatch = false>
    void IterateBatch(const GlobalTensor<DstT>& gm, uint32_t batchA, uint32_t batchB,
                      bool enSequentialWrite, const uint32_t matrixStrideA = 0,
                      const uint32_t matrixStrideB = 0, const uint32_t = 0,
                      const bool enPartialSum = false, const uint8_t enAtomic = 0) {
        this->RunBatch(gm, {batchA, batchB, matrixStrideA, matrixStrideB, enPartialSum}, enAtomic,
                       enSequentialWrite);
        if constexpr (sync) {
            isa::WaitForCube();
        }
    }
    template <bool sync = true>
    void IterateBatch(const LocalTensor<DstT>& ubCmatrix, uint32_t batchA, uint32_t batchB,
                      bool enSequentialWrite, const uint32_t matrixStrideA = 0,
                      const uint32_t matrixStrideB = 0, const uint32_t = 0,
                      const bool enPartialSum = false, const uint8_t enAtomic = 0) {
        static_assert(sync, "IterateBatch: results get into local memory with sync = true only");
        this->RunBatch(ubCmatrix, {batchA, batchB, matrixStrideA, matrixStrideB, enPartialSum},
                       enAtomic, enSequentialWrite);
        if constexpr (sync) {
            isa::WaitForCube();
        }
    }
    void WaitIterateBatch() { isa::WaitForCube(); }

    /// `batchLoop` times IterateBatch, into the workspace.
    template <bool sync = true, bool waitIterateBatch = false>
    void IterateNBatch(const uint32_t batchLoop, uint32_t batchA, uint32_t batchB,
                       bool enSequentialWrite, const uint32_t matrixStrideA = 0,
                       const uint32_t matrixStrideB = 0, const uint32_t = 0,
                       const bool enPartialSum = false, const uint8_t enAtomic = 0) {
        static_assert(isa::ManyBatchesRules<A_TYPE, C_TYPE>::kHold);
        if constexpr (!MatmulClientBase::kConfig.isNBatch) {
            this->Reject("IterateNBatch", "isNBatch of the MatmulConfig is false");
        }
        this->template Offered<IterateMode::ITERATE_MODE_N_BATCH, false>("IterateNBatch");
        if (this->workspace_ == nullptr) {
            aicore_trap("IterateNBatch: SetWorkspace was not called");
        }
        const isa::MatmulInput a = this->engine_.a();
        const isa::MatmulInput b = this->engine_.b();
        const uint8_t* bias = this->engine_.bias();
        const Hardware bias_memory = this->engine_.bias_memory();
        GlobalTensor<DstT> results;
        results.SetGlobalBuffer(reinterpret_cast<DstT*>(this->workspace_));
        for (uint32_t i = 0; i < batchLoop; ++i) {
            const isa::BatchOffsets offsets =
                isa::OffsetsOf(this->engine_.tiling(), this->kTraits, batchA, batchB, i);
            isa::MatmulInput next_a = a;
            isa::MatmulInput next_b = b;
            next_a.address += offsets.a * isa::BitsOf(this->kTraits.a) / 8;
            next_b.address += offsets.b * isa::BitsOf(this->kTraits.b) / 8;
            this->engine_.SetA(next_a);
            this->engine_.SetB(next_b);
            if (bias != nullptr) {
                this->engine_.SetBias(bias + offsets.bias * isa::BitsOf(this->kTraits.bias) / 8,
                                      bias_memory);
            }
            IterateBatch<sync>(results[offsets.c], batchA, batchB, enSequentialWrite, matrixStrideA,
                               matrixStrideB, 0, enPartialSum, enAtomic);
        }
        this->engine_.SetA(a);
        this->engine_.SetB(b);
        this->engine_.SetBias(bias, bias_memory);
        batches_fetched_ = 0;
    }
    /// The next result of IterateNBatch in the workspace, as many elements after the one before.
    template <bool sync = true>
    GlobalTensor<DstT> GetBatchTensorC(uint32_t batchA, uint32_t batchB, bool = false) {
        CheckBatches();
        isa::WaitForCube();
        const uint64_t size = BatchElements(batchA, batchB);
        GlobalTensor<DstT> result;
        result.SetGlobalBuffer(
            reinterpret_cast<DstT*>(this->workspace_) + batches_fetched_++ * size, size);
        return result;
    }
    /// The next result of IterateNBatch; of interleaved matrices the rows one after the other.
    template <bool sync = true>
    void GetBatchTensorC(const LocalTensor<DstT>& c, uint32_t batchA, uint32_t batchB,
                         bool = false) {
        CheckBatches();
        isa::WaitForCube();
        const TCubeTiling& tiling = this->engine_.tiling();
        const uint32_t results = isa::ResultsOf(tiling, batchA, batchB);
        const isa::BatchOffsets offsets =
            isa::OffsetsOf(tiling, this->kTraits, batchA, batchB, batches_fetched_++);
        isa::MoveRecord record =
            isa::CopyOf(Hardware::GM, this->workspace_ + offsets.c * sizeof(DstT), isa::MemoryOf(c),
                        reinterpret_cast<uint8_t*>(c.Data()),
                        uint64_t{results} * tiling.singleCoreN * sizeof(DstT));
        if constexpr (isa::SideBySide<C_TYPE>) {
            record.src_pitch = static_cast<int64_t>(
                isa::LayoutOfC(tiling, C_TYPE::layout).RowPitch() * sizeof(DstT));
            record.dst_pitch = static_cast<int64_t>(record.bytes);
            record.count = static_cast<uint32_t>(tiling.singleCoreM);
        } else {
            record.bytes *= tiling.singleCoreM;
        }
        isa::Issue(record);
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
    void CheckBatches() const {
        this->template Offered<IterateMode::ITERATE_MODE_N_BATCH, false>("GetBatchTensorC");
        if (!MatmulClientBase::kConfig.isNBatch || this->workspace_ == nullptr) {
            this->Reject("GetBatchTensorC",
                         "it gives results of IterateNBatch, which needs isNBatch of the "
                         "MatmulConfig and SetWorkspace");
        }
    }
    uint64_t BatchElements(uint32_t batchA, uint32_t batchB) const {
        const TCubeTiling& tiling = this->engine_.tiling();
        return uint64_t{batchA > batchB ? batchA : batchB} * tiling.singleCoreM *
               tiling.singleCoreN;
    }

    uint32_t batches_fetched_ = 0;
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
