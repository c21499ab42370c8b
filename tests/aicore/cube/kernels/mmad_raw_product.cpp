using namespace AscendC;
// Operands in global memory are in the layouts of L0A and L0B.
extern "C" __global__ __aicore__ void raw(GM_ADDR a, GM_ADDR b, GM_ADDR c, GM_ADDR sizes) {
    const uint32_t* s = (const uint32_t*)sizes;
    LocalTensor<A> a2(TPosition::A2, 0, 65536 * 8 / isa::kElementBits<A>);
    LocalTensor<B> b2(TPosition::B2, 0, 65536 * 8 / isa::kElementBits<B>);
    LocalTensor<C> co(TPosition::CO1, 0, 131072 / sizeof(C));
    __builtin_memcpy((void*)a2.GetPhyAddr(), a, s[3]);
    __builtin_memcpy((void*)b2.GetPhyAddr(), b, s[4]);
    __builtin_memcpy((void*)co.GetPhyAddr(), c, s[5]);
    MmadParams params(s[0], s[1], s[2], 0, false, s[6] == 0);
    params.kDirectionAlign = s[7] != 0;
    params.disableGemv = s[8] != 0;
    Mmad(co, a2, b2, params);
    __builtin_memcpy(c, (void*)co.GetPhyAddr(), s[5]);
}
