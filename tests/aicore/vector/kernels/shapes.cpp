template <typename T>
__aicore__ inline void Padding(const Call& c) {
    auto d = View<T>(c.at[0]);
    auto a = View<T>(c.at[1]);
    UnaryRepeatParams p(c.blk[0], c.blk[1], c.rep[0], c.rep[1]);
    uint64_t m[2] = {c.mask[0], c.mask[1]};
    const uint8_t mode = c.extra[0];
    const bool side = c.extra[1];
    switch (c.form) {
        case 0:
            VectorPadding(d, a, mode, side, c.count);
            break;
        case 1:
            VectorPadding(d, a, mode, side, c.mask[0], (uint8_t)c.repeat, p);
            break;
        default:
            VectorPadding(d, a, mode, side, m, (uint8_t)c.repeat, p);
            break;
    }
}
template <typename T>
__aicore__ inline void Proposals(const Call& c) {
    auto d = View<T>(c.at[0]);
    auto a = View<T>(c.at[1]);
    switch (c.op) {
        case 2:
            ProposalConcat(d, a, (int32_t)c.repeat, (int32_t)c.extra[0]);
            break;
        case 3:
            ProposalExtract(d, a, (int32_t)c.repeat, (int32_t)c.extra[0]);
            break;
        case 4:
            RpSort16(d, a, (int32_t)c.repeat);
            break;
        default: {
            const uint16_t lengths[4] = {16, 16, 16, 16};
            MrgSortSrcList<T> lists(a, a[16 * 8], a[32 * 8], a[48 * 8]);
            MrgSort4(d, lists, MrgSort4Info(lengths, false, 15, 1));
            break;
        }
    }
}
__aicore__ inline void Nchw(const Call& c) {
    TransposeParamsExt p(c.extra[1], c.extra[2], c.extra[3], c.extra[4],
                         static_cast<TransposeType>(c.extra[0]));
    Transpose(View<half>(c.at[0]), View<half>(c.at[1]), View<uint8_t>(c.at[3]), p);
}
__aicore__ inline void Bytes5Hd(const Call& c) {
    LocalTensor<int8_t> to[16], from[16];
    for (int i = 0; i < 16; ++i) {
        to[i] = View<int8_t>(c.at[0] + 32 * i);
        from[i] = View<int8_t>(c.at[1] + 32 * i);
    }
    TransDataTo5HD<int8_t>(to, from,
                           TransDataTo5HDParams(c.extra[0], c.extra[1], c.repeat,
                                                c.repeat == 1 ? 0 : 16, c.repeat == 1 ? 0 : 16));
}
__aicore__ inline void Renamed(const Call& c) {
    auto d = View<float>(c.at[0]);
    auto a = View<float>(c.at[1]);
    switch (c.extra[0]) {
        case 0:
            ReduceRepeat<ReduceType::SUM, float, float>(d, a, 50, 4, 1, 1, 8);
            break;
        case 1:
            ReduceRepeat<ReduceType::MAX, float, float>(d, a, 50, 4, 1, 1, 8,
                                                        ReduceOrder::ORDER_ONLY_VALUE);
            break;
        case 2:
            ReduceRepeat<ReduceType::MIN, float, float>(d, a, 50, 4, 1, 1, 8,
                                                        ReduceOrder::ORDER_ONLY_VALUE);
            break;
        case 3:
            ReduceDataBlock<ReduceType::SUM, float, float>(d, a, 64, 4, 1, 1, 8);
            break;
        default:
            ReducePairElem<ReduceType::SUM, float, float>(d, a, 64, 4, 1, 1, 8);
            break;
    }
}
__aicore__ inline void Interpolate(const Call& c) {
    BilinearInterpolation(View<half>(c.at[0]), View<half>(c.at[1]), View<uint32_t>(c.at[2]),
                          View<half>(c.at[2] + 2048), (uint64_t)128, (uint8_t)c.extra[0],
                          (bool)c.extra[1], (uint16_t)1, (uint16_t)128, (uint8_t)c.extra[2],
                          View<uint8_t>(c.at[3]));
}
__aicore__ inline void LastReduction(const Call& c) {
    auto d = View<float>(c.at[0]);
    auto a = View<float>(c.at[1]);
    float value, index;
    WholeReduceMax(d, a, 64, 3, 1, 1, 8);
    GetReduceMaxMinCount(value, index);
    d.SetValue(16, value);
    d.SetValue(17, index);
    WholeReduceMin(d, a, 64, 3, 1, 1, 8, ReduceOrder::ORDER_ONLY_VALUE);
    GetReduceMaxMinCount(value);
    d.SetValue(18, value);
    RepeatReduceSum(d, a, 3, 60, 1, 1, 1, 8);
    d.SetValue(19, GetAccVal<float>());
}
__aicore__ inline void Run(const Call& c) {
    switch (c.op) {
        case 0:
            Padding<half>(c);
            break;
        case 1:
            Padding<float>(c);
            break;
        case 2:
        case 3:
        case 4:
        case 5:
            c.type == 0 ? Proposals<half>(c) : Proposals<float>(c);
            break;
        case 6:
            Nchw(c);
            break;
        case 7:
            Transpose(View<half>(c.at[0]), View<half>(c.at[1]));
            break;
        case 8:
            Bytes5Hd(c);
            break;
        case 9:
            Renamed(c);
            break;
        case 10:
            Interpolate(c);
            break;
        case 11:
            LastReduction(c);
            break;
    }
}
