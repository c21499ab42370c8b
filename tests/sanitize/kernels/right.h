// What looks like a fault and is none, as CANN's documentation says: both forms are silent.

// z = 0, 1, 2, ... set one by one: the compiler makes the copy out wait for the scalar unit
// (asc-devkit, docs/zh/api/SIMD-API: "关键特性说明" of "核内同步", table 3).
KERNEL(copy_out_behind_scalars) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 64 * sizeof(float));
    LocalTensor<float> a = buffer.Get<float>();
    for (int32_t i = 0; i < 64; ++i) {
        a.SetValue(i, static_cast<float>(i));
    }
    DataCopy(Global<float>(z, 64), a, 64);
}

// z = sum of x; with a count, ReduceSum leaves its work tensor alone on Ascend910B (the page of
// ReduceSum: "方式一").
KERNEL(work_tensor_not_used) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> work, data, result;
    pipe.InitBuffer(result, 32);
    pipe.InitBuffer(data, 4096 * sizeof(float));
    pipe.InitBuffer(work, 32);
    LocalTensor<float> a = data.Get<float>(), sum = result.Get<float>();
    DataCopy(a, Global<float>(x, 4096), 4096);
    Wait<HardEvent::MTE2_V>();
    ReduceSum<float>(sum, a, work.Get<float>(), 4096);
    Wait<HardEvent::V_MTE3>();
    DataCopyPad(Global<float>(z, 1), sum, DataCopyExtParams(1, sizeof(float), 0, 0, 0));
}
