// An operand of a Matmul on its way to the cube: global memory -> L1 -> L0A or L0B.
#pragma once

#include "detail/matmul/cube_side.h"
#include "detail/matmul/type.h"
#include "isa/cube_load.h"

namespace AscendC::isa {

constexpr uint32_t CeilDiv(uint32_t value, uint32_t divisor) {
    return (value + divisor - 1) / divisor;
}
constexpr uint32_t RoundUp(uint32_t value, uint32_t unit) {
    return CeilDiv(value, unit) * unit;
}

/// A part of an operand: `outer` runs over rows of A or columns of B, `k` over the dimension that
/// is summed up. In elements.
struct OperandPart {
    uint32_t outer;
    uint32_t k;
    uint32_t outer_size;
    uint32_t k_size;
};

/// Where and how a matrix is stored.
struct MatrixView {
    const uint8_t* address = nullptr;
    Hardware memory = Hardware::GM;  ///< in L1 it is NZ
    CubeFormat format = CubeFormat::ND;
    uint32_t rows = 0;     ///< of the whole matrix in memory
    uint32_t columns = 0;  ///< distance of rows (ND), in elements
    uint64_t scalar = 0;   ///< raw bits; SCALAR
};

/// Matrix A or B.
class MatmulOperand {
public:
    /// A block in L1: column groups of 32 bytes per row.
    struct Block {
        const uint8_t* address;
        uint32_t group_pitch;  ///< bytes
        OperandPart part;
    };

    void Configure(DType dtype, Hardware l0, MatmulCopyIn copy_in) {
        dtype_ = dtype;
        bits_ = static_cast<uint8_t>(BitsOf(dtype));
        l0_ = l0;
        copy_in_ = copy_in;
    }
    /// The matrix; with `k_is_row` its rows, as stored, run along k.
    void SetView(const MatrixView& view, bool k_is_row) {
        view_ = view;
        k_is_row_ = k_is_row;
        Forget();
    }
    const MatrixView& view() const { return view_; }
    bool k_is_row() const { return k_is_row_; }

    /// Tiles of `outer_step` elements in blocks of `outer` x `k` elements are loaded into L1 at
    /// `address`, where `depth` blocks fit.
    void Place(uint8_t* address, uint32_t outer, uint32_t outer_step, uint32_t k, uint32_t depth) {
        slots_ = address;
        unit_outer_ = outer;
        outer_step_ = outer_step;
        unit_k_ = k;
        depth_ = depth < 1 ? 1 : depth > kMaxDepth ? kMaxDepth : depth;
        Forget();
    }
    /// Bytes in L1 of a block of `outer` x `k` elements, whatever its orientation.
    uint32_t BlockBytes(uint32_t outer, uint32_t k) const {
        return RoundUp(outer, Square()) * RoundUp(k, Square()) * bits_ / 8;
    }
    /// Bytes in L0 of a tile, with what the last square writes after it.
    uint32_t TileBytes(uint32_t outer, uint32_t k) const {
        return k_is_row_ ? BlockBytes(outer, k) : RoundUp(outer, 16) * RoundUp(k, C0()) * bits_ / 8;
    }
    /// Whether tiles of `step` elements can share a block in L1: they begin at whole squares, or
    /// the user's function fills the block.
    bool CanShare(uint32_t step) const { return WholeSquares(step) || copy_in_ != nullptr; }
    /// Why the tiles of a part of `outer_size` x `k_size` elements cannot be cut out of the matrix
    /// in steps of `k_step` along k; null if they can.
    const char* Fault(uint32_t outer_size, uint32_t k_size, uint32_t k_step) const {
        if (k_step < k_size && k_step % C0() != 0) {
            return "Matmul: baseK is no multiple of 32 bytes, though there is more than one step";
        }
        const bool alone = view_.memory != Hardware::L1 && view_.format != CubeFormat::NZ &&
                           unit_outer_ == outer_step_;
        return outer_step_ >= outer_size || !k_is_row_ || alone || WholeSquares(outer_step_)
                   ? nullptr
                   : "Matmul: tiles of a transposed A, or of a B that is not transposed, begin "
                     "inside a square that is transposed as a whole; let baseM, or baseN, be a "
                     "multiple of 16, 32 (int8) or 64 (int4)";
    }
    void Forget() {
        for (Tag& tag : tags_) {
            is_read_ = is_read_ || tag.used;
            tag.used = false;
        }
        next_ = 0;
    }

    /// The block in L1 with the element (outer, k) of a matrix of `outer_size` x `k_size`.
    Block Load(uint32_t outer, uint32_t k, uint32_t outer_size, uint32_t k_size, uint64_t user_info,
               uint64_t user_data) {
        if (view_.memory == Hardware::L1) {
            return {view_.address, RoundUp(view_.rows, 16) * 32, {0, 0, outer_size, k_size}};
        }
        const uint32_t outer_index = outer / unit_outer_;
        const uint32_t k_index = k / unit_k_;
        const uint32_t outer_start = outer_index * unit_outer_;
        const uint32_t k_start = k_index * unit_k_;
        Block block;
        block.part = {outer_start, k_start, Least(unit_outer_, outer_size - outer_start),
                      Least(unit_k_, k_size - k_start)};
        block.group_pitch = RoundUp(Rows(block.part), k_is_row_ ? Square() : 16) * 32;
        uint32_t slot = 0;
        while (slot < depth_ && !(tags_[slot].used && tags_[slot].outer == outer_index &&
                                  tags_[slot].k == k_index)) {
            ++slot;
        }
        const bool is_loaded = slot < depth_;
        if (!is_loaded) {
            slot = next_;
            next_ = (next_ + 1) % depth_;
        }
        uint8_t* address = slots_ + slot * BlockBytes(unit_outer_, unit_k_);
        block.address = address;
        if (!is_loaded) {
            if (tags_[slot].used || is_read_) {
                SetFlag<HardEvent::MTE1_MTE2>(EventId());
                WaitFlag<HardEvent::MTE1_MTE2>(EventId());
            }
            tags_[slot] = {true, outer_index, k_index};
            Fetch(address, block, outer_index, k_index, user_info, user_data);
            SetFlag<HardEvent::MTE2_MTE1>(EventId());
            WaitFlag<HardEvent::MTE2_MTE1>(EventId());
        }
        return block;
    }

    /// Fractals along k in one row of fractals of a tile (in L0A).
    uint32_t KFractals(uint32_t k_size) const {
        return k_is_row_ ? CeilDiv(k_size, Square()) * (Square() / C0()) : CeilDiv(k_size, C0());
    }
    /// Brings a tile from L1 to L0 at `l0`: rows of fractals for A, for B columns of fractals side
    /// by side, which is both "k inside outer" and "outer inside k".
    void LoadTile(uint8_t* l0, const Block& block, const OperandPart& tile) const {
        const uint32_t k_fractals = KFractals(tile.k_size);
        const uint32_t outer_fractals = CeilDiv(tile.outer_size, 16);
        const int64_t k_step = kFractalBytes * (l0_ == Hardware::L0A ? 1 : outer_fractals);
        const int64_t outer_step = kFractalBytes * (l0_ == Hardware::L0A ? k_fractals : 1);
        const uint32_t outer_at = tile.outer - block.part.outer;
        const uint32_t k_at = tile.k - block.part.k;
        CubeLoad load = {};
        load.src_memory = Hardware::L1;
        load.dst_memory = l0_;
        load.element_bits = bits_;
        if (!k_is_row_) {
            load.repeat = outer_fractals;
            load.src_pitch = kFractalBytes;
            load.dst_pitch = outer_step;
            const uint8_t* src = block.address + k_at / C0() * block.group_pitch + outer_at * 32;
            for (uint32_t i = 0; i < k_fractals; ++i) {
                load.src = src + i * block.group_pitch;
                load.dst = l0 + i * k_step;
                Issue(load);
            }
            return;
        }
        const uint32_t square = Square();
        load.transpose = true;
        load.repeat = CeilDiv(tile.k_size, square);
        load.src_pitch = square * 32;
        load.dst_pitch = square / C0() * k_step;
        // Squares of floats lie in two column groups, of other types in rows of one.
        load.src_fractal_pitch = bits_ == 32 ? block.group_pitch : kFractalBytes;
        load.dst_fractal_pitch = bits_ == 32 ? k_step : outer_step;
        // The last square may reach beyond the tile: in L0B into the place of the next row of
        // fractals, which is therefore written after it.
        for (uint32_t i = CeilDiv(tile.outer_size, square); i-- > 0;) {
            load.src =
                block.address + (outer_at + i * square) / C0() * block.group_pitch + k_at * 32;
            load.dst = l0 + i * (square / 16) * outer_step;
            Issue(load);
        }
    }

private:
    static constexpr uint32_t kMaxDepth = 64;
    struct Tag {
        bool used = false;
        uint32_t outer = 0;
        uint32_t k = 0;
    };

    static uint32_t Least(uint32_t a, uint32_t b) { return a < b ? a : b; }
    bool WholeSquares(uint32_t step) const { return step % Square() == 0; }
    /// Elements in 32 bytes.
    uint32_t C0() const { return 256u / bits_; }
    /// Side of the squares that are transposed on the way to L0.
    uint32_t Square() const { return bits_ >= 16 ? 16 : C0(); }
    uint32_t Rows(const OperandPart& part) const {
        return k_is_row_ ? part.k_size : part.outer_size;
    }
    uint32_t Columns(const OperandPart& part) const {
        return k_is_row_ ? part.outer_size : part.k_size;
    }
    int EventId() const { return l0_ == Hardware::L0A ? 0 : 1; }

    void Fetch(uint8_t* l1, const Block& block, uint32_t outer_index, uint32_t k_index,
               uint64_t user_info, uint64_t user_data) {
        if (copy_in_ != nullptr) {
            LocalTensor<int8_t> target;
            target.address_.absAddr = l1;
            target.address_.logicPos.Set(
                static_cast<uint8_t>(l0_ == Hardware::L0A ? TPosition::A1 : TPosition::B1));
            target.address_.bufferAddr.Set(static_cast<uint32_t>(
                l1 - CurrentCore().arenas[static_cast<int>(Hardware::L1)].base));
            target.address_.dataLen = BlockBytes(unit_outer_, unit_k_);
            const OperandPart& part = block.part;
            const bool is_a = l0_ == Hardware::L0A;
            copy_in_(target, view_.address, static_cast<int>(is_a ? outer_index : k_index),
                     static_cast<int>(is_a ? k_index : outer_index),
                     static_cast<int>(is_a ? part.outer_size : part.k_size),
                     static_cast<int>(is_a ? part.k_size : part.outer_size), user_info, user_data);
        } else if (view_.format == CubeFormat::SCALAR) {
            Issue(CubeFill{Hardware::L1, static_cast<uint8_t>(bits_ / 8), 1, l1,
                           BlockBytes(unit_outer_, unit_k_), 0, view_.scalar});
        } else if (view_.format == CubeFormat::NZ) {
            FetchNz(l1, block);
        } else {
            FetchNd(l1, block);
        }
    }
    void FetchNd(uint8_t* l1, const Block& block) const {
        const OperandPart& part = block.part;
        const uint64_t row = k_is_row_ ? part.k : part.outer;
        const uint64_t column = k_is_row_ ? part.outer : part.k;
        LayoutRecord record = {};
        record.op = LayoutOp::kNdToNz;
        record.dtype = dtype_;
        record.src_memory = view_.memory;
        record.dst_memory = Hardware::L1;
        record.dst = l1;
        record.src = view_.address + (row * view_.columns + column) * bits_ / 8;
        record.matrices = 1;
        record.rows = Rows(part);
        record.row_bytes = uint64_t{Columns(part)} * bits_ / 8;
        record.group_bytes = 32;
        record.nd_row_pitch = uint64_t{view_.columns} * bits_ / 8;
        record.nz_row_pitch = 32;
        record.nz_group_pitch = block.group_pitch;
        Issue(record);
    }
    void FetchNz(uint8_t* l1, const Block& block) const {
        const OperandPart& part = block.part;
        const uint64_t row = k_is_row_ ? part.k : part.outer;
        const uint64_t column = k_is_row_ ? part.outer : part.k;
        const uint64_t pitch = uint64_t{RoundUp(view_.rows, 16)} * 32;
        MoveRecord record = {};
        record.op = MoveOp::kCopy;
        record.dtype = dtype_;
        record.element = static_cast<uint8_t>(bits_ < 8 ? 1 : bits_ / 8);
        record.src_memory = view_.memory;
        record.dst_memory = Hardware::L1;
        record.dst = l1;
        record.src = view_.address + column / C0() * pitch + row * 32;
        record.count = CeilDiv(Columns(part), C0());
        record.bytes = uint64_t{RoundUp(Rows(part), 16)} * 32;
        record.src_pitch = static_cast<int64_t>(pitch);
        record.dst_pitch = block.group_pitch;
        Issue(record);
    }

    MatrixView view_;
    DType dtype_ = DType::kNone;
    uint8_t bits_ = 16;
    bool k_is_row_ = false;
    Hardware l0_ = Hardware::L0A;
    MatmulCopyIn copy_in_ = nullptr;
    uint8_t* slots_ = nullptr;
    uint32_t unit_outer_ = 1;
    uint32_t outer_step_ = 1;
    uint32_t unit_k_ = 1;
    uint32_t depth_ = 1;
    uint32_t next_ = 0;
    bool is_read_ = false;  ///< L1 may still be read for what was forgotten
    Tag tags_[kMaxDepth];
};

}  // namespace AscendC::isa
