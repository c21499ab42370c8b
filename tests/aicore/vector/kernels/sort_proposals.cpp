using namespace AscendC;
extern "C" __global__ __aicore__ void f(GM_ADDR in, GM_ADDR out, uint64_t repeat, uint64_t full) {
    TPipe pipe;
    typedef TYPE T;
    const int n = repeat * 16;
    LocalTensor<T> scores(TPosition::VECCALC, 0, n);
    LocalTensor<uint32_t> indices(TPosition::VECCALC, 4096, n);
    LocalTensor<T> tmp(TPosition::VECCALC, 8192, n * 8), sorted(TPosition::VECCALC, 40960, n * 8),
        merged(TPosition::VECCALC, 73728, n * 8), concat;
    LocalTensor<T> values(TPosition::VECCALC, 106496, n);
    LocalTensor<uint32_t> positions(TPosition::VECCALC, 110592, n);
    GlobalTensor<T> x;
    x.SetGlobalBuffer((__gm__ T*)in);
    GlobalTensor<uint32_t> i;
    i.SetGlobalBuffer((__gm__ uint32_t*)(in + 2048));
    DataCopy(scores, x, n);
    DataCopy(indices, i, n);
    PipeBarrier<PIPE_ALL>();
    Concat(concat, scores, tmp, (int32_t)repeat);
    if (full) {
        Sort<T, true>(sorted, concat, indices, merged, (int32_t)repeat);
    } else {
        Sort<T, false>(sorted, concat, indices, merged, (int32_t)repeat);
    }
    PipeBarrier<PIPE_ALL>();
    LocalTensor<T> result = sorted;
    uint32_t merged_counts[4] = {9, 9, 9, 9};
    if (!full && repeat == 4) {
        MrgSortSrcList<T> lists(sorted, sorted[GetSortOffset<T>(16)], sorted[GetSortOffset<T>(32)],
                                sorted[GetSortOffset<T>(48)]);
        const uint16_t lengths[4] = {16, 16, 16, 16};
        MrgSort<T, false>(merged, lists, lengths, merged_counts, 15, 1);
        result = merged;
        PipeBarrier<PIPE_ALL>();
    }
    Extract(values, positions, result, (int32_t)repeat);
    PipeBarrier<PIPE_ALL>();
    GlobalTensor<T> y;
    y.SetGlobalBuffer((__gm__ T*)out);
    GlobalTensor<uint32_t> p;
    p.SetGlobalBuffer((__gm__ uint32_t*)(out + 2048));
    DataCopy(y, values, n);
    DataCopy(p, positions, n);
    GlobalTensor<uint32_t> z;
    z.SetGlobalBuffer((__gm__ uint32_t*)(out + 4096));
    z.SetValue(0, GetSortOffset<T>(5));
    z.SetValue(1, GetSortLen<T>(6));
    uint16_t a, b, c, d;
    GetMrgSortResult(a, b, c, d);
    z.SetValue(2, a + b + c + d);
    const uint64_t lists = a | uint64_t{b} << 16 | uint64_t{c} << 32 | uint64_t{d} << 48;
    z.SetValue(4, static_cast<uint64_t>(get_vms4_sr()) == lists ? 1 : 0);
    z.SetValue(3, merged_counts[0] + merged_counts[1] + merged_counts[2] + merged_counts[3]);
}
