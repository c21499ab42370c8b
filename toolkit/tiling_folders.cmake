# Tiling headers have two names in newer toolkits: tiling/pad/broadcast_tiling.h, by the family, and
# tiling/broadcast/broadcast_tiling.h. <family>/<headers> <folder>:
set(TILING_FOLDERS
  "index/arithprogression_tiling*.h arithprogression"
  "quantization/ascend_antiquant_tiling*.h ascend_antiquant"
  "quantization/ascend_dequant_tiling*.h ascend_dequant"
  "quantization/ascend_quant_tiling*.h ascend_quant"
  "normalization/batchnorm_tiling*.h batchnorm"
  "pad/broadcast_tiling*.h broadcast"
  "normalization/deepnorm_tiling*.h deepnorm"
  "filter/dropout_tiling*.h dropout"
  "activation/gelu_tiling*.h gelu"
  "normalization/layernorm_tiling*.h layernorm"
  "normalization/layernorm_grad_*.h layernormgrad"
  "normalization/welfordfinalize_tiling*.h welfordfinalize"
  "normalization/normalize_tiling*.h normalize"
  "matmul/*.h matrix"
  "reduce/mean_tiling*.h mean"
  "activation/reglu_tiling*.h reglu"
  "normalization/rmsnorm_tiling*.h rmsnorm"
  "activation/sigmoid_tiling*.h sigmoid"
  "activation/silu_tiling*.h silu"
  "reduce/reduce_xor_sum_tiling*.h reduce_xor_sum"
  "activation/softmax_tiling*.h softmax"
  "activation/logsoftmax_tiling*.h softmax"
  "reduce/sum_tiling*.h sum"
  "activation/swiglu_tiling*.h swiglu"
  "activation/swish_tiling*.h swish"
  "sort/topk_tiling*.h topk")
foreach(line ${TILING_FOLDERS})
  separate_arguments(line)
  list(GET line 0 headers)
  list(GET line 1 folder)
  file(GLOB headers ${CMAKE_CURRENT_SOURCE_DIR}/include/tiling/${headers})
  install(FILES ${headers} DESTINATION ${CANN_DIR}/include/tiling/${folder})
endforeach()
