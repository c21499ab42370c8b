template <typename T>
__aicore__ inline void One(const Call& c) {
    auto dst = View<T>(0);
    auto src = View<T>(32768);
    LocalTensor<uint8_t> tmp = View<uint8_t>(65504);
    ConfusionTransposeTiling t;
    t.param0 = c.extra[0];
    t.param1 = c.extra[1];
    t.param2 = c.extra[2];
    t.param3 = c.extra[3];
    const TransposeType type = static_cast<TransposeType>(c.op);
    switch (c.extra[4]) {
        case 0:
            ConfusionTranspose<T>(dst, src, type, t);
            break;
        case 1:
            ConfusionTranspose<T>(dst, src, tmp, type, t);
            break;
        case 2:
            Transpose<T>(dst, src, type, t);
            break;
        default:
            Transpose<T>(dst, src, tmp, type, t);
            break;
    }
}
__aicore__ inline void Run(const Call& c) {
    c.type == 0 ? One<uint32_t>(c) : One<half>(c);
}
