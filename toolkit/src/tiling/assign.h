// From the tiling structures as kernels read them to the classes that tiling functions fill.
#pragma once

#include "kernel_tiling/kernel_tiling.h"
#include "lib/activation/logsoftmax_tilingdata.h"
#include "lib/activation/softmax_tilingdata.h"
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

namespace api_tiling {

#define ASSIGN_SCALAR(type, name) to->set_##name(from.name);
#define ASSIGN_ARRAY(type, length, name) to->set_##name(from.name);
#define ASSIGN(STRUCT, FIELDS)                                                             \
    inline void Assign(const AscendC::tiling::STRUCT& from, optiling::STRUCT* to) {        \
        FIELDS(ASSIGN_SCALAR, ASSIGN_ARRAY)                                                \
    }                                                                                      \
    inline void Assign(const AscendC::tiling::STRUCT& from, AscendC::tiling::STRUCT* to) { \
        *to = from;                                                                        \
    }
ASSIGN(LogSoftMaxTiling, ASCENDC_FIELDS_LOG_SOFT_MAX_TILING)
ASSIGN(SoftMaxTiling, ASCENDC_FIELDS_SOFT_MAX_TILING)
ASSIGN(BatchNormTiling, ASCENDC_FIELDS_BATCH_NORM_TILING)
ASSIGN(DeepNormTiling, ASCENDC_FIELDS_DEEP_NORM_TILING)
ASSIGN(GroupNormTiling, ASCENDC_FIELDS_GROUP_NORM_TILING)
ASSIGN(LayerNormGradBetaTiling, ASCENDC_FIELDS_LAYER_NORM_GRAD_BETA_TILING)
ASSIGN(LayerNormGradTiling, ASCENDC_FIELDS_LAYER_NORM_GRAD_TILING)
ASSIGN(LayerNormTiling, ASCENDC_FIELDS_LAYER_NORM_TILING)
ASSIGN(LayerNormSeparateTiling, ASCENDC_FIELDS_LAYER_NORM_SEPARATE_TILING)
ASSIGN(RmsNormTiling, ASCENDC_FIELDS_RMS_NORM_TILING)
ASSIGN(UnPadTiling, ASCENDC_FIELDS_UN_PAD_TILING)
ASSIGN(PadTiling, ASCENDC_FIELDS_PAD_TILING)
ASSIGN(TopkTiling, ASCENDC_FIELDS_TOPK_TILING)
ASSIGN(ConfusionTransposeTiling, ASCENDC_FIELDS_CONFUSION_TRANSPOSE_TILING)
#undef ASSIGN
#undef ASSIGN_ARRAY
#undef ASSIGN_SCALAR

}  // namespace api_tiling
