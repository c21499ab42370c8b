// Accesses beyond the unified buffer's buffers and beyond tensors in global memory.

// z = x + 1; the buffer holds half of what is copied into it.
KERNEL(ub_write_by_mte2) {
    TPipe pipe;
    TQue<TPosition::VECOUT, 1> out;
    TQue<TPosition::VECIN, 1> in;
    pipe.InitBuffer(out, 1, 256 * sizeof(float));
    pipe.InitBuffer(in, 1, FAULTY(128) REPAIRED(256) * sizeof(float));
    LocalTensor<float> a = in.AllocTensor<float>();
    DataCopy(a, Global<float>(x, 256), 256);  // FAULT: out_of_bounds
    in.EnQue(a);
    a = in.DeQue<float>();
    LocalTensor<float> b = out.AllocTensor<float>();
    Duplicate(b, 0.0f, 256);
    Adds(b, a, 1.0f, FAULTY(128) REPAIRED(256));
    in.FreeTensor(a);
    CopyOut(out, b, z, 256);
}

// z = x by halves; the copy out takes twice what the buffer holds.
KERNEL(ub_read_by_mte3) {
    TPipe pipe;
    TQueBind<TPosition::VECIN, TPosition::VECOUT, 1> queue;
    pipe.InitBuffer(queue, 1, 128 * sizeof(float));
    GlobalTensor<float> from = Global<float>(x, 256), to = Global<float>(z, 256);
    for (uint32_t i = 0; i < FAULTY(1) REPAIRED(2); ++i) {
        LocalTensor<float> a = queue.AllocTensor<float>();
        DataCopy(a, from[i * 128], 128);
        queue.EnQue(a);
        a = queue.DeQue<float>();
        DataCopy(to[i * 128], a, FAULTY(256) REPAIRED(128));  // FAULT: out_of_bounds
        queue.FreeTensor(a);
    }
}

// z = max(x, 0); the result's buffer is too short.
KERNEL(ub_write_by_vector) {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in;
    TQue<TPosition::VECOUT, 1> out;
    pipe.InitBuffer(in, 1, 256 * sizeof(float));
    pipe.InitBuffer(out, 1, FAULTY(192) REPAIRED(256) * sizeof(float));
    LocalTensor<float> a = in.AllocTensor<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    in.EnQue(a);
    a = in.DeQue<float>();
    LocalTensor<float> b = out.AllocTensor<float>();
    Relu(b, a, 256);  // FAULT: out_of_bounds
    in.FreeTensor(a);
    out.EnQue(b);
    b = out.DeQue<float>();
    DataCopy(Global<float>(z, 256), b, FAULTY(192) REPAIRED(256));
    out.FreeTensor(b);
}

// z = x * y; only half of y is given a buffer.
KERNEL(ub_read_by_vector) {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in_x, in_y;
    TQue<TPosition::VECOUT, 1> out;
    pipe.InitBuffer(out, 1, 256 * sizeof(float));
    pipe.InitBuffer(in_x, 1, 256 * sizeof(float));
    pipe.InitBuffer(in_y, 1, FAULTY(128) REPAIRED(256) * sizeof(float));
    LocalTensor<float> a = in_x.AllocTensor<float>(), b = in_y.AllocTensor<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    DataCopy(b, Global<float>(y, 256), FAULTY(128) REPAIRED(256));
    in_x.EnQue(a);
    in_y.EnQue(b);
    a = in_x.DeQue<float>();
    b = in_y.DeQue<float>();
    LocalTensor<float> c = out.AllocTensor<float>();
    Mul(c, a, b, 256);  // FAULT: out_of_bounds
    in_x.FreeTensor(a);
    in_y.FreeTensor(b);
    CopyOut(out, c, z, 256);
}

// z[i] = i, by the scalar unit; the loop takes one step too many.
KERNEL(ub_write_by_scalar) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 256 * sizeof(float));
    LocalTensor<float> a = buffer.Get<float>();
    for (int32_t i = 0; i < FAULTY(257) REPAIRED(256); ++i) {
        a.SetValue(i, static_cast<float>(i));  // FAULT: out_of_bounds
    }
    Wait<HardEvent::S_MTE3>();
    DataCopy(Global<float>(z, 256), a, 256);
}

// z = x + the last element of x; the index counts from one.
KERNEL(ub_read_by_scalar) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 256 * sizeof(float));
    LocalTensor<float> a = buffer.Get<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    Wait<HardEvent::MTE2_S>();
    const float last = a.GetValue(FAULTY(256) REPAIRED(255));  // FAULT: out_of_bounds
    Wait<HardEvent::S_V>();
    Adds(a, a, last, 256);
    Wait<HardEvent::V_MTE3>();
    DataCopy(Global<float>(z, 256), a, 256);
}

// z = -x on 4 blocks; the tail of the last block is taken as a whole tile.
KERNEL(gm_read_by_mte2) {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in;
    TQue<TPosition::VECOUT, 1> out;
    pipe.InitBuffer(in, 1, 64 * sizeof(float));
    pipe.InitBuffer(out, 1, 64 * sizeof(float));
    const uint32_t start = GetBlockIdx() * 64, count = GetBlockIdx() == 3 ? 40 : 64;
    LocalTensor<float> a = in.AllocTensor<float>();
    DataCopy(a, Global<float>(x, 232)[start], FAULTY(64) REPAIRED(count));  // FAULT: out_of_bounds
    in.EnQue(a);
    a = in.DeQue<float>();
    LocalTensor<float> b = out.AllocTensor<float>();
    Muls(b, a, -1.0f, count);
    in.FreeTensor(a);
    out.EnQue(b);
    b = out.DeQue<float>();
    DataCopy(Global<float>(z, 232)[start], b, count);
    out.FreeTensor(b);
}

// z = |x| on 4 blocks; the last block writes beyond z.
KERNEL(gm_write_by_mte3) {
    TPipe pipe;
    TQue<TPosition::VECIN, 2> in;
    TQue<TPosition::VECOUT, 2> out;
    pipe.InitBuffer(in, 2, 64 * sizeof(half));
    pipe.InitBuffer(out, 2, 64 * sizeof(half));
    const uint32_t start = GetBlockIdx() * 64, count = GetBlockIdx() == 3 ? 16 : 64;
    LocalTensor<half> a = in.AllocTensor<half>();
    DataCopy(a, Global<half>(x, 256)[start], 64);
    in.EnQue(a);
    a = in.DeQue<half>();
    LocalTensor<half> b = out.AllocTensor<half>();
    Abs(b, a, 64);
    in.FreeTensor(a);
    out.EnQue(b);
    b = out.DeQue<half>();
    DataCopy(Global<half>(z, 208)[start], b, FAULTY(64) REPAIRED(count));  // FAULT: out_of_bounds
    out.FreeTensor(b);
}

// z = x, a row at a time, each of 30 bytes; the rows' length is given in elements, not in bytes.
KERNEL(gm_read_by_pad) {
    TPipe pipe;
    TQueBind<TPosition::VECIN, TPosition::VECOUT, 1> queue;
    pipe.InitBuffer(queue, 1, 4 * 64);
    LocalTensor<half> a = queue.AllocTensor<half>();
    const DataCopyExtParams rows{4, FAULTY(60) REPAIRED(30), 0, 0, 0};
    const DataCopyExtParams lines{4, 30, FAULTY(1) REPAIRED(0), 0, 0};
    const DataCopyPadExtParams<half> none;
    DataCopyPad(a, Global<half>(x, 60), rows, none);  // FAULT: out_of_bounds
    queue.EnQue(a);
    a = queue.DeQue<half>();
    DataCopyPad(Global<half>(z, 60), a, lines);
    queue.FreeTensor(a);
}

// z[i] = x[i] + x[i - 1] by the scalar unit; the first block has no predecessor.
KERNEL(gm_read_by_scalar) {
    GlobalTensor<float> from = Global<float>(x, 256), to = Global<float>(z, 32);
    for (int32_t i = 0; i < 16; ++i) {
        const int32_t index = GetBlockIdx() * 16 + i;
        float before = 0;
        FAULTY(before = from.GetValue(index - 1);)  // FAULT: out_of_bounds
        REPAIRED(before = index == 0 ? 0 : from.GetValue(index - 1);)
        to.SetValue(index, from.GetValue(index) + before);
    }
    DataCacheCleanAndInvalid<float, CacheLine::ENTIRE_DATA_CACHE, DcciDst::CACHELINE_OUT>(to);
}

// z = count of the positive elements, repeated; one copy too many.
KERNEL(gm_write_by_scalar) {
    GlobalTensor<float> from = Global<float>(x, 256);
    GlobalTensor<int32_t> to = Global<int32_t>(z, 16);
    int32_t count = 0;
    for (int32_t i = 0; i < 256; ++i) {
        count += from.GetValue(i) > 0 ? 1 : 0;
    }
    for (int32_t i = 0; i < FAULTY(17) REPAIRED(16); ++i) {
        to.SetValue(i, count);  // FAULT: out_of_bounds
    }
    DataCacheCleanAndInvalid<int32_t, CacheLine::ENTIRE_DATA_CACHE, DcciDst::CACHELINE_OUT>(to);
}

// z = x by rows of 32 elements with gaps between them; the rows are counted, the gaps forgotten.
KERNEL(ub_write_with_gaps) {
    TPipe pipe;
    TQueBind<TPosition::VECIN, TPosition::VECOUT, 1> queue;
    pipe.InitBuffer(queue, 1, 8 * 32 * sizeof(float));
    LocalTensor<float> a = queue.AllocTensor<float>();
    const DataCopyParams rows{8, 4, 0, FAULTY(1) REPAIRED(0)};
    DataCopy(a, Global<float>(x, 256), rows);  // FAULT: out_of_bounds
    queue.EnQue(a);
    a = queue.DeQue<float>();
    const DataCopyParams lines{FAULTY(4) REPAIRED(8), 4, FAULTY(1) REPAIRED(0), 0};
    DataCopy(Global<float>(z, 256), a, lines);
    queue.FreeTensor(a);
}

// z = x + 1 in 4 repeats; a repeat stride of 16 blocks reaches beyond the source.
KERNEL(ub_read_by_repeats) {
    TPipe pipe;
    TQue<TPosition::VECOUT, 1> out;
    TQue<TPosition::VECIN, 1> in;
    pipe.InitBuffer(out, 1, 256 * sizeof(float));
    pipe.InitBuffer(in, 1, 256 * sizeof(float));
    LocalTensor<float> a = in.AllocTensor<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    in.EnQue(a);
    a = in.DeQue<float>();
    LocalTensor<float> b = out.AllocTensor<float>();
    const UnaryRepeatParams steps{1, 1, 8, FAULTY(16) REPAIRED(8)};
    Adds(b, a, 1.0f, 64, 4, steps);  // FAULT: out_of_bounds
    in.FreeTensor(a);
    CopyOut(out, b, z, 256);
}

// z[i] = x[y[i]]; the offsets are in elements, and the last ones lie beyond the source.
KERNEL(ub_read_by_gather) {
    TPipe pipe;
    TQue<TPosition::VECOUT, 1> out;
    TQue<TPosition::VECIN, 1> index, in;
    pipe.InitBuffer(out, 1, 64 * sizeof(float));
    pipe.InitBuffer(index, 1, 64 * sizeof(uint32_t));
    pipe.InitBuffer(in, 1, 64 * sizeof(float));
    LocalTensor<float> a = in.AllocTensor<float>();
    LocalTensor<int32_t> indices = index.AllocTensor<int32_t>();
    DataCopy(a, Global<float>(x, 64), 64);
    DataCopy(indices, Global<int32_t>(y, 64), 64);
    in.EnQue(a);
    index.EnQue(indices);
    a = in.DeQue<float>();
    indices = index.DeQue<int32_t>();
    Muls(indices, indices, FAULTY(8) REPAIRED(4), 64);
    LocalTensor<float> b = out.AllocTensor<float>();
    LocalTensor<uint32_t> offsets = indices.ReinterpretCast<uint32_t>();
    PipeBarrier<PIPE_V>();
    Gather(b, a, offsets, 0, 64);  // FAULT: out_of_bounds
    in.FreeTensor(a);
    index.FreeTensor(indices);
    CopyOut(out, b, z, 64);
}
