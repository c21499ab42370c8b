// Makes the structures of the high-level API known, so that the kernel compiler can tell them from
// an operator's own.
#include "lib/activation/logsoftmax_tilingdata.h"
#include "lib/activation/softmax_tilingdata.h"
#include "lib/hccl/hccl_tilingdata.h"
#include "lib/matmul/matmul_tilingdata.h"
#include "lib/normalization/batchnorm_tilingdata.h"
#include "lib/normalization/deepnorm_tilingdata.h"
#include "lib/normalization/groupnorm_tilingdata.h"
#include "lib/normalization/layernorm_grad_beta_tilingdata.h"
#include "lib/normalization/layernorm_grad_tilingdata.h"
#include "lib/normalization/layernorm_tilingdata.h"
#include "lib/normalization/rmsnorm_tilingdata.h"
#include "lib/pad/pad_tilingdata.h"
#include "lib/sort/topk_tilingdata.h"
#include "lib/transpose/confusion_transpose_tilingdata.h"

namespace optiling {
REGISTER_TILING_DATA_CLASS(TCubeTilingOpApi, TCubeTiling)
REGISTER_TILING_DATA_CLASS(SoftMaxTilingOpApi, SoftMaxTiling)
REGISTER_TILING_DATA_CLASS(LogSoftMaxTilingOpApi, LogSoftMaxTiling)
REGISTER_TILING_DATA_CLASS(Mc2ServerCfgOpApi, Mc2ServerCfg)
REGISTER_TILING_DATA_CLASS(Mc2HcommCfgOpApi, Mc2HcommCfg)
REGISTER_TILING_DATA_CLASS(Mc2InitTilingOpApi, Mc2InitTiling)
REGISTER_TILING_DATA_CLASS(Mc2CcTilingOpApi, Mc2CcTiling)
REGISTER_TILING_DATA_CLASS(BatchNormTilingOpApi, BatchNormTiling)
REGISTER_TILING_DATA_CLASS(DeepNormTilingOpApi, DeepNormTiling)
REGISTER_TILING_DATA_CLASS(GroupNormTilingOpApi, GroupNormTiling)
REGISTER_TILING_DATA_CLASS(LayerNormGradBetaTilingOpApi, LayerNormGradBetaTiling)
REGISTER_TILING_DATA_CLASS(LayerNormGradTilingOpApi, LayerNormGradTiling)
REGISTER_TILING_DATA_CLASS(LayerNormTilingOpApi, LayerNormTiling)
REGISTER_TILING_DATA_CLASS(LayerNormSeparateTilingOpApi, LayerNormSeparateTiling)
REGISTER_TILING_DATA_CLASS(RmsNormTilingOpApi, RmsNormTiling)
REGISTER_TILING_DATA_CLASS(PadTilingOpApi, PadTiling)
REGISTER_TILING_DATA_CLASS(UnPadTilingOpApi, UnPadTiling)
REGISTER_TILING_DATA_CLASS(TopkTilingOpApi, TopkTiling)
REGISTER_TILING_DATA_CLASS(ConfusionTransposeTilingOpApi, ConfusionTransposeTiling)
}  // namespace optiling
