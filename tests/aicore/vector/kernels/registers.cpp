template <typename T>
__aicore__ inline void Comparing(const Call& c) {
    auto bits = View<uint8_t>(c.at[0]);
    auto a = View<T>(c.at[1]);
    auto b = View<T>(c.at[2]);
    const CMPMODE mode = static_cast<CMPMODE>(c.extra[0]);
    BinaryRepeatParams p(1, c.blk[1], c.blk[2], 8, c.rep[1], c.rep[2]);
    UnaryRepeatParams u(1, c.blk[1], 8, c.rep[1]);
    uint64_t m[2] = {c.mask[0], c.mask[1]};
    switch (c.op) {
        case 0:
            Compare(bits, a, b, mode, c.mask[0], (uint8_t)c.repeat, p);
            break;
        case 1:
            Compare(bits, a, b, mode, m, (uint8_t)c.repeat, p);
            break;
        case 2:
            CompareScalar(bits, a, ScalarOf<T>(c), mode, c.mask[0], (uint8_t)c.repeat, u);
            break;
        case 3:
            CompareScalar(bits, a, ScalarOf<T>(c), mode, m, (uint8_t)c.repeat, u);
            break;
        case 6:
            Compare(bits, a, b, mode, c.count);
            break;
    }
    if constexpr (!std::is_same_v<T, int32_t>) {
        switch (c.op) {
            case 4:
                Compare(a, b, mode, c.mask[0], p);
                GetCmpMask(bits);
                break;
            case 5:
                Compare(a, b, mode, m, p);
                GetCmpMask(bits);
                break;
        }
    }
}
template <typename T>
__aicore__ inline void Selecting(const Call& c) {
    auto d = View<T>(c.at[0]);
    auto a = View<T>(c.at[1]);
    auto b = View<T>(c.at[2]);
    auto bits = View<uint8_t>(c.at[3]);
    BinaryRepeatParams p(c.blk[0], c.blk[1], c.blk[2], c.rep[0], c.rep[1], c.rep[2]);
    uint64_t m[2] = {c.mask[0], c.mask[1]};
    const SELMODE how = static_cast<SELMODE>(c.extra[0]);
    auto tmp = View<uint64_t>(65536 - 64);
    SetVectorMask<T>(c.mask[1], c.mask[0]);
    switch (c.op) {
        case 10:
            SetCmpMask(bits);
            Select<T, SELMODE::VSEL_CMPMASK_SPR>(d, a, b, (uint8_t)c.repeat, p);
            break;
        case 11:
            tmp.SetValue(0, (uint64_t)bits.GetPhyAddr());
            SetCmpMask(tmp);
            Select<T, SELMODE::VSEL_TENSOR_TENSOR_MODE>(d, a, b, (uint8_t)c.repeat, p);
            break;
        case 12:
            tmp.template ReinterpretCast<uint32_t>().SetValue(
                0, (uint32_t)(uint64_t)bits.GetPhyAddr());
            tmp.template ReinterpretCast<uint32_t>().SetValue(
                1, (uint32_t)(uint64_t)bits.GetPhyAddr());
            SetCmpMask(tmp);
            Select<T, SELMODE::VSEL_TENSOR_TENSOR_MODE>(d, a, b, (uint8_t)c.repeat, p);
            break;
        case 13:
            tmp.template ReinterpretCast<T>().SetValue(0, ScalarOf<T>(c));
            SetCmpMask(tmp);
            Select(d, bits, a, (uint8_t)c.repeat, p);
            break;
        case 14:
            Select(d, bits, a, b, how, m, (uint8_t)c.repeat, p);
            break;
        case 15:
            Select(d, bits, a, ScalarOf<T>(c), SELMODE::VSEL_TENSOR_SCALAR_MODE, m,
                   (uint8_t)c.repeat, p);
            break;
        case 16:
            Select(d, bits, a, ScalarOf<T>(c), SELMODE::VSEL_TENSOR_SCALAR_MODE, c.mask[0],
                   (uint8_t)c.repeat, p);
            break;
    }
}
__aicore__ inline void Run(const Call& c) {
    if (c.op >= 10) {
        c.type == 0 ? Selecting<float>(c) : Selecting<half>(c);
        return;
    }
    switch (c.type) {
        case 0:
            Comparing<float>(c);
            break;
        case 1:
            Comparing<half>(c);
            break;
        default:
            Comparing<int32_t>(c);
            break;
    }
}
