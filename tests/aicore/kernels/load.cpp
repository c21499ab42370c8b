using namespace AscendC;
struct Call {
    uint32_t op, target;
    int32_t p[30];
};
constexpr IsResetLoad3dConfig KEEP_REGISTERS = {false, false};
// Parameters by the names of their fields, on registers that are set before.
template <typename T>
__aicore__ inline void LoadWindowsByName(const LocalTensor<T>& l0, const LocalTensor<T>& l1,
                                         const int32_t* p) {
    LoadData3DParamsV2<T> w;
    w.channelSize = p[7];
    w.kExtension = p[8];
    w.mExtension = p[9];
    w.kStartPt = p[10];
    w.mStartPt = p[11];
    w.strideW = p[12];
    w.strideH = p[13];
    w.filterW = p[14];
    w.filterH = p[15];
    w.dilationFilterW = p[16];
    w.dilationFilterH = p[17];
    w.enTranspose = p[18] != 0;
    w.filterSizeW = p[25] != 0;
    w.filterSizeH = false;
    w.fMatrixCtrl = true;
    LoadData<T, KEEP_REGISTERS>(l0, l1, w);
}
template <typename T>
__aicore__ inline void LoadOldWindowsByName(const LocalTensor<T>& l0, const LocalTensor<T>& l1,
                                            const int32_t* p, T pad) {
    LoadData3DParamsV1<T> w;
    for (int i = 0; i < 4; ++i)
        w.padList[i] = p[i];
    w.l1H = p[5];
    w.l1W = p[6];
    w.c1Index = p[7];
    w.fetchFilterW = p[8];
    w.fetchFilterH = p[9];
    w.leftTopW = p[10];
    w.leftTopH = p[11];
    w.strideW = p[12];
    w.strideH = p[13];
    w.filterW = p[14];
    w.filterH = p[15];
    w.dilationFilterW = p[16];
    w.dilationFilterH = p[17];
    w.jumpStride = p[18];
    w.repeatMode = p[19];
    w.repeatTime = p[20];
    w.cSize = 0;
    w.padValue = pad;
    LoadData(l0, l1, w);
}
template <typename A>
__aicore__ inline void CopyBytes(A* dst, const A* src, uint32_t bytes) {
    __builtin_memcpy(dst, src, bytes);
}
// Runs one load on images of L1 and of the target memory.
extern "C" __global__ __aicore__ void load(GM_ADDR l1Image, GM_ADDR l0Image, GM_ADDR call) {
    const Call c = *(__gm__ Call*)call;
    const int32_t* p = c.p;
    LocalTensor<T> l1(TPosition::A1, p[28], 128 * 1024 * 8 / isa::kElementBits<T>);
    LocalTensor<T> l0(c.target == 0 ? TPosition::A2 : TPosition::B2, p[29],
                      64 * 1024 * 8 / isa::kElementBits<T>);
    CopyBytes((uint8_t*)l1.GetPhyAddr(), l1Image, 128 * 1024 - p[28]);
    CopyBytes((uint8_t*)l0.GetPhyAddr(), l0Image, 64 * 1024 - p[29]);
    if (c.op == 0) {
        LoadData(l0, l1,
                 LoadData2dParams(p[0], p[1], p[2], 0, p[3], p[4] != 0, p[5] != 0 ? dec : inc));
    } else if (c.op == 1) {
        LoadDataWithTranspose(l0, l1,
                              LoadData2dTransposeParams(p[0], p[1], p[2], p[3], p[4], p[5]));
    } else if (c.op == 2) {
        LoadDataWithTranspose(
            l0, l1, LoadData2dTransposeParamsV2(p[0], p[1], p[2], p[3], p[4], p[6], p[5]));
    } else if (c.op == 6) {
        __cbuf__ T* from = (__cbuf__ T*)l1.GetPhyAddr();
        const addr_cal_mode_t mode = p[5] != 0 ? dec : inc;
        if (c.target == 0 && p[6])
            load_cbuf_to_ca((__ca__ T*)l0.GetPhyAddr(), from, p[0], p[1], p[2], 0, p[4] != 0);
        else if (c.target == 0)
            load_cbuf_to_ca((__ca__ T*)l0.GetPhyAddr(), from, p[0], p[1], p[2], p[3], 0, p[4] != 0,
                            mode);
        else if (p[6])
            load_cbuf_to_cb((__cb__ T*)l0.GetPhyAddr(), from, p[0], p[1], p[2], 0, p[4] != 0);
        else
            load_cbuf_to_cb((__cb__ T*)l0.GetPhyAddr(), from, p[0], p[1], p[2], p[3], 0, p[4] != 0,
                            mode);
    } else {
#if INTEGERS
        const T pad = (T)p[4];
#else
        T pad;
        __builtin_memcpy(&pad, &p[4], sizeof(T));
#endif
        const uint8_t padList[4] = {(uint8_t)p[0], (uint8_t)p[1], (uint8_t)p[2], (uint8_t)p[3]};
        if (p[22] != 0) {
            LoadDataRepeatParam repeat;
            repeat.repeatStride = p[23];
            repeat.repeatTime = p[22];
            repeat.repeatMode = p[24];
            repeat.dstStride = p[26];
            SetLoadDataRepeat(p[25] ? LoadDataRepeatParam(p[23], p[22], p[24]) : repeat);
        }
        if (c.op == 3) {
            LoadData(
                l0, l1,
                LoadData3DParamsV2<T>(padList, p[5], p[6], p[7], p[8], p[9], p[10], p[11], p[12],
                                      p[13], p[14], p[15], p[16], p[17], p[18] != 0, false, pad));
        } else if (c.op == 4) {
            SetFmatrix(p[5], p[6], padList, FmatrixMode::FMATRIX_LEFT);
            SetLoadDataPaddingValue(pad);
            LoadData3DParamsV2Pro pro;
            pro.channelSize = p[7];
            pro.enTranspose = p[18] != 0;
            pro.extConfig = (uint64_t)p[11] << 48 | (uint64_t)p[10] << 32 | (uint64_t)p[9] << 16 |
                            (uint64_t)p[8];
            pro.filterConfig = (uint64_t)p[17] << 40 | (uint64_t)p[16] << 32 |
                               (uint64_t)p[15] << 24 | (uint64_t)p[14] << 16 |
                               (uint64_t)p[13] << 8 | (uint64_t)p[12];
            LoadData(l0, l1, pro);
        } else if (c.op == 7) {
            SetFmatrix(p[5], p[6], padList, FmatrixMode::FMATRIX_RIGHT);
            uint64_t bits = 0;
            __builtin_memcpy(&bits, &pad, sizeof(T));
            set_padding(bits);
            if (p[20])
                set_l1_3d_size(p[20]);
            else
                SetLoadDataBoundary(p[19]);
            LoadWindowsByName(l0, l1[p[21] / sizeof(T)], p);
        } else if (c.op == 9) {
            LoadData(l0, l1, {padList, 12, 11, 0, 1, 1, -1, 2, 3, 2, 3, 2, 1, 1, 1, 1, 2, 0, pad});
        } else if (c.op == 8) {
            LoadOldWindowsByName(l0, l1, p, pad);
        } else {
            // c1, filter point, left top: p[19..]
            LoadData(l0, l1,
                     LoadData3DParamsV1<T>(padList, p[5], p[6], p[7], p[8], p[9], p[10], p[11],
                                           p[12], p[13], p[14], p[15], p[16], p[17], p[18], p[19],
                                           p[20], 0, pad));
        }
    }
    CopyBytes(l0Image, (uint8_t*)l0.GetPhyAddr(), 64 * 1024 - p[29]);
}
