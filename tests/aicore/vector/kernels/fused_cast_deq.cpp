template <typename T, bool perLane, bool upper>
__aicore__ inline void Cast8(const Call& c) {
    auto d = View<T>(c.at[0]);
    auto a = View<int16_t>(c.at[1]);
    constexpr bool isSigned = sizeof(T) == 1 && T(-1) < T(0);
    if (perLane) {
        VdeqInfo info;
        for (int i = 0; i < 16; ++i) {
            info.vdeqScale[i] = 0.25f * (i + 1);
            info.vdeqOffset[i] = i - 8;
            info.vdeqSignMode[i] = isSigned;
        }
        SetDeqScale(View<uint64_t>(c.at[2]), info);
    } else {
        SetDeqScale(0.5f, (int16_t)c.extra[0], isSigned);
    }
    CastDeq<T, int16_t, true, perLane, upper>(d, a, (int32_t)c.mask[0], (uint8_t)c.repeat,
                                              UnaryRepeatParams(1, 1, 8, 8));
}
template <typename T>
__aicore__ inline void Pick(const Call& c) {
    switch (c.form) {
        case 0:
            Cast8<T, false, false>(c);
            break;
        case 1:
            Cast8<T, false, true>(c);
            break;
        case 2:
            Cast8<T, true, false>(c);
            break;
        default:
            Cast8<T, true, true>(c);
            break;
    }
}
__aicore__ inline void Run(const Call& c) {
    if (c.type == 0) {
        Pick<int8_t>(c);
    } else {
        Pick<uint8_t>(c);
    }
}
