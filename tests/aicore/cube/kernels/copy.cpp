using namespace AscendC;
struct Call {
    uint32_t inward, count, length, srcGap, dstGap, block, deq, store, relu, pad;
    uint64_t value;
};
extern "C" __global__ __aicore__ void copy(GM_ADDR l0c, GM_ADDR ub, GM_ADDR scales, GM_ADDR call) {
    const Call c = *(__gm__ Call*)call;
    LocalTensor<A> co(TPosition::CO1, 0, 65536 / sizeof(A));
    LocalTensor<B> buffer(TPosition::VECCALC, 0, 65536 / sizeof(B));
    LocalTensor<uint8_t> words(TPosition::VECCALC, 65536, 4096);
    __builtin_memcpy((void*)co.GetPhyAddr(), l0c, 65536);
    __builtin_memcpy((void*)buffer.GetPhyAddr(), ub, 65536);
    __builtin_memcpy((void*)words.GetPhyAddr(), scales, 4096);
    DataCopyParams p(c.count, c.length, c.srcGap, c.dstGap);
    DataCopyEnhancedParams e;
    e.blockMode = (BlockMode)c.block;
    e.deqScale = (DeqScale)c.deq;
    e.deqValue = c.value;
    e.deqTensorAddr = (uint64_t)words.GetPhyAddr();
    e.sidStoreMode = c.store;
    e.isRelu = c.relu != 0;
    if (c.inward == 2) {
        BroadCastVecToMM(co, buffer, c.count, c.length, c.srcGap, c.dstGap);
    } else if (c.inward == 1) {
        DataCopy(co, buffer, p, e);
    } else {
        DataCopy(buffer, co, p, e);
    }
    __builtin_memcpy(l0c, (void*)co.GetPhyAddr(), 65536);
    __builtin_memcpy(ub, (void*)buffer.GetPhyAddr(), 65536);
}
