// The matrix multiplication of one core, tile by tile, in the instructions of the cube.
#pragma once

#include "detail/matmul/operand.h"
#include "isa/cube_fixpipe.h"
#include "isa/cube_mmad.h"

namespace AscendC::isa {

/// What is fixed when a Matmul object is declared.
struct MatmulTraits {
    DType a;
    DType b;
    DType c;
    DType bias;
    CubeFormat a_format;
    CubeFormat b_format;
    CubeFormat c_format;
    TPosition a_position;
    TPosition b_position;
    LayoutMode a_layout;
    LayoutMode b_layout;
    LayoutMode c_layout;
    MatmulRegion region;
    bool sparse;  ///< B keeps two of each four elements along k
    MatmulConfig config;
    MatmulCopyOut copy_out;
    MatmulCopyIn copy_a1;
    MatmulCopyIn copy_b1;
};

/// How a matrix is given to a Matmul.
struct MatmulInput {
    const uint8_t* address = nullptr;
    Hardware memory = Hardware::GM;
    bool transposed = false;
    uint64_t scalar = 0;  ///< raw bits, if the layout is SCALAR
};

/// Distances of the elements of one matrix of a batch; 0: as without a batch.
struct MatmulPitch {
    uint32_t a_row = 0;
    uint32_t b_row = 0;
    uint32_t c_row = 0;
};

/// A tile of the result: index of its row and column of tiles, place and size in elements.
struct MatmulTile {
    uint32_t row_index;
    uint32_t column_index;
    uint32_t row;
    uint32_t column;
    uint32_t m;
    uint32_t n;
};

/// Where a tile goes.
struct MatmulTarget {
    uint8_t* address;  ///< of the whole result, or of this tile if `sequential`
    Hardware memory;
    bool sequential;      ///< tiles one after the other, each as a separate matrix
    bool for_ub = false;  ///< laid out as the unified buffer will have it
};

/// The bytes of a tile, in rows or column groups.
struct MatmulPiece {
    uint64_t offset;  ///< from the target's address
    uint32_t count;
    uint64_t bytes;  ///< of one
    uint64_t pitch;  ///< from one to the next
};

/// One type for all dtypes and layouts, so that a kernel compiles it once.
class MatmulEngine {
public:
    explicit MatmulEngine(const MatmulTraits& traits)
        : traits_(&traits),
          l0c_(traits.a == DType::kI8 || traits.a == DType::kI4 ? DType::kI32 : DType::kF32) {
        a_.Configure(traits.a, Hardware::L0A, traits.copy_a1);
        b_.Configure(traits.b, Hardware::L0B, traits.copy_b1);
    }

    /// Takes over the tiling and takes a part of L1.
    void Init(const TCubeTiling& tiling, TPipe* pipe);
    const TCubeTiling& tiling() const { return tiling_; }

    void SetOrgShape(int m, int n, int ka, int kb, int kc) {
        org_m_ = m;
        org_n_ = n;
        org_ka_ = ka;
        org_kb_ = kb;
        org_kc_ = kc;
        Restart();
    }
    /// Sizes of what this core computes; negative ones stay.
    void SetSingleShape(int m, int n, int k) {
        single_m_ = m < 0 ? single_m_ : m;
        single_n_ = n < 0 ? single_n_ : n;
        single_k_ = k < 0 ? single_k_ : k;
        Restart();
    }
    uint32_t single_m() const { return single_m_; }
    uint32_t single_n() const { return single_n_; }
    uint32_t single_k() const { return single_k_; }

    void SetA(const MatmulInput& input) {
        input_a_ = input;
        Restart();
    }
    void SetB(const MatmulInput& input) {
        input_b_ = input;
        Restart();
    }
    const MatmulInput& a() const { return input_a_; }
    const MatmulInput& b() const { return input_b_; }
    void SetBias(const uint8_t* address, Hardware memory) {
        bias_ = address;
        bias_memory_ = memory;
    }
    const uint8_t* bias() const { return bias_; }
    Hardware bias_memory() const { return bias_memory_; }
    ASCENDC_ALWAYS_INLINE void SetSparseIndex(const uint8_t* index) {
        ASCENDC_LACKS_API("SetSparseIndex", 310);
        sparse_index_ = index;
    }
    void SetPitch(const MatmulPitch& pitch) { pitch_ = pitch; }
    void SetHf32(bool on, bool to_zero) {
        hf32_ = on;
        hf32_to_zero_ = to_zero;
    }
    void SetQuantScalar(uint64_t word) {
        quant_ = Quant::kScalar;
        quant_scalar_ = word;
    }
    void SetQuantVector(const uint8_t* words, Hardware memory) {
        quant_ = Quant::kVector;
        quant_vector_ = words;
        quant_memory_ = memory;
    }
    /// Whether results are scaled on their way out, or have to be.
    bool Requantises() const { return quant_ != Quant::kNone || NeedsScale(); }
    void SetUserInfo(uint64_t info) { user_info_ = info; }
    void SetUserData(uint64_t data) { user_data_ = data; }

    void Restart() { started_ = false; }
    /// Computes the next tile, or two of them (OUTER_PRODUCT). False if there is none. `l0c`: the
    /// user's own place for the result.
    bool Iterate(bool partial_sum, uint8_t* l0c = nullptr);
    /// Goes to the next tile without computing it: its result lies elsewhere already.
    bool Follow() { return Advance(); }
    /// Carries out what the last Iterate() computed.
    void Store(const MatmulTarget& target);
    /// What Store() wrote for tile 0 (or 1, of a pair).
    MatmulPiece StoredPiece(const MatmulTarget& target, uint32_t index) const;
    /// The tile that the last Iterate() computed; the first of two.
    const MatmulTile& tile() const { return tile_; }
    uint32_t tiles_per_iterate() const { return tiles_; }

    uint32_t TileRows() const { return CeilDiv(single_m_, tiling_.baseM); }
    uint32_t TileColumns() const { return CeilDiv(single_n_, tiling_.baseN); }
    /// Elements between rows of the whole result.
    uint32_t ResultPitch() const;

private:
    enum class Quant : uint8_t { kNone, kScalar, kVector };

    static uint32_t Least(uint32_t a, uint32_t b) { return a < b ? a : b; }
    static uint32_t AtLeastOne(int32_t value) { return value < 1 ? 1 : value; }
    void Check() const;
    bool NeedsScale() const;
    void Start();
    void CheckParts() const;
    bool Advance();
    void Place(uint32_t index);
    bool InRegion() const;
    void Multiply(uint8_t* l0c, const MatmulTile& tile, bool accumulate);
    void LoadBias(const MatmulTile& tile);
    static bool HasBiasTable() { return Size(Hardware::BIAS) != 0; }
    /// Where the cube finds a bias of float or int32; without a table, in L1.
    uint8_t* BiasTable() const {
        return HasBiasTable() ? Memory(Hardware::BIAS)
                              : l1_bias_ + RoundUp(tiling_.baseN * BitsOf(traits_->bias) / 8, 64);
    }
    static bool HasFixpipe() { return Size(Hardware::FIXBUF) != 0; }
    /// Where the fixpipe finds scale words; without a separate buffer, in L1.
    uint8_t* ScaleTable() const { return HasFixpipe() ? Memory(Hardware::FIXBUF) : l1_scales_; }
    template <HardEvent Event>
    static void Order(int id) {
        SetFlag<Event>(id);
        WaitFlag<Event>(id);
    }
    /// Results leave L0C by the fixpipe; on cores without one, by the vector pipe.
    template <HardEvent WithFixpipe, HardEvent Without>
    static void OrderStore(int id) {
        HasFixpipe() ? Order<WithFixpipe>(id) : Order<Without>(id);
    }
    const uint8_t* LoadIndex(const MatmulTile& tile, uint32_t k, uint32_t k_size);
    /// Elements along k of B in memory.
    uint32_t KOfB(uint32_t k) const { return traits_->sparse ? k / 2 : k; }
    uint32_t IndexBytes() const {
        return traits_->sparse ? CeilDiv(tiling_.baseN, 16) * CeilDiv(tiling_.baseK, 64) * 128 : 0;
    }
    void LoadScales(const MatmulTile& tile, uint32_t from, uint32_t count);
    void StoreTile(const uint8_t* l0c, const MatmulTile& tile, const MatmulTarget& target);
    void StoreByUser(const uint8_t* l0c, const MatmulTile& tile, const MatmulTarget& target);
    CubeFixpipe Conversion() const;
    uint64_t TargetPitch(const MatmulTile& tile, const MatmulTarget& target) const;
    uint64_t TargetOffset(const MatmulTile& tile, const MatmulTarget& target) const;
    uint32_t ColumnGroup() const;
    MatmulTile NextTo(const MatmulTile& tile) const;
    static uint8_t* Memory(Hardware memory, uint32_t offset = 0) {
        return CurrentCore().arenas[static_cast<int>(memory)].base + offset;
    }
    static uint32_t Size(Hardware memory) {
        return CurrentCore().arenas[static_cast<int>(memory)].size;
    }

    const MatmulTraits* traits_;
    DType l0c_;
    TCubeTiling tiling_ = {};
    MatmulOperand a_;
    MatmulOperand b_;
    uint32_t org_m_ = 0;
    uint32_t org_n_ = 0;
    uint32_t org_ka_ = 0;
    uint32_t org_kb_ = 0;
    uint32_t org_kc_ = 0;  ///< columns of the result, if other than those of B
    uint32_t single_m_ = 0;
    uint32_t single_n_ = 0;
    uint32_t single_k_ = 0;
    MatmulPitch pitch_;
    MatmulInput input_a_;
    MatmulInput input_b_;
    const uint8_t* bias_ = nullptr;
    Hardware bias_memory_ = Hardware::GM;
    bool hf32_ = false;
    bool hf32_to_zero_ = false;
    Quant quant_ = Quant::kNone;
    Hardware quant_memory_ = Hardware::GM;
    uint64_t quant_scalar_ = 0;
    const uint8_t* quant_vector_ = nullptr;
    uint64_t user_info_ = 0;
    uint64_t user_data_ = 0;
    uint8_t* l1_bias_ = nullptr;
    bool has_bias_room_ = true;
    uint8_t* l1_scales_ = nullptr;
    uint8_t* l1_index_ = nullptr;
    const uint8_t* sparse_index_ = nullptr;

    bool started_ = false;
    uint32_t step_ = 0;     ///< number of the next tile (and part of k)
    uint32_t k_begin_ = 0;  ///< part of k that the current step sums up
    uint32_t k_end_ = 0;
    MatmulTile tile_ = {};
    uint32_t tiles_ = 0;
    const uint8_t* result_ = nullptr;  ///< of the last Iterate(), in L0C
    uint32_t half_ = 0;                ///< of L0C, that is used next
};

}  // namespace AscendC::isa

#include "detail/matmul/engine_compute.h"
#include "detail/matmul/engine_store.h"
