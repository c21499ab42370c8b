template <typename T, uint32_t mode>
__aicore__ inline void One(const Call& c) {
    auto dst = View<T>(0);
    auto src = View<T>(16384);
    LocalTensor<uint8_t> mask = View<uint8_t>(49152);
    LocalTensor<uint8_t> tmp = View<uint8_t>(61440);
    DropOutShapeInfo info;
    info.firstAxis = c.extra[0];
    info.srcLastAxis = c.extra[1];
    info.maskLastAxis = c.extra[2];
    if (c.extra[3] != 0) {
        DropOutBitModeInit(tmp);
    } else {
        DropOutBitModeInit();
    }
    c.extra[3] != 0 ? DropOut<T, false, mode>(dst, src, mask, tmp, 0.7f, info)
                    : DropOut<T, true, mode>(dst, src, mask, 0.7f, info);
}
template <typename T>
__aicore__ inline void Typed(const Call& c) {
    switch (c.op) {
        case 0:
            One<T, 0>(c);
            break;
        case 1:
            One<T, 1>(c);
            break;
        case 2:
            One<T, 2>(c);
            break;
        case 3:
            One<T, 3>(c);
            break;
        default:
            One<T, 4>(c);
            break;
    }
}
__aicore__ inline void Run(const Call& c) {
    c.type == 0 ? Typed<float>(c) : Typed<half>(c);
}
