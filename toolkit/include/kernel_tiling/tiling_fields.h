// Fields of the tiling structures that the high-level API of kernels takes, each listed once:
// SCALAR(type, name) and ARRAY(type, length, name). The host's classes and the kernel's structs are
// made from these lists.
#ifndef KERNEL_TILING_TILING_FIELDS_H_
#define KERNEL_TILING_TILING_FIELDS_H_

#define ASCENDC_FIELDS_LOG_SOFT_MAX_TILING(SCALAR, ARRAY) \
    SCALAR(uint32_t, srcM)                                \
    SCALAR(uint32_t, srcK)                                \
    SCALAR(uint32_t, srcSize)                             \
    SCALAR(uint32_t, outMaxM)                             \
    SCALAR(uint32_t, outMaxK)                             \
    SCALAR(uint32_t, outMaxSize)                          \
    SCALAR(uint32_t, splitM)                              \
    SCALAR(uint32_t, splitK)                              \
    SCALAR(uint32_t, splitSize)                           \
    SCALAR(uint32_t, reduceM)                             \
    SCALAR(uint32_t, reduceK)                             \
    SCALAR(uint32_t, reduceSize)                          \
    SCALAR(uint32_t, rangeM)                              \
    SCALAR(uint32_t, tailM)                               \
    SCALAR(uint32_t, tailSplitSize)                       \
    SCALAR(uint32_t, tailReduceSize)

#define ASCENDC_FIELDS_SOFT_MAX_TILING(SCALAR, ARRAY) \
    SCALAR(uint32_t, srcM)                            \
    SCALAR(uint32_t, srcK)                            \
    SCALAR(uint32_t, srcSize)                         \
    SCALAR(uint32_t, outMaxM)                         \
    SCALAR(uint32_t, outMaxK)                         \
    SCALAR(uint32_t, outMaxSize)                      \
    SCALAR(uint32_t, splitM)                          \
    SCALAR(uint32_t, splitK)                          \
    SCALAR(uint32_t, splitSize)                       \
    SCALAR(uint32_t, reduceM)                         \
    SCALAR(uint32_t, reduceK)                         \
    SCALAR(uint32_t, reduceSize)                      \
    SCALAR(uint32_t, rangeM)                          \
    SCALAR(uint32_t, tailM)                           \
    SCALAR(uint32_t, tailSplitSize)                   \
    SCALAR(uint32_t, tailReduceSize)

#define ASCENDC_FIELDS_MC2_SERVER_CFG(SCALAR, ARRAY) \
    SCALAR(uint32_t, version)                        \
    SCALAR(uint8_t, debugMode)                       \
    SCALAR(uint8_t, sendArgIndex)                    \
    SCALAR(uint8_t, recvArgIndex)                    \
    SCALAR(uint8_t, commOutArgIndex)                 \
    ARRAY(uint8_t, 8, reserved)

#define ASCENDC_FIELDS_MC2_HCOMM_CFG(SCALAR, ARRAY) \
    SCALAR(uint8_t, skipLocalRankCopy)              \
    SCALAR(uint8_t, skipBufferWindowCopy)           \
    SCALAR(uint8_t, stepSize)                       \
    ARRAY(char, 13, reserved)                       \
    ARRAY(char, 128, groupName)                     \
    ARRAY(char, 128, algConfig)                     \
    SCALAR(uint32_t, opType)                        \
    SCALAR(uint32_t, reduceType)

#define ASCENDC_FIELDS_MC2_INIT_TILING(SCALAR, ARRAY) ARRAY(uint8_t, 64, reserved)

#define ASCENDC_FIELDS_MC2_CC_TILING(SCALAR, ARRAY) ARRAY(uint8_t, 280, reserved)

#define ASCENDC_FIELDS_TCUBE_TILING(SCALAR, ARRAY) \
    SCALAR(int32_t, usedCoreNum)                   \
    SCALAR(int32_t, M)                             \
    SCALAR(int32_t, N)                             \
    SCALAR(int32_t, Ka)                            \
    SCALAR(int32_t, Kb)                            \
    SCALAR(int32_t, singleCoreM)                   \
    SCALAR(int32_t, singleCoreN)                   \
    SCALAR(int32_t, singleCoreK)                   \
    SCALAR(int32_t, baseM)                         \
    SCALAR(int32_t, baseN)                         \
    SCALAR(int32_t, baseK)                         \
    SCALAR(int32_t, depthA1)                       \
    SCALAR(int32_t, depthB1)                       \
    SCALAR(int32_t, stepM)                         \
    SCALAR(int32_t, stepN)                         \
    SCALAR(int32_t, isBias)                        \
    SCALAR(int32_t, transLength)                   \
    SCALAR(int32_t, iterateOrder)                  \
    SCALAR(int32_t, shareMode)                     \
    SCALAR(int32_t, shareL1Size)                   \
    SCALAR(int32_t, shareL0CSize)                  \
    SCALAR(int32_t, shareUbSize)                   \
    SCALAR(int32_t, batchM)                        \
    SCALAR(int32_t, batchN)                        \
    SCALAR(int32_t, singleBatchM)                  \
    SCALAR(int32_t, singleBatchN)                  \
    SCALAR(int32_t, stepKa)                        \
    SCALAR(int32_t, stepKb)                        \
    SCALAR(int32_t, depthAL1CacheUB)               \
    SCALAR(int32_t, depthBL1CacheUB)               \
    SCALAR(int32_t, dbL0A)                         \
    SCALAR(int32_t, dbL0B)                         \
    SCALAR(int32_t, dbL0C)                         \
    SCALAR(int32_t, ALayoutInfoB)                  \
    SCALAR(int32_t, ALayoutInfoS)                  \
    SCALAR(int32_t, ALayoutInfoN)                  \
    SCALAR(int32_t, ALayoutInfoG)                  \
    SCALAR(int32_t, ALayoutInfoD)                  \
    SCALAR(int32_t, BLayoutInfoB)                  \
    SCALAR(int32_t, BLayoutInfoS)                  \
    SCALAR(int32_t, BLayoutInfoN)                  \
    SCALAR(int32_t, BLayoutInfoG)                  \
    SCALAR(int32_t, BLayoutInfoD)                  \
    SCALAR(int32_t, CLayoutInfoB)                  \
    SCALAR(int32_t, CLayoutInfoS1)                 \
    SCALAR(int32_t, CLayoutInfoN)                  \
    SCALAR(int32_t, CLayoutInfoG)                  \
    SCALAR(int32_t, CLayoutInfoS2)                 \
    SCALAR(int32_t, BatchNum)                      \
    SCALAR(int32_t, mxTypePara)

#define ASCENDC_FIELDS_BATCH_NORM_TILING(SCALAR, ARRAY) \
    SCALAR(uint32_t, originalBLength)                   \
    SCALAR(uint32_t, meanVarSize)                       \
    SCALAR(uint32_t, meanTmpTensorPos)                  \
    SCALAR(uint32_t, varianceTmpTensorPos)              \
    SCALAR(uint32_t, tmpBufSize)                        \
    SCALAR(uint32_t, oneTmpSize)                        \
    SCALAR(uint32_t, firstTmpStartPos)                  \
    SCALAR(uint32_t, secondTmpStartPos)                 \
    SCALAR(uint32_t, thirdTmpStartPos)                  \
    SCALAR(uint32_t, loopRound)                         \
    SCALAR(uint32_t, inputTailSize)                     \
    SCALAR(uint32_t, inputTailPos)                      \
    SCALAR(uint32_t, meanVarTailSize)                   \
    SCALAR(uint32_t, meanVarTailPos)                    \
    SCALAR(uint32_t, bshCurLength)                      \
    SCALAR(uint32_t, shCurLength)                       \
    SCALAR(float, firstDimValueBack)                    \
    SCALAR(uint32_t, castHalfRepStride)                 \
    SCALAR(uint32_t, shCurLengthBlockNum)               \
    SCALAR(uint32_t, castHalfOutRepStride)

#define ASCENDC_FIELDS_DEEP_NORM_TILING(SCALAR, ARRAY) \
    SCALAR(uint32_t, bLength)                          \
    SCALAR(uint32_t, sLength)                          \
    SCALAR(uint32_t, hLength)                          \
    SCALAR(uint32_t, originalHLength)                  \
    SCALAR(uint32_t, inputXSize)                       \
    SCALAR(uint32_t, meanVarSize)                      \
    SCALAR(uint32_t, numberOfTmpBuf)                   \
    SCALAR(uint32_t, meanTmpTensorPos)                 \
    SCALAR(uint32_t, meanTmpTensorSize)                \
    SCALAR(uint32_t, varianceTmpTensorPos)             \
    SCALAR(uint32_t, varianceTmpTensorSize)            \
    SCALAR(uint32_t, tmpBufSize)                       \
    SCALAR(uint32_t, oneTmpSize)                       \
    SCALAR(uint32_t, firstTmpStartPos)                 \
    SCALAR(uint32_t, secondTmpStartPos)                \
    SCALAR(uint32_t, thirdTmpStartPos)                 \
    SCALAR(uint32_t, loopRound)                        \
    SCALAR(uint32_t, inputRoundSize)                   \
    SCALAR(uint32_t, inputTailSize)                    \
    SCALAR(uint32_t, inputTailPos)                     \
    SCALAR(uint32_t, meanVarRoundSize)                 \
    SCALAR(uint32_t, meanVarTailSize)                  \
    SCALAR(uint32_t, meanVarTailPos)                   \
    SCALAR(uint32_t, bshCurLength)                     \
    SCALAR(uint32_t, bsCurLength)                      \
    SCALAR(float, lastDimValueBack)

#define ASCENDC_FIELDS_GROUP_NORM_TILING(SCALAR, ARRAY) \
    SCALAR(uint32_t, n)                                 \
    SCALAR(uint32_t, c)                                 \
    SCALAR(uint32_t, hw)                                \
    SCALAR(uint32_t, g)                                 \
    SCALAR(uint32_t, d)                                 \
    SCALAR(uint32_t, hwAlignSize)                       \
    SCALAR(uint32_t, dhwAlignSize)                      \
    SCALAR(uint32_t, inputXSize)                        \
    SCALAR(uint32_t, meanVarSize)                       \
    SCALAR(uint32_t, numberOfTmpBuf)                    \
    SCALAR(uint32_t, meanTmpTensorPos)                  \
    SCALAR(uint32_t, meanTmpTensorSize)                 \
    SCALAR(uint32_t, varianceTmpTensorPos)              \
    SCALAR(uint32_t, varianceTmpTensorSize)             \
    SCALAR(uint32_t, tmpBufSize)                        \
    SCALAR(uint32_t, oneTmpSize)                        \
    SCALAR(uint32_t, firstTmpStartPos)                  \
    SCALAR(uint32_t, secondTmpStartPos)                 \
    SCALAR(uint32_t, thirdTmpStartPos)                  \
    SCALAR(uint32_t, loopRound)                         \
    SCALAR(uint32_t, inputRoundSize)                    \
    SCALAR(uint32_t, inputTailSize)                     \
    SCALAR(uint32_t, inputTailPos)                      \
    SCALAR(uint32_t, meanVarRoundSize)                  \
    SCALAR(uint32_t, meanVarTailSize)                   \
    SCALAR(uint32_t, meanVarTailPos)                    \
    SCALAR(uint32_t, bshCurLength)                      \
    SCALAR(uint32_t, bsCurLength)                       \
    SCALAR(float, factor)                               \
    SCALAR(bool, smallShape)

#define ASCENDC_FIELDS_LAYER_NORM_GRAD_BETA_TILING(SCALAR, ARRAY) \
    SCALAR(uint32_t, stackBufferSize)                             \
    SCALAR(uint32_t, bLength)                                     \
    SCALAR(uint32_t, sLength)                                     \
    SCALAR(uint32_t, hLength)                                     \
    SCALAR(uint32_t, originalHLength)                             \
    SCALAR(uint32_t, bshLength)                                   \
    SCALAR(uint32_t, bsLength)                                    \
    SCALAR(uint32_t, oneCalSize)                                  \
    SCALAR(uint32_t, numberOfTmpBuf)                              \
    SCALAR(uint32_t, loopRound)                                   \
    SCALAR(uint32_t, inputTailSize)                               \
    SCALAR(uint32_t, inputTailPos)                                \
    SCALAR(uint32_t, bsTailSize)                                  \
    SCALAR(uint32_t, bshCurLength)                                \
    SCALAR(uint32_t, bsCurLength)                                 \
    SCALAR(uint32_t, gammaTempTensorPos)                          \
    SCALAR(uint32_t, betaTempTensorPos)                           \
    SCALAR(uint32_t, inputDyTmpTensorPos)                         \
    SCALAR(uint32_t, resForGammaTmpTensorPos)                     \
    SCALAR(uint32_t, reserved)

#define ASCENDC_FIELDS_LAYER_NORM_GRAD_TILING(SCALAR, ARRAY) \
    SCALAR(uint32_t, stackBufferSize)                        \
    SCALAR(uint32_t, bLength)                                \
    SCALAR(uint32_t, sLength)                                \
    SCALAR(uint32_t, hLength)                                \
    SCALAR(uint32_t, originalHLength)                        \
    SCALAR(uint32_t, oneCalSize)                             \
    SCALAR(uint32_t, nohCalSize)                             \
    SCALAR(uint32_t, loopNum)                                \
    SCALAR(uint32_t, tailSize)                               \
    SCALAR(uint32_t, nohTailSize)                            \
    SCALAR(uint32_t, tmpTensorBSHPos)                        \
    SCALAR(uint32_t, tmpTensorBSHSize)                       \
    SCALAR(uint32_t, pdVarTensorPos)                         \
    SCALAR(uint32_t, pdVarTensorSize)                        \
    SCALAR(uint32_t, pdMeanTensorPos)                        \
    SCALAR(uint32_t, pdMeanTensorSize)                       \
    SCALAR(uint32_t, x1TensorPos)                            \
    SCALAR(uint32_t, x1TensorSize)                           \
    SCALAR(uint32_t, x2TensorPos)                            \
    SCALAR(uint32_t, x2TensorSize)                           \
    SCALAR(uint32_t, x3TensorPos)                            \
    SCALAR(uint32_t, x3TensorSize)                           \
    SCALAR(uint32_t, tmpTensorPos)                           \
    SCALAR(uint32_t, tmpTensorSize)                          \
    SCALAR(uint32_t, tmpTensor1Pos)                          \
    SCALAR(uint32_t, tmpTensor1Size)                         \
    SCALAR(uint32_t, tmpTensor2Pos)                          \
    SCALAR(uint32_t, tmpTensor2Size)                         \
    SCALAR(uint32_t, lastDimValueBack)                       \
    SCALAR(uint32_t, lastDimValueBackMulTwo)

#define ASCENDC_FIELDS_LAYER_NORM_TILING(SCALAR, ARRAY) \
    SCALAR(uint32_t, bLength)                           \
    SCALAR(uint32_t, sLength)                           \
    SCALAR(uint32_t, hLength)                           \
    SCALAR(uint32_t, originalHLength)                   \
    SCALAR(uint32_t, inputXSize)                        \
    SCALAR(uint32_t, meanVarSize)                       \
    SCALAR(uint32_t, numberOfTmpBuf)                    \
    SCALAR(uint32_t, meanTmpTensorPos)                  \
    SCALAR(uint32_t, meanTmpTensorSize)                 \
    SCALAR(uint32_t, varianceTmpTensorPos)              \
    SCALAR(uint32_t, varianceTmpTensorSize)             \
    SCALAR(uint32_t, tmpBufSize)                        \
    SCALAR(uint32_t, oneTmpSize)                        \
    SCALAR(uint32_t, firstTmpStartPos)                  \
    SCALAR(uint32_t, secondTmpStartPos)                 \
    SCALAR(uint32_t, thirdTmpStartPos)                  \
    SCALAR(uint32_t, loopRound)                         \
    SCALAR(uint32_t, inputRoundSize)                    \
    SCALAR(uint32_t, inputTailSize)                     \
    SCALAR(uint32_t, inputTailPos)                      \
    SCALAR(uint32_t, meanVarRoundSize)                  \
    SCALAR(uint32_t, meanVarTailSize)                   \
    SCALAR(uint32_t, meanVarTailPos)                    \
    SCALAR(uint32_t, bshCurLength)                      \
    SCALAR(uint32_t, bsCurLength)                       \
    SCALAR(float, lastDimValueBack)

#define ASCENDC_FIELDS_LAYER_NORM_SEPARATE_TILING(SCALAR, ARRAY) \
    SCALAR(uint32_t, aLength)                                    \
    SCALAR(uint32_t, rLength)                                    \
    SCALAR(uint32_t, halfAddRepeatTimes)                         \
    SCALAR(uint32_t, rHeadLength)                                \
    SCALAR(float, k2Rec)                                         \
    SCALAR(float, k2RRec)                                        \
    SCALAR(uint32_t, inputXSize)                                 \
    SCALAR(uint32_t, meanVarSize)                                \
    SCALAR(uint32_t, numberOfTmpBuf)                             \
    SCALAR(uint32_t, varianceTmpTensorPos)                       \
    SCALAR(uint32_t, varianceTmpTensorSize)                      \
    SCALAR(uint32_t, tmpBufSize)                                 \
    SCALAR(uint32_t, oneTmpSize)                                 \
    SCALAR(uint32_t, firstTmpStartPos)                           \
    SCALAR(uint32_t, secondTmpStartPos)                          \
    SCALAR(uint32_t, thirdTmpStartPos)                           \
    SCALAR(uint32_t, loopRound)                                  \
    SCALAR(uint32_t, inputRoundSize)                             \
    SCALAR(uint32_t, inputTailSize)                              \
    SCALAR(uint32_t, inputTailPos)                               \
    SCALAR(uint32_t, meanVarRoundSize)                           \
    SCALAR(uint32_t, meanVarTailSize)                            \
    SCALAR(uint32_t, meanVarTailPos)                             \
    SCALAR(uint32_t, arCurLength)                                \
    SCALAR(uint32_t, aCurLength)                                 \
    SCALAR(float, rValueBack)

#define ASCENDC_FIELDS_RMS_NORM_TILING(SCALAR, ARRAY) \
    SCALAR(uint32_t, bLength)                         \
    SCALAR(uint32_t, sLength)                         \
    SCALAR(uint32_t, hLength)                         \
    SCALAR(uint32_t, originalHLength)                 \
    SCALAR(float, reciprocalOfHLength)                \
    SCALAR(uint32_t, mainBshLength)                   \
    SCALAR(uint32_t, mainBsLength)                    \
    SCALAR(uint32_t, mainBsLengthAlign)               \
    SCALAR(uint32_t, loopRound)                       \
    SCALAR(uint32_t, inputTailPos)                    \
    SCALAR(uint32_t, tailBshLength)                   \
    SCALAR(uint32_t, tailBsLength)

#define ASCENDC_FIELDS_UN_PAD_TILING(SCALAR, ARRAY) \
    SCALAR(uint32_t, srcHeight)                     \
    SCALAR(uint32_t, srcWidth)                      \
    SCALAR(uint32_t, tmpBuffer1BlockNum)            \
    SCALAR(uint32_t, tmpBuffer1RowNum)              \
    SCALAR(uint32_t, tmpBuffer2Offset)              \
    SCALAR(uint32_t, widthTiling)                   \
    SCALAR(uint32_t, widthFractal)                  \
    SCALAR(uint32_t, widthFractalTail)

#define ASCENDC_FIELDS_PAD_TILING(SCALAR, ARRAY)     \
    SCALAR(uint32_t, srcHeight)                      \
    SCALAR(uint32_t, srcWidth)                       \
    SCALAR(uint32_t, srcOriWidth)                    \
    SCALAR(uint32_t, widthWithoutLastBlock)          \
    SCALAR(uint32_t, blocksPerRow)                   \
    SCALAR(uint32_t, heightTiling)                   \
    SCALAR(uint32_t, heightFractal)                  \
    SCALAR(uint32_t, heightFractalTail)              \
    SCALAR(uint32_t, mainLoopOffset)                 \
    SCALAR(uint32_t, tailBlockOffset)                \
    SCALAR(uint32_t, tmpBuffer1BlockNum)             \
    SCALAR(uint32_t, tmpBuffer1RowNum)               \
    SCALAR(uint32_t, tmpBuffer2Offset)               \
    SCALAR(uint32_t, widthTiling)                    \
    SCALAR(uint32_t, widthFractal)                   \
    SCALAR(uint32_t, widthFractalTail)               \
    SCALAR(uint32_t, widthFractalTailAlingned)       \
    SCALAR(uint32_t, brcbTiling)                     \
    SCALAR(uint32_t, brcbFractal)                    \
    SCALAR(uint32_t, brcbFractalTail)                \
    SCALAR(uint32_t, maxRepeatTimes)                 \
    SCALAR(uint32_t, brcbTilingRepeatTimes)          \
    SCALAR(uint32_t, brcbTilingRepeatTimesTail)      \
    SCALAR(uint32_t, brcbFractalTailRepeatTimes)     \
    SCALAR(uint32_t, brcbFractalTailRepeatTimesTail) \
    SCALAR(uint32_t, reserved)

#define ASCENDC_FIELDS_TOPK_TILING(SCALAR, ARRAY) \
    SCALAR(int32_t, tmpLocalSize)                 \
    SCALAR(int32_t, allDataSize)                  \
    SCALAR(int32_t, innerDataSize)                \
    SCALAR(uint32_t, sortRepeat)                  \
    SCALAR(int32_t, mrgSortRepeat)                \
    SCALAR(int32_t, kAlignFourBytes)              \
    SCALAR(int32_t, kAlignTwoBytes)               \
    SCALAR(int32_t, maskOffset)                   \
    SCALAR(int32_t, maskVreducev2FourBytes)       \
    SCALAR(int32_t, maskVreducev2TwoBytes)        \
    SCALAR(int32_t, mrgSortSrc1offset)            \
    SCALAR(int32_t, mrgSortSrc2offset)            \
    SCALAR(int32_t, mrgSortSrc3offset)            \
    SCALAR(int32_t, mrgSortTwoQueueSrc1Offset)    \
    SCALAR(int32_t, mrgFourQueueTailPara1)        \
    SCALAR(int32_t, mrgFourQueueTailPara2)        \
    SCALAR(int32_t, srcIndexOffset)               \
    SCALAR(uint32_t, copyUbToUbBlockCount)        \
    SCALAR(int32_t, topkMrgSrc1MaskSizeOffset)    \
    SCALAR(int32_t, topkNSmallSrcIndexOffset)     \
    SCALAR(uint32_t, vreduceValMask0)             \
    SCALAR(uint32_t, vreduceValMask1)             \
    SCALAR(uint32_t, vreduceIdxMask0)             \
    SCALAR(uint32_t, vreduceIdxMask1)             \
    SCALAR(uint16_t, vreducehalfValMask0)         \
    SCALAR(uint16_t, vreducehalfValMask1)         \
    SCALAR(uint16_t, vreducehalfValMask2)         \
    SCALAR(uint16_t, vreducehalfValMask3)         \
    SCALAR(uint16_t, vreducehalfValMask4)         \
    SCALAR(uint16_t, vreducehalfValMask5)         \
    SCALAR(uint16_t, vreducehalfValMask6)         \
    SCALAR(uint16_t, vreducehalfValMask7)

#define ASCENDC_FIELDS_CONFUSION_TRANSPOSE_TILING(SCALAR, ARRAY) \
    SCALAR(uint32_t, param0)                                     \
    SCALAR(uint32_t, param1)                                     \
    SCALAR(uint32_t, param2)                                     \
    SCALAR(uint32_t, param3)                                     \
    SCALAR(uint32_t, param4)                                     \
    SCALAR(uint32_t, param5)                                     \
    SCALAR(uint32_t, param6)                                     \
    SCALAR(uint32_t, param7)                                     \
    SCALAR(uint32_t, param8)                                     \
    SCALAR(uint32_t, param9)                                     \
    SCALAR(uint32_t, param10)                                    \
    SCALAR(uint32_t, param11)                                    \
    SCALAR(uint32_t, param12)                                    \
    SCALAR(uint32_t, param13)                                    \
    SCALAR(uint32_t, param14)                                    \
    SCALAR(uint32_t, param15)                                    \
    SCALAR(uint32_t, param16)                                    \
    SCALAR(uint32_t, param17)

// All structures: name, list.
#define ASCENDC_TILING_STRUCTS(STRUCT)                                          \
    STRUCT(LogSoftMaxTiling, ASCENDC_FIELDS_LOG_SOFT_MAX_TILING)                \
    STRUCT(SoftMaxTiling, ASCENDC_FIELDS_SOFT_MAX_TILING)                       \
    STRUCT(Mc2ServerCfg, ASCENDC_FIELDS_MC2_SERVER_CFG)                         \
    STRUCT(Mc2HcommCfg, ASCENDC_FIELDS_MC2_HCOMM_CFG)                           \
    STRUCT(Mc2InitTiling, ASCENDC_FIELDS_MC2_INIT_TILING)                       \
    STRUCT(Mc2CcTiling, ASCENDC_FIELDS_MC2_CC_TILING)                           \
    STRUCT(TCubeTiling, ASCENDC_FIELDS_TCUBE_TILING)                            \
    STRUCT(BatchNormTiling, ASCENDC_FIELDS_BATCH_NORM_TILING)                   \
    STRUCT(DeepNormTiling, ASCENDC_FIELDS_DEEP_NORM_TILING)                     \
    STRUCT(GroupNormTiling, ASCENDC_FIELDS_GROUP_NORM_TILING)                   \
    STRUCT(LayerNormGradBetaTiling, ASCENDC_FIELDS_LAYER_NORM_GRAD_BETA_TILING) \
    STRUCT(LayerNormGradTiling, ASCENDC_FIELDS_LAYER_NORM_GRAD_TILING)          \
    STRUCT(LayerNormTiling, ASCENDC_FIELDS_LAYER_NORM_TILING)                   \
    STRUCT(LayerNormSeparateTiling, ASCENDC_FIELDS_LAYER_NORM_SEPARATE_TILING)  \
    STRUCT(RmsNormTiling, ASCENDC_FIELDS_RMS_NORM_TILING)                       \
    STRUCT(UnPadTiling, ASCENDC_FIELDS_UN_PAD_TILING)                           \
    STRUCT(PadTiling, ASCENDC_FIELDS_PAD_TILING)                                \
    STRUCT(TopkTiling, ASCENDC_FIELDS_TOPK_TILING)                              \
    STRUCT(ConfusionTransposeTiling, ASCENDC_FIELDS_CONFUSION_TRANSPOSE_TILING)

#endif  // KERNEL_TILING_TILING_FIELDS_H_
