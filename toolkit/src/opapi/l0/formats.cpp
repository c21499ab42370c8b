// Operators between formats. Private formats divide channels (or rows and columns) into blocks of
// C0; what a block has beyond the tensor is zero.
#include <cstring>

#include "aclnn/opdev/format_utils.h"
#include "aclnn/opdev/shape_utils.h"
#include "aclnn_kernels/transdata.h"
#include "nnopbase/interface/host_step.h"
#include "runtime/error.h"

using nnopbase::Tensor;
using nnopbase::View;
using op::Format;
using runtime::Fail;

namespace l0op {
namespace {

constexpr int64_t kBlockBytes = 32;
constexpr int64_t kFractalRows = 16;

int64_t Blocks(int64_t count, int64_t size) {
    return (count + size - 1) / size;
}

/// A dense tensor with one dimension split: (.., d, ..) as (.., d / size, .., size).
struct Split {
    size_t dimension;  ///< of the dense tensor
    int64_t size;      ///< elements of a block
    size_t outer;      ///< place of the block number in the private shape
    size_t inner;      ///< place of the element in the block
};

/// How a format lies in memory: dense dimensions and the split ones, by their places.
struct Layout {
    op::Shape storage;
    std::vector<Split> splits;
    std::vector<size_t> dimensions;  ///< of each dense dimension that is not split
};

/// NCHW, NCDHW: channels are dimension 1 and split into C0; the block number comes after what is
/// in front of the channels (and after D).
Layout ChannelBlocks(const op::Shape& dense, int64_t c0) {
    Layout layout;
    const size_t rank = dense.GetDimNum();
    const bool has_depth = rank == 5;
    layout.dimensions.assign(rank, 0);
    layout.storage.AppendDim(dense[0]);
    if (has_depth) {
        layout.storage.AppendDim(dense[2]);
        layout.dimensions[2] = 1;
    }
    layout.splits.push_back({1, c0, layout.storage.GetDimNum(), rank});
    layout.storage.AppendDim(Blocks(dense[1], c0));
    for (size_t i = has_depth ? 3 : 2; i < rank; ++i) {
        layout.dimensions[i] = layout.storage.GetDimNum();
        layout.storage.AppendDim(dense[i]);
    }
    layout.storage.AppendDim(c0);
    return layout;
}

/// ND: (.., m, n) as (.., n / C0, m / 16, 16, C0).
Layout Fractals(const op::Shape& dense, int64_t c0) {
    Layout layout;
    const size_t batch = dense.GetDimNum() - 2;
    layout.dimensions.assign(dense.GetDimNum(), 0);
    for (size_t i = 0; i < batch; ++i) {
        layout.dimensions[i] = i;
        layout.storage.AppendDim(dense[i]);
    }
    layout.splits.push_back({batch, kFractalRows, batch + 1, batch + 2});
    layout.splits.push_back({batch + 1, c0, batch, batch + 3});
    layout.storage.AppendDim(Blocks(dense[batch + 1], c0));
    layout.storage.AppendDim(Blocks(dense[batch], kFractalRows));
    layout.storage.AppendDim(kFractalRows);
    layout.storage.AppendDim(c0);
    return layout;
}

/// Weights (N, C, [D,] H, W) as ([D,] C / C0, H, W, N / 16, 16, C0).
Layout WeightFractals(const op::Shape& dense, int64_t c0) {
    Layout layout;
    const size_t rank = dense.GetDimNum();
    layout.dimensions.assign(rank, 0);
    if (rank == 5) {
        layout.dimensions[2] = 0;
        layout.storage.AppendDim(dense[2]);
    }
    const size_t c1 = layout.storage.GetDimNum();
    layout.storage.AppendDim(Blocks(dense[1], c0));
    for (size_t i = rank - 2; i < rank; ++i) {
        layout.dimensions[i] = layout.storage.GetDimNum();
        layout.storage.AppendDim(dense[i]);
    }
    const size_t n1 = layout.storage.GetDimNum();
    layout.splits.push_back({0, kFractalRows, n1, n1 + 1});
    layout.splits.push_back({1, c0, c1, n1 + 2});
    layout.storage.AppendDim(Blocks(dense[0], kFractalRows));
    layout.storage.AppendDim(kFractalRows);
    layout.storage.AppendDim(c0);
    return layout;
}

/// The layout of a format; false for one that is not known, or has other dimensions.
bool FindLayout(Format format, const op::Shape& dense, int64_t c0, Layout* layout) {
    const size_t rank = dense.GetDimNum();
    switch (op::GetPrimaryFormat(format)) {
        case Format::FORMAT_NC1HWC0:
            *layout = rank == 4 ? ChannelBlocks(dense, c0) : Layout();
            return rank == 4;
        case Format::FORMAT_NDC1HWC0:
            *layout = rank == 5 ? ChannelBlocks(dense, c0) : Layout();
            return rank == 5;
        case Format::FORMAT_FRACTAL_NZ:
            *layout = rank >= 2 ? Fractals(dense, c0) : Layout();
            return rank >= 2;
        case Format::FORMAT_FRACTAL_Z:
            *layout = rank == 4 ? WeightFractals(dense, c0) : Layout();
            return rank == 4;
        case Format::FORMAT_FRACTAL_Z_3D:
            *layout = rank == 5 ? WeightFractals(dense, c0) : Layout();
            return rank == 5;
        default:
            return false;
    }
}

/// Copies between a dense view and its blocks, corner by corner: the split dimensions are cut into
/// whole blocks and a rest, so that every piece is a plain strided copy.
class BlockCopy {
public:
    BlockCopy(const View& dense, View blocks, const Layout& layout, bool to_blocks)
        : dense_(dense), blocks_(blocks), layout_(layout), to_blocks_(to_blocks) {
        blocks_.shape = layout.storage;
        blocks_.strides = nnopbase::ContiguousStrides(layout.storage);
    }

    void Run() {
        pieces_.resize(layout_.splits.size());
        Cut(0);
    }

private:
    /// Part of a split dimension.
    struct Piece {
        int64_t first_block = 0;
        int64_t blocks = 0;
        int64_t elements = 0;  ///< of each block
    };

    /// Cuts split number `index`, then the others.
    void Cut(size_t index) {
        if (index == layout_.splits.size()) {
            CopyPiece();
            return;
        }
        const Split& split = layout_.splits[index];
        const int64_t count = dense_.shape[split.dimension];
        const int64_t whole = count / split.size;
        if (whole > 0) {
            pieces_[index] = {0, whole, split.size};
            Cut(index + 1);
        }
        if (count % split.size != 0) {
            pieces_[index] = {whole, 1, count % split.size};
            Cut(index + 1);
        }
    }

    void CopyPiece() {
        View from = {op::Shape(), op::Strides(), dense_.offset, dense_.dtype, dense_.data};
        View to = {op::Shape(), op::Strides(), blocks_.offset, blocks_.dtype, blocks_.data};
        const auto add = [&](int64_t count, int64_t dense_stride, int64_t block_stride) {
            from.shape.AppendDim(count);
            from.strides.push_back(dense_stride);
            to.shape.AppendDim(count);
            to.strides.push_back(block_stride);
        };
        std::vector<bool> is_split(dense_.shape.GetDimNum(), false);
        for (const Split& split : layout_.splits) {
            is_split[split.dimension] = true;
        }
        for (size_t i = 0; i < dense_.shape.GetDimNum(); ++i) {
            if (!is_split[i]) {
                add(dense_.shape[i], dense_.strides[i], blocks_.strides[layout_.dimensions[i]]);
            }
        }
        for (size_t i = 0; i < layout_.splits.size(); ++i) {
            const Split& split = layout_.splits[i];
            const int64_t stride = dense_.strides[split.dimension];
            from.offset += pieces_[i].first_block * split.size * stride;
            to.offset += pieces_[i].first_block * blocks_.strides[split.outer];
            add(pieces_[i].blocks, split.size * stride, blocks_.strides[split.outer]);
            add(pieces_[i].elements, stride, blocks_.strides[split.inner]);
        }
        to_blocks_ ? l0::CopyView(from, to) : l0::CopyView(to, from);
    }

    const View dense_;
    View blocks_;
    const Layout& layout_;
    const bool to_blocks_;
    std::vector<Piece> pieces_;
};

const aclTensor* Change(const aclTensor* x, Format format, int64_t groups, int64_t c0,
                        aclOpExecutor* executor) {
    if (x == nullptr || groups > 1) {
        Fail(ACLNN_ERR_PARAM_INVALID, "l0op::TransData: the tensor is null, or groups are above 1");
        return nullptr;
    }
    const Tensor& from = nnopbase::Of(*x);
    const Format source = op::GetPrimaryFormat(from.storage_format);
    const Format target = op::GetPrimaryFormat(format);
    if (source == target) {
        return x;
    }
    const bool to_blocks = op::IsPrivateFormat(target);
    if (!to_blocks && from.storage_shape.GetDimNum() > 0) {
        // Of what is there: TransDataSpecial makes blocks of 16 floats, and TransData undoes it.
        c0 = from.storage_shape[from.storage_shape.GetDimNum() - 1];
    }
    const op::Shape dense = to_blocks ? from.view_shape : from.original_shape;
    Layout layout;
    if (c0 <= 0 || !FindLayout(to_blocks ? target : source, dense, c0, &layout)) {
        Fail(ACLNN_ERR_PARAM_INVALID, "l0op::TransData: no way from %s %s to %s",
             op::ToString(source).GetString(), op::ToString(dense).GetString(),
             op::ToString(target).GetString());
        return nullptr;
    }
    aclTensor* y = executor->AllocTensor(to_blocks ? layout.storage : dense, dense, from.dtype,
                                         target, to_blocks ? from.original_format : target);
    const bool added =
        y != nullptr &&
        l0::AddHostStep(executor, "TransData", {x, y}, [=](const l0::Operands& operands) {
            const View& dense_view = operands[to_blocks ? 0 : 1];
            const View& blocks = operands[to_blocks ? 1 : 0];
            if (to_blocks) {
                memset(blocks.first(), 0,
                       nnopbase::BytesOf(nnopbase::ElementCount(layout.storage), blocks.dtype));
            }
            BlockCopy(dense_view, blocks, layout, to_blocks).Run();
        });
    return added ? y : nullptr;
}

}  // namespace

const aclTensor* TransData(const aclTensor* x, Format dstPrimaryFormat, int64_t groups,
                           aclOpExecutor* executor) {
    const size_t bits = x == nullptr ? 0 : nnopbase::ElementBits(x->GetDataType());
    const int64_t c0 = bits < 8 ? 0 : kBlockBytes * 8 / static_cast<int64_t>(bits);
    return c0 == 0 ? nullptr : Change(x, dstPrimaryFormat, groups, c0, executor);
}

const aclTensor* TransDataSpecial(const aclTensor* x, Format dstPrimaryFormat, int64_t groups,
                                  aclOpExecutor* executor) {
    const size_t bits = x == nullptr ? 0 : nnopbase::ElementBits(x->GetDataType());
    const int64_t c0 = bits == 8 ? kBlockBytes : bits == 16 || bits == 32 ? kBlockBytes / 2 : 0;
    return c0 == 0 ? nullptr : Change(x, dstPrimaryFormat, groups, c0, executor);
}

}  // namespace l0op
