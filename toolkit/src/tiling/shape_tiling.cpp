// Temporary memory and tiling of Pad, UnPad, ConfusionTranspose and TransData, which go through
// transposed 16 x 16 squares.
#include "isa/scratch.h"
#include "lib/pad/pad_tiling.h"
#include "lib/transpose/confusion_transpose_tiling.h"
#include "lib/transpose/transdata_tiling.h"
#include "tiling/assign.h"
#include "tiling/row_split.h"
#include "tiling/tmp_size.h"

namespace AscendC {
namespace {

using api_tiling::Dim;

constexpr uint32_t kSquare = 16;
constexpr uint32_t kTransposeOnly = 7;  // TransposeType::TRANSPOSE_ND2ND_ONLY
constexpr uint32_t kLastSwapped = 2;    // the types that swap axes 1 and 2

struct Matrix {
    uint32_t height, width;
};

Matrix MatrixOf(const ge::Shape& shape) {
    return {Dim(shape, 0), Dim(shape, 1)};
}

/// 16 blocks for each element, twice; least: for 16 elements.
void PadRange(const Matrix& matrix, uint32_t* max_value, uint32_t* min_value) {
    const uint64_t elements = uint64_t{matrix.height} * matrix.width;
    *min_value = static_cast<uint32_t>(isa::kPadScratch);
    *max_value = tmp_size::Saturate((elements + kSquare - 1) / kSquare * isa::kPadScratch);
}

/// Fields of both structures: `blocks` of 32 bytes of each copy, and how the width is walked.
template <typename Tiling>
void FillWidth(const Matrix& matrix, uint32_t bytes, uint32_t type_size, Tiling* tiling) {
    const uint32_t per_block = tmp_size::kBlockBytes / std::max(type_size, 1U);
    const uint32_t width = static_cast<uint32_t>(tmp_size::AlignUp(matrix.width, per_block));
    const uint32_t blocks = std::max(bytes / 2 / tmp_size::kBlockBytes, 1U);
    tiling->srcHeight = matrix.height;
    tiling->srcWidth = matrix.width;
    tiling->tmpBuffer1BlockNum = blocks;
    tiling->tmpBuffer1RowNum = std::max(blocks * per_block / std::max(width, 1U), 1U);
    tiling->tmpBuffer2Offset = blocks * per_block;
    tiling->widthTiling = kSquare * per_block;
    tiling->widthFractal = matrix.width / tiling->widthTiling;
    tiling->widthFractalTail = matrix.width % tiling->widthTiling;
}

template <typename Tiling>
void PadInfo(const ge::Shape& shape, const ge::Shape& original, uint32_t bytes, uint32_t type_size,
             Tiling* tiling) {
    const Matrix matrix = MatrixOf(shape);
    const uint32_t per_block = tmp_size::kBlockBytes / std::max(type_size, 1U);
    tiling::PadTiling plain;
    FillWidth(matrix, bytes, type_size, &plain);
    plain.srcOriWidth = MatrixOf(original).width;
    plain.blocksPerRow = (matrix.width + per_block - 1) / per_block;
    plain.widthWithoutLastBlock = (plain.blocksPerRow - 1) * per_block;
    plain.widthFractalTailAlingned =
        static_cast<uint32_t>(tmp_size::AlignUp(plain.widthFractalTail, per_block));
    plain.heightTiling = std::min(plain.tmpBuffer1RowNum, matrix.height);
    plain.heightFractal = matrix.height / plain.heightTiling;
    plain.heightFractalTail = matrix.height % plain.heightTiling;
    plain.mainLoopOffset = plain.heightTiling * matrix.width;
    plain.tailBlockOffset = plain.heightFractal * plain.mainLoopOffset;
    api_tiling::Assign(plain, tiling);
}

template <typename Tiling>
void UnPadInfo(const ge::Shape& shape, uint32_t bytes, uint32_t type_size, Tiling* tiling) {
    tiling::UnPadTiling plain;
    FillWidth(MatrixOf(shape), bytes, type_size, &plain);
    api_tiling::Assign(plain, tiling);
}

void TransposeRange(const ge::Shape& shape, uint32_t type_size, uint32_t type, uint32_t* max_value,
                    uint32_t* min_value) {
    *min_value = tmp_size::Saturate(isa::TransposeScratch(type, type_size));
    // Squares of all rows where axes are swapped.
    const uint64_t rows = tmp_size::AlignUp(Dim(shape, 2), kSquare);
    *max_value = type <= kLastSwapped && *min_value != 0
                     ? tmp_size::Saturate(rows * kSquare * type_size)
                     : *min_value;
}

/// The kernel reads the extents: param0 .. param3 = [b, n, s, h / n], or [h, w].
template <typename Tiling>
void TransposeInfo(const ge::Shape& shape, uint32_t bytes, uint32_t type_size, uint32_t type,
                   Tiling* tiling) {
    tiling::ConfusionTransposeTiling plain;
    plain.param0 = Dim(shape, 0);
    plain.param1 = Dim(shape, 1);
    plain.param2 = Dim(shape, 2);
    plain.param3 = Dim(shape, 3);
    plain.param4 = bytes;
    plain.param5 = type_size;
    plain.param6 = type;
    api_tiling::Assign(plain, tiling);
}

}  // namespace

void GetPadMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t, uint32_t& maxValue,
                         uint32_t& minValue) {
    PadRange(MatrixOf(srcShape), &maxValue, &minValue);
}
void PadTilingFunc(const ge::Shape srcShape, const ge::Shape oriSrcShape,
                   const uint32_t stackBufferSize, const uint32_t typeSize,
                   optiling::PadTiling& tiling) {
    PadInfo(srcShape, oriSrcShape, stackBufferSize, typeSize, &tiling);
}
void PadTilingFunc(const ge::Shape srcShape, const ge::Shape oriSrcShape,
                   const uint32_t stackBufferSize, const uint32_t typeSize,
                   AscendC::tiling::PadTiling& tiling) {
    PadInfo(srcShape, oriSrcShape, stackBufferSize, typeSize, &tiling);
}

void GetUnPadMaxMinTmpSize(const platform_ascendc::PlatformAscendC& ascendcPlatform,
                           const ge::Shape& srcShape, const uint32_t, uint32_t& maxValue,
                           uint32_t& minValue) {
    maxValue = 0;
    minValue = 0;
    if (isa::UnPadScratch(tmp_size::ArchOf(ascendcPlatform)) != 0) {
        PadRange(MatrixOf(srcShape), &maxValue, &minValue);
    }
}
void UnPadTilingFunc(const ge::Shape srcShape, const uint32_t stackBufferSize,
                     const uint32_t typeSize, optiling::UnPadTiling& tiling) {
    UnPadInfo(srcShape, stackBufferSize, typeSize, &tiling);
}
void UnPadTilingFunc(const ge::Shape srcShape, const uint32_t stackBufferSize,
                     const uint32_t typeSize, AscendC::tiling::UnPadTiling& tiling) {
    UnPadInfo(srcShape, stackBufferSize, typeSize, &tiling);
}

void GetConfusionTransposeMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize,
                                        const uint32_t transposeTypeIn, uint32_t& maxValue,
                                        uint32_t& minValue) {
    TransposeRange(srcShape, typeSize, transposeTypeIn, &maxValue, &minValue);
}
void GetTransposeMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize,
                               const uint32_t transposeTypeIn, uint32_t& maxValue,
                               uint32_t& minValue) {
    TransposeRange(srcShape, typeSize, transposeTypeIn, &maxValue, &minValue);
}

// The two names of the function, for both kinds of structure.
#define DEFINE_TRANSPOSE_INFO(name, STRUCT)                                                       \
    void name(const ge::Shape& srcShape, const uint32_t stackBufferSize, const uint32_t typeSize, \
              const uint32_t transposeTypeIn, STRUCT::ConfusionTransposeTiling& tiling) {         \
        TransposeInfo(srcShape, stackBufferSize, typeSize, transposeTypeIn, &tiling);             \
    }
DEFINE_TRANSPOSE_INFO(GetConfusionTransposeTilingInfo, optiling)
DEFINE_TRANSPOSE_INFO(GetConfusionTransposeTilingInfo, AscendC::tiling)
DEFINE_TRANSPOSE_INFO(GetTransposeTilingInfo, optiling)
DEFINE_TRANSPOSE_INFO(GetTransposeTilingInfo, AscendC::tiling)
#undef DEFINE_TRANSPOSE_INFO

void GetConfusionTransposeOnlyTilingInfo(const ge::Shape& srcShape, const uint32_t stackBufferSize,
                                         const uint32_t typeSize,
                                         optiling::ConfusionTransposeTiling& tiling) {
    TransposeInfo(srcShape, stackBufferSize, typeSize, kTransposeOnly, &tiling);
}
void GetConfusionTransposeOnlyTilingInfo(const ge::Shape& srcShape, const uint32_t stackBufferSize,
                                         const uint32_t typeSize,
                                         AscendC::tiling::ConfusionTransposeTiling& tiling) {
    TransposeInfo(srcShape, stackBufferSize, typeSize, kTransposeOnly, &tiling);
}

bool GetTransDataMaxMinTmpSize(const platform_ascendc::PlatformAscendC&, const ge::Shape& srcShape,
                               const ge::Shape& dstShape, const ge::DataType dataType,
                               const TransDataConfig& config, uint32_t& maxValue,
                               uint32_t& minValue) {
    const bool four = dataType == ge::DT_FLOAT;
    const bool two =
        dataType == ge::DT_FLOAT16 || dataType == ge::DT_INT16 || dataType == ge::DT_UINT16;
    const bool from_plain = config.srcFormat == DataFormat::NCDHW;
    const bool to_plain = config.dstFormat == DataFormat::NCDHW;
    const DataFormat blocked = from_plain ? config.dstFormat : config.srcFormat;
    const bool fractals = blocked == DataFormat::FRACTAL_Z_3D;
    const ge::Shape& plain = from_plain ? srcShape : dstShape;
    if (!(four || two) || from_plain == to_plain || plain.GetDimNum() != 5 ||
        !(fractals || blocked == DataFormat::NDC1HWC0)) {
        return false;
    }
    const uint64_t size = four ? 4 : 2;
    const uint64_t n = Dim(plain, 0);
    const uint64_t c = Dim(plain, 1);
    const uint64_t pixels = tmp_size::AlignUp(uint64_t{Dim(plain, 3)} * Dim(plain, 4), kSquare);
    const uint64_t volume = Dim(plain, 2) * pixels * size;  // of a channel
    const uint64_t channels = tmp_size::AlignUp(c, kSquare);
    const uint64_t images = tmp_size::AlignUp(n, kSquare);
    uint64_t bytes = 0;
    if (fractals && from_plain) {
        bytes = (images * channels + c) * volume;
    } else if (fractals) {
        // Padding is taken out of a second copy.
        bytes = images * channels * volume * (images == n && channels == c ? 1 : 2);
    } else {
        bytes = channels * volume + (from_plain ? volume : kSquare * kSquare * size);
    }
    minValue = tmp_size::Saturate(bytes);
    maxValue = minValue;
    return true;
}

}  // namespace AscendC
