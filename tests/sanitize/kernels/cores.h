// Several vector cores, and global memory between them.

// z = x + 1 on 2 blocks, whose parts overlap.
KERNEL(parts_overlap) {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in;
    TQue<TPosition::VECOUT, 1> out;
    constexpr uint32_t kCount = FAULTY(160) REPAIRED(128);
    pipe.InitBuffer(in, 1, kCount * sizeof(float));
    pipe.InitBuffer(out, 1, kCount * sizeof(float));
    const uint32_t start = GetBlockIdx() * (256 - kCount);
    LocalTensor<float> a = in.AllocTensor<float>();
    DataCopy(a, Global<float>(x, 256)[start], kCount);
    in.EnQue(a);
    a = in.DeQue<float>();
    LocalTensor<float> b = out.AllocTensor<float>();
    Adds(b, a, 1.0f, kCount);
    in.FreeTensor(a);
    out.EnQue(b);
    b = out.DeQue<float>();
    DataCopy(Global<float>(z, 256)[start], b, kCount);  // FAULT: race
    out.FreeTensor(b);
}

// z = sum of all blocks' parts of x, added up by the first; it does not wait for the others.
BARRIER_KERNEL(read_before_other_core_wrote) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer, total;
    pipe.InitBuffer(buffer, 64 * sizeof(float));
    pipe.InitBuffer(total, 64 * sizeof(float));
    LocalTensor<float> a = buffer.Get<float>(), sum = total.Get<float>();
    GlobalTensor<float> work = Global<float>(w, 256);
    DataCopy(a, Global<float>(x, 256)[GetBlockIdx() * 64], 64);
    Wait<HardEvent::MTE2_MTE3>();
    DataCopy(work[GetBlockIdx() * 64], a, 64);
    Wait<HardEvent::MTE3_MTE2>();
    REPAIRED(SyncAll();)
    if (GetBlockIdx() == 0) {
        Duplicate(sum, 0.0f, 64);
        for (uint32_t i = 0; i < 4; ++i) {
            DataCopy(a, work[i * 64], 64);  // FAULT: race
            Wait<HardEvent::MTE2_V>();
            Add(sum, sum, a, 64);
            Wait<HardEvent::V_MTE2>();
        }
        Wait<HardEvent::V_MTE3>();
        DataCopy(Global<float>(z, 64), sum, 64);
    }
}

// z = maximum of each block's part, one element next to the other: they share a line of the caches.
KERNEL(neighbours_in_a_cache_line) {
    GlobalTensor<float> from = Global<float>(x, 256), to = Global<float>(z, 64);
    constexpr uint32_t kStep = FAULTY(1) REPAIRED(16);
    const uint32_t start = GetBlockIdx() * 64;
    float largest = from.GetValue(start);
    for (uint32_t i = 1; i < 64; ++i) {
        const float value = from.GetValue(start + i);
        largest = value > largest ? value : largest;
    }
    GlobalTensor<float> block = to[GetBlockIdx() * kStep];
    for (uint32_t i = 0; i < kStep; ++i) {
        block.SetValue(i, largest);  // FAULT: false_sharing
    }
    DataCacheCleanAndInvalid<float, CacheLine::ENTIRE_DATA_CACHE, DcciDst::CACHELINE_OUT>(block);
}

// z = 1 in 16 places; all blocks write there, each its own number.
KERNEL(scalars_over_each_other) {
    GlobalTensor<int32_t> block = Global<int32_t>(z, 16);
    const int32_t number = FAULTY(static_cast<int32_t>(GetBlockIdx()) + 1) REPAIRED(1);
    for (uint32_t i = 0; i < 16; ++i) {
        block.SetValue(i, number);  // FAULT: stomp
    }
    DataCacheCleanAndInvalid<int32_t, CacheLine::ENTIRE_DATA_CACHE, DcciDst::CACHELINE_OUT>(block);
}

// z = sums of the blocks, which each leaves in the workspace; they stay in the cache.
BARRIER_KERNEL(cache_not_written_back) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 64 * sizeof(float));
    GlobalTensor<float> from = Global<float>(x, 256), work = Global<float>(w, 64);
    float sum = 0;
    for (uint32_t i = 0; i < 64; ++i) {
        sum += from.GetValue(GetBlockIdx() * 64 + i);
    }
    GlobalTensor<float> line = work[GetBlockIdx() * 16];
    for (uint32_t i = 0; i < 16; ++i) {
        line.SetValue(i, sum);  // FAULT: missing_dcci
    }
    REPAIRED(DataCacheCleanAndInvalid<float, CacheLine::SINGLE_CACHE_LINE, DcciDst::CACHELINE_OUT>(
                 line);)
    SyncAll();
    if (GetBlockIdx() == 0) {
        LocalTensor<float> a = buffer.Get<float>();
        DataCopy(a, work, 64);
        Wait<HardEvent::MTE2_MTE3>();
        DataCopy(Global<float>(z, 64), a, 64);
    }
}

// z = x + the largest of all; the block with the last part does not come to the barrier.
BARRIER_KERNEL(barrier_left_out_by_one) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 64 * sizeof(float));
    LocalTensor<float> a = buffer.Get<float>();
    DataCopy(a, Global<float>(x, 256)[GetBlockIdx() * 64], 64);
    Wait<HardEvent::MTE2_MTE3>();
    DataCopy(Global<float>(z, 256)[GetBlockIdx() * 64], a, 64);
    FAULTY(if (GetBlockIdx() == GetBlockNum() - 1) return;)
    SyncAll();  // FAULT: deadlock
}

// z = x; the software barrier's workspace has 32 bytes for each block but the last.
KERNEL(barrier_workspace_too_small) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    TQue<TPosition::VECIN, 1> flags;
    pipe.InitBuffer(buffer, 64 * sizeof(float));
    pipe.InitBuffer(flags, 1, (FAULTY(3) REPAIRED(4)) * 32);
    LocalTensor<float> a = buffer.Get<float>();
    DataCopy(a, Global<float>(x, 256)[GetBlockIdx() * 64], 64);
    Wait<HardEvent::MTE2_MTE3>();
    DataCopy(Global<float>(z, 256)[GetBlockIdx() * 64], a, 64);
    LocalTensor<int32_t> local = flags.AllocTensor<int32_t>();
    SyncAll(Global<int32_t>(y, 32), local);  // FAULT: scratch_too_small
    flags.FreeTensor(local);
}

// z = x; the words of the software barrier in global memory belong to the first 3 of 4 blocks.
KERNEL(barrier_words_too_few) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    TQue<TPosition::VECIN, 1> flags;
    pipe.InitBuffer(buffer, 64 * sizeof(float));
    pipe.InitBuffer(flags, 1, 4 * 32);
    LocalTensor<float> a = buffer.Get<float>();
    DataCopy(a, Global<float>(x, 256)[GetBlockIdx() * 64], 64);
    Wait<HardEvent::MTE2_MTE3>();
    DataCopy(Global<float>(z, 256)[GetBlockIdx() * 64], a, 64);
    LocalTensor<int32_t> local = flags.AllocTensor<int32_t>();
    GlobalTensor<int32_t> words = Global<int32_t>(y, 40);
    SyncAll(words[FAULTY(16) REPAIRED(8)], local);  // FAULT: scratch_too_small
    flags.FreeTensor(local);
}

// z = x; the software barrier's words begin with what another kernel has left there.
KERNEL(barrier_words_in_use) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    TQue<TPosition::VECIN, 1> flags;
    pipe.InitBuffer(buffer, 64 * sizeof(float));
    pipe.InitBuffer(flags, 1, 4 * 32);
    LocalTensor<float> a = buffer.Get<float>();
    DataCopy(a, Global<float>(x, 256)[GetBlockIdx() * 64], 64);
    Wait<HardEvent::MTE2_MTE3>();
    DataCopy(Global<float>(z, 256)[GetBlockIdx() * 64], a, 64);
    LocalTensor<int32_t> local = flags.AllocTensor<int32_t>();
    SyncAll(Global<int32_t>(FAULTY(x) REPAIRED(y), 32), local);  // FAULT: uninitialized
    flags.FreeTensor(local);
}

// z = x; the software barrier's words in global memory do not begin with zero.
KERNEL(barrier_workspace_not_cleared) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    TQue<TPosition::VECIN, 1> flags;
    pipe.InitBuffer(buffer, 64 * sizeof(float));
    pipe.InitBuffer(flags, 1, 4 * 32);
    LocalTensor<float> a = buffer.Get<float>();
    DataCopy(a, Global<float>(x, 256)[GetBlockIdx() * 64], 64);
    Wait<HardEvent::MTE2_MTE3>();
    DataCopy(Global<float>(z, 256)[GetBlockIdx() * 64], a, 64);
    LocalTensor<int32_t> local = flags.AllocTensor<int32_t>();
    SyncAll(Global<int32_t>(FAULTY(w) REPAIRED(y), 32), local);  // FAULT: uninitialized
    flags.FreeTensor(local);
}
