// Answers requests for Matmul tilings of the SoC that is its argument: a line of numbers each, the
// tiling's 50 fields or -1 back.
//   kind(0 one core, 1 many, 2 batch) cores m n k a_type b_type c_type bias_type(-1: none) trans_a
//   trans_b c_position fixed_m fixed_n fixed_k split_k batch single_m single_n single_k
//   schedule
#include <iostream>
#include <sstream>
#include <string>

#include "tiling/tiling_api.h"

namespace {

using namespace matmul_tiling;

template <typename Tiling>
void Answer(Tiling& tiling, std::istream& in) {
    int m, n, k, a, b, c, bias, trans_a, trans_b, position, fixed[3], split_k, batch;
    int single[3], schedule;
    in >> m >> n >> k >> a >> b >> c >> bias >> trans_a >> trans_b >> position;
    in >> fixed[0] >> fixed[1] >> fixed[2] >> split_k >> batch;
    in >> single[0] >> single[1] >> single[2] >> schedule;
    tiling.SetAType(TPosition::GM, CubeFormat::ND, static_cast<DataType>(a), trans_a != 0);
    tiling.SetBType(TPosition::GM, CubeFormat::ND, static_cast<DataType>(b), trans_b != 0);
    tiling.SetCType(static_cast<TPosition>(position), CubeFormat::ND, static_cast<DataType>(c));
    if (bias >= 0) {
        tiling.SetBiasType(TPosition::GM, CubeFormat::ND, static_cast<DataType>(bias));
        tiling.SetBias(true);
    }
    tiling.SetShape(m, n, k);
    tiling.SetOrgShape(m, n, k);
    tiling.SetBufferSpace(-1, -1, -1);
    tiling.SetMatmulConfigParams(1, false, static_cast<ScheduleType>(schedule));
    if (fixed[0] > 0) {
        tiling.SetFixSplit(fixed[0], fixed[1], fixed[2]);
    }
    if (batch > 0) {
        tiling.SetBatchInfoForNormal(batch, batch, m, n, k);
    }
    if constexpr (std::is_same_v<Tiling, MultiCoreMatmulTiling>) {
        tiling.EnableMultiCoreSplitK(split_k != 0);
        tiling.SetSingleShape(single[0], single[1], single[2]);
    }
    ::TCubeTiling result;
    if (tiling.GetTiling(result) != 0) {
        std::cout << -1 << std::endl;
        return;
    }
    const int32_t* fields = reinterpret_cast<const int32_t*>(&result);
    for (size_t i = 0; i < sizeof(result) / sizeof(int32_t); ++i) {
        std::cout << fields[i] << ' ';
    }
    std::cout << std::endl;
}

}  // namespace

int main(int, char** argv) {
    const auto* platform = platform_ascendc::PlatformAscendCManager::GetInstance(argv[1]);
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream in(line);
        int kind, cores;
        in >> kind >> cores;
        if (kind == 0) {
            MatmulApiTiling tiling(*platform);
            Answer(tiling, in);
        } else if (kind == 1) {
            MultiCoreMatmulTiling tiling(*platform);
            tiling.SetDim(cores);
            Answer(tiling, in);
        } else {
            BatchMatmulTiling tiling(*platform);
            Answer(tiling, in);
        }
    }
    return 0;
}
