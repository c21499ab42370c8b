// Addresses in the unified buffer that are no multiple of 32 bytes where they have to be.

// z = x, put after a header of one element.
KERNEL(unaligned_target_of_mte2) {
    TPipe pipe;
    TQueBind<TPosition::VECIN, TPosition::VECOUT, 1> queue;
    pipe.InitBuffer(queue, 1, 264 * sizeof(float));
    LocalTensor<float> a = queue.AllocTensor<float>();
    DataCopy(a[FAULTY(1) REPAIRED(8)], Global<float>(x, 256), 256);  // FAULT: misaligned
    queue.EnQue(a);
    a = queue.DeQue<float>();
    DataCopy(Global<float>(z, 256), a[8], FAULTY(248) REPAIRED(256));
    queue.FreeTensor(a);
}

// z = x without its first elements.
KERNEL(unaligned_source_of_mte3) {
    TPipe pipe;
    TQueBind<TPosition::VECIN, TPosition::VECOUT, 1> queue;
    pipe.InitBuffer(queue, 1, 256 * sizeof(half));
    LocalTensor<half> a = queue.AllocTensor<half>();
    DataCopy(a, Global<half>(x, 256), 256);
    queue.EnQue(a);
    a = queue.DeQue<half>();
    DataCopy(Global<half>(z, 240), a[FAULTY(8) REPAIRED(16)], 240);  // FAULT: misaligned
    queue.FreeTensor(a);
}

// z = differences of x eight apart; one apart is no address of a vector instruction.
KERNEL(unaligned_source_of_vector) {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in;
    TQue<TPosition::VECOUT, 1> out;
    pipe.InitBuffer(in, 1, 256 * sizeof(float));
    pipe.InitBuffer(out, 1, 192 * sizeof(float));
    LocalTensor<float> a = in.AllocTensor<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    in.EnQue(a);
    a = in.DeQue<float>();
    LocalTensor<float> b = out.AllocTensor<float>();
    Sub(b, a[FAULTY(1) REPAIRED(8)], a, 192);  // FAULT: misaligned
    in.FreeTensor(a);
    CopyOut(out, b, z, 192);
}

// z = x + 1, four rows of 20 elements; packed rows do not begin on blocks.
KERNEL(unaligned_rows) {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in;
    TQue<TPosition::VECOUT, 1> out;
    constexpr uint32_t kStep = FAULTY(20) REPAIRED(32);
    pipe.InitBuffer(in, 1, 128 * sizeof(half));
    pipe.InitBuffer(out, 1, 128 * sizeof(half));
    LocalTensor<half> a = in.AllocTensor<half>(), b = out.AllocTensor<half>();
    Duplicate(a, half(0), 128);
    Duplicate(b, half(0), 128);
    Wait<HardEvent::V_MTE2>();
    DataCopyPad(a, Global<half>(x, 80), DataCopyExtParams(4, 40, 0, 0, 0),
                DataCopyPadExtParams<half>());
    in.EnQue(a);
    a = in.DeQue<half>();
    for (uint32_t i = 0; i < 4; ++i) {
        Adds(b[i * kStep], a[i * kStep], half(1), 20);  // FAULT: misaligned
    }
    in.FreeTensor(a);
    out.EnQue(b);
    b = out.DeQue<half>();
    DataCopyPad(Global<half>(z, 80), b, DataCopyExtParams(4, 40, 0, 0, 0));
    out.FreeTensor(b);
}

// z[i] = x[y[i]]; an offset of a gather counts bytes and is a multiple of an element's.
KERNEL(unaligned_offset_of_gather) {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> index, in;
    TQue<TPosition::VECOUT, 1> out;
    pipe.InitBuffer(in, 1, 64 * sizeof(float));
    pipe.InitBuffer(index, 1, 64 * sizeof(int32_t));
    pipe.InitBuffer(out, 1, 64 * sizeof(float));
    LocalTensor<float> a = in.AllocTensor<float>();
    LocalTensor<int32_t> indices = index.AllocTensor<int32_t>();
    DataCopy(a, Global<float>(x, 64), 64);
    DataCopy(indices, Global<int32_t>(y, 64), 64);
    in.EnQue(a);
    index.EnQue(indices);
    a = in.DeQue<float>();
    indices = index.DeQue<int32_t>();
    Muls(indices, indices, FAULTY(2) REPAIRED(4), 64);
    PipeBarrier<PIPE_V>();
    LocalTensor<float> b = out.AllocTensor<float>();
    Gather(b, a, indices.ReinterpretCast<uint32_t>(), 0, 64);  // FAULT: misaligned
    in.FreeTensor(a);
    index.FreeTensor(indices);
    CopyOut(out, b, z, 64);
}
