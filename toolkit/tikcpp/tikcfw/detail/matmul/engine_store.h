// MatmulEngine: the way of results out of L0C.
#pragma once

#include "detail/matmul/engine.h"

namespace AscendC::isa {

inline bool MatmulEngine::NeedsScale() const {
    return (l0c_ == DType::kI32 && traits_->c != DType::kI32) || BitsOf(traits_->c) == 8;
}

/// Elements of a row in a column group of an NZ result.
inline uint32_t MatmulEngine::ColumnGroup() const {
    return BitsOf(traits_->c) == 8 ? 32 : traits_->config.isEnableChannelSplit ? 8 : 16;
}

inline uint32_t MatmulEngine::ResultPitch() const {
    const uint32_t columns = pitch_.c_row != 0 ? pitch_.c_row : org_kc_ != 0 ? org_kc_ : org_n_;
    return traits_->c_format == CubeFormat::ND_ALIGN ? RoundUp(columns, 256 / BitsOf(traits_->c))
                                                     : columns;
}

/// Bytes between rows, or column groups (NZ), where the tile goes.
inline uint64_t MatmulEngine::TargetPitch(const MatmulTile& tile,
                                          const MatmulTarget& target) const {
    const uint64_t element = BitsOf(traits_->c) / 8;
    if (traits_->c_format == CubeFormat::NZ || target.memory == Hardware::L1) {
        const uint32_t rows = target.sequential ? tile.m : org_m_;
        return uint64_t{RoundUp(rows, 16)} * ColumnGroup() * element;
    }
    if (!target.sequential) {
        return uint64_t{ResultPitch()} * element;
    }
    const bool padded = traits_->c_format == CubeFormat::ND_ALIGN &&
                        (target.for_ub || target.memory == Hardware::UB);
    return padded ? RoundUp(static_cast<uint32_t>(tile.n * element), 32) : tile.n * element;
}

/// Bytes from the target's address to the tile.
inline uint64_t MatmulEngine::TargetOffset(const MatmulTile& tile,
                                           const MatmulTarget& target) const {
    if (target.sequential) {
        return 0;
    }
    const uint64_t element = BitsOf(traits_->c) / 8;
    const uint64_t pitch = TargetPitch(tile, target);
    if (traits_->c_format == CubeFormat::NZ || target.memory == Hardware::L1) {
        return tile.column / ColumnGroup() * pitch + uint64_t{tile.row} * ColumnGroup() * element;
    }
    return tile.row * pitch + tile.column * element;
}

/// What happens to values between L0C and the result.
inline CubeFixpipe MatmulEngine::Conversion() const {
    CubeFixpipe record = {};
    record.src_dtype = l0c_;
    record.dst_dtype = traits_->c;
    if (l0c_ == DType::kF32) {
        record.convert = traits_->c == DType::kF32  ? FixpipeConvert::kNone
                         : BitsOf(traits_->c) == 16 ? FixpipeConvert::kRound
                                                    : FixpipeConvert::kQuant;
    } else {
        record.convert = traits_->c == DType::kI32  ? FixpipeConvert::kNone
                         : BitsOf(traits_->c) == 16 ? FixpipeConvert::kDequant
                                                    : FixpipeConvert::kRequant;
    }
    return record;
}

/// Scale words of `count` columns from column `from` of the tile: global memory -> L1 -> fixpipe
/// buffer.
inline void MatmulEngine::LoadScales(const MatmulTile& tile, uint32_t from, uint32_t count) {
    const uint8_t* l1 = quant_vector_ + (uint64_t{tile.column} + from) * 8;
    MoveRecord record = {};
    record.op = MoveOp::kCopy;
    record.dtype = DType::kU64;
    record.element = 8;
    record.count = 1;
    record.bytes = uint64_t{count} * 8;
    if (quant_memory_ != Hardware::L1) {
        record.src_memory = quant_memory_;
        record.dst_memory = Hardware::L1;
        record.src = l1;
        record.dst = l1_scales_;
        OrderStore<HardEvent::FIX_MTE2, HardEvent::V_MTE2>(3);
        Issue(record);
        OrderStore<HardEvent::MTE2_FIX, HardEvent::MTE2_V>(3);
        l1 = l1_scales_;
    }
    if (l1 != ScaleTable()) {
        record.src_memory = Hardware::L1;
        record.dst_memory = HasFixpipe() ? Hardware::FIXBUF : Hardware::L1;
        record.src = l1;
        record.dst = ScaleTable();
        Issue(record);
    }
}

inline void MatmulEngine::StoreTile(const uint8_t* l0c, const MatmulTile& tile,
                                    const MatmulTarget& target) {
    if (traits_->copy_out != nullptr && target.memory == Hardware::GM) {
        StoreByUser(l0c, tile, target);
        return;
    }
    CubeFixpipe record = Conversion();
    if (NeedsScale() && quant_ == Quant::kNone) {
        aicore_trap("Matmul: the result's type needs SetQuantScalar or SetQuantVector");
    }
    const bool nz = traits_->c_format == CubeFormat::NZ || target.memory == Hardware::L1;
    record.layout = nz ? FixpipeLayout::kNz : FixpipeLayout::kRowMajor;
    record.dst_memory = target.memory;
    record.channel_split = nz && ColumnGroup() == 8;
    record.m = static_cast<uint16_t>(tile.m);
    record.matrices = 1;
    record.src_group_pitch = uint64_t{RoundUp(tile.m, 16)} * 64;
    record.dst_pitch = TargetPitch(tile, target);
    record.scale = quant_scalar_;
    uint8_t* dst = target.address + TargetOffset(tile, target);
    const bool per_column = NeedsScale() && quant_ == Quant::kVector;
    // The buffer for scale words is the first part of the fixpipe buffer.
    constexpr uint32_t kScales = 256;
    const uint32_t width = per_column ? kScales : tile.n;
    for (uint32_t from = 0; from < tile.n; from += width) {
        const uint32_t count = Least(width, tile.n - from);
        if (per_column) {
            LoadScales(tile, from, count);
            record.scales = reinterpret_cast<const uint64_t*>(ScaleTable());
        }
        record.n = static_cast<uint16_t>(nz ? RoundUp(count, 16) : count);
        record.src = l0c + from / 16 * record.src_group_pitch;
        record.dst = dst + (nz ? from / ColumnGroup() * record.dst_pitch
                               : uint64_t{from} * (BitsOf(traits_->c) / 8));
        Issue(record);
    }
}

inline void MatmulEngine::StoreByUser(const uint8_t* l0c, const MatmulTile& tile,
                                      const MatmulTarget& target) {
    const bool nz = traits_->c_format == CubeFormat::NZ;
    const uint32_t element = BitsOf(traits_->c) / 8;
    const uint64_t pitch = TargetPitch(tile, target);
    const uint32_t stride = static_cast<uint32_t>(
        nz ? (pitch - uint64_t{tile.m} * ColumnGroup() * element) / 32 : pitch / element);
    DataCopyOutParams params(static_cast<uint16_t>(CeilDiv(tile.n, 16)),
                             static_cast<uint16_t>(tile.m * 16 * 4 / 32), 0, stride,
                             static_cast<uint16_t>(nz ? 0 : tile.n), false,
                             static_cast<int>(tile.row_index), static_cast<int>(tile.column_index));
    if (NeedsScale()) {
        const bool per_column = quant_ == Quant::kVector;
        const QuantMode_t mode = traits_->c == DType::kF16 ? (per_column ? VDEQF16 : DEQF16)
                                 : l0c_ == DType::kI32     ? (per_column ? VREQ8 : REQ8)
                                                       : (per_column ? VQF322B8_PRE : QF322B8_PRE);
        params.quantMode = static_cast<uint8_t>(mode);
        params.quantScalar = quant_scalar_;
        if (per_column) {
            LoadScales(tile, 0, tile.n);
            params.cbufWorkspaceAddr = reinterpret_cast<uint64_t>(l1_scales_);
        }
    }
    LocalTensor<int8_t> tensor;
    tensor.address_.logicPos.Set(static_cast<uint8_t>(TPosition::CO1));
    tensor.address_.absAddr = const_cast<uint8_t*>(l0c);
    tensor.address_.bufferAddr.Set(static_cast<uint32_t>(l0c - Memory(Hardware::L0C)));
    tensor.address_.dataLen = RoundUp(tile.m, 16) * RoundUp(tile.n, 16) * 4;
    traits_->copy_out(target.address + TargetOffset(tile, target), tensor, &params, user_info_,
                      user_data_);
}

inline MatmulPiece MatmulEngine::StoredPiece(const MatmulTarget& target, uint32_t index) const {
    const MatmulTile tile = index == 0 ? tile_ : NextTo(tile_);
    const uint64_t element = BitsOf(traits_->c) / 8;
    const bool nz = traits_->c_format == CubeFormat::NZ;
    MatmulPiece piece;
    piece.offset = TargetOffset(tile, target);
    if (target.sequential) {
        piece.offset += index * uint64_t(tiling_.baseM) * tiling_.baseN * element;
    }
    piece.count = nz ? CeilDiv(tile.n, ColumnGroup()) : tile.m;
    piece.bytes = (nz ? uint64_t{tile.m} * ColumnGroup() : tile.n) * element;
    piece.pitch = TargetPitch(tile, target);
    return piece;
}

inline void MatmulEngine::Store(const MatmulTarget& target) {
    StoreTile(result_, tile_, target);
    if (tiles_ == 2) {
        const uint32_t tile_bytes = RoundUp(tiling_.baseM, 16) * RoundUp(tiling_.baseN, 16) * 4;
        MatmulTarget next = target;
        if (target.sequential) {
            next.address += uint64_t(tiling_.baseM) * tiling_.baseN * BitsOf(traits_->c) / 8;
        }
        StoreTile(result_ + tile_bytes, NextTo(tile_), next);
    }
    OrderStore<HardEvent::FIX_M, HardEvent::V_M>(0);
}

}  // namespace AscendC::isa
