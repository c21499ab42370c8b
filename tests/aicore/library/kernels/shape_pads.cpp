template <typename T>
__aicore__ inline void One(const Call& c) {
    auto dst = View<T>(0);
    auto src = View<T>(16384);
    LocalTensor<uint8_t> tmp = View<uint8_t>(57344);
    PadTiling pad;
    UnPadTiling unpad;
    pad.srcHeight = unpad.srcHeight = c.extra[0];
    pad.srcWidth = unpad.srcWidth = c.extra[1];
    pad.srcOriWidth = c.extra[1];
    PadParams add{(uint16_t)c.extra[2], (uint16_t)c.extra[3], -7};
    UnPadParams cut{0, (uint16_t)c.extra[3]};
    switch (c.op) {
        case 0:
            Pad<T>(dst, src, add, pad);
            break;
        case 1:
            Pad<T>(dst, src, add, tmp, pad);
            break;
        case 2:
            UnPad<T>(dst, src, cut, unpad);
            break;
        default:
            UnPad<T>(dst, src, cut, tmp, unpad);
            break;
    }
}
__aicore__ inline void Run(const Call& c) {
    switch (c.type) {
        case 0:
            One<float>(c);
            break;
        case 1:
            One<half>(c);
            break;
        case 2:
            One<int16_t>(c);
            break;
        default:
            One<uint32_t>(c);
            break;
    }
}
