// Queues, their tensors, and the memory that they are given.

// z = x + y; x is given back before it is used.
KERNEL(use_after_free) {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in_x, in_y;
    TQue<TPosition::VECOUT, 1> out;
    pipe.InitBuffer(in_x, 1, 256 * sizeof(float));
    pipe.InitBuffer(in_y, 1, 256 * sizeof(float));
    pipe.InitBuffer(out, 1, 256 * sizeof(float));
    LocalTensor<float> a = in_x.AllocTensor<float>(), b = in_y.AllocTensor<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    DataCopy(b, Global<float>(y, 256), 256);
    in_x.EnQue(a);
    in_y.EnQue(b);
    a = in_x.DeQue<float>();
    b = in_y.DeQue<float>();
    LocalTensor<float> c = out.AllocTensor<float>();
    FAULTY(in_x.FreeTensor(a);)
    Add(c, a, b, 256);  // FAULT: use_after_free
    REPAIRED(in_x.FreeTensor(a);)
    in_y.FreeTensor(b);
    CopyOut(out, c, z, 256);
}

// z = 3 * x; x is given back twice.
KERNEL(double_free) {
    TPipe pipe;
    TQue<TPosition::VECIN, 2> in;
    TQue<TPosition::VECOUT, 2> out;
    pipe.InitBuffer(in, 2, 256 * sizeof(float));
    pipe.InitBuffer(out, 2, 256 * sizeof(float));
    LocalTensor<float> a = in.AllocTensor<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    in.EnQue(a);
    a = in.DeQue<float>();
    LocalTensor<float> b = out.AllocTensor<float>();
    Muls(b, a, 3.0f, 256);
    in.FreeTensor(a);
    FAULTY(in.FreeTensor(a);)  // FAULT: double_free
    CopyOut(out, b, z, 256);
}

// z = x / 2; x is never given back.
KERNEL(tensor_not_freed) {
    TPipe pipe;
    TQue<TPosition::VECIN, 2> in;
    TQue<TPosition::VECOUT, 2> out;
    pipe.InitBuffer(in, 2, 128 * sizeof(float));
    pipe.InitBuffer(out, 2, 128 * sizeof(float));
    GlobalTensor<float> from = Global<float>(x, 256), to = Global<float>(z, 256);
    for (uint32_t i = 0; i < 2; ++i) {
        LocalTensor<float> a = in.AllocTensor<float>();
        DataCopy(a, from[i * 128], 128);
        in.EnQue(a);
        a = in.DeQue<float>();  // FAULT: leak
        LocalTensor<float> b = out.AllocTensor<float>();
        Muls(b, a, 0.5f, 128);
        REPAIRED(in.FreeTensor(a);)
        out.EnQue(b);
        b = out.DeQue<float>();
        DataCopy(to[i * 128], b, 128);
        out.FreeTensor(b);
    }
}

// z = x - y; y is given back to x's queue.
KERNEL(freed_to_another_queue) {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in_x, in_y;
    TQue<TPosition::VECOUT, 1> out;
    pipe.InitBuffer(in_x, 2, 256 * sizeof(float));
    pipe.InitBuffer(in_y, 2, 256 * sizeof(float));
    pipe.InitBuffer(out, 1, 256 * sizeof(float));
    LocalTensor<float> a = in_x.AllocTensor<float>(), b = in_y.AllocTensor<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    DataCopy(b, Global<float>(y, 256), 256);
    in_x.EnQue(a);
    in_y.EnQue(b);
    a = in_x.DeQue<float>();
    b = in_y.DeQue<float>();
    LocalTensor<float> c = out.AllocTensor<float>();
    Sub(c, a, b, 256);
    in_x.FreeTensor(a);
    FAULTY(in_x.FreeTensor(b);)  // FAULT: wrong_queue
    REPAIRED(in_y.FreeTensor(b);)
    CopyOut(out, c, z, 256);
}

// z = x in tiles; each takes a tensor of a queue with two, and none is given back.
KERNEL(more_tensors_than_buffers) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> sum;
    TQue<TPosition::VECIN, 4> in;
    pipe.InitBuffer(sum, 64 * sizeof(float));
    pipe.InitBuffer(in, FAULTY(2) REPAIRED(3), 64 * sizeof(float));
    GlobalTensor<float> from = Global<float>(x, 256);
    for (uint32_t i = 0; i < 3; ++i) {
        LocalTensor<float> a = in.AllocTensor<float>();  // FAULT: too_many_alloc
        DataCopy(a, from[i * 64], 64);
        in.EnQue(a);
    }
    LocalTensor<float> b = sum.Get<float>();
    Duplicate(b, 0.0f, 64);
    for (uint32_t i = 0; i < 3; ++i) {
        LocalTensor<float> a = in.DeQue<float>();
        Add(b, b, a, 64);
        in.FreeTensor(a);
    }
    Wait<HardEvent::V_MTE3>();
    DataCopy(Global<float>(z, 64), b, 64);
}

// z = x + x + ...: nine inputs of one position at a time, where the cores can follow eight.
KERNEL(more_tensors_than_events) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> sum;
    TQue<TPosition::VECIN, 1> low, high;
    constexpr uint32_t kHigh = FAULTY(5) REPAIRED(4);
    pipe.InitBuffer(sum, 32 * sizeof(float));
    pipe.InitBuffer(low, 4, 32 * sizeof(float));
    pipe.InitBuffer(high, kHigh, 32 * sizeof(float));
    GlobalTensor<float> from = Global<float>(x, 256);
    LocalTensor<float> parts[9];
    for (uint32_t i = 0; i < 4; ++i) {
        parts[i] = low.AllocTensor<float>();
        DataCopy(parts[i], from[i * 32], 32);
    }
    for (uint32_t i = 4; i < 4 + kHigh; ++i) {
        parts[i] = high.AllocTensor<float>();  // FAULT: too_many_alloc
        DataCopy(parts[i], from, 32);
    }
    Wait<HardEvent::MTE2_V>();
    LocalTensor<float> b = sum.Get<float>();
    Duplicate(b, 0.0f, 32);
    for (uint32_t i = 0; i < 4 + kHigh; ++i) {
        Add(b, b, parts[i], 32);
    }
    for (uint32_t i = 0; i < 4; ++i) {
        low.FreeTensor(parts[i]);
    }
    for (uint32_t i = 4; i < 4 + kHigh; ++i) {
        high.FreeTensor(parts[i]);
    }
    Wait<HardEvent::V_MTE3>();
    DataCopy(Global<float>(z, 32), b, 32);
}

// z = exp(x); the result is taken out of the queue before it was put in.
KERNEL(dequeued_before_enqueued) {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in;
    TQue<TPosition::VECOUT, 1> out;
    pipe.InitBuffer(in, 1, 256 * sizeof(float));
    pipe.InitBuffer(out, 1, 256 * sizeof(float));
    LocalTensor<float> a = in.AllocTensor<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    REPAIRED(in.EnQue(a);)
    a = in.DeQue<float>();  // FAULT: queue_order
    LocalTensor<float> b = out.AllocTensor<float>();
    Exp(b, a, 256);
    in.FreeTensor(a);
    CopyOut(out, b, z, 256);
}

// z = |x|; the result is enqueued twice, and taken out once.
KERNEL(enqueued_twice) {
    TPipe pipe;
    TQue<TPosition::VECIN, 2> in;
    TQue<TPosition::VECOUT, 2> out;
    pipe.InitBuffer(in, 2, 256 * sizeof(float));
    pipe.InitBuffer(out, 2, 256 * sizeof(float));
    LocalTensor<float> a = in.AllocTensor<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    in.EnQue(a);
    a = in.DeQue<float>();
    LocalTensor<float> b = out.AllocTensor<float>();
    Abs(b, a, 256);
    in.FreeTensor(a);
    out.EnQue(b);
    FAULTY(out.EnQue(b);)  // FAULT: queue_order
    b = out.DeQue<float>();
    DataCopy(Global<float>(z, 256), b, 256);
    out.FreeTensor(b);
}

// z = x + 1 in one tile of 32 KiB with two buffers each way and a temporary: more than there is.
KERNEL(unified_buffer_exceeded) {
    TPipe pipe;
    TQue<TPosition::VECIN, 2> in;
    TQue<TPosition::VECOUT, 2> out;
    TBuf<TPosition::VECCALC> temporary;
    constexpr uint32_t kTile = FAULTY(40) REPAIRED(32) * 1024;
    pipe.InitBuffer(in, 2, kTile);
    pipe.InitBuffer(out, 2, kTile);
    pipe.InitBuffer(temporary, kTile);  // FAULT: memory_exceeded
    LocalTensor<float> a = in.AllocTensor<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    in.EnQue(a);
    a = in.DeQue<float>();
    LocalTensor<float> b = out.AllocTensor<float>();
    Adds(b, a, 1.0f, 256);
    in.FreeTensor(a);
    CopyOut(out, b, z, 256);
}

// z = sum of two tiles, both copied in first; the queue is one tensor deep.
KERNEL(queue_too_shallow) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> sum;
    TQue<TPosition::VECIN, FAULTY(1) REPAIRED(2)> in;
    pipe.InitBuffer(sum, 128 * sizeof(float));
    pipe.InitBuffer(in, 2, 128 * sizeof(float));
    GlobalTensor<float> from = Global<float>(x, 256);
    for (uint32_t i = 0; i < 2; ++i) {
        LocalTensor<float> a = in.AllocTensor<float>();
        DataCopy(a, from[i * 128], 128);
        in.EnQue(a);  // FAULT: queue_order
    }
    LocalTensor<float> a = in.DeQue<float>(), b = in.DeQue<float>(), c = sum.Get<float>();
    Add(c, a, b, 128);
    in.FreeTensor(a);
    in.FreeTensor(b);
    Wait<HardEvent::V_MTE3>();
    DataCopy(Global<float>(z, 128), c, 128);
}

// z = 2 * x; the second buffer of the pool is partly after it.
KERNEL(pool_exceeded) {
    TPipe pipe;
    TBufPool<TPosition::VECCALC> pool;
    TBuf<TPosition::VECCALC> source, target;
    pipe.InitBufPool(pool, FAULTY(1536) REPAIRED(2048));
    pool.InitBuffer(source, 256 * sizeof(float));
    pool.InitBuffer(target, 256 * sizeof(float));  // FAULT: memory_exceeded
    LocalTensor<float> a = source.Get<float>(), b = target.Get<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    Wait<HardEvent::MTE2_V>();
    Muls(b, a, 2.0f, 256);
    Wait<HardEvent::V_MTE3>();
    DataCopy(Global<float>(z, 256), b, 256);
}

// z = 2 * x; a pool within a pool, which ends first, and one next to it in the same bytes.
KERNEL(nested_pool_exceeded) {
    TPipe pipe;
    TBufPool<TPosition::VECCALC> pool, inner, beside;
    TBuf<TPosition::VECCALC> first, source, target;
    pipe.InitBufPool(pool, 2560);
    pool.InitBuffer(first, 512);
    pool.InitBufPool(inner, FAULTY(2304) REPAIRED(2048));          // FAULT: memory_exceeded
    pool.InitBufPool(beside, FAULTY(2560) REPAIRED(1024), inner);  // FAULT: memory_exceeded
    inner.InitBuffer(source, 256 * sizeof(float));
    inner.InitBuffer(target, 256 * sizeof(float));
    LocalTensor<float> a = source.Get<float>(), b = target.Get<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    Wait<HardEvent::MTE2_V>();
    Muls(b, a, 2.0f, 256);
    Wait<HardEvent::V_MTE3>();
    DataCopy(Global<float>(z, 256), b, 256);
}

// z = x; a TPipe has 64 buffers, and one more is asked for.
KERNEL(too_many_buffers) {
    TPipe pipe;
    TQueBind<TPosition::VECIN, TPosition::VECOUT, 1> queues[FAULTY(13) REPAIRED(12)];
    for (auto& queue : queues) {
        pipe.InitBuffer(queue, 5, 256 * sizeof(float));  // FAULT: trap
    }
    LocalTensor<float> a = queues[0].AllocTensor<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    queues[0].EnQue(a);
    a = queues[0].DeQue<float>();
    DataCopy(Global<float>(z, 256), a, 256);
    queues[0].FreeTensor(a);
}

// z = x; 1000 bytes are asked for and 1024 given, which hold 256 floats and no more.
KERNEL(rounded_buffer_exceeded) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer, behind;
    pipe.InitBuffer(buffer, 1000);
    pipe.InitBuffer(behind, 1000);
    LocalTensor<float> a = buffer.Get<float>();
    constexpr uint32_t kCount = FAULTY(264) REPAIRED(256);
    DataCopy(a, Global<float>(x, 264), kCount);  // FAULT: out_of_bounds
    Wait<HardEvent::MTE2_MTE3>();
    DataCopy(Global<float>(z, 256), a, 256);
}
