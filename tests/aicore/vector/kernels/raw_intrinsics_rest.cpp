using namespace AscendC;
template <typename T>
__aicore__ inline T* Ub(uint32_t at) {
    return (T*)LocalTensor<T>(TPosition::VECCALC, at, 64).GetPhyAddr();
}
extern "C" __global__ __aicore__ void f(GM_ADDR in, GM_ADDR out) {
    TPipe pipe;
    copy_gm_to_ubuf(Ub<uint8_t>(0), (__gm__ uint8_t*)in, 0, 2, 8, 1,
                    2);  // 2 x 256 bytes, gaps 32 and 64
    copy_ubuf_to_ubuf(Ub<uint8_t>(4096), Ub<uint8_t>(0), 0, 1, 18, 0, 0);
    set_mov_pad_val((uint64_t)7);
    copy_gm_to_ubuf_align_b16(Ub<half>(8192), (__gm__ half*)in, 0, 3, 10, 1, 2, 6,
                              1);  // 3 x 5 halves, 1 left, 2 right
    copy_ubuf_to_gm_align_b32((__gm__ float*)(out + 1024), Ub<float>(0), 0, 2, 20, 0, 0, 0,
                              4);  // 2 x 20 bytes, 4 between
    uint64_t rows[2][8], to[2][8];
    for (int i = 0; i < 16; ++i) {
        rows[i / 8][i % 8] = (uint64_t)Ub<half>(32 * i);
        to[i / 8][i % 8] = (uint64_t)Ub<half>(12288 + 32 * i);
    }
    set_va_reg_sb(VA0, to[0]);
    set_va_reg_sb(VA1, to[1]);
    set_va_reg_sb(VA2, rows[0]);
    set_va_reg_sb(VA3, rows[1]);
    scatter_vnchwconv_b16(VA0, VA2, 1, 0, 0);
    vtranspose(Ub<uint16_t>(16384), Ub<uint16_t>(0));
    v4dtrans(Ub<uint16_t>(20480), Ub<uint16_t>(0), 16, 3, false);
    v4dtrans(Ub<uint16_t>(24576), Ub<uint16_t>(20480), 16, 3, true);
    set_mask_norm();
    set_vector_mask((uint64_t)-1, (uint64_t)-1);
    vconv_f162f32(Ub<float>(28672), Ub<half>(0), 1, 1, 1, 8, 4);
    vconv_f322f16(Ub<half>(32768), Ub<float>(28672), 1, 1, 1, 4, 8);
    vcadd(Ub<float>(36864), Ub<float>(28672), 1, 1, 1, 8, false);
    vcadd(Ub<float>(36928), Ub<float>(28672), 1, 1, 1, 8, true);
    Ub<uint64_t>(36992)[0] = get_acc_val();
    WholeReduceMax(LocalTensor<float>(TPosition::VECCALC, 37056, 8),
                   LocalTensor<float>(TPosition::VECCALC, 28672, 64), 64, 1, 1, 1, 8);
    Ub<uint64_t>(37120)[0] = get_max_min_cnt();
    set_ctrl(sbitset1(get_ctrl(), 60));
    Ub<uint64_t>(37120)[1] = (get_ctrl() >> 60) & 1;
    set_ctrl(sbitset0(get_ctrl(), 60));
    Ub<uint64_t>(37120)[2] = (get_ctrl() >> 60) & 1;
    set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
    pipe_barrier(PIPE_ALL);
    Ub<uint64_t>(37120)[3] =
        get_block_idx() * 100 + block_idx * 10 + get_block_num() + get_subblockid();
    dcci((__gm__ uint64_t*)out, SINGLE_CACHE_LINE, CACHELINE_OUT);
    pipe_barrier(PIPE_ALL);
    copy_ubuf_to_gm((__gm__ uint8_t*)(out + 2048), Ub<uint8_t>(0), 0, 1, 1200, 0, 0);
    set_atomic_f32();
    set_atomic_add();
    copy_ubuf_to_gm((__gm__ float*)out, Ub<float>(28672), 0, 1, 8, 0, 0);
    copy_ubuf_to_gm((__gm__ float*)out, Ub<float>(28672), 0, 1, 8, 0, 0);
    set_atomic_none();
}
