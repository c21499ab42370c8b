using namespace AscendC;
struct P {
    uint32_t count, len, src, dst;
    uint32_t pad, left, right, value;
};
using AscendcTilingDefault = P;
extern "C" __global__ __aicore__ void f(GM_ADDR in, GM_ADDR out, GM_ADDR ub, GM_ADDR tiling) {
    using T = DTYPE;
    GET_TILING_DATA(data, tiling);
    P p;
    copy_data_align64((uint8_t*)&p, (uint8_t*)&data, sizeof(p));
    TPipe pipe;
    TBuf<TPosition::VECIN> buf;
    pipe.InitBuffer(buf, 16384);
    GlobalTensor<T> src, dst, image;
    src.SetGlobalBuffer((__gm__ T*)in);
    dst.SetGlobalBuffer((__gm__ T*)out);
    image.SetGlobalBuffer((__gm__ T*)ub);
    LocalTensor<T> t = buf.Get<T>();
    DataCopy(t, image, 16384 / sizeof(T));
    if (TILING_KEY_IS(1)) {
        DataCopy(t, src, DataCopyParams(p.count, p.len, p.src, p.dst));
    } else if (TILING_KEY_IS(2)) {
        DataCopyPad(t, src, DataCopyExtParams(p.count, p.len, p.src, p.dst, 0),
                    DataCopyPadExtParams<T>(p.pad, p.left, p.right, (T)(int)p.value));
    } else if (TILING_KEY_IS(3)) {
        DataCopyPadParams pad(p.pad, p.left, p.right, GetScalarBitcodeValue((T)(int)p.value));
        DataCopyPad(t, src, DataCopyParams(p.count, p.len, p.src, p.dst), pad);
    } else if (TILING_KEY_IS(4)) {
        DataCopyPad(dst, t, DataCopyExtParams(p.count, p.len, p.src, p.dst, 0));
    } else if (TILING_KEY_IS(5)) {
        DataCopy(dst, t, DataCopyParams(p.count, p.len, p.src, p.dst));
    } else if (TILING_KEY_IS(6)) {
        DataCopy(t[8192 / sizeof(T)], t, DataCopyParams(p.count, p.len, p.src, p.dst));
    }
    DataCopy(image, t, 16384 / sizeof(T));
}
