#include "lib/matmul_intf.h"
using namespace AscendC;
constexpr MatmulConfig kSpecial = GetSpecialMDLConfig();
using A = MatmulType<TPosition::GM, CubeFormat::ND, half>;
using Sparse = SparseMatmulType<TPosition::GM, TPosition::GM, CubeFormat::ND, int8_t>;
template <CubeFormat format, typename T>
using Batch = MatmulType<TPosition::GM, format, T, false, LayoutMode::BSNGD>;
RULES;
extern "C" __global__ __aicore__ void rules(GM_ADDR) {}
