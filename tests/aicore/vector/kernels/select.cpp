template <typename T>
__aicore__ inline void One(const Call& c) {
    auto d = View<T>(c.at[0]);
    auto a = View<T>(c.at[1]);
    auto b = View<T>(c.at[2]);
    auto m = View<uint8_t>(c.at[3]);
    auto bits = View<uint8_t>(c.at[0]);
    const CMPMODE mode = static_cast<CMPMODE>(c.extra[0]);
    const SELMODE how = static_cast<SELMODE>(c.extra[0]);
    BinaryRepeatParams p(c.blk[0], c.blk[1], c.blk[2], c.rep[0], c.rep[1], c.rep[2]);
    switch (c.op) {
        case 0:
            if (c.form == 0)
                Compare(bits, a, b, mode, c.count);
            else
                Compare(bits, a, b, mode, c.mask[0], (uint8_t)c.repeat, p);
            break;
        case 1:
            CompareScalar(bits, a, ScalarOf<T>(c), mode, c.count);
            break;
        case 2:
            if (c.form == 0)
                Select(d, m, a, b, how, c.count);
            else
                Select(d, m, a, b, how, c.mask[0], (uint8_t)c.repeat, p);
            break;
        default:
            Select(d, m, a, ScalarOf<T>(c), how, c.count);
            break;
    }
}
__aicore__ inline void Run(const Call& c) {
    c.type == 0 ? One<float>(c) : One<half>(c);
}
