template <typename T>
__aicore__ inline void Update(const Call& c) {
    static constexpr WelfordUpdateConfig kKeep = {true};
    const WelfordUpdateParam para{1, c.extra[0], c.extra[1], 1.0f / c.extra[2]};
    auto mean = View<float>(0);
    auto m = View<float>(8192);
    auto in_mean = View<float>(16384);
    auto in_m = View<float>(24576);
    auto x = View<T>(32768);
    LocalTensor<uint8_t> tmp = View<uint8_t>(61440);
    c.extra[3] != 0 ? WelfordUpdate<T, float, false, kKeep>(mean, m, in_mean, in_m, x, tmp, para)
                    : WelfordUpdate<T, float>(mean, m, in_mean, in_m, x, para);
}
__aicore__ inline void Run(const Call& c) {
    if (c.op == 0) {
        c.type == 0 ? Update<float>(c) : Update<half>(c);
        return;
    }
    const uint32_t length = c.extra[0], head = c.extra[1], values = c.extra[2], tail = c.extra[3],
                   total = c.extra[4];
    const WelfordFinalizePara para{values, length,        values,        head,
                                   tail,   length - head, 1.0f / length, 1.0f / total};
    auto mean = View<float>(0);
    auto m = View<float>(8192);
    auto in_mean = View<float>(16384);
    auto in_m = View<float>(24576);
    auto counts = View<int32_t>(32768);
    LocalTensor<uint8_t> tmp = View<uint8_t>(61440);
    switch (c.op) {
        case 1:
            WelfordFinalize<false>(mean, m, in_mean, in_m, para);
            break;
        case 2:
            WelfordFinalize<false>(mean, m, in_mean, in_m, tmp, para);
            break;
        case 3:
            WelfordFinalize<false>(mean, m, in_mean, in_m, counts, para);
            break;
        default:
            WelfordFinalize<false>(mean, m, in_mean, in_m, counts, tmp, para);
            break;
    }
}
