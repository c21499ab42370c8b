// MatmulEngine: the way of data into L0C.
#pragma once

#include "detail/matmul/engine.h"

namespace AscendC::isa {

/// How much the scalar unit of hardware does for a step.
constexpr StepOp StepOfConfig(const MatmulConfig& config) {
    return config.singleCoreM != 0                         ? StepOp::kMatmulConstant
           : config.doMultiDataLoad || config.doSpecialMDL ? StepOp::kMatmulLarge
                                                           : StepOp::kMatmul;
}

inline void MatmulEngine::Init(const TCubeTiling& tiling, TPipe* pipe) {
    tiling_ = tiling;
    org_m_ = tiling.M;
    org_n_ = tiling.N;
    org_ka_ = tiling.Ka;
    org_kb_ = tiling.Kb;
    org_kc_ = 0;
    single_m_ = tiling.singleCoreM;
    single_n_ = tiling.singleCoreN;
    single_k_ = tiling.singleCoreK;
    if (tiling.baseM <= 0 || tiling.baseN <= 0 || tiling.baseK <= 0) {
        return;  // kernels register what some of their calls never use; Start rejects it
    }
    Check();
    // With multiple data load a block in L1 is stepM x stepKa tiles of A, else one.
    const MatmulConfig& config = traits_->config;
    const bool large = config.doMultiDataLoad || config.doSpecialMDL;
    const bool share_a = large && a_.CanShare(tiling.baseM);
    const bool share_b = large && b_.CanShare(tiling.baseN);
    const uint32_t step_m = share_a ? AtLeastOne(tiling.stepM) : 1;
    const uint32_t step_n = share_b ? AtLeastOne(tiling.stepN) : 1;
    const uint32_t step_ka = large ? AtLeastOne(tiling.stepKa) : 1;
    const uint32_t step_kb = large ? AtLeastOne(tiling.stepKb) : 1;
    const uint32_t a_outer = tiling.baseM * step_m;
    const uint32_t a_k = tiling.baseK * step_ka;
    const uint32_t b_outer = tiling.baseN * step_n;
    const uint32_t b_k = KOfB(tiling.baseK * step_kb);
    uint32_t a_depth = AtLeastOne(tiling.depthA1 / (step_m * step_ka));
    uint32_t b_depth = AtLeastOne(tiling.depthB1 / (step_n * step_kb));
    const bool a_comes = traits_->a_position != TPosition::TSCM;
    const bool b_comes = traits_->b_position != TPosition::TSCM;
    const uint32_t a_block = a_comes ? a_.BlockBytes(a_outer, a_k) : 0;
    const uint32_t b_block = b_comes ? b_.BlockBytes(b_outer, b_k) : 0;
    uint32_t bias_bytes = tiling.isBias == 0
                              ? 0
                              : RoundUp(tiling.baseN * BitsOf(traits_->bias) / 8, 64) +
                                    (HasBiasTable() ? 0 : RoundUp(tiling.baseN * 4, 64));
    const uint32_t scale_bytes = NeedsScale() ? RoundUp(tiling.baseN * 8, 128) : 0;
    const uint32_t others = scale_bytes + IndexBytes();
    const uint32_t least =
        tiling.baseK *
            (a_comes ? tiling.baseM * BitsOf(traits_->a) / 8 * AtLeastOne(tiling.depthA1) : 0) +
        tiling.baseK *
            (b_comes ? tiling.baseN * BitsOf(traits_->b) / 8 * AtLeastOne(tiling.depthB1) : 0);
    const uint32_t free = pipe == nullptr ? Size(Hardware::L1) : pipe->FreeL1();
    const uint32_t blocks = a_block * a_depth + b_block * b_depth;
    has_bias_room_ = blocks + others > free || blocks + others + bias_bytes <= free;
    if (!has_bias_room_) {
        // A static tiling has a bias unless a call says otherwise; with all of L1 given to A and B
        // there will be none.
        bias_bytes = 0;
    }
    const uint32_t extra = bias_bytes + others;
    // Blocks padded to squares may need more than the tiling reckoned with.
    while (a_block * a_depth + b_block * b_depth + extra > free && a_depth + b_depth > 2) {
        uint32_t& deeper = a_depth > b_depth ? a_depth : b_depth;
        --deeper;
    }
    const uint32_t a_bytes = a_block * a_depth;
    const uint32_t b_bytes = b_block * b_depth;
    if (least > free || a_bytes + b_bytes + extra > free) {
        aicore_trap(
            "Matmul: depthA1 tiles of A and depthB1 of B do not fit into the free part of L1");
    }
    uint8_t* l1 =
        Memory(Hardware::L1, pipe == nullptr ? 0 : pipe->ShareL1(a_bytes + b_bytes + extra));
    a_.Place(l1, a_outer, tiling.baseM, a_k, a_depth);
    b_.Place(l1 + a_bytes, b_outer, tiling.baseN, b_k, b_depth);
    l1_bias_ = l1 + a_bytes + b_bytes;
    l1_scales_ = l1_bias_ + bias_bytes;
    l1_index_ = l1_scales_ + scale_bytes;
    Restart();
}

inline void MatmulEngine::Check() const {
    const TCubeTiling& t = tiling_;
    if (uint64_t(t.baseM) * t.baseK * BitsOf(traits_->a) / 8 > Size(Hardware::L0A)) {
        aicore_trap("Matmul: a tile of A, baseM x baseK, does not fit into L0A");
    }
    if (uint64_t(t.baseN) * t.baseK * BitsOf(traits_->b) / 8 > Size(Hardware::L0B)) {
        aicore_trap("Matmul: a tile of B, baseK x baseN, does not fit into L0B");
    }
    if (uint64_t(t.baseM) * t.baseN * 4 > Size(Hardware::L0C)) {
        aicore_trap("Matmul: a tile of the result, baseM x baseN, does not fit into L0C");
    }
}

/// Fixes what the matrices are, from the shapes and inputs that were set.
inline void MatmulEngine::Start() {
    if (tiling_.baseM <= 0 || tiling_.baseN <= 0 || tiling_.baseK <= 0) {
        aicore_trap("Matmul: baseM, baseN or baseK of the tiling is not positive");
    }
    started_ = true;
    step_ = 0;
    const auto view = [](const MatmulInput& input, CubeFormat format, uint32_t rows,
                         uint32_t columns) {
        return MatrixView{input.address, input.memory, format, rows, columns, input.scalar};
    };
    // In L1 there is just the part of this core.
    const uint32_t m = input_a_.memory == Hardware::L1 ? single_m_ : org_m_;
    const uint32_t n = input_b_.memory == Hardware::L1 ? single_n_ : org_n_;
    const uint32_t a_rows = input_a_.transposed ? org_ka_ : m;
    const uint32_t a_columns = input_a_.transposed ? m : org_ka_;
    const uint32_t kb = KOfB(org_kb_);
    const uint32_t b_rows = input_b_.transposed ? n : kb;
    const uint32_t b_columns = input_b_.transposed ? kb : n;
    a_.SetView(
        view(input_a_, traits_->a_format, a_rows, pitch_.a_row != 0 ? pitch_.a_row : a_columns),
        input_a_.transposed);
    b_.SetView(
        view(input_b_, traits_->b_format, b_rows, pitch_.b_row != 0 ? pitch_.b_row : b_columns),
        !input_b_.transposed);
    CheckParts();
}

/// Whether the matrices can be cut into the tiles of the tiling.
inline void MatmulEngine::CheckParts() const {
    const uint32_t k_step = tiling_.baseK;
    const char* fault = a_.Fault(single_m_, single_k_, k_step);
    if (fault == nullptr) {
        fault = b_.Fault(single_n_, KOfB(single_k_), KOfB(k_step));
    }
    if (fault == nullptr && traits_->c_format == CubeFormat::NZ && TileColumns() > 1 &&
        tiling_.baseN % ColumnGroup() != 0) {
        fault =
            "Matmul: columns of tiles begin inside a column group of an NZ result; baseN must "
            "be a multiple of 16, 32 (int8) or 8 (float with isEnableChannelSplit)";
    }
    if (fault != nullptr) {
        aicore_trap(fault);
    }
}

/// The tile of step `index`; see iterateOrder.
inline void MatmulEngine::Place(uint32_t index) {
    const bool pairs = traits_->config.scheduleType == ScheduleType::OUTER_PRODUCT;
    const bool rows_first = pairs && traits_->config.iterateOrder != IterateOrder::UNDEF
                                ? traits_->config.iterateOrder == IterateOrder::ORDER_M
                                : tiling_.iterateOrder == 0;
    uint32_t rows = TileRows();
    uint32_t columns = TileColumns();
    // Two tiles at a time, across the direction of the iteration.
    const uint32_t row_width = pairs && !rows_first ? 2 : 1;
    const uint32_t column_width = pairs && rows_first ? 2 : 1;
    const uint32_t row_steps = CeilDiv(rows, row_width);
    const uint32_t column_steps = CeilDiv(columns, column_width);
    tile_.row_index = (rows_first ? index % row_steps : index / column_steps) * row_width;
    tile_.column_index = (rows_first ? index / row_steps : index % column_steps) * column_width;
    tiles_ =
        pairs && tile_.row_index + row_width <= rows && tile_.column_index + column_width <= columns
            ? 2
            : 1;
    tile_.row = tile_.row_index * tiling_.baseM;
    tile_.column = tile_.column_index * tiling_.baseN;
    tile_.m = Least(tiling_.baseM, single_m_ - tile_.row);
    tile_.n = Least(tiling_.baseN, single_n_ - tile_.column);
}

/// The second tile of a pair.
inline MatmulTile MatmulEngine::NextTo(const MatmulTile& tile) const {
    const bool rows_first = traits_->config.iterateOrder != IterateOrder::UNDEF
                                ? traits_->config.iterateOrder == IterateOrder::ORDER_M
                                : tiling_.iterateOrder == 0;
    MatmulTile next = tile;
    if (rows_first) {
        ++next.column_index;
        next.column += tiling_.baseN;
        next.n = Least(tiling_.baseN, single_n_ - next.column);
    } else {
        ++next.row_index;
        next.row += tiling_.baseM;
        next.m = Least(tiling_.baseM, single_m_ - next.row);
    }
    return next;
}

inline bool MatmulEngine::InRegion() const {
    switch (traits_->region) {
        case MatmulRegion::kUpper:
            return tile_.row_index <= tile_.column_index;
        case MatmulRegion::kLower:
            return tile_.row_index >= tile_.column_index;
        default:
            return true;
    }
}

inline bool MatmulEngine::Advance() {
    if (!started_) {
        Start();
    }
    const uint32_t k_parts =
        traits_->config.isPartialOutput ? CeilDiv(single_k_, tiling_.baseK) : 1;
    do {
        const uint32_t index = step_ / k_parts;
        const uint32_t part = step_ % k_parts;
        // With pairs there are fewer steps than tiles: the first step past the end is no tile.
        if (index >= TileRows() * TileColumns()) {
            return false;
        }
        Place(index);
        if (tile_.row >= single_m_ || tile_.column >= single_n_) {
            return false;
        }
        k_begin_ = traits_->config.isPartialOutput ? part * tiling_.baseK : 0;
        k_end_ = traits_->config.isPartialOutput ? Least(k_begin_ + tiling_.baseK, single_k_)
                                                 : single_k_;
        ++step_;
    } while (!InRegion());
    return true;
}

inline bool MatmulEngine::Iterate(bool partial_sum, uint8_t* l0c) {
    if (!Advance()) {
        return false;
    }
    const uint32_t tile_bytes = RoundUp(tiling_.baseM, 16) * RoundUp(tiling_.baseN, 16) * 4;
    if (l0c == nullptr) {
        // Two results alternate, so that one is stored while the next is computed.
        const bool two = tiles_ == 1 && 2 * tile_bytes <= Size(Hardware::L0C) && !partial_sum;
        half_ = two ? half_ ^ 1 : partial_sum ? half_ : 0;
        l0c = Memory(Hardware::L0C, half_ * tile_bytes);
    }
    if (tiles_ == 2 && 2 * tile_bytes > Size(Hardware::L0C)) {
        aicore_trap("Matmul: OUTER_PRODUCT needs two tiles of the result in L0C");
    }
    result_ = l0c;
    Multiply(l0c, tile_, partial_sum);
    if (tiles_ == 2) {
        Multiply(l0c + tile_bytes, NextTo(tile_), partial_sum);
    }
    return true;
}

/// The bias of a tile's columns: global memory -> L1 -> bias table.
inline void MatmulEngine::LoadBias(const MatmulTile& tile) {
    if (!has_bias_room_) {
        aicore_trap("Matmul: the tiles of A and B leave no space in L1 for the bias");
    }
    const uint32_t element = BitsOf(traits_->bias) / 8;
    if (HasBiasTable() && tile.n * 4 > Size(Hardware::BIAS)) {
        aicore_trap("Matmul: baseN elements of bias do not fit into the bias table");
    }
    const uint8_t* l1 = bias_ + uint64_t{tile.column} * element;
    MoveRecord record = {};
    record.dtype = traits_->bias;
    record.count = 1;
    record.element = static_cast<uint8_t>(element);
    record.bytes = uint64_t{tile.n} * element;
    if (bias_memory_ != Hardware::L1) {
        record.op = MoveOp::kCopy;
        record.src_memory = bias_memory_;
        record.dst_memory = Hardware::L1;
        record.src = l1;
        record.dst = l1_bias_;
        Order<HardEvent::MTE1_MTE2>(2);
        Issue(record);
        Order<HardEvent::MTE2_MTE1>(2);
        l1 = l1_bias_;
    }
    record.op = traits_->bias == DType::kF16 ? MoveOp::kWiden : MoveOp::kCopy;
    record.src_memory = Hardware::L1;
    record.dst_memory = HasBiasTable() ? Hardware::BIAS : Hardware::L1;
    record.src = l1;
    record.dst = BiasTable();
    Issue(record);
}

/// The indices of what a tile of B keeps: global memory -> L1 -> the memory in front of L0B.
inline const uint8_t* MatmulEngine::LoadIndex(const MatmulTile& tile, uint32_t k, uint32_t k_size) {
    if (sparse_index_ == nullptr || k % 64 != 0) {
        aicore_trap("Matmul: a sparse B needs SetSparseIndex and a baseK that is a multiple of 64");
    }
    MoveRecord record = {};
    record.op = MoveOp::kCopy;
    record.dtype = DType::kU8;
    record.element = 1;
    record.src_memory = Hardware::GM;
    record.dst_memory = Hardware::L1;
    record.src = sparse_index_ + (uint64_t{k / 64} * RoundUp(org_n_, 16) + tile.column) * 8;
    record.dst = l1_index_;
    record.count = CeilDiv(k_size, 64);
    record.bytes = CeilDiv(tile.n, 16) * 128;
    record.src_pitch = RoundUp(org_n_, 16) * 8;
    record.dst_pitch = static_cast<int64_t>(record.bytes);
    Order<HardEvent::MTE1_MTE2>(2);
    Issue(record);
    Order<HardEvent::MTE2_MTE1>(2);
    record.src_memory = Hardware::L1;
    record.dst_memory = Hardware::L0B;
    record.src = l1_index_;
    record.dst = Memory(Hardware::L0B) - Size(Hardware::L0B) / 4;
    record.src_pitch = record.dst_pitch;
    Issue(record);
    return record.dst;
}

inline void MatmulEngine::Multiply(uint8_t* l0c, const MatmulTile& tile, bool accumulate) {
    const bool has_bias = bias_ != nullptr && !accumulate && k_begin_ == 0;
    if (has_bias) {
        LoadBias(tile);
    }
    const uint32_t a_bytes = a_.TileBytes(tiling_.baseM, tiling_.baseK);
    const uint32_t b_bytes = b_.TileBytes(tiling_.baseN, KOfB(tiling_.baseK));
    const bool two = 2 * a_bytes <= Size(Hardware::L0A) && 2 * b_bytes <= Size(Hardware::L0B);
    if (a_bytes > Size(Hardware::L0A) || b_bytes > Size(Hardware::L0B)) {
        aicore_trap("Matmul: a transposed tile, padded to squares, does not fit into L0");
    }
    Handover<HardEvent::MTE1_M, HardEvent::M_MTE1> l0;
    CubeMmad mmad = {};
    mmad.a_dtype = traits_->a;
    mmad.b_dtype = traits_->b;
    mmad.c_dtype = l0c_;
    mmad.init = accumulate ? CubeInit::kAccumulate : has_bias ? CubeInit::kBias : CubeInit::kZero;
    mmad.hf32 = hf32_ && traits_->a == DType::kF32;
    mmad.hf32_to_zero = hf32_to_zero_;
    mmad.m = static_cast<uint16_t>(tile.m);
    mmad.n = static_cast<uint16_t>(tile.n);
    mmad.c = l0c;
    mmad.bias = has_bias ? BiasTable() : nullptr;
    int turn = 0;
    for (uint32_t k = k_begin_; k < k_end_; k += tiling_.baseK) {
        Note(StepEvent{StepOfConfig(traits_->config)});
        const uint32_t k_size = Least(tiling_.baseK, k_end_ - k);
        const MatmulOperand::Block a_block =
            a_.Load(tile.row, k, single_m_, single_k_, user_info_, user_data_);
        const MatmulOperand::Block b_block =
            b_.Load(tile.column, KOfB(k), single_n_, KOfB(single_k_), user_info_, user_data_);
        uint8_t* l0a = Memory(Hardware::L0A, turn * a_bytes);
        uint8_t* l0b = Memory(Hardware::L0B, turn * b_bytes);
        l0.Acquire(turn);
        a_.LoadTile(l0a, a_block, {tile.row, k, tile.m, k_size});
        b_.LoadTile(l0b, b_block, {tile.column, KOfB(k), tile.n, KOfB(k_size)});
        mmad.index = traits_->sparse ? LoadIndex(tile, k, k_size) : nullptr;
        l0.Pass(turn);
        mmad.a = l0a;
        mmad.b = l0b;
        mmad.k = static_cast<uint16_t>(k_size);
        mmad.a_blocks = a_.KFractals(k_size);
        Issue(mmad);
        l0.Release(turn);
        mmad.init = CubeInit::kAccumulate;
        turn = two ? turn ^ 1 : 0;
    }
    l0.Settle();
    OrderStore<HardEvent::M_FIX, HardEvent::M_V>(0);
}

}  // namespace AscendC::isa
