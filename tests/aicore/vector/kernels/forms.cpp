template <typename T>
__aicore__ inline void Moves(const Call& c) {
    auto d = View<T>(c.at[0]);
    auto s = View<T>(c.at[1]);
    auto o = View<uint32_t>(c.at[2]);
    uint64_t m[2] = {c.mask[0], c.mask[1]};
    const uint8_t n = c.repeat;
    const T v = ScalarOf<T>(c);
    if (c.form == 3) {
        SetVectorMask<T>(c.mask[1], c.mask[0]);
    }
    if (c.form == 4) {
        SetMaskCount();
        SetVectorMask<T, MaskMode::COUNTER>(0, c.count);
    }
    const bool bits = c.form == 2, set = c.form < 3;
    const CopyRepeatParams p(c.blk[0], c.blk[1], c.rep[0], c.rep[1]);
    switch (c.op) {
        case 0:
            if (!set)
                Duplicate<T, false>(d, v, MASK_PLACEHOLDER, n, c.blk[0], c.rep[0]);
            else if (bits)
                Duplicate(d, v, m, n, c.blk[0], c.rep[0]);
            else
                Duplicate(d, v, c.mask[0], n, c.blk[0], c.rep[0]);
            break;
        case 1:
            bits ? CreateVecIndex(d, v, m, n, c.blk[0], c.rep[0])
                 : CreateVecIndex(d, v, c.mask[0], n, c.blk[0], c.rep[0]);
            break;
        case 2:
            if (!set)
                Copy<T, false>(d, s, MASK_PLACEHOLDER, n, p);
            else if (bits)
                Copy(d, s, m, n, p);
            else
                Copy(d, s, c.mask[0], n, p);
            break;
        case 3:
            bits ? Gather(d, s, o, c.extra[0], m, n, c.rep[0])
                 : Gather(d, s, o, c.extra[0], c.mask[0], n, c.rep[0]);
            break;
        default:
            bits ? Scatter(d, s, o, c.extra[0], m, n, c.rep[1])
                 : Scatter(d, s, o, c.extra[0], c.mask[0], n, c.rep[1]);
            break;
    }
    SetMaskNorm();
    ResetMask();
}
template <typename T>
__aicore__ inline void Reductions(const Call& c) {
    auto d = View<T>(c.at[0]);
    auto s = View<T>(c.at[1]);
    auto w = View<T>(c.at[2]);
    uint64_t m[2] = {c.mask[0], c.mask[1]};
    const int32_t n = c.repeat;
    if (c.form == 3) {
        SetVectorMask<T>(c.mask[1], c.mask[0]);
    }
    if (c.form == 4) {
        SetMaskCount();
        SetVectorMask<T, MaskMode::COUNTER>(0, c.count);
    }
    switch (c.op) {
        case 10:
            WholeReduceSum<T, false>(d, s, (int32_t)MASK_PLACEHOLDER, n, 1, c.blk[1], c.rep[1]);
            break;
        case 11:
            WholeReduceMax<T, false>(d, s, (int32_t)MASK_PLACEHOLDER, n, 1, c.blk[1], c.rep[1],
                                     ReduceOrder::ORDER_ONLY_VALUE);
            break;
        case 12:
            BlockReduceSum<T, false>(d, s, n, (int32_t)MASK_PLACEHOLDER, 1, c.blk[1], c.rep[1]);
            break;
        case 13:
            RepeatReduceSum<T, false>(d, s, n, 0, 1, c.blk[1], 1, c.rep[1]);
            break;
        case 14:
            c.form == 2 ? ReduceSum(d, s, w, m, n, (int32_t)c.rep[1])
                        : ReduceSum(d, s, w, (int32_t)c.mask[0], n, (int32_t)c.rep[1]);
            break;
        case 15:
            c.form == 2 ? ReduceMax(d, s, w, m, n, (int32_t)c.rep[1], true)
                        : ReduceMax(d, s, w, (int32_t)c.mask[0], n, (int32_t)c.rep[1], true);
            break;
        default:
            c.form == 2 ? ReduceMin(d, s, w, m, n, (int32_t)c.rep[1], true)
                        : ReduceMin(d, s, w, (int32_t)c.mask[0], n, (int32_t)c.rep[1], true);
            break;
    }
    SetMaskNorm();
    ResetMask();
}
__aicore__ inline void Run(const Call& c) {
    if (c.op >= 10) {
        c.type == 0 ? Reductions<half>(c) : Reductions<float>(c);
        return;
    }
    switch (c.type) {
        case 0:
            Moves<half>(c);
            break;
        case 1:
            Moves<int16_t>(c);
            break;
        case 2:
            Moves<float>(c);
            break;
        default:
            Moves<int32_t>(c);
            break;
    }
}
