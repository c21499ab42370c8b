// Writes the tiling structure that a benchmark kernel is launched with to standard output:
//     tiling softmax ROWS COLS
//     tiling layer_norm ROWS COLS
//     tiling matmul SIZE CORES
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "lib/normalization/layernorm_tilingdata.h"
#include "tiling/tiling_api.h"

namespace {

template <typename Tiling>
void Write(Tiling& tiling) {
    std::vector<char> bytes(tiling.GetDataSize());
    tiling.SaveToBuffer(bytes.data(), bytes.size());
    std::cout.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

void WriteSoftmax(uint32_t rows, uint32_t cols) {
    const ge::Shape shape({rows, cols});
    optiling::SoftMaxTiling tiling;
    AscendC::SoftMaxTilingFunc(shape, sizeof(float),
                               AscendC::GetSoftMaxMinTmpSize(shape, sizeof(float), false), tiling);
    Write(tiling);
}

void WriteLayerNorm(uint32_t rows, uint32_t cols) {
    optiling::LayerNormTiling tiling;
    tiling.set_bLength(1);
    tiling.set_sLength(rows);
    tiling.set_hLength(cols);
    tiling.set_originalHLength(cols);
    Write(tiling);
}

bool WriteMatmul(int32_t size, int32_t cores) {
    using namespace matmul_tiling;
    MultiCoreMatmulTiling matmul(*platform_ascendc::PlatformAscendCManager::GetInstance());
    matmul.SetDim(cores);
    matmul.SetAType(TPosition::GM, CubeFormat::ND, DataType::DT_FLOAT16);
    matmul.SetBType(TPosition::GM, CubeFormat::ND, DataType::DT_FLOAT16);
    matmul.SetCType(TPosition::GM, CubeFormat::ND, DataType::DT_FLOAT);
    matmul.SetShape(size, size, size);
    matmul.SetOrgShape(size, size, size);
    matmul.SetBufferSpace(-1, -1, -1);
    optiling::TCubeTiling tiling;
    const bool has_tiling = matmul.GetTiling(tiling) == 0;
    Write(tiling);
    return has_tiling;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string command = argc > 3 ? argv[1] : "";
    const uint32_t rows = argc > 3 ? static_cast<uint32_t>(std::atoi(argv[2])) : 0;
    const uint32_t cols = argc > 3 ? static_cast<uint32_t>(std::atoi(argv[3])) : 0;
    if (command == "softmax") {
        WriteSoftmax(rows, cols);
    } else if (command == "layer_norm") {
        WriteLayerNorm(rows, cols);
    } else if (command == "matmul") {
        return WriteMatmul(static_cast<int32_t>(rows), static_cast<int32_t>(cols)) ? 0 : 1;
    } else {
        return 2;
    }
    return 0;
}
