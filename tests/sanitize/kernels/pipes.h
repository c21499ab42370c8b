// Order between the pipes of one vector core: missing waits, and flags that do not belong together.

// z = x + 1; the vector unit does not wait for the copy in.
KERNEL(vector_before_mte2) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> source, target;
    pipe.InitBuffer(source, 256 * sizeof(float));
    pipe.InitBuffer(target, 256 * sizeof(float));
    LocalTensor<float> a = source.Get<float>(), b = target.Get<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    REPAIRED(Wait<HardEvent::MTE2_V>();)
    Adds(b, a, 1.0f, 256);  // FAULT: race
    Wait<HardEvent::V_MTE3>();
    DataCopy(Global<float>(z, 256), b, 256);
}

// z = x * x; the copy out does not wait for the vector unit.
KERNEL(mte3_before_vector) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> source, target;
    pipe.InitBuffer(source, 256 * sizeof(float));
    pipe.InitBuffer(target, 256 * sizeof(float));
    LocalTensor<float> a = source.Get<float>(), b = target.Get<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    Wait<HardEvent::MTE2_V>();
    Mul(b, a, a, 256);
    REPAIRED(Wait<HardEvent::V_MTE3>();)
    DataCopy(Global<float>(z, 256), b, 256);  // FAULT: race
}

// z = sum of four tiles; the next tile is copied over the one that is being added.
KERNEL(mte2_before_vector) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> source, target;
    pipe.InitBuffer(source, 64 * sizeof(float));
    pipe.InitBuffer(target, 64 * sizeof(float));
    LocalTensor<float> a = source.Get<float>(), b = target.Get<float>();
    GlobalTensor<float> from = Global<float>(x, 256);
    Duplicate(b, 0.0f, 64);
    for (uint32_t i = 0; i < 4; ++i) {
        DataCopy(a, from[i * 64], 64);  // FAULT: race
        Wait<HardEvent::MTE2_V>();
        Add(b, b, a, 64);
        REPAIRED(Wait<HardEvent::V_MTE2>();)
    }
    Wait<HardEvent::V_MTE3>();
    DataCopy(Global<float>(z, 64), b, 64);
}

// z = multiples of x; the next multiple is computed over the one that is being copied out.
KERNEL(vector_before_mte3) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> source, target;
    pipe.InitBuffer(source, 64 * sizeof(float));
    pipe.InitBuffer(target, 64 * sizeof(float));
    LocalTensor<float> a = source.Get<float>(), b = target.Get<float>();
    GlobalTensor<float> to = Global<float>(z, 256);
    DataCopy(a, Global<float>(x, 64), 64);
    Wait<HardEvent::MTE2_V>();
    for (int32_t i = 0; i < 4; ++i) {
        Muls(b, a, static_cast<float>(i), 64);  // FAULT: race
        Wait<HardEvent::V_MTE3>();
        DataCopy(to[i * 64], b, 64);
        REPAIRED(Wait<HardEvent::MTE3_V>();)
    }
}

// z = x through one buffer; the copy out does not wait for the copy in.
KERNEL(mte3_before_mte2) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 256 * sizeof(float));
    LocalTensor<float> a = buffer.Get<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    REPAIRED(Wait<HardEvent::MTE2_MTE3>();)
    DataCopy(Global<float>(z, 256), a, 256);  // FAULT: race
}

// z = x through one buffer of half the size; the second half is copied in over the first.
KERNEL(mte2_before_mte3) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 128 * sizeof(float));
    LocalTensor<float> a = buffer.Get<float>();
    GlobalTensor<float> from = Global<float>(x, 256), to = Global<float>(z, 256);
    for (uint32_t i = 0; i < 2; ++i) {
        DataCopy(a, from[i * 128], 128);  // FAULT: race
        Wait<HardEvent::MTE2_MTE3>();
        DataCopy(to[i * 128], a, 128);
        REPAIRED(Wait<HardEvent::MTE3_MTE2>();)
    }
}

// z = 2 * w with w = x: what was copied out to the workspace is copied in too early.
KERNEL(workspace_read_too_early) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer, again;
    pipe.InitBuffer(buffer, 256 * sizeof(float));
    pipe.InitBuffer(again, 256 * sizeof(float));
    LocalTensor<float> a = buffer.Get<float>(), b = again.Get<float>();
    GlobalTensor<float> work = Global<float>(w, 256);
    DataCopy(a, Global<float>(x, 256), 256);
    Wait<HardEvent::MTE2_MTE3>();
    DataCopy(work, a, 256);
    REPAIRED(Wait<HardEvent::MTE3_MTE2>();)
    DataCopy(b, work, 256);  // FAULT: race
    Wait<HardEvent::MTE2_V>();
    Muls(b, b, 2.0f, 256);
    Wait<HardEvent::V_MTE3>();
    DataCopy(Global<float>(z, 256), b, 256);
}

// z = x, then its first quarter twice as large; copies out to one place are not ordered.
KERNEL(overlapping_copies_out) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer, quarter;
    pipe.InitBuffer(buffer, 256 * sizeof(float));
    pipe.InitBuffer(quarter, 64 * sizeof(float));
    LocalTensor<float> a = buffer.Get<float>(), b = quarter.Get<float>();
    GlobalTensor<float> to = Global<float>(z, 256);
    DataCopy(a, Global<float>(x, 256), 256);
    Wait<HardEvent::MTE2_V>();
    Muls(b, a, 2.0f, 64);
    Wait<HardEvent::V_MTE3>();
    DataCopy(to, a, 256);
    REPAIRED(PipeBarrier<PIPE_MTE3>();)
    DataCopy(to, b, 64);  // FAULT: race
}

// z = x with the first quarter of y; copies in to one place are not ordered.
KERNEL(overlapping_copies_in) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 256 * sizeof(float));
    LocalTensor<float> a = buffer.Get<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    REPAIRED(PipeBarrier<PIPE_MTE2>();)
    DataCopy(a, Global<float>(y, 256), 64);  // FAULT: race
    Wait<HardEvent::MTE2_MTE3>();
    DataCopy(Global<float>(z, 256), a, 256);
}

// z = the first 12 of each 16 numbers of x; copies of whole blocks reach into the next row.
KERNEL(rows_rounded_up) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 256 * sizeof(float));
    LocalTensor<float> a = buffer.Get<float>();
    GlobalTensor<float> to = Global<float>(z, 192);
    const DataCopyExtParams row(1, 12 * sizeof(float), 0, 0, 0);
    DataCopy(a, Global<float>(x, 256), 256);
    Wait<HardEvent::MTE2_MTE3>();
    for (uint32_t i = 0; i < 15; ++i) {
        FAULTY(DataCopy(to[i * 12], a[i * 16], 16);)  // FAULT: race
        REPAIRED(DataCopyPad(to[i * 12], a[i * 16], row);)
    }
    DataCopyPad(to[15 * 12], a[15 * 16], row);
}

// z = x; the last copy out begins before the end of the first, with the same numbers if it is
// right.
KERNEL(tail_begins_early) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> first, last;
    pipe.InitBuffer(first, 64 * sizeof(float));
    pipe.InitBuffer(last, 64 * sizeof(float));
    LocalTensor<float> a = first.Get<float>(), b = last.Get<float>();
    GlobalTensor<float> from = Global<float>(x, 100), to = Global<float>(z, 100);
    DataCopy(a, from, 64);
    DataCopy(b, from[FAULTY(32) REPAIRED(36)], 64);
    Wait<HardEvent::MTE2_MTE3>();
    DataCopy(to, a, 64);
    DataCopy(to[36], b, 64);  // FAULT: race
}

// z = x + y by queues; y's copy goes past its queue.
KERNEL(queue_left_out) {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in_x, in_y;
    TQue<TPosition::VECOUT, 1> out;
    pipe.InitBuffer(in_x, 1, 256 * sizeof(float));
    pipe.InitBuffer(in_y, 1, 256 * sizeof(float));
    pipe.InitBuffer(out, 1, 256 * sizeof(float));
    LocalTensor<float> a = in_x.AllocTensor<float>(), b = in_y.AllocTensor<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    in_x.EnQue(a);
    DataCopy(b, Global<float>(y, 256), 256);
    REPAIRED(in_y.EnQue(b);)
    a = in_x.DeQue<float>();
    REPAIRED(b = in_y.DeQue<float>();)
    LocalTensor<float> c = out.AllocTensor<float>();
    Add(c, a, b, 256);  // FAULT: race
    in_x.FreeTensor(a);
    in_y.FreeTensor(b);
    CopyOut(out, c, z, 256);
}

// z = x; a flag is raised for the next tile, and there is none.
KERNEL(flag_without_wait) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 256 * sizeof(float));
    LocalTensor<float> a = buffer.Get<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    Wait<HardEvent::MTE2_MTE3>();
    DataCopy(Global<float>(z, 256), a, 256);
    SetFlag<HardEvent::MTE3_MTE2>(EVENT_ID1);  // FAULT: unpaired_flag
    REPAIRED(WaitFlag<HardEvent::MTE3_MTE2>(EVENT_ID1);)
}

// z = x; the first tile waits for a flag that only later tiles are given.
KERNEL(wait_without_flag) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 128 * sizeof(float));
    LocalTensor<float> a = buffer.Get<float>();
    GlobalTensor<float> from = Global<float>(x, 256), to = Global<float>(z, 256);
    REPAIRED(SetFlag<HardEvent::MTE3_MTE2>(EVENT_ID2);)
    for (uint32_t i = 0; i < 2; ++i) {
        WaitFlag<HardEvent::MTE3_MTE2>(EVENT_ID2);  // FAULT: deadlock
        DataCopy(a, from[i * 128], 128);
        Wait<HardEvent::MTE2_MTE3>();
        DataCopy(to[i * 128], a, 128);
        if (i == 0) {
            SetFlag<HardEvent::MTE3_MTE2>(EVENT_ID2);
        }
    }
}

// z = x + y; one event is used for both copies and raised twice before anyone waits.
KERNEL(flag_raised_twice) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> left, right;
    pipe.InitBuffer(left, 256 * sizeof(float));
    pipe.InitBuffer(right, 256 * sizeof(float));
    LocalTensor<float> a = left.Get<float>(), b = right.Get<float>();
    constexpr int32_t kSecond = FAULTY(3) REPAIRED(4);
    DataCopy(a, Global<float>(x, 256), 256);
    SetFlag<HardEvent::MTE2_V>(3);
    DataCopy(b, Global<float>(y, 256), 256);
    SetFlag<HardEvent::MTE2_V>(kSecond);  // FAULT: redundant_flag
    WaitFlag<HardEvent::MTE2_V>(3);
    WaitFlag<HardEvent::MTE2_V>(kSecond);
    Add(a, a, b, 256);
    Wait<HardEvent::V_MTE3>();
    DataCopy(Global<float>(z, 256), a, 256);
}

// z = x + y; a wait for a flag that was raised twice goes on after the first.
KERNEL(flag_waited_for_once) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> left, right;
    pipe.InitBuffer(left, 256 * sizeof(float));
    pipe.InitBuffer(right, 256 * sizeof(float));
    LocalTensor<float> a = left.Get<float>(), b = right.Get<float>();
    constexpr int32_t kSecond = FAULTY(3) REPAIRED(4);
    DataCopy(a, Global<float>(x, 256), 256);
    SetFlag<HardEvent::MTE2_V>(3);
    DataCopy(b, Global<float>(y, 256), 256);
    SetFlag<HardEvent::MTE2_V>(kSecond);  // FAULT: redundant_flag
    WaitFlag<HardEvent::MTE2_V>(3);
    REPAIRED(WaitFlag<HardEvent::MTE2_V>(kSecond);)
    Add(a, a, b, 256);  // FAULT: race
    FAULTY(WaitFlag<HardEvent::MTE2_V>(kSecond);)
    Wait<HardEvent::V_MTE3>();
    DataCopy(Global<float>(z, 256), a, 256);
}

// z = x twice through one buffer; the second copy in waits for what it has waited for already.
KERNEL(flag_repeated) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 256 * sizeof(float));
    LocalTensor<float> a = buffer.Get<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    Wait<HardEvent::MTE2_MTE3>();
    DataCopy(Global<float>(z, 256), a, 256);
    for (uint32_t i = 0; i < FAULTY(2) REPAIRED(1); ++i) {
        SetFlag<HardEvent::MTE3_MTE2>(2);   // FAULT: redundant_flag
        WaitFlag<HardEvent::MTE3_MTE2>(2);  // FAULT: redundant_flag
    }
    DataCopy(a, Global<float>(x, 256), 256);
    Wait<HardEvent::MTE2_MTE3>();
    DataCopy(Global<float>(z, 512)[256], a, 256);
}

// z = x; an event that the core does not have.
KERNEL(event_out_of_range) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 256 * sizeof(float));
    LocalTensor<float> a = buffer.Get<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    const int32_t event = FAULTY(8) REPAIRED(5);
    SetFlag<HardEvent::MTE2_MTE3>(event);   // FAULT: illegal_parameter
    WaitFlag<HardEvent::MTE2_MTE3>(event);  // FAULT: illegal_parameter
    DataCopy(Global<float>(z, 256), a, 256);
}

// z = x in 10 tiles; each takes an event and gives none back.
KERNEL(events_exhausted) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 10 * 16 * sizeof(float));
    LocalTensor<float> a = buffer.Get<float>();
    GlobalTensor<float> from = Global<float>(x, 160), to = Global<float>(z, 160);
    for (uint32_t i = 0; i < 10; ++i) {
        DataCopy(a[i * 16], from[i * 16], 16);
        const TEventID event = pipe.AllocEventID<HardEvent::MTE2_MTE3>();  // FAULT: event_exhausted
        SetFlag<HardEvent::MTE2_MTE3>(event);
        WaitFlag<HardEvent::MTE2_MTE3>(event);
        DataCopy(to[i * 16], a[i * 16], 16);
        REPAIRED(pipe.ReleaseEventID<HardEvent::MTE2_MTE3>(event);)
    }
}
