// The temporaries of library functions: what they take after the buffers, and what they are given.

// z = tanh(x); the buffers leave no memory for what the library function needs next to them.
KERNEL(no_room_for_a_library_function) {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in;
    TQue<TPosition::VECOUT, 1> out;
    constexpr uint32_t kTile = FAULTY(96) REPAIRED(32) * 1024;
    pipe.InitBuffer(in, 1, kTile);
    pipe.InitBuffer(out, 1, kTile);
    LocalTensor<float> a = in.AllocTensor<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    in.EnQue(a);
    a = in.DeQue<float>();
    LocalTensor<float> b = out.AllocTensor<float>();
    Tanh(b, a, 256);  // FAULT: memory_exceeded
    in.FreeTensor(a);
    CopyOut(out, b, z, 256);
}

// z = the largest of each row; ReduceMax takes a vector for each row after the buffers.
KERNEL(no_room_for_a_reduction) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> data, rest;
    pipe.InitBuffer(data, 4096 * sizeof(float));
    pipe.InitBuffer(rest, (FAULTY(175) REPAIRED(170)) * 1024);
    LocalTensor<float> a = data.Get<float>(), b = rest.Get<float>();
    DataCopy(a, Global<float>(x, 4096), 4096);
    Wait<HardEvent::MTE2_V>();
    uint32_t shape[] = {16, 256};
    ReduceMax<float, Pattern::Reduce::AR>(b, a, shape, true);  // FAULT: memory_exceeded
    Wait<HardEvent::V_MTE3>();
    DataCopy(Global<float>(z, 16), b, 16);
}

// z = sum of x; ReduceSum folds the row in the bytes after the buffers.
KERNEL(no_room_for_a_sum) {
    TPipe pipe;
    TQue<TPosition::VECIN, 2> in;
    TBuf<TPosition::VECCALC> result;
    constexpr uint32_t kTile = FAULTY(92) REPAIRED(86) * 1024;
    pipe.InitBuffer(in, 2, kTile);
    pipe.InitBuffer(result, 32);
    LocalTensor<float> a = in.AllocTensor<float>(), sum = result.Get<float>();
    DataCopy(a, Global<float>(x, 4096), 4096);
    in.EnQue(a);
    a = in.DeQue<float>();
    uint32_t shape[] = {1, 4096};
    ReduceSum<float, Pattern::Reduce::AR>(sum, a, shape, true);  // FAULT: memory_exceeded
    in.FreeTensor(a);
    Wait<HardEvent::V_MTE3>();
    DataCopyPad(Global<float>(z, 1), sum, DataCopyExtParams(1, sizeof(float), 0, 0, 0));
}

// z = softmax of 8 rows; no memory is left for one of them.
KERNEL(no_room_for_softmax) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> source, target, rest;
    pipe.InitBuffer(source, 1024 * sizeof(float));
    pipe.InitBuffer(target, 1024 * sizeof(float));
    pipe.InitBuffer(rest, (FAULTY(184) REPAIRED(180)) * 1024 - 256);
    LocalTensor<float> a = source.Get<float>(), b = target.Get<float>();
    DataCopy(a, Global<float>(x, 1024), 1024);
    Wait<HardEvent::MTE2_V>();
    const SoftMaxTiling tiling = SoftMaxFlashV2TilingFuncImpl(8, 128, 4, 4, 1024);
    SoftMax<float>(b, a, tiling, {8, 128, 8, 128});  // FAULT: memory_exceeded
    Wait<HardEvent::V_MTE3>();
    DataCopy(Global<float>(z, 1024), b, 1024);
}

// z = the largest of x; the work tensor holds one block of 32 bytes only.
KERNEL(work_tensor_too_small) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> work, data, result;
    pipe.InitBuffer(result, 32);
    pipe.InitBuffer(data, 4096 * sizeof(float));
    pipe.InitBuffer(work, FAULTY(32) REPAIRED(512));
    LocalTensor<float> a = data.Get<float>(), most = result.Get<float>();
    DataCopy(a, Global<float>(x, 4096), 4096);
    Wait<HardEvent::MTE2_V>();
    ReduceMax<float>(most, a, work.Get<float>(), 4096);  // FAULT: scratch_too_small
    Wait<HardEvent::V_MTE3>();
    DataCopyPad(Global<float>(z, 1), most, DataCopyExtParams(1, sizeof(float), 0, 0, 0));
}

// z = sum of x in 64 repeats; the work tensor is short of half of their sums.
KERNEL(work_tensor_of_sum_too_small) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> work, data, result;
    pipe.InitBuffer(result, 32);
    pipe.InitBuffer(data, 4096 * sizeof(float));
    pipe.InitBuffer(work, FAULTY(128) REPAIRED(256));
    LocalTensor<float> a = data.Get<float>(), sum = result.Get<float>();
    DataCopy(a, Global<float>(x, 4096), 4096);
    Wait<HardEvent::MTE2_V>();
    ReduceSum<float>(sum, a, work.Get<float>(), 64, 64, 8);  // FAULT: scratch_too_small
    Wait<HardEvent::V_MTE3>();
    DataCopyPad(Global<float>(z, 1), sum, DataCopyExtParams(1, sizeof(float), 0, 0, 0));
}

// z = gelu of x; the temporary holds two vectors of float, where three are needed.
KERNEL(temporary_of_gelu_too_small) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> source, target, temporary;
    pipe.InitBuffer(source, 256 * sizeof(float));
    pipe.InitBuffer(target, 256 * sizeof(float));
    pipe.InitBuffer(temporary, FAULTY(512) REPAIRED(768));
    LocalTensor<float> a = source.Get<float>(), b = target.Get<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    Wait<HardEvent::MTE2_V>();
    Gelu<float>(b, a, temporary.Get<uint8_t>(), 256);  // FAULT: scratch_too_small
    Wait<HardEvent::V_MTE3>();
    DataCopy(Global<float>(z, 256), b, 256);
}

// z = x ^ y; the temporary that the library is given is too short for it.
KERNEL(library_temporary_too_small) {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in_x, in_y;
    TQue<TPosition::VECOUT, 1> out;
    TBuf<TPosition::VECCALC> temporary;
    pipe.InitBuffer(in_x, 1, 256 * sizeof(float));
    pipe.InitBuffer(in_y, 1, 256 * sizeof(float));
    pipe.InitBuffer(out, 1, 256 * sizeof(float));
    pipe.InitBuffer(temporary, FAULTY(32) REPAIRED(16384));
    LocalTensor<float> a = in_x.AllocTensor<float>(), b = in_y.AllocTensor<float>();
    DataCopy(a, Global<float>(x, 256), 256);
    DataCopy(b, Global<float>(y, 256), 256);
    in_x.EnQue(a);
    in_y.EnQue(b);
    a = in_x.DeQue<float>();
    b = in_y.DeQue<float>();
    LocalTensor<float> c = out.AllocTensor<float>();
    LocalTensor<uint8_t> room = temporary.Get<uint8_t>();
    Power<float, false>(c, a, b, room, 256);  // FAULT: scratch_too_small
    in_x.FreeTensor(a);
    in_y.FreeTensor(b);
    CopyOut(out, c, z, 256);
}
