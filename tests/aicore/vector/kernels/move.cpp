template <typename T>
__aicore__ inline void One(const Call& c) {
    auto d = View<T>(c.at[0]);
    auto s = View<T>(c.at[1]);
    auto o = View<uint32_t>(c.at[2]);
    switch (c.op) {
        case 0:
            if (c.form == 0)
                Duplicate(d, ScalarOf<T>(c), (int32_t)c.count);
            else
                Duplicate(d, ScalarOf<T>(c), c.mask[0], (uint8_t)c.repeat, (uint16_t)c.blk[0],
                          (uint8_t)c.rep[0]);
            break;
        case 1:
            if constexpr (!std::is_same_v<T, uint16_t>)
                CreateVecIndex(d, ScalarOf<T>(c), c.count);
            break;
        case 2:
            if constexpr (!std::is_same_v<T, uint16_t>) {
                ArithProgression<T>(d, ScalarOf<T>(c), static_cast<T>(static_cast<int>(c.extra[0])),
                                    c.count);
            }
            break;
        case 3:
            Copy(d, s, c.mask[0], (uint8_t)c.repeat,
                 CopyRepeatParams(c.blk[0], c.blk[1], c.rep[0], c.rep[1]));
            break;
        case 4:
            Brcb(d, s, (uint8_t)c.repeat, BrcbRepeatParams(c.blk[0], c.rep[0]));
            break;
        case 5:
            Gather(d, s, o, c.extra[0], c.count);
            break;
        case 6:
            Gatherb(d, s, o, (uint8_t)c.repeat, GatherRepeatParams(1, 8));
            break;
        case 7:
            Scatter(d, s, o, c.extra[0], c.count);
            break;
        case 8: {
            uint64_t count = 0;
            GatherMaskParams p(1, c.repeat, 8, 0);
            if (c.extra[0] != 0)
                GatherMask(d, s, (uint8_t)c.extra[0], c.extra[1] != 0, c.extra[1], p, count);
            else if constexpr (sizeof(T) == 4)
                GatherMask(d, s, o, c.extra[1] != 0, c.extra[1], p, count);
            View<uint32_t>(c.at[3]).SetValue(0, static_cast<uint32_t>(count));
            break;
        }
        default:
            break;
    }
    if constexpr (std::is_same_v<T, float> || std::is_same_v<T, half>) {
        switch (c.op) {
            case 9:
                Sort32(d, s, o, (int32_t)c.repeat);
                break;
            case 10: {
                LocalTensor<T> tmp = View<T>(60000);
                Sort<T, true>(d, s, o, tmp, (int32_t)c.repeat);
                break;
            }
            case 11: {
                uint16_t n[4] = {(uint16_t)c.extra[0], (uint16_t)c.extra[1], (uint16_t)c.extra[2],
                                 (uint16_t)c.extra[3]};
                uint32_t used[4];
                MrgSortSrcList<T> lists(View<T>(SRC0), View<T>(SRC0 + 2048), View<T>(SRC0 + 4096),
                                        View<T>(SRC0 + 6144));
                MrgSort<T, true>(d, lists, n, used, 15, 1);
                for (int i = 0; i < 4; ++i)
                    View<uint32_t>(c.at[3]).SetValue(i, used[i]);
                break;
            }
            case 12:
                Extract(d, View<uint32_t>(c.at[3]), s, (int32_t)c.repeat);
                break;
            case 15: {
                static constexpr CumSumConfig down = {false, false, true};
                LocalTensor<T> last = View<T>(c.at[3]);
                CumSum<T, down>(d, last, s, CumSumInfo{c.extra[0], c.extra[1]});
                break;
            }
            default:
                break;
        }
    }
    if (c.op == 13) {
        LocalTensor<T> to[16], from[16];
        const uint32_t step = 32 / sizeof(T);
        for (int i = 0; i < 16; ++i) {
            to[i] = d[i * step];
            from[i] = s[i * step];
        }
        TransDataTo5HD<T>(to, from, TransDataTo5HDParams(false, false, c.repeat, 16, 16));
    } else if (c.op == 14) {
        uint32_t out[2] = {c.extra[0], c.extra[1]}, in[2] = {c.extra[2], c.extra[3]};
        if (in[0] == 1)
            BroadCast<T, 2, 0>(d, s, out, in);
        else
            BroadCast<T, 2, 1>(d, s, out, in);
    }
}
__aicore__ inline void Run(const Call& c) {
    switch (c.type) {
        case 0:
            One<half>(c);
            break;
        case 1:
            One<float>(c);
            break;
        case 2:
            One<int32_t>(c);
            break;
        default:
            One<uint16_t>(c);
            break;
    }
}
