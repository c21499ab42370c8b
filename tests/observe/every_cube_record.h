// The same for the instructions of the cube and its moves.
using namespace AscendC;
using namespace AscendC::isa;

__aicore__ inline uint8_t* At(Hardware memory, uint32_t offset) {
    return CurrentCore().arenas[static_cast<int>(memory)].base + offset;
}

__aicore__ inline void Scramble(uint8_t* memory, uint32_t bytes) {
    uint32_t state = 12345;
    for (uint32_t i = 0; i < bytes; ++i) {
        state = state * 1664525 + 1013904223;
        memory[i] = static_cast<uint8_t>(state >> 24);
    }
}

__aicore__ inline void Loads(const uint8_t* x) {
    MoveRecord move = {};
    move.op = MoveOp::kPad;
    move.dtype = DType::kF16;
    move.src_memory = Hardware::GM;
    move.dst_memory = Hardware::L1;
    move.dst = At(Hardware::L1, 0);
    move.src = x;
    move.count = 5;
    move.bytes = 70;
    move.src_pitch = 100;
    move.dst_pitch = 128;
    move.left = 4;
    move.element = 2;
    Issue(move);
    LayoutRecord layout = {};
    layout.op = LayoutOp::kNdToNz;
    layout.src_memory = Hardware::GM;
    layout.dst_memory = Hardware::L1;
    layout.dst = At(Hardware::L1, 4096);
    layout.src = x;
    layout.matrices = 2;
    layout.rows = 7;
    layout.row_bytes = 80;
    layout.nd_row_pitch = 100;
    layout.nd_matrix_pitch = 800;
    layout.nz_row_pitch = 32;
    layout.nz_group_pitch = 512;
    layout.nz_matrix_pitch = 2048;
    Issue(layout);
    CubeLoad load = {};
    load.src_memory = Hardware::L1;
    load.dst_memory = Hardware::L0B;
    load.transpose = true;
    load.element_bits = 8;
    load.repeat = 2;
    load.dst = At(Hardware::L0B, 0);
    load.src = At(Hardware::L1, 0);
    load.src_pitch = 2048;
    load.dst_pitch = 1024;
    load.src_fractal_pitch = 1024;
    load.dst_fractal_pitch = 512;
    Issue(load);
    Issue(CubeFill{Hardware::L0A, 2, 3, At(Hardware::L0A, 0), 512, 1024, 0x3c00});
    CubeIm2col windows = {};
    windows.target = CubeIm2col::Target::kRows;
    windows.element_bits = 16;
    windows.repeat = 2;
    windows.repeat_stride = 16;
    windows.height = 6;
    windows.width = 7;
    windows.channels = 20;
    windows.pad_left = windows.pad_top = windows.pad_right = windows.pad_bottom = 1;
    windows.stride_w = windows.stride_h = windows.dilation_w = windows.dilation_h = 1;
    windows.filter_w = windows.filter_h = 3;
    windows.m = 16;
    windows.k = 48;
    windows.dst = At(Hardware::L0A, 0);
    windows.src = At(Hardware::L1, 0);
    Issue(windows);
    Core& core = CurrentCore();
    core.image = {};
    core.image.planes[0] = x;
    core.image.planes[1] = x + 4096;
    core.image.format = ImageFormat::kYuv420sp;
    core.image.padding = ImagePadding::kEdge;
    core.image.dtype = DType::kU8;
    core.image.four_channels = true;
    LoadImage image = {};
    image.dst = At(Hardware::L1, 8192);
    image.dtype = DType::kU8;
    image.width = 10;
    image.height = 6;
    image.left = 2;
    image.top = 4;
    image.row = 32;
    image.pad_left = image.pad_bottom = 1;
    Issue(image);
}

__aicore__ inline void Products(uint8_t* z) {
    CubeMmad mmad = {};
    mmad.a_dtype = mmad.b_dtype = DType::kF16;
    mmad.c_dtype = DType::kF32;
    mmad.init = CubeInit::kBias;
    mmad.m = 21;
    mmad.n = 35;
    mmad.k = 37;
    mmad.a_blocks = 3;
    mmad.c = At(Hardware::L0C, 0);
    mmad.a = At(Hardware::L0A, 0);
    mmad.b = At(Hardware::L0B, 0);
    mmad.bias = At(Hardware::BIAS, 0);
    Issue(mmad);
    CubeFixpipe out = {};
    out.layout = FixpipeLayout::kRowMajor;
    out.convert = FixpipeConvert::kQuant;
    out.src_dtype = DType::kF32;
    out.dst_dtype = DType::kI8;
    out.dst_memory = Hardware::GM;
    out.n = 35;
    out.m = 21;
    out.matrices = 1;
    out.src = At(Hardware::L0C, 0);
    out.dst = z;
    out.src_group_pitch = 2 * 1024;
    out.dst_pitch = 64;
    out.scales = reinterpret_cast<const uint64_t*>(At(Hardware::FIXBUF, 0));
    Issue(out);
}

extern "C" __global__ __aicore__ void cube(GM_ADDR x, GM_ADDR z) {
    Scramble(x, 8192);
    for (const Hardware memory : {Hardware::L1, Hardware::L0A, Hardware::L0B, Hardware::L0C}) {
        Scramble(At(memory, 0), 16384);
    }
    Scramble(At(Hardware::BIAS, 0), 1024);
    Scramble(At(Hardware::FIXBUF, 0), 1024);
    Loads(x);
    Products(z);
}
