__aicore__ inline void Run(const Call& c) {
    auto d = View<half>(c.at[0]);
    auto a = View<int32_t>(c.at[1]);
    auto b = View<int32_t>(c.at[2]);
    SetDeqScale(ScalarOf<half>(c));
    BinaryRepeatParams p(1, 1, 1, 4, 8, 8);
    uint64_t m[2] = {c.mask[0], 0};
    switch (c.op) {
        case 0:
            AddDeqRelu(d, a, b, (int32_t)c.count);
            break;
        case 1:
            AddDeqRelu<true>(d, a, b, c.mask[0], (uint8_t)c.repeat, p);
            break;
        default:
            AddDeqRelu<true>(d, a, b, m, (uint8_t)c.repeat, p);
            break;
    }
}
