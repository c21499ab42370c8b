// Many multiplications by one call: which matrices belong together, and where they lie.
#pragma once

#include "detail/matmul/engine.h"

namespace AscendC::isa {

/// The dimensions of a matrix with many batches: B, N and G count matrices, S and D are their rows
/// and columns.
struct BatchLayout {
    LayoutMode mode;
    uint32_t b;
    uint32_t s;
    uint32_t n;
    uint32_t g;
    uint32_t d;

    /// Whether the matrices of a batch are interleaved, row by row.
    bool SideBySide() const { return mode == LayoutMode::BSNGD || mode == LayoutMode::SBNGD; }
    /// Elements between rows of a matrix; 0 if it is contiguous.
    uint32_t RowPitch() const {
        return mode == LayoutMode::BSNGD   ? n * g * d
               : mode == LayoutMode::SBNGD ? b * n * g * d
                                           : 0;
    }
    /// Elements from the first matrix to matrix `index` of size `size`.
    uint64_t Offset(uint32_t index, uint64_t size) const {
        if (!SideBySide()) {
            return index * size;
        }
        if (mode == LayoutMode::SBNGD) {
            return uint64_t{index} * d;
        }
        const uint32_t line = n * g < 1 ? 1 : n * g;
        return uint64_t{index / line} * s * line * d + uint64_t{index % line} * d;
    }
};

inline BatchLayout LayoutOfA(const TCubeTiling& t, LayoutMode mode) {
    return {mode,
            uint32_t(t.ALayoutInfoB),
            uint32_t(t.ALayoutInfoS),
            uint32_t(t.ALayoutInfoN),
            uint32_t(t.ALayoutInfoG),
            uint32_t(t.ALayoutInfoD)};
}
inline BatchLayout LayoutOfB(const TCubeTiling& t, LayoutMode mode) {
    return {mode,
            uint32_t(t.BLayoutInfoB),
            uint32_t(t.BLayoutInfoS),
            uint32_t(t.BLayoutInfoN),
            uint32_t(t.BLayoutInfoG),
            uint32_t(t.BLayoutInfoD)};
}
inline BatchLayout LayoutOfC(const TCubeTiling& t, LayoutMode mode) {
    return {mode,
            uint32_t(t.CLayoutInfoB),
            uint32_t(t.CLayoutInfoS1),
            uint32_t(t.CLayoutInfoN),
            uint32_t(t.CLayoutInfoG),
            uint32_t(t.CLayoutInfoS2)};
}

/// Which matrix of an operand belongs to product `index` when its dimension has one element where
/// the other operand's has more.
inline uint32_t BroadcastIndex(const BatchLayout& own, const BatchLayout& other, uint32_t index) {
    if (own.g == 1 && other.g > 1) {
        return index / other.g;
    }
    if (own.n == 1 && other.n > 1) {
        return index % other.g + index / (other.g * other.n);
    }
    if (own.b == 1 && other.b > 1 && own.mode != LayoutMode::NORMAL) {
        return index % (other.g * other.n) + index / (other.g * other.n * other.b);
    }
    return index;
}

/// Elements that a matrix takes.
inline uint64_t MatrixElements(CubeFormat format, uint32_t rows, uint32_t columns, uint32_t bits) {
    return format == CubeFormat::NZ ? uint64_t{RoundUp(rows, 16)} * RoundUp(columns, 256 / bits)
                                    : uint64_t{rows} * columns;
}

/// One call: how many matrices of A and B take part and, if not as their layouts say, elements from
/// one to the next.
struct BatchCall {
    uint32_t batch_a;
    uint32_t batch_b;
    uint32_t stride_a;
    uint32_t stride_b;
    bool partial_sum;
};

/// Multiplies the matrices of a batch, one after the other. `next(partial_sum)` computes a tile,
/// `store(offset, add)` carries it out: to a matrix that lies `offset` elements after the first,
/// to be added if `add`. `in_ub`: into the unified buffer.
template <typename Next, typename Store>
inline void IterateBatch(MatmulEngine& engine, const MatmulTraits& traits, const BatchCall& call,
                         bool in_ub, Next next, Store store) {
    const TCubeTiling& tiling = engine.tiling();
    const BatchLayout a = LayoutOfA(tiling, traits.a_layout);
    const BatchLayout b = LayoutOfB(tiling, traits.b_layout);
    const BatchLayout c = LayoutOfC(tiling, traits.c_layout);
    const uint32_t count = call.batch_a > call.batch_b ? call.batch_a : call.batch_b;
    if (call.batch_a == 0 || call.batch_b == 0 ||
        (count % call.batch_a != 0 || count % call.batch_b != 0)) {
        aicore_trap("IterateBatch: of the numbers of matrices one must be a multiple of the other");
    }
    const MatmulInput first_a = engine.a();
    const MatmulInput first_b = engine.b();
    const uint32_t m = engine.single_m();
    const uint32_t n = engine.single_n();
    const uint32_t k = engine.single_k();
    const uint64_t a_size = MatrixElements(traits.a_format, first_a.transposed ? k : m,
                                           first_a.transposed ? m : k, BitsOf(traits.a));
    const uint64_t b_size = MatrixElements(traits.b_format, first_b.transposed ? n : k,
                                           first_b.transposed ? k : n, BitsOf(traits.b));
    // In the unified buffer rows are padded to 32 bytes.
    const uint32_t row_unit = traits.c_format == CubeFormat::NZ ? 16
                              : in_ub                           ? 256 / BitsOf(traits.c)
                                                                : 1;
    const uint64_t c_size = uint64_t{m} * RoundUp(n, row_unit);
    const uint8_t* first_bias = engine.bias();
    const Hardware bias_memory = engine.bias_memory();
    engine.SetPitch({a.RowPitch(), b.RowPitch(), c.RowPitch()});
    const uint32_t widest_g = a.g > b.g ? a.g : b.g;
    const uint32_t reduced =
        c.g == 1 && widest_g > 1 && traits.c_layout != LayoutMode::NORMAL ? widest_g : 1;
    for (uint32_t index = 0; index < count; ++index) {
        const bool normal = traits.a_layout == LayoutMode::NORMAL;
        const uint32_t a_index =
            normal ? index / (count / call.batch_a) : BroadcastIndex(a, b, index);
        const uint32_t b_index =
            normal ? index / (count / call.batch_b) : BroadcastIndex(b, a, index);
        const uint32_t c_index = index / reduced;
        MatmulInput input_a = first_a;
        MatmulInput input_b = first_b;
        input_a.address +=
            (call.stride_a != 0 ? uint64_t{a_index} * call.stride_a : a.Offset(a_index, a_size)) *
            BitsOf(traits.a) / 8;
        input_b.address +=
            (call.stride_b != 0 ? uint64_t{b_index} * call.stride_b : b.Offset(b_index, b_size)) *
            BitsOf(traits.b) / 8;
        engine.SetA(input_a);
        engine.SetB(input_b);
        if (first_bias != nullptr) {
            // A sum over G has its bias once.
            const bool has = index % reduced == 0;
            const uint64_t offset =
                traits.config.isBiasBatch ? uint64_t{c_index} * engine.single_n() : 0;
            engine.SetBias(has ? first_bias + offset * BitsOf(traits.bias) / 8 : nullptr,
                           bias_memory);
        }
        const uint64_t offset =
            c.SideBySide() ? c.Offset(c_index, c_size) : uint64_t{c_index} * c_size;
        while (next(call.partial_sum)) {
            store(offset, reduced > 1);
        }
    }
    engine.SetA(first_a);
    engine.SetB(first_b);
    engine.SetBias(first_bias, bias_memory);
    engine.SetPitch({});
}

/// Matrices of the result of one IterateBatch: a G that is summed up counts once.
inline uint32_t ResultsOf(const TCubeTiling& tiling, uint32_t batch_a, uint32_t batch_b) {
    const uint32_t batch = batch_a > batch_b ? batch_a : batch_b;
    const int32_t widest_g =
        tiling.ALayoutInfoG > tiling.BLayoutInfoG ? tiling.ALayoutInfoG : tiling.BLayoutInfoG;
    return tiling.CLayoutInfoG == 1 && widest_g > 1 ? batch / widest_g : batch;
}

/// Elements from the first matrix to those of the IterateBatch `index` of an IterateNBatch.
struct BatchOffsets {
    uint64_t a;
    uint64_t b;
    uint64_t c;
    uint64_t bias;
};

inline BatchOffsets OffsetsOf(const TCubeTiling& tiling, const MatmulTraits& traits,
                              uint32_t batch_a, uint32_t batch_b, uint32_t index) {
    const auto offset_of = [index](const BatchLayout& layout, uint32_t batch) {
        return layout.Offset(index * batch, uint64_t{layout.s} * layout.d);
    };
    const BatchLayout c = LayoutOfC(tiling, traits.c_layout);
    const uint32_t results = ResultsOf(tiling, batch_a, batch_b);
    return {offset_of(LayoutOfA(tiling, traits.a_layout), batch_a),
            offset_of(LayoutOfB(tiling, traits.b_layout), batch_b), offset_of(c, results),
            uint64_t{index} * results * c.d};
}

}  // namespace AscendC::isa
