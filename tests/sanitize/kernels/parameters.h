// Parameters that the documentation does not allow, operands that overlap, values that are none.

// z = x + 1; a mask of 128 elements is half's, a repeat of float has 64.
KERNEL(mask_of_another_type) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 512 * sizeof(float));
    LocalTensor<float> a = buffer.Get<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    Wait<HardEvent::MTE2_V>();
    constexpr uint64_t kMask = FAULTY(128) REPAIRED(64);
    Adds(a, a, 1.0f, kMask, 4, UnaryRepeatParams(1, 1, 8, 8));  // FAULT: illegal_parameter
    Wait<HardEvent::V_MTE3>();
    DataCopy(Global<float>(z, 256), a, 256);
}

// z = -x of 16384 elements; 256 repeats are one more than an instruction has.
KERNEL(too_many_repeats) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 16384 * sizeof(float));
    LocalTensor<float> a = buffer.Get<float>();
    DataCopy(a, Global<float>(x, 16384), 16384);
    Wait<HardEvent::MTE2_V>();
    const int32_t repeats = FAULTY(256) REPAIRED(255);
    Muls(a, a, -1.0f, 64, repeats, UnaryRepeatParams(1, 1, 8, 8));  // FAULT: illegal_parameter
    REPAIRED(Muls(a[255 * 64], a[255 * 64], -1.0f, 64, 1, UnaryRepeatParams(1, 1, 8, 8));)
    Wait<HardEvent::V_MTE3>();
    DataCopy(Global<float>(z, 16384), a, 16384);
}

// z = x; 60 elements are no whole blocks of 32 bytes, and the copy leaves the rest out.
KERNEL(count_of_no_whole_blocks) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 64 * sizeof(float));
    LocalTensor<float> a = buffer.Get<float>();
    DataCopy(a, Global<float>(x, 64), FAULTY(60) REPAIRED(64));  // FAULT: illegal_parameter
    Wait<HardEvent::MTE2_MTE3>();
    DataCopy(Global<float>(z, 64), a, FAULTY(56) REPAIRED(64));
}

// z = x with each row padded to 64 bytes; padding is at most 32 bytes.
KERNEL(padding_too_wide) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 4 * 64);
    LocalTensor<half> a = buffer.Get<half>();
    const DataCopyExtParams rows{4, FAULTY(30) REPAIRED(32), 0, 0, 0};
    const DataCopyPadExtParams<half> pad{true, 0, FAULTY(17) REPAIRED(16), half(0)};
    DataCopyPad(a, Global<half>(x, 64), rows, pad);  // FAULT: illegal_parameter
    Wait<HardEvent::MTE2_MTE3>();
    DataCopy(Global<half>(z, 128), a, 128);
}

// z = x by 4096 rows; a copy has 4095.
KERNEL(too_many_rows) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 4096 * 32);
    LocalTensor<float> a = buffer.Get<float>();
    GlobalTensor<float> from = Global<float>(x, 32768);
    const DataCopyExtParams rows{FAULTY(4096) REPAIRED(4095), 32, 0, 0, 0};
    const DataCopyPadExtParams<float> none;
    DataCopyPad(a, from, rows, none);  // FAULT: illegal_parameter
    REPAIRED(DataCopyPad(a[32760], from[32760], DataCopyExtParams(1, 32, 0, 0, 0), none);)
    Wait<HardEvent::MTE2_MTE3>();
    DataCopy(Global<float>(z, 32768), a, 32768);
}

// z = x + 1, put half a repeat further in the same buffer.
KERNEL(target_overlaps_source) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 512 * sizeof(float));
    LocalTensor<float> a = buffer.Get<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    Wait<HardEvent::MTE2_V>();
    LocalTensor<float> b = a[FAULTY(32) REPAIRED(256)];
    Adds(b, a, 1.0f, 64, 4, UnaryRepeatParams(1, 1, 8, 8));  // FAULT: overlap
    Wait<HardEvent::V_MTE3>();
    DataCopy(Global<float>(z, 256), b, 256);
}

// z = 2 * x moved on by a repeat in place: each repeat reads what the one before wrote.
KERNEL(target_overlaps_next_source) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 512 * sizeof(float));
    LocalTensor<float> a = buffer.Get<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    Wait<HardEvent::MTE2_V>();
    LocalTensor<float> b = a[FAULTY(64) REPAIRED(256)];
    Muls(b, a, 2.0f, 64, 4, UnaryRepeatParams(1, 1, 8, 8));  // FAULT: overlap
    Wait<HardEvent::V_MTE3>();
    DataCopy(Global<float>(z, 256), b, 256);
}

// z = floor(x), by a library function whose page does not let it work in place.
KERNEL(function_in_place) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 512 * sizeof(float));
    LocalTensor<float> a = buffer.Get<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    Wait<HardEvent::MTE2_V>();
    LocalTensor<float> b = a[FAULTY(0) REPAIRED(256)];
    Floor(b, a, 256);  // FAULT: overlap
    Wait<HardEvent::V_MTE3>();
    DataCopy(Global<float>(z, 256), b, 256);
}

// z = ln(min(max(exp(x) + 2 * x, 1), 2)) of the first 64, by functions that the library makes of
// one instruction here, and whose pages do not let them work in place. (Log does, on 910B.)
KERNEL(functions_in_place) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 2048 * sizeof(float));
    LocalTensor<float> a = buffer.Get<float>();
    LocalTensor<uint8_t> work = a[1024].ReinterpretCast<uint8_t>();
    constexpr int kStep = FAULTY(0) REPAIRED(64);
    DataCopy(a, Global<float>(x, 64), 64);
    Wait<HardEvent::MTE2_V>();
    LocalTensor<float> b = a[kStep], c = b[kStep], d = c[kStep], e = d[kStep];
    Exp<float, 3>(b, a, work, 64);   // FAULT: overlap
    Axpy(b, a, 2.0f, work, 64);      // FAULT: overlap
    ClampMin(c, b, work, 1.0f, 64);  // FAULT: overlap
    ClampMax(d, c, work, 2.0f, 64);  // FAULT: overlap
    Log(e, d, 64);
    Wait<HardEvent::V_MTE3>();
    DataCopy(Global<float>(z, 64), e, 64);
}

// z = y / x; on hardware Reciprocal is an estimate, which the documentation advises against.
KERNEL(quotient_by_an_estimate) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 512 * sizeof(float));
    LocalTensor<float> a = buffer.Get<float>(), b = a[256];
    DataCopy(a, Global<float>(x, 256), 256);
    DataCopy(b, Global<float>(y, 256), 256);
    Wait<HardEvent::MTE2_V>();
    FAULTY(Reciprocal(a, a, 256);)  // FAULT: accuracy
    FAULTY(Mul(b, b, a, 256);)
    REPAIRED(Div(b, b, a, 256);)
    Wait<HardEvent::V_MTE3>();
    DataCopy(Global<float>(z, 256), b, 256);
}
