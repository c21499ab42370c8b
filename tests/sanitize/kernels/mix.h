// Cube and vector cores together: the product passes through the workspace.

// z = max(x * y, 0); the vector cores do not wait for the product.
MIX_KERNEL(vector_core_before_cube_core) {
    if ASCEND_IS_AIC {
        Product(w, x, y);
        REPAIRED(CrossCoreSetFlag<2, PIPE_FIX>(0);)
    }
    if ASCEND_IS_AIV {
        REPAIRED(CrossCoreWaitFlag(0);)
        VectorHalf half;
        DataCopy(half.buffer, half.Of(w), half.kCount);  // FAULT: race
        half.ReluTo(z);
    }
}

// z = max(x * y, 0); the flag is raised by the pipe that loads, not by the one that stores.
MIX_KERNEL(flag_by_another_pipe) {
    if ASCEND_IS_AIC {
        CubeBuffers buffers;
        Product(buffers, w, x, y);
        FAULTY(CrossCoreSetFlag<2, PIPE_MTE2>(0);)
        REPAIRED(CrossCoreSetFlag<2, PIPE_FIX>(0);)
    }
    if ASCEND_IS_AIV {
        CrossCoreWaitFlag(0);
        VectorHalf half;
        DataCopy(half.buffer, half.Of(w), half.kCount);  // FAULT: race
        half.ReluTo(z);
    }
}

// z = max(x * y, 0); the vector cores wait for a flag that nobody raises.
MIX_KERNEL(flag_never_raised) {
    if ASCEND_IS_AIC {
        Product(w, x, y);
        REPAIRED(CrossCoreSetFlag<2, PIPE_FIX>(3);)
    }
    if ASCEND_IS_AIV {
        CrossCoreWaitFlag(3);  // FAULT: deadlock
        VectorHalf half;
        DataCopy(half.buffer, half.Of(w), half.kCount);
        half.ReluTo(z);
    }
}

// z = max(x * y, 0); the cube core raises a flag once more than the vector cores wait for it.
MIX_KERNEL(flag_never_awaited) {
    if ASCEND_IS_AIC {
        Product(w, x, y);
        CrossCoreSetFlag<2, PIPE_FIX>(0);
        FAULTY(CrossCoreSetFlag<2, PIPE_FIX>(1);)  // FAULT: unpaired_flag
    }
    if ASCEND_IS_AIV {
        CrossCoreWaitFlag(0);
        VectorHalf half;
        DataCopy(half.buffer, half.Of(w), half.kCount);
        half.ReluTo(z);
    }
}

// z = x' * x' with x' = max(x, 0) in the workspace; the cube core does not wait for it.
MIX_KERNEL(cube_core_before_vector_core) {
    if ASCEND_IS_AIV {
        VectorHalf half;
        DataCopy(half.buffer, half.Of(x), half.kCount);
        half.ReluTo(w);
        REPAIRED(CrossCoreSetFlag<2, PIPE_MTE3>(0);)
    }
    if ASCEND_IS_AIC {
        REPAIRED(CrossCoreWaitFlag(0);)
        TPipe pipe;
        TBuf<TPosition::A1> l1;
        pipe.InitBuffer(l1, kMatrix * 4);
        LocalTensor<float> a = l1.Get<float>();
        DataCopy(a, Global<float>(w, kMatrix), kMatrix);  // FAULT: race
        Wait<HardEvent::MTE2_MTE3>();
        DataCopy(Global<float>(z, kMatrix), a, kMatrix);
    }
}
