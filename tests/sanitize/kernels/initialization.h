// Reads of bytes that nobody wrote.

// z = x + y; y is never copied in.
KERNEL(buffer_never_written) {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in_x, in_y;
    TQue<TPosition::VECOUT, 1> out;
    pipe.InitBuffer(in_x, 1, 256 * sizeof(float));
    pipe.InitBuffer(in_y, 1, 256 * sizeof(float));
    pipe.InitBuffer(out, 1, 256 * sizeof(float));
    LocalTensor<float> a = in_x.AllocTensor<float>(), b = in_y.AllocTensor<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    REPAIRED(DataCopy(b, Global<float>(y, 256), 256);)
    in_x.EnQue(a);
    in_y.EnQue(b);
    a = in_x.DeQue<float>();
    b = in_y.DeQue<float>();
    LocalTensor<float> c = out.AllocTensor<float>();
    Add(c, a, b, 256);  // FAULT: uninitialized
    in_x.FreeTensor(a);
    in_y.FreeTensor(b);
    CopyOut(out, c, z, 256);
}

// z = sqrt(|x|); a tail of 40 is computed, a tail of 32 was copied in.
KERNEL(buffer_written_in_part) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 64 * sizeof(float));
    LocalTensor<float> a = buffer.Get<float>();
    DataCopy(a, Global<float>(x, 40), FAULTY(32) REPAIRED(40));
    Wait<HardEvent::MTE2_V>();
    Abs(a, a, 40);  // FAULT: uninitialized
    PipeBarrier<PIPE_V>();
    Sqrt(a, a, 40);
    Wait<HardEvent::V_MTE3>();
    DataCopy(Global<float>(z, 40), a, 40);
}

// z = sum of x over the rows; the accumulator does not begin with zero.
KERNEL(accumulator_not_cleared) {
    TPipe pipe;
    TQue<TPosition::VECIN, 2> in;
    TQue<TPosition::VECOUT, 1> out;
    pipe.InitBuffer(in, 2, 64 * sizeof(float));
    pipe.InitBuffer(out, 1, 64 * sizeof(float));
    LocalTensor<float> sum = out.AllocTensor<float>();
    REPAIRED(Duplicate(sum, 0.0f, 64);)
    GlobalTensor<float> from = Global<float>(x, 256);
    for (uint32_t i = 0; i < 4; ++i) {
        LocalTensor<float> a = in.AllocTensor<float>();
        DataCopy(a, from[i * 64], 64);
        in.EnQue(a);
        a = in.DeQue<float>();
        Add(sum, sum, a, 64);  // FAULT: uninitialized
        in.FreeTensor(a);
    }
    CopyOut(out, sum, z, 64);
}

// z = 2 * w, where w = x is to be stored in the workspace; the first pass is left out.
KERNEL(workspace_never_written) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 256 * sizeof(float));
    LocalTensor<float> a = buffer.Get<float>();
    GlobalTensor<float> work = Global<float>(w, 256);
    DataCopy(a, Global<float>(x, 256), 256);
    Wait<HardEvent::MTE2_MTE3>();
    REPAIRED(DataCopy(work, a, 256);)
    Wait<HardEvent::MTE3_MTE2>();
    DataCopy(a, work, 256);  // FAULT: uninitialized
    Wait<HardEvent::MTE2_V>();
    Muls(a, a, 2.0f, 256);
    Wait<HardEvent::V_MTE3>();
    DataCopy(Global<float>(z, 256), a, 256);
}

// z += x, as if an output began with zero.
KERNEL(output_read) {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in_x, in_z;
    TQue<TPosition::VECOUT, 1> out;
    pipe.InitBuffer(in_x, 1, 256 * sizeof(float));
    pipe.InitBuffer(in_z, 1, 256 * sizeof(float));
    pipe.InitBuffer(out, 1, 256 * sizeof(float));
    LocalTensor<float> a = in_x.AllocTensor<float>(), b = in_z.AllocTensor<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    FAULTY(DataCopy(b, Global<float>(z, 256), 256);)  // FAULT: uninitialized
    REPAIRED(DataCopy(b, Global<float>(y, 256), 256);)
    in_x.EnQue(a);
    in_z.EnQue(b);
    a = in_x.DeQue<float>();
    b = in_z.DeQue<float>();
    LocalTensor<float> c = out.AllocTensor<float>();
    Add(c, a, b, 256);
    in_x.FreeTensor(a);
    in_z.FreeTensor(b);
    CopyOut(out, c, z, 256);
}

// z = sum of the blocks' parts of x, by atomic additions; nobody cleared z.
KERNEL(atomic_target_not_cleared) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer, zeros;
    pipe.InitBuffer(buffer, 64 * sizeof(float));
    pipe.InitBuffer(zeros, 64 * sizeof(float));
    LocalTensor<float> a = buffer.Get<float>(), zero = zeros.Get<float>();
    GlobalTensor<float> from = Global<float>(x, 256), to = Global<float>(z, 64);
    Duplicate(zero, 0.0f, 64);
    Wait<HardEvent::V_MTE3>();
    REPAIRED(DataCopy(to, zero, 64);)
    for (uint32_t i = 0; i < 4; ++i) {
        DataCopy(a, from[i * 64], 64);
        Wait<HardEvent::MTE2_MTE3>();
        PipeBarrier<PIPE_MTE3>();
        SetAtomicAdd<float>();
        DataCopy(to, a, 64);  // FAULT: uninitialized
        SetAtomicNone();
        Wait<HardEvent::MTE3_MTE2>();
    }
}

// z = x + the maximum of the row, which the scalar unit reads before it was computed.
KERNEL(scalar_of_nothing) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer, largest, work;
    pipe.InitBuffer(buffer, 256 * sizeof(float));
    pipe.InitBuffer(largest, 32);
    pipe.InitBuffer(work, 256 * sizeof(float));
    LocalTensor<float> a = buffer.Get<float>(), max = largest.Get<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    Wait<HardEvent::MTE2_V>();
    REPAIRED(ReduceMax<float>(max, a, work.Get<float>(), 256);)
    Wait<HardEvent::V_S>();
    const float value = max.GetValue(0);  // FAULT: uninitialized
    Wait<HardEvent::S_V>();
    Adds(a, a, value, 256);
    Wait<HardEvent::V_MTE3>();
    DataCopy(Global<float>(z, 256), a, 256);
}

// z = x; a table in the workspace, which nobody filled, is copied in and never used.
KERNEL(unused_table_never_written) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer, table;
    pipe.InitBuffer(buffer, 256 * sizeof(float));
    pipe.InitBuffer(table, 256 * sizeof(float));
    LocalTensor<float> a = buffer.Get<float>(), b = table.Get<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    REPAIRED(DataCopy(b, Global<float>(y, 256), 256);)
    FAULTY(DataCopy(b, Global<float>(w, 256), 256);)  // FAULT: uninitialized
    Wait<HardEvent::MTE2_MTE3>();
    DataCopy(Global<float>(z, 256), a, 256);
}
