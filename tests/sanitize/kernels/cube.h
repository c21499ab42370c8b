// Products on one cube core: L1, L0A, L0B, L0C, and the pipes between them.

// z = x * y; the buffer in L1 holds half of the right matrix.
CUBE_KERNEL(l1_write_by_mte2) {
    CubeBuffers buffers(FAULTY(kMatrix) REPAIRED(kMatrix * 2));
    auto [a1, b1, a2, b2, c] = buffers.Tensors();
    CopyMatrix(a1, x);
    const Nd2NzParams shape(1, kSide, kSide, 0, kSide, kSide, 1, 0);
    DataCopy(b1, Global<half>(y, kMatrix), shape);  // FAULT: out_of_bounds
    Wait<HardEvent::MTE2_MTE1>();
    LoadLeft(a2, a1);
    FAULTY(LoadRight(b2, a1);)
    REPAIRED(LoadRight(b2, b1);)
    Wait<HardEvent::MTE1_M>();
    MultiplyMatrices(z, c, a2, b2);
}

// z = x * y; the last fractal that is loaded lies after the matrix in L1.
CUBE_KERNEL(l1_read_by_mte1) {
    CubeBuffers buffers;
    auto [a1, b1, a2, b2, c] = buffers.Tensors();
    CopyMatrices(a1, b1, x, y);
    LoadLeft(a2, a1);
    for (uint32_t i = 0; i < 2; ++i) {
        const LoadData2DParams fractals(FAULTY(1) REPAIRED(0), 2, 2, 0, 0, true, 0);
        LoadData(b2[i * 512], b1[i * 256], fractals);  // FAULT: out_of_bounds
    }
    Wait<HardEvent::MTE1_M>();
    MultiplyMatrices(z, c, a2, b2);
}

// z = x * y; L0A was allocated for half of the left matrix.
CUBE_KERNEL(l0a_write_by_mte1) {
    CubeBuffers buffers(kMatrix * 2, FAULTY(kMatrix) REPAIRED(kMatrix * 2));
    auto [a1, b1, a2, b2, c] = buffers.Tensors();
    CopyMatrices(a1, b1, x, y);
    for (uint32_t i = 0; i < 2; ++i) {
        const LoadData2DParams fractals(0, 2, 2, 0, 0, false, 0);
        LoadData(a2[i * 512], a1[i * 256], fractals);  // FAULT: out_of_bounds
    }
    LoadRight(b2, b1);
    Wait<HardEvent::MTE1_M>();
    Mmad(c, a2, b2, MmadParams(FAULTY(16) REPAIRED(32), kSide, kSide, 0, false, true));
    Wait<HardEvent::M_FIX>();
    const FixpipeParamsV220 part(kSide, FAULTY(16) REPAIRED(32), kSide, kSide, false);
    Fixpipe(Global<float>(z, kMatrix), c, part);
}

// z = x * y; the right matrix is loaded after its place in L0B.
CUBE_KERNEL(l0b_write_by_mte1) {
    CubeBuffers buffers;
    auto [a1, b1, a2, b2, c] = buffers.Tensors();
    CopyMatrices(a1, b1, x, y);
    LoadLeft(a2, a1);
    for (uint32_t i = 0; i < 2; ++i) {
        const LoadData2DParams fractals(0, 2, 2, 0, 0, true, 0);
        const uint32_t fractal = FAULTY(i + 1) REPAIRED(i);
        LoadData(b2[fractal * 512], b1[i * 256], fractals);  // FAULT: out_of_bounds
    }
    Wait<HardEvent::MTE1_M>();
    Mmad(c, a2, FAULTY(b2[512]) REPAIRED(b2),
         MmadParams(kSide, kSide, FAULTY(16) REPAIRED(kSide), 0, false, true));
    Wait<HardEvent::M_FIX>();
    StoreMatrix(z, c);
}

// z = x * y; L0C was allocated for half of the product.
CUBE_KERNEL(l0c_write_by_mmad) {
    CubeBuffers buffers(kMatrix * 2, kMatrix * 2, kMatrix * 2,
                        FAULTY(kMatrix * 2) REPAIRED(kMatrix * 4));
    auto [a1, b1, a2, b2, c] = buffers.Tensors();
    CopyMatrices(a1, b1, x, y);
    LoadMatrices(a2, b2, a1, b1);
    const MmadParams sizes(kSide, kSide, kSide, 0, false, true);
    Mmad(c, a2, b2, sizes);  // FAULT: out_of_bounds
    Wait<HardEvent::M_FIX>();
    const FixpipeParamsV220 part(FAULTY(16) REPAIRED(32), kSide, kSide, kSide, false);
    Fixpipe(Global<float>(z, kMatrix), c, part);
}

// z = x * y; the product of the depth of 48 needs more than L0A was given.
CUBE_KERNEL(l0a_read_by_mmad) {
    CubeBuffers buffers;
    auto [a1, b1, a2, b2, c] = buffers.Tensors();
    CopyMatrices(a1, b1, x, y);
    LoadMatrices(a2, b2, a1, b1);
    const MmadParams sizes(kSide, kSide, FAULTY(48) REPAIRED(32), 0, false, true);
    Mmad(c, a2, b2, sizes);  // FAULT: out_of_bounds
    Wait<HardEvent::M_FIX>();
    StoreMatrix(z, c);
}

// z = x * y; more columns leave L0C than were computed.
CUBE_KERNEL(l0c_read_by_fixpipe) {
    CubeBuffers buffers;
    auto [a1, b1, a2, b2, c] = buffers.Tensors();
    CopyMatrices(a1, b1, x, y);
    LoadMatrices(a2, b2, a1, b1);
    Mmad(c, a2, b2, MmadParams(kSide, kSide, kSide, 0, false, true));
    Wait<HardEvent::M_FIX>();
    const FixpipeParamsV220 part(FAULTY(48) REPAIRED(32), FAULTY(16) REPAIRED(32), kSide,
                                 FAULTY(48) REPAIRED(32), false);
    Fixpipe(Global<float>(z, kMatrix), c, part);  // FAULT: out_of_bounds
}

// z = x * y; the rows of the result are written further apart than they are.
CUBE_KERNEL(gm_write_by_fixpipe) {
    CubeBuffers buffers;
    auto [a1, b1, a2, b2, c] = buffers.Tensors();
    CopyMatrices(a1, b1, x, y);
    LoadMatrices(a2, b2, a1, b1);
    Mmad(c, a2, b2, MmadParams(kSide, kSide, kSide, 0, false, true));
    Wait<HardEvent::M_FIX>();
    const FixpipeParamsV220 part(kSide, kSide, kSide, FAULTY(40) REPAIRED(32), false);
    Fixpipe(Global<float>(z, kMatrix), c, part);  // FAULT: out_of_bounds
}

// z = x * y; the left matrix begins after a header of 32 bytes in L0A.
CUBE_KERNEL(l0a_unaligned) {
    CubeBuffers buffers(kMatrix * 2, kMatrix * 2 + 512);
    auto [a1, b1, a2, b2, c] = buffers.Tensors();
    CopyMatrices(a1, b1, x, y);
    FAULTY(LoadLeft(a2, a1);)
    for (uint32_t i = 0; i < 2; ++i) {
        const LoadData2DParams fractals(0, 2, 2, 0, 0, false, 0);
        LoadData(a2[i * 512 FAULTY(+16)], a1[i * 256], fractals);  // FAULT: misaligned
    }
    LoadRight(b2, b1);
    Wait<HardEvent::MTE1_M>();
    MultiplyMatrices(z, c, a2, b2);
}

// z = x * y; the product is added to what L0C held before.
CUBE_KERNEL(l0c_not_cleared) {
    CubeBuffers buffers;
    auto [a1, b1, a2, b2, c] = buffers.Tensors();
    CopyMatrices(a1, b1, x, y);
    LoadMatrices(a2, b2, a1, b1);
    const MmadParams sizes(kSide, kSide, kSide, 0, false, FAULTY(false) REPAIRED(true));
    Mmad(c, a2, b2, sizes);  // FAULT: uninitialized
    Wait<HardEvent::M_FIX>();
    StoreMatrix(z, c);
}

// z = x * y; the right matrix is never loaded.
CUBE_KERNEL(l0b_never_written) {
    CubeBuffers buffers;
    auto [a1, b1, a2, b2, c] = buffers.Tensors();
    CopyMatrices(a1, b1, x, y);
    LoadLeft(a2, a1);
    REPAIRED(LoadRight(b2, b1);)
    Wait<HardEvent::MTE1_M>();
    const MmadParams sizes(kSide, kSide, kSide, 0, false, true);
    Mmad(c, a2, b2, sizes);  // FAULT: uninitialized
    Wait<HardEvent::M_FIX>();
    StoreMatrix(z, c);
}

// z = x * y; L0A is loaded before the matrix is in L1.
CUBE_KERNEL(mte1_before_mte2) {
    CubeBuffers buffers;
    auto [a1, b1, a2, b2, c] = buffers.Tensors();
    CopyMatrix(a1, x);
    CopyMatrix(b1, y);
    REPAIRED(Wait<HardEvent::MTE2_MTE1>();)
    for (uint32_t i = 0; i < 2; ++i) {
        const LoadData2DParams fractals(0, 2, 2, 0, 0, false, 0);
        LoadData(a2[i * 512], a1[i * 256], fractals);  // FAULT: race
    }
    FAULTY(Wait<HardEvent::MTE2_MTE1>();)
    LoadRight(b2, b1);
    Wait<HardEvent::MTE1_M>();
    MultiplyMatrices(z, c, a2, b2);
}

// z = x * y; the cube does not wait for its operands.
CUBE_KERNEL(cube_before_mte1) {
    CubeBuffers buffers;
    auto [a1, b1, a2, b2, c] = buffers.Tensors();
    CopyMatrices(a1, b1, x, y);
    LoadLeft(a2, a1);
    LoadRight(b2, b1);
    REPAIRED(Wait<HardEvent::MTE1_M>();)
    const MmadParams sizes(kSide, kSide, kSide, 0, false, true);
    Mmad(c, a2, b2, sizes);  // FAULT: race
    Wait<HardEvent::M_FIX>();
    StoreMatrix(z, c);
}

// z = x * y; the product leaves L0C before it is there.
CUBE_KERNEL(fixpipe_before_cube) {
    CubeBuffers buffers;
    auto [a1, b1, a2, b2, c] = buffers.Tensors();
    CopyMatrices(a1, b1, x, y);
    LoadMatrices(a2, b2, a1, b1);
    Mmad(c, a2, b2, MmadParams(kSide, kSide, kSide, 0, false, true));
    REPAIRED(Wait<HardEvent::M_FIX>();)
    const FixpipeParamsV220 whole(kSide, kSide, kSide, kSide, false);
    Fixpipe(Global<float>(z, kMatrix), c, whole);  // FAULT: race
}

// z = y * y; L0A is loaded again while the cube reads it, and the product is overwritten.
CUBE_KERNEL(mte1_before_cube) {
    CubeBuffers buffers;
    auto [a1, b1, a2, b2, c] = buffers.Tensors();
    CopyMatrices(a1, b1, x, y);
    LoadMatrices(a2, b2, a1, b1);
    const MmadParams sizes(kSide, kSide, kSide, 0, false, true);
    Mmad(c, a2, b2, sizes);
    REPAIRED(Wait<HardEvent::M_MTE1>();)
    for (uint32_t i = 0; i < 2; ++i) {
        const LoadData2DParams fractals(0, 2, 2, 0, 0, false, 0);
        LoadData(a2[i * 512], b1[i * 256], fractals);  // FAULT: race
    }
    Wait<HardEvent::MTE1_M>();
    Mmad(c, a2, b2, sizes);
    Wait<HardEvent::M_FIX>();
    StoreMatrix(z, c);
}

// z = y * y; L1 is filled again while it is being loaded from.
CUBE_KERNEL(mte2_before_mte1) {
    CubeBuffers buffers;
    auto [a1, b1, a2, b2, c] = buffers.Tensors();
    CopyMatrices(a1, b1, x, y);
    LoadLeft(a2, a1);
    REPAIRED(Wait<HardEvent::MTE1_MTE2>();)
    const Nd2NzParams shape(1, kSide, kSide, 0, kSide, kSide, 1, 0);
    DataCopy(a1, Global<half>(y, kMatrix), shape);  // FAULT: race
    SetFlag<HardEvent::MTE2_MTE1>(EVENT_ID1);
    WaitFlag<HardEvent::MTE2_MTE1>(EVENT_ID1);
    LoadMatrices(a2, b2, a1, b1);
    MultiplyMatrices(z, c, a2, b2);
}

// z = x * y, and the square of y to the workspace; L0C is computed again while it is being stored.
CUBE_KERNEL(cube_before_fixpipe) {
    CubeBuffers buffers;
    auto [a1, b1, a2, b2, c] = buffers.Tensors();
    CopyMatrices(a1, b1, x, y);
    LoadMatrices(a2, b2, a1, b1);
    MultiplyMatrices(z, c, a2, b2);
    REPAIRED(Wait<HardEvent::FIX_M>();)
    const MmadParams sizes(kSide, kSide, kSide, 0, false, true);
    Mmad(c, a2, b2, sizes);  // FAULT: race
    SetFlag<HardEvent::M_FIX>(EVENT_ID1);
    WaitFlag<HardEvent::M_FIX>(EVENT_ID1);
    StoreMatrix(w, c);
}
