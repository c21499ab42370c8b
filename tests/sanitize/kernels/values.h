// Numbers that are lost; found on request only.

// z = ln(|x|); the sign is forgotten.
KERNEL(logarithm_of_negative) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 256 * sizeof(float));
    LocalTensor<float> a = buffer.Get<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    Wait<HardEvent::MTE2_V>();
    REPAIRED(Abs(a, a, 256);)
    PipeBarrier<PIPE_V>();
    Ln(a, a, 256);  // FAULT: not_finite
    Muls(a, a, 1.0f, 256);
    Wait<HardEvent::V_MTE3>();
    DataCopy(Global<float>(z, 256), a, 256);
}

// z = (x / 64)^2 in half; the square of x itself is too large.
KERNEL(square_in_half) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 256 * sizeof(half));
    LocalTensor<half> a = buffer.Get<half>();
    DataCopy(a, Global<half>(x, 256), 256);
    Wait<HardEvent::MTE2_V>();
    REPAIRED(Muls(a, a, static_cast<half>(1.0f / 64), 256);)
    PipeBarrier<PIPE_V>();
    Mul(a, a, a, 256);  // FAULT: not_finite
    FAULTY(Muls(a, a, static_cast<half>(1.0f / 4096), 256);)
    Wait<HardEvent::V_MTE3>();
    DataCopy(Global<half>(z, 256), a, 256);
}

// z = exp(x - 2) where places are masked off by -infinity, which is no fault; what follows is one.
KERNEL(logarithm_of_nothing) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 256 * sizeof(float));
    LocalTensor<float> a = buffer.Get<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    Wait<HardEvent::MTE2_V>();
    Adds(a, a, -2.0f, 256);
    PipeBarrier<PIPE_V>();
    Exp(a, a, 256);
    FAULTY(PipeBarrier<PIPE_V>();)
    FAULTY(Ln(a, a, 256);)  // FAULT: not_finite
    FAULTY(Exp(a, a, 256);)
    Wait<HardEvent::V_MTE3>();
    DataCopy(Global<float>(z, 256), a, 256);
}

// z = 3000 times x, added up one by one; from 2048 on, one more makes no difference in half.
KERNEL(ones_added_up_in_half) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> ones, sums, wide_ones, wide_sums;
    pipe.InitBuffer(ones, 128 * sizeof(half));
    pipe.InitBuffer(sums, 128 * sizeof(half));
    pipe.InitBuffer(wide_ones, 128 * sizeof(float));
    pipe.InitBuffer(wide_sums, 128 * sizeof(float));
    LocalTensor<half> a = ones.Get<half>(), sum = sums.Get<half>();
    LocalTensor<float> b = wide_ones.Get<float>(), wide = wide_sums.Get<float>();
    DataCopy(a, Global<half>(x, 128), 128);
    Wait<HardEvent::MTE2_V>();
    Duplicate(sum, static_cast<half>(0.0f), 128);
    Duplicate(wide, 0.0f, 128);
    Cast(b, a, RoundMode::CAST_NONE, 128);
    for (uint32_t i = 0; i < 3000; ++i) {
        FAULTY(Add(sum, sum, a, 128);)  // FAULT: inexact_sum
        REPAIRED(Add(wide, wide, b, 128);)
    }
    REPAIRED(Cast(sum, wide, RoundMode::CAST_RINT, 128);)
    Wait<HardEvent::V_MTE3>();
    DataCopy(Global<half>(z, 128), sum, 128);
}

// z = sum of 128 numbers; in half it is beyond the largest.
KERNEL(row_summed_in_half) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> row, sum, wide_row, wide_sum;
    pipe.InitBuffer(row, 128 * sizeof(half));
    pipe.InitBuffer(sum, 32);
    pipe.InitBuffer(wide_row, 128 * sizeof(float));
    pipe.InitBuffer(wide_sum, 64);
    LocalTensor<half> a = row.Get<half>(), b = sum.Get<half>();
    LocalTensor<float> c = wide_row.Get<float>(), d = wide_sum.Get<float>();
    const DataCopyExtParams one_float(1, sizeof(float), 0, 0, 0);
    DataCopy(a, Global<half>(x, 128), 128);
    Wait<HardEvent::MTE2_V>();
    FAULTY(WholeReduceSum(b, a, 128, 1, 1, 1, 8);)  // FAULT: not_finite
    FAULTY(Cast(d, b, RoundMode::CAST_NONE, 1);)
    REPAIRED(Cast(c, a, RoundMode::CAST_NONE, 128);)
    REPAIRED(WholeReduceSum(d[8], c, 64, 2, 1, 1, 8);)
    REPAIRED(WholeReduceSum(d, d[8], 2, 1, 1, 1, 8);)
    Wait<HardEvent::V_MTE3>();
    DataCopyPad(Global<float>(z, 1), d, one_float);
}
