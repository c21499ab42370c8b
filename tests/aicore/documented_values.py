"""Values that CANN 8.1 documents: enumerators, constants, defaults and parameter constructors."""

# <enumeration>: <enumerator>=<value> ...
ENUMERATORS = """
AtomicDtype: ATOMIC_NONE=0 ATOMIC_F32=1 ATOMIC_F16=2 ATOMIC_S16=3 ATOMIC_S32=4 ATOMIC_S8=5
  ATOMIC_BF16=6
AtomicOp: ATOMIC_SUM=0
TimeStampId: TIME_STAMP_WRAP_FIRST=0 TIME_STAMP_WRAP_MC2_CTX=1 TIME_STAMP_WRAP_WK_SPACE=2
  TIME_STAMP_WRAP_INIT_DUMP=3 TIME_STAMP_WRAP_FFTS_ADDR=4 TIME_STAMP_WRAP_CLEAR_WK_SPAC=5
  TIME_STAMP_TPIPE=48 TIME_STAMP_BUFFER=49 TIME_STAMP_MATMUL_SERVER=96
  TIME_STAMP_MATMUL_SERVER_INIT=97 TIME_STAMP_MATMUL_SERVER_OBJ=98 TIME_STAMP_MATMUL_MATRIX_KFC=99
  TIME_STAMP_MATMUL_CLIENT_KFC=100 TIME_STAMP_MATMUL_WAIT_EVE=101 TIME_STAMP_MATMUL_OBJ=102
  TIME_STAMP_TILING_DATA=144 TIME_STAMP_TILING_DATA_STRUCT=145 TIME_STAMP_TILING_DATA_MEMBER=146
  TIME_STAMP_MC2_START=4096 TIME_STAMP_MC2_END=8191 TIME_STAMP_MAX=65535
TraceId: KFC_CLIENT_POST_MSG=28673 KFC_CLIENT_REV_MSG_GM=28674 KFC_CLIENT_REV_MSG_UB=28675
  KFC_SERVER_RUN=28929 KFC_SERVER_REV_MSG=28930 KFC_SERVER_PROCESS_MSG=28931
  MatMul_PROCESS_MSG=32769 MatMul_CALC=32770 Conv=33025 DropOut=33281 SoftMax=33537
  SoftmaxGrad=33538 SoftmaxFlash=33539 SoftmaxFlashV2=33540 LogSoftMax=33541 SoftmaxFlashV3=33542
  LayerNorm=33793 LayerNormGrad=33794 LayerNormGradBeta=33795 Pad=34049 UnPad=34050
  BroadCast=34305
AippInputFormat: YUV420SP_U8=0 XRGB8888_U8=1 RGB888_U8=4 YUV400_U8=9
LoopMode: MODE_NM=0 MODE_MN=1 MODE_KM=2 MODE_KN=3
CO2Layout: NZ=0 ROW_MAJOR=1 COLUMN_MAJOR=2
GatherMaskMode: VERSION_V1=0 VERSION_V2=1
FmatrixMode: FMATRIX_LEFT=0 FMATRIX_RIGHT=1
TransposeType: TRANSPOSE_TYPE_NONE=0 TRANSPOSE_NZ2ND_0213=1 TRANSPOSE_NZ2NZ_0213=2
  TRANSPOSE_NZ2NZ_012_WITH_N=3 TRANSPOSE_NZ2ND_012_WITH_N=4 TRANSPOSE_NZ2ND_012_WITHOUT_N=5
  TRANSPOSE_NZ2NZ_012_WITHOUT_N=6 TRANSPOSE_ND2ND_ONLY=7 TRANSPOSE_ND_UB_GM=8
  TRANSPOSE_GRAD_ND_UB_GM=9 TRANSPOSE_ND2ND_B16=10 TRANSPOSE_NCHW2NHWC=11 TRANSPOSE_NHWC2NCHW=12
SoftmaxMode: SOFTMAX_NORMAL=0 SOFTMAX_OUTPUT_WITHOUT_BRC=1
CubeFormat: ND=0 NZ=1 ZN=2 ZZ=3 NN=4 ND_ALIGN=5 SCALAR=6 VECTOR=7
LayoutMode: NONE=0 BSNGD=1 SBNGD=2 BNGS1S2=3 NORMAL=4
BatchMode: NONE=0 BATCH_LESS_THAN_L1=1 BATCH_LARGE_THAN_L1=2 SINGLE_LARGE_THAN_L1=3
IterateOrder: ORDER_M=0 ORDER_N=1 UNDEF=2
ScheduleType: INNER_PRODUCT=0 OUTER_PRODUCT=1
MatmulVersion: NORMAL=0 MULTI_DATA_LOAD=1 BASIC_BLOCK=2 IBSHARE_NORM=3
IterateMode: ITERATE_MODE_NORMAL=1 ITERATE_MODE_ALL=2 ITERATE_MODE_BATCH=4 ITERATE_MODE_N_BATCH=8
  ITERATE_MODE_DEFAULT=255
MatmulConfigMode: CONFIG_NORM=0 CONFIG_MDL=1 CONFIG_SPECIALMDL=2 CONFIG_IBSHARE=3
ReducePattern: AR=0 RA=1
TPosition: GM=0 A1=1 A2=2 B1=3 B2=4 C1=5 C2=6 CO1=7 CO2=8 VECIN=9 VECOUT=10 VECCALC=11 LCM=11
  SPM=12 SHM=12 TSCM=13 C2PIPE2GM=14 C2PIPE2LOCAL=15 MAX=16
Hardware: GM=0 UB=1 L1=2 L0A=3 L0B=4 L0C=5 BIAS=6 FIXBUF=7 MAX=8
HardEvent: MTE2_MTE1=0 MTE1_MTE2=1 MTE1_M=2 M_MTE1=3 MTE2_V=4 V_MTE2=5 MTE3_V=6 V_MTE3=7 M_V=8
  V_M=9 V_V=10 MTE3_MTE1=11 MTE1_MTE3=12 MTE1_V=13 MTE2_M=14 M_MTE2=15 V_MTE1=16 M_FIX=17 FIX_M=18
  MTE3_MTE2=19 MTE2_MTE3=20 S_V=21 V_S=22 S_MTE2=23 MTE2_S=24 S_MTE3=25 MTE3_S=26 MTE2_FIX=27
  FIX_MTE2=28 FIX_S=29 M_S=30 FIX_MTE3=31 MTE1_FIX=32 FIX_MTE1=33 FIX_FIX=34 MAX=35
MemDsbT: ALL=0 DDR=1 UB=2 SEQ=3
MaskMode: NORMAL=0 COUNTER=1
CacheLine: SINGLE_CACHE_LINE=0 ENTIRE_DATA_CACHE=1
DcciDst: CACHELINE_ALL=0 CACHELINE_UB=1 CACHELINE_OUT=2 CACHELINE_ATOMIC=3
KernelType: K_TYPE_AICORE=1 K_TYPE_AIC=2 K_TYPE_AIV=3 K_TYPE_MIX_AIC_MAIN=4 K_TYPE_MIX_AIV_MAIN=5
  K_TYPE_AIC_ROLLBACK=6 K_TYPE_AIV_ROLLBACK=7 K_TYPE_MAX=8
CacheMode: CACHE_MODE_DISABLE=0 CACHE_MODE_NORMAL=1 CACHE_MODE_LAST=2 CACHE_MODE_PERSISTENT=4
RoundMode: CAST_NONE=0 CAST_RINT=1 CAST_FLOOR=2 CAST_CEIL=3 CAST_ROUND=4 CAST_TRUNC=5 CAST_ODD=6
CMPMODE: LT=0 GT=1 EQ=2 LE=3 GE=4 NE=5
SELMODE: VSEL_CMPMASK_SPR=0 VSEL_TENSOR_SCALAR_MODE=1 VSEL_TENSOR_TENSOR_MODE=2
BlockMode: BLOCK_MODE_NORMAL=0 BLOCK_MODE_MATRIX=1 BLOCK_MODE_VECTOR=2 BLOCK_MODE_SMALL_CHANNEL=3
  BLOCK_MODE_DEPTHWISE=4
DeqScale: DEQ_NONE=0 DEQ=1 VDEQ=2 DEQ8=3 VDEQ8=4 DEQ16=5 VDEQ16=6
ReduceOrder: ORDER_VALUE_INDEX=0 ORDER_INDEX_VALUE=1 ORDER_ONLY_VALUE=2 ORDER_ONLY_INDEX=3
pipe_t: PIPE_S=0 PIPE_V=1 PIPE_M=2 PIPE_MTE1=3 PIPE_MTE2=4 PIPE_MTE3=5 PIPE_ALL=6 PIPE_MTE4=7
  PIPE_MTE5=8 PIPE_V2=9 PIPE_FIX=10
event_t: EVENT_ID0=0 EVENT_ID1=1 EVENT_ID2=2 EVENT_ID3=3 EVENT_ID4=4 EVENT_ID5=5 EVENT_ID6=6
  EVENT_ID7=7
ub_addr8_t: VA0=0 VA1=1 VA2=2 VA3=3 VA4=4 VA5=5 VA6=6 VA7=7
pad_t: PAD_NONE=0 PAD_MODE1=1 PAD_MODE2=2 PAD_MODE3=3 PAD_MODE4=4 PAD_MODE5=5 PAD_MODE6=6
  PAD_MODE7=7 PAD_MODE8=8
cache_line_t: SINGLE_CACHE_LINE=0 ENTIRE_DATA_CACHE=1
dcci_dst_t: CACHELINE_ALL=0 CACHELINE_UB=1 CACHELINE_OUT=2 CACHELINE_ATOMIC=3
addr_cal_mode_t: inc=0 dec=1
QuantMode_t: NoQuant=0 F322F16=1 VREQ8=8 REQ8=9 VDEQF16=10 DEQF16=11 F322BF16=16 VQF322B8_PRE=23
  QF322B8_PRE=24
DataFormat: ND=0 NZ=1 NCHW=2 NC1HWC0=3 NHWC=4
"""

# Types are those of ge::DataType; 8.1's own header exchanges bool and double, newer ones do not.
CONSTANTS = """
DEFAULT_BLK_NUM=8 HALF_FACTOR=2 DEFAULT_BLK_STRIDE=1 DEFAULT_REPEAT_STRIDE=8
HALF_DEFAULT_REPEAT_STRIDE=4 ONE_FOURTH_DEFAULT_REPEAT_STRIDE=2 FULL_MASK=18446744073709551615
DEFAULT_C0_SIZE=32 MAX_REPEAT_TIMES=255 ONE_BYTE_BIT_SIZE=8 TOTAL_L0A_SIZE=65536
TOTAL_L0B_SIZE=65536 F32_NEG_INF=4286578688 VECTOR_REG_WIDTH=256 PAD_SIZE=4
DEFAULT_DATA_COPY_NBURST=1 DEFAULT_DATA_COPY_STRIDE=0 BLOCK_CUBE=16 CUBE_MAX_SIZE=256
ONE_BLK_SIZE=32 ONE_REPEAT_BYTE_SIZE=256 B32_BYTE_SIZE=4 B16_BYTE_SIZE=2 B32_DATA_NUM_PER_BLOCK=8
B16_DATA_NUM_PER_BLOCK=16 B32_DATA_NUM_PER_REPEAT=64 NCHW_CONV_ADDR_LIST_SIZE=16 K_MAX_DIM=8
FLOAT_REPEAT_SIZE=64 ONE_BLK_FLOAT_NUM=8 BRCB_BROADCAST_NUMBER=8 DROPOUT_MODE_BYTE_MISALIGN=1
DROPOUT_MODE_BIT_MISALIGN=4 MAX_BLOCK_LEN=65535 MASK_PLACEHOLDER=0 INVALID_TEVENTID=-1
VECTOR_QUANT_MODE=2 ITERATE_SIZE=2 MIX=0 AIC=1 AIV=2 DT_FLOAT=0 DT_FLOAT16=1 DT_INT8=2 DT_INT32=3
DT_UINT8=4 DT_INT16=6 DT_UINT16=7 DT_INT64=9 DT_UINT32=8 DT_UINT64=10 DT_DOUBLE=11 DT_BOOL=12
DT_STRING=13 DT_DUAL_SUB_INT8=14 DT_DUAL_SUB_UINT8=15 DT_COMPLEX64=16 DT_COMPLEX128=17 DT_QINT8=18
DT_QINT16=19 DT_QINT32=20 DT_QUINT8=21 DT_QUINT16=22 DT_RESOURCE=23 DT_STRING_REF=24 DT_DUAL=25
DT_VARIANT=26 DT_BF16=27 DT_UNDEFINED=28 DT_INT4=29 DT_UINT1=30 DT_INT2=31 DT_UINT2=32 DT_MAX=42
FORMAT_NCHW=0 FORMAT_NHWC=1 FORMAT_ND=2 FORMAT_NC1HWC0=3 FORMAT_FRACTAL_Z=4 FORMAT_NC1C0HWPAD=5
FORMAT_NHWC1C0=6 FORMAT_FSR_NCHW=7 FORMAT_FRACTAL_DECONV=8 FORMAT_C1HWNC0=9
FORMAT_FRACTAL_DECONV_TRANSPOSE=10 FORMAT_FRACTAL_DECONV_SP_STRIDE_TRANS=11 FORMAT_NC1HWC0_C04=12
FORMAT_FRACTAL_Z_C04=13 FORMAT_CHWN=14 FORMAT_FRACTAL_DECONV_SP_STRIDE8_TRANS=15 FORMAT_HWCN=16
FORMAT_NC1KHKWHWC0=17 FORMAT_BN_WEIGHT=18 FORMAT_FILTER_HWCK=19 FORMAT_HASHTABLE_LOOKUP_LOOKUPS=20
FORMAT_HASHTABLE_LOOKUP_KEYS=21 FORMAT_HASHTABLE_LOOKUP_VALUE=22 FORMAT_HASHTABLE_LOOKUP_OUTPUT=23
FORMAT_HASHTABLE_LOOKUP_HITS=24 FORMAT_C1HWNCoC0=25 FORMAT_MD=26 FORMAT_NDHWC=27
FORMAT_FRACTAL_ZZ=28 FORMAT_FRACTAL_NZ=29 FORMAT_NCDHW=30 FORMAT_DHWCN=31 FORMAT_NDC1HWC0=32
FORMAT_FRACTAL_Z_3D=33 FORMAT_CN=34 FORMAT_NC=35 FORMAT_DHWNC=36 FORMAT_FRACTAL_Z_3D_TRANSPOSE=37
FORMAT_FRACTAL_ZN_LSTM=38 FORMAT_FRACTAL_Z_G=39 FORMAT_RESERVED=40 FORMAT_ALL=41 FORMAT_NULL=42
FORMAT_ND_RNN_BIAS=43 FORMAT_FRACTAL_ZN_RNN=44 FORMAT_NYUV=45 FORMAT_NYUV_A=46 FORMAT_NCL=47
FORMAT_MAX=255
"""

# On 100 (910), 200 (310P), 220 (910B) and 300 (310B).
CONSTANTS_PER_CORE = {
    "TOTAL_VEC_LOCAL_SIZE": (253952, 253952, 188416, 188416),
    "TOTAL_UB_SIZE": (262144, 262144, 196608, 253952),
    "TMP_UB_OFFSET": (253952, 253952, 188416, 253952),
    "TOTAL_L1_SIZE": (1048576, 1048576, 524160, 1048576),
    "TOTAL_L0C_SIZE": (262144, 262144, 131072, 131072),
}

# <structure>: <field>=<default> ..., and in brackets the fields that each constructor sets, in
# order. [n]: an array whose elements have the default. ?: no default. !: no default constructor.
PARAMETERS = """
BinaryRepeatParams: blockNumber=8 dstBlkStride=1 src0BlkStride=1 src1BlkStride=1 dstRepStride=8
  src0RepStride=8 src1RepStride=8 repeatStrideMode=false strideSizeMode=false
  (dstBlkStride src0BlkStride src1BlkStride dstRepStride src0RepStride src1RepStride)
BrcbRepeatParams: blockNumber=8 dstRepStride=8 dstBlkStride=1 src0BlkStride=1 src1BlkStride=1
  src0RepStride=8 src1RepStride=8 repeatStrideMode=false strideSizeMode=false
  (dstBlkStride dstRepStride)
Conv2dTilling: loopMode=0 c0Size=32 dTypeSize=1 strideH=0 strideW=0 dilationH=0 dilationW=0 hi=0
  wi=0 ho=0 wo=0 height=0 width=0 howo=0 mNum=0 nNum=0 kNum=0 mBlockNum=0 kBlockNum=0 nBlockNum=0
  roundM=0 roundN=0 roundK=0 mTileBlock=0 nTileBlock=0 kTileBlock=0 mIterNum=0 nIterNum=0
  kIterNum=0 mTileNums=0 mHasTail=false nHasTail=false kHasTail=false kTailBlock=0 mTailBlock=0
  nTailBlock=0 mTailNums=0
Conv2dParams: imgShape[2]=0 kernelShape[2]=0 stride[2]=0 cin=0 cout=0 padList[4]=0 dilation[2]=0
  initY=0 partialSum=false
  (imgShape kernelShape stride cin cout padList dilation initY partialSum)
GemmTiling: loopMode=0 mNum=0 nNum=0 kNum=0 roundM=0 roundN=0 roundK=0 c0Size=32 dtypeSize=1
  mBlockNum=0 nBlockNum=0 kBlockNum=0 mIterNum=0 nIterNum=0 kIterNum=0 mTileBlock=0 nTileBlock=0
  kTileBlock=0 kTailBlock=0 mTailBlock=0 nTailBlock=0 kHasTail=false mHasTail=false nHasTail=false
  kHasTailEle=false kTailEle=0
DataCopyParams: blockCount=1 blockLen=0 srcStride=0 dstStride=0
  (blockCount blockLen srcStride dstStride)
DataCopyEnhancedParams: blockMode=0 deqScale=0 deqValue=0 sidStoreMode=0 isRelu=false padMode=0
  padValue=0 deqTensorAddr=0
  (blockMode deqScale deqValue sidStoreMode isRelu padMode padValue)
DataCopyCO12DstParams: sid=0 nSize=0 mSize=0 dstStride=0 srcStride=0 unitFlag=0 clipReluPre=0
  eltWiseOp=0 quantPre=0 reluPre=0 channelSplit=false nz2ndEn=false
  (nSize mSize dstStride srcStride quantPre reluPre channelSplit nz2ndEn)
DataCopyPadParams: isPad=false leftPadding=0 rightPadding=0 paddingValue=0
  (isPad leftPadding rightPadding paddingValue)
DataCopyExtParams: blockCount=1 blockLen=0 srcStride=0 dstStride=0 rsv=0
  (blockCount blockLen srcStride dstStride rsv)
DataCopyPadExtParams<int16_t>: isPad=false leftPadding=0 rightPadding=0 paddingValue=0
  (isPad leftPadding rightPadding paddingValue)
Nd2NzParams: ndNum=0 nValue=0 dValue=0 srcNdMatrixStride=0 srcDValue=0 dstNzC0Stride=0
  dstNzNStride=0 dstNzMatrixStride=0
  (ndNum nValue dValue srcNdMatrixStride srcDValue dstNzC0Stride dstNzNStride dstNzMatrixStride)
Nz2NdParamsFull: ndNum=1 nValue=0 dValue=0 srcNdMatrixStride=1 srcNStride=0 dstDStride=0
  dstNdMatrixStride=1
  (ndNum nValue dValue srcNdMatrixStride srcNStride dstDStride dstNdMatrixStride)
SliceInfo: startIndex=0 endIndex=31 stride=0 burstLen=32 shapeValue=0
  (startIndex endIndex stride burstLen shapeValue)
CopyRepeatParams: dstStride=0 srcStride=0 dstRepeatSize=8 srcRepeatSize=8
  (dstStride srcStride dstRepeatSize srcRepeatSize)
FixpipeParamsV220: nSize=0 mSize=0 srcStride=0 dstStride=0 quantPre=0 deqScalar=? ndNum=1
  srcNdStride=0 dstNdStride=0 reluEn=false unitFlag=0 isChannelSplit=false
  (nSize mSize srcStride dstStride reluEn)
  (nSize mSize srcStride dstStride reluEn quantPre deqScalar ndNum srcNdStride dstNdStride
   unitFlag)
  (nSize mSize srcStride dstStride reluEn quantPre deqScalar ndNum srcNdStride dstNdStride
   unitFlag isChannelSplit)
GatherRepeatParams: blockNumber=8 dstRepStride=8 dstBlkStride=1 src0BlkStride=1 src1BlkStride=1
  src0RepStride=8 src1RepStride=8 repeatStrideMode=false strideSizeMode=false
  (dstBlkStride dstRepStride)
GatherMaskParams: src0BlockStride=1 repeatTimes=0 src0RepeatStride=8 src1RepeatStride=8
  (src0BlockStride repeatTimes src0RepeatStride src1RepeatStride)
LoadData2DParams: startIndex=0 dstGap=0 srcStride=0 ifTranspose=false repeatTimes=0 sid=0
  addrMode=0
  (startIndex repeatTimes srcStride sid dstGap ifTranspose addrMode)
LoadData2DParamsV2: mStartPosition=0 kStartPosition=0 mStep=0 kStep=0 srcStride=0 dstStride=0
  ifTranspose=false sid=0
  (mStartPosition kStartPosition mStep kStep srcStride dstStride ifTranspose sid)
LoadData3DParamsV1<int16_t>: padList[4]=0 strideW=0 strideH=0 filterW=0 filterH=0
  dilationFilterW=0 dilationFilterH=0 jumpStride=0 repeatMode=0 repeatTime=0 cSize=0 padValue=0
  fetchFilterW=0 fetchFilterH=0 l1H=0 l1W=0 c1Index=0 leftTopW=0 leftTopH=0
  (padList l1H l1W c1Index fetchFilterW fetchFilterH leftTopW leftTopH strideW strideH filterW
   filterH dilationFilterW dilationFilterH jumpStride repeatMode repeatTime cSize padValue)
LoadData3DParamsV2<int16_t>: padList[4]=0 l1H=0 l1W=0 channelSize=0 kExtension=0 mExtension=0
  kStartPt=0 mStartPt=0 strideW=1 strideH=1 filterW=1 filterH=1 dilationFilterW=1
  dilationFilterH=1 enTranspose=false enSmallK=false padValue=0 filterSizeW=false
  filterSizeH=false fMatrixCtrl=false
  (padList l1H l1W channelSize kExtension mExtension kStartPt mStartPt strideW strideH filterW
   filterH dilationFilterW dilationFilterH enTranspose enSmallK padValue)
  (padList l1H l1W channelSize kExtension mExtension kStartPt mStartPt strideW strideH filterW
   filterH dilationFilterW dilationFilterH enTranspose enSmallK padValue filterSizeW filterSizeH
   fMatrixCtrl)
LoadData3DParamsV2Pro: channelSize=0 enTranspose=false enSmallK=false filterSizeW=false
  filterSizeH=false fMatrixCtrl=false extConfig=0 filterConfig=1103823438081
  (channelSize enTranspose enSmallK filterSizeW filterSizeH fMatrixCtrl extConfig filterConfig)
LoadData2dTransposeParams: startIndex=0 repeatTimes=0 srcStride=0 dstGap=0 dstFracGap=0 addrMode=0
  (startIndex repeatTimes srcStride dstGap dstFracGap addrMode)
  (startIndex repeatTimes srcStride dstGap dstFracGap)
LoadData2dTransposeParamsV2: startIndex=0 repeatTimes=0 srcStride=0 dstGap=0 dstFracGap=0
  srcFracGap=0 addrMode=0
  (startIndex repeatTimes srcStride dstGap dstFracGap srcFracGap)
  (startIndex repeatTimes srcStride dstGap dstFracGap srcFracGap addrMode)
MmadParams: m=0 n=0 k=0 isBias=false fmOffset=0 enSsparse=false enWinogradA=false
  enWinogradB=false unitFlag=0 kDirectionAlign=false cmatrixSource=false cmatrixInitVal=true
  (m n k isBias fmOffset enSsparse enWinogradA enWinogradB)
  (m n k unitFlag cmatrixSource cmatrixInitVal)
InitConstValueParams<int16_t>: repeatTimes=0 blockNum=0 dstGap=0 initValue=0
  (repeatTimes blockNum dstGap initValue)
  (repeatTimes initValue)
LoadDataRepeatParam: repeatStride=0 repeatTime=1 repeatMode=0 dstStride=0
  (repeatStride repeatTime repeatMode dstStride)
LoadImageToLocalParams: horizSize=0 vertSize=0 horizStartPos=0 vertStartPos=0 srcHorizSize=0
  topPadSize=0 botPadSize=0 leftPadSize=0 rightPadSize=0 sid=0
  (horizSize vertSize horizStartPos vertStartPos srcHorizSize topPadSize botPadSize leftPadSize
   rightPadSize)
CheckLocalMemoryIAParam: enableBit=0 startAddr=0 endAddr=0 isScalarRead=false isScalarWrite=false
  isVectorRead=false isVectorWrite=false isMteRead=false isMteWrite=false isEnable=false
  (enableBit startAddr endAddr isScalarRead isScalarWrite isVectorRead isVectorWrite isMteRead
   isMteWrite isEnable)
MrgSort4Info: elementLengths[4]=0 ifExhaustedSuspension=false validBit=0 repeatTimes=1
  (elementLengths ifExhaustedSuspension validBit repeatTimes)
TransDataTo5HDParams: dstHighHalf=false srcHighHalf=false repeatTimes=1 dstRepStride=0
  srcRepStride=0
  (dstHighHalf srcHighHalf repeatTimes dstRepStride srcRepStride)
TransposeParamsExt: nSize=0 cSize=0 hSize=0 wSize=0 transposeType=10
  (nSize cSize hSize wSize transposeType)
UnaryRepeatParams: blockNumber=8 dstBlkStride=1 srcBlkStride=1 dstRepStride=8 srcRepStride=8
  repeatStrideMode=false strideSizeMode=false halfBlock=false
  (dstBlkStride srcBlkStride dstRepStride srcRepStride)
  (dstBlkStride srcBlkStride dstRepStride srcRepStride halfBlock)
SoftmaxConfig!: isCheckTiling=true oriSrcM=0 oriSrcK=0 mode=0
  (isCheckTiling)
  (isCheckTiling oriSrcM oriSrcK)
  (isCheckTiling oriSrcM oriSrcK mode)
CumSumConfig: isLastAxis=true isReuseSource=false outputLastRow=false
LayerNormConfig: isNoBeta=false isNoGamma=false isOnlyOutput=false
WelfordUpdateConfig!: isInplace=false
  (isInplace)
NormalizeConfig: reducePattern=0 aLength=-1 isNoBeta=false isNoGamma=false isOnlyOutput=false
AscendQuantConfig!: calcCount=0 offsetCount=0 scaleCount=0 workLocalSize=0
  (calcCount offsetCount scaleCount workLocalSize)
TQueConfig: nd2nz=false nz2nd=false scmBlockGroup=false bufferLen=0 bufferNumber=0 consumerSize=0
  enableStaticEvtId=false enableLoopQueue=false
PadParams: leftPad=0 rightPad=0 padValue=0
  (leftPad rightPad padValue)
UnPadParams: leftPad=0 rightPad=0
  (leftPad rightPad)
"""

# Configurations that functions of the library have by default, and what makes some of them.
CONFIGURATIONS = """
CFG_NZ: format=0
CFG_ROW_MAJOR: format=1
CFG_COLUMN_MAJOR: format=2
LNCFG_NORM: isNoBeta=false isNoGamma=false isOnlyOutput=false
GetLayerNormNormalConfig(): isNoBeta=false isNoGamma=false isOnlyOutput=false
NLCFG_NORM: reducePattern=0 aLength=-1 isNoBeta=false isNoGamma=false isOnlyOutput=false
NLCFG_NOBETA: reducePattern=0 aLength=-1 isNoBeta=true isNoGamma=false isOnlyOutput=false
NLCFG_NOGAMMA: reducePattern=0 aLength=-1 isNoBeta=false isNoGamma=true isOnlyOutput=false
NLCFG_NOOPT: reducePattern=0 aLength=-1 isNoBeta=true isNoGamma=true isOnlyOutput=false
GetNormalizeConfig(false, true): aLength=-1 isNoBeta=false isNoGamma=true isOnlyOutput=false
WFUPDATE_DEFAULT_CFG: isInplace=false
SOFTMAX_DEFAULT_CFG: isCheckTiling=true oriSrcM=0 oriSrcK=0 mode=0
defaultCumSumConfig: isLastAxis=true isReuseSource=false outputLastRow=true
ASCEND_QUANT_DEFAULT_CFG: calcCount=0 offsetCount=0 scaleCount=0 workLocalSize=0
"""

# Fields that a MatmulConfig has when nothing sets them.
MATMUL_CONFIG = """
doNorm=false doBasicBlock=false doMultiDataLoad=false basicM=0 basicN=0 basicK=0
intrinsicsCheck=false isNBatch=false enVecND2NZ=false doSpecialBasicBlock=false doMTE2Preload=0
singleCoreM=0 singleCoreN=0 singleCoreK=0 stepM=0 stepN=0 baseMN=0 singleCoreMN=0 enUnitFlag=false
isPerTensor=false hasAntiQuantOffset=false doIBShareNorm=false doSpecialMDL=false enableInit=true
batchMode=0 enableEnd=true enableGetTensorC=true enableSetOrgShape=true enableSetBias=true
enableSetTail=true enableQuantVector=true enableSetDefineData=true iterateMode=255
enableReuse=true enableUBReuse=true enableL1CacheUB=false intraBlockPartSum=false iterateOrder=2
scheduleType=0 enableDoubleCache=false isBiasBatch=true enableStaticPadZeros=false
isPartialOutput=false enableMixDualMaster=false isA2B2Shared=false isEnableChannelSplit=false
enableKdimReorderLoad=false
"""

# <function>: the fields that its arguments set, in order, with the arguments' defaults / what it
# sets besides.
MATMUL_CONFIGS = """
GetNormalConfig: intrinsicsCheck=false isNBatch=false enVecND2NZ=false batchMode=1 enableReuse=true
  iterateOrder=2 scheduleType=0 enUnitFlag=true enableMixDualMaster=false / doNorm=true
GetMDLConfig: intrinsicsCheck=false isNBatch=false doMTE2Preload=0 enVecND2NZ=false
  isPerTensor=false hasAntiQuantOffset=false enUnitFlag=false enableReuse=true enableUBReuse=true
  enableL1CacheUB=false enableMixDualMaster=false enableKdimReorderLoad=false / doMultiDataLoad=true
GetSpecialMDLConfig: intrinsicsCheck=false isNBatch=false doMTE2Preload=0 enVecND2NZ=false
  isPerTensor=false hasAntiQuantOffset=false / doSpecialMDL=true
GetBasicConfig: basicM=16 basicN=32 basicK=48 intrinsicsCheck=false isNBatch=false batchMode=1 /
  doBasicBlock=true
GetSpecialBasicConfig: basicM=16 basicN=32 basicK=48 singleCoreM=64 singleCoreN=96 singleCoreK=48
  stepM=2 stepN=3 intrinsicsCheck=false isNBatch=false batchMode=1 / doSpecialBasicBlock=true
GetIBShareNormConfig: intrinsicsCheck=false isNBatch=false enVecND2NZ=false batchMode=1
  enableDoubleCache=false enUnitFlag=true / doIBShareNorm=true
"""

# <part of GetMMConfig>: the fields of a configuration that it sets, in order.
MATMUL_PARTS = """
MatmulShapeParams: singleCoreM singleCoreN singleCoreK basicM basicN basicK
MatmulQuantParams: isPerTensor hasAntiQuantOffset
MatmulBatchParams: isNBatch batchMode isBiasBatch
MatmulFuncParams: intrinsicsCheck enVecND2NZ enableDoubleCache enableL1CacheUB doMTE2Preload
  iterateOrder scheduleType enableReuse enableUBReuse isPartialOutput isA2B2Shared
  isEnableChannelSplit enableKdimReorderLoad
"""
