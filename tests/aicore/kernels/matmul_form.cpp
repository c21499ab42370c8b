using AT = MatmulType<TPosition::$a_position, CubeFormat::$a_format, $a, true, LayoutMode::$layout>;
using BT = $b_type;
using CT =
    MatmulType<TPosition::$c_position, CubeFormat::$c_format, $c, false, LayoutMode::$c_layout>;
using BiasT = MatmulType<TPosition::GM, CubeFormat::ND, $bias>;
constexpr auto kConfig = $config;
$extra;
__aicore__ inline void Run(GM_ADDR a, GM_ADDR b, GM_ADDR bias, GM_ADDR scales, GM_ADDR c,
                           GM_ADDR ws, Request& r) {
    TPipe pipe;
    Matmul<AT, BT, CT, BiasT, kConfig$callback> object;
    REGIST_MATMUL_OBJ(&pipe, GetSysWorkSpacePtr(), object, &r.tiling);
    if (GetBlockIdx() >= r.tiling.usedCoreNum)
        return;
    const int rows = (r.tiling.M + r.tiling.singleCoreM - 1) / r.tiling.singleCoreM;
    const int row = GetBlockIdx() % rows * r.tiling.singleCoreM;
    const int column = GetBlockIdx() / rows * r.tiling.singleCoreN;
    GlobalTensor<$a> ga;
    GlobalTensor<$b> gb;
    GlobalTensor<$c> gc;
    GlobalTensor<$bias> gbias;
    GlobalTensor<uint64_t> gscales;
    const bool ta = r.flags & 1, tb = r.flags & 2;
    ga.SetGlobalBuffer((__gm__ $a*)a, r.tiling.M * r.tiling.Ka);
    gb.SetGlobalBuffer((__gm__ $b*)b, r.tiling.N * r.tiling.Kb);
    gc.SetGlobalBuffer((__gm__ $c*)c, r.tiling.M * r.tiling.N);
    gbias.SetGlobalBuffer((__gm__ $bias*)bias, r.tiling.N);
    gscales.SetGlobalBuffer((__gm__ uint64_t*)scales, r.tiling.N);
    object.SetHF32(r.flags & 64, 0);
    if (r.flags & 128)
        object.SetQuantScalar(r.scale);
    if (r.flags & 256)
        object.SetQuantVector(gscales[column]);
    const int m = r.tiling.M - row < r.tiling.singleCoreM ? r.tiling.M - row : r.tiling.singleCoreM;
    const int n =
        r.tiling.N - column < r.tiling.singleCoreN ? r.tiling.N - column : r.tiling.singleCoreN;
    object.SetTail(m, n);
    if (r.flags & 512)
        object.SetTail(r.tail[0], r.tail[1], r.tail[2]);
    $body;
    object.End();
}
