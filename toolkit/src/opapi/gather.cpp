// Elements named by indices along one dimension: gathered from there, scattered to there.
#include "aclnnop/aclnn_embedding.h"
#include "aclnnop/aclnn_embedding_dense_backward.h"
#include "aclnnop/aclnn_gather.h"
#include "aclnnop/aclnn_index_add.h"
#include "aclnnop/aclnn_index_select.h"
#include "aclnnop/aclnn_one_hot.h"
#include "aclnnop/aclnn_scatter.h"
#include "aclnnop/aclnn_scatter_add.h"
#include "opapi/indexed_elements.h"

using nnopbase::View;
using opapi::AreIndices;
using opapi::Elements;
using opapi::Extent;
using opapi::HostSteps;
using opapi::ResolveIndex;

namespace {

/// Places in `self` of the elements of an index tensor of the same rank (gather, scatter).
std::vector<size_t> ElementsAlong(const op::Shape& self, int64_t dim, const View& index) {
    const std::vector<int64_t> indices = l0::ReadWholes(index);
    std::vector<size_t> elements(indices.size());
    for (size_t i = 0; i < indices.size(); ++i) {
        size_t rest = i;
        size_t step = 1;
        for (size_t k = self.GetDimNum(); k-- > 0;) {
            const size_t size = static_cast<size_t>(index.shape[k]);
            const size_t own = static_cast<size_t>(self[k]);
            elements[i] += step * (static_cast<int64_t>(k) == dim ? ResolveIndex(indices[i], own)
                                                                  : rest % size);
            rest /= size;
            step *= own;
        }
    }
    return elements;
}

/// The rows along `dim` that a vector of indices names: out = self[..., index, ...].
void SelectRows(const View& self, int64_t dim, const View& index, const View& out) {
    const Extent extent = opapi::ExtentAt(self.shape, dim);
    const std::vector<int64_t> indices = l0::ReadWholes(index);
    const Elements from(self);
    Elements to(out);
    const size_t inner = extent.inner * from.size;
    uint8_t* next = to.bytes.data();
    for (size_t outer = 0; outer < extent.outer; ++outer) {
        for (const int64_t row_index : indices) {
            const size_t row = outer * extent.size + ResolveIndex(row_index, extent.size);
            std::memcpy(next, from.bytes.data() + row * inner, inner);
            next += inner;
        }
    }
    opapi::WriteBytes(to.bytes, out);
}

enum Reduce : int64_t { kReplace, kAdd, kMultiply };

/// views: self, index, src or, if it has no data, `number`, and out.
template <typename T>
void ScatterAlong(const l0::Operands& views, int64_t dim, int64_t reduce, T number) {
    const std::vector<size_t> elements = ElementsAlong(views[0].shape, dim, views[1]);
    std::vector<T> sources(elements.size(), number);
    if (views[2].dtype != ge::DT_UNDEFINED) {
        View beginning = views[2];  // of a larger src
        beginning.shape = views[1].shape;
        sources = opapi::Read<T>(beginning);
    }
    std::vector<T> all = opapi::Read<T>(views[0]);
    for (size_t i = 0; i < elements.size(); ++i) {
        T& target = all[elements[i]];
        target = reduce == kAdd        ? target + sources[i]
                 : reduce == kMultiply ? target * sources[i]
                                       : sources[i];
    }
    opapi::Write(all, views[3]);
}

/// out = self, with elements replaced by, added to or multiplied with those of src.
aclnnStatus Scatter(const aclTensor* self, int64_t dim, const aclTensor* index,
                    const opapi::Operand& src, int64_t reduce, const aclTensor* out,
                    const opapi::Result& result) {
    const aclnnStatus code = opapi::RequireOperands({self, index, src, out});
    if (code != ACLNN_SUCCESS) {
        return code;
    }
    HostSteps steps("Scatter");
    const bool same_rank = self->GetViewShape().GetDimNum() == index->GetViewShape().GetDimNum();
    if (!opapi::ResolveDim(self, &dim) || !AreIndices({index}) || !same_rank || reduce < kReplace ||
        reduce > kMultiply) {
        steps.Reject(
            "the dimension does not exist, the index does not go with self, or the "
            "reduction is none of 0, 1, 2");
        return steps.Finish(result);
    }
    opapi::WithNumber({self, src.tensor, out}, [&](auto number) {
        using T = decltype(number);
        if (src.scalar != nullptr) {
            number = std::is_integral_v<T> ? static_cast<T>(src.scalar->ToInt64())
                                           : static_cast<T>(src.scalar->ToDouble());
        }
        steps.Add({self, index, src.tensor, out},
                  [=](const l0::Operands& views) { ScatterAlong<T>(views, dim, reduce, number); });
    });
    return steps.Finish(result);
}

}  // namespace

extern "C" {

OPAPI_INTERFACE(IndexSelect, const aclTensor* self, int64_t dim, const aclTensor* index,
                aclTensor* out) {
    OPAPI_BEGIN(IndexSelect);
    HostSteps steps("IndexSelect");
    if (opapi::RequireOperands({self, index, out}) != ACLNN_SUCCESS ||
        !opapi::ResolveDim(self, &dim) || !AreIndices({index}) ||
        self->GetDataType() != out->GetDataType()) {
        steps.Reject("a tensor is NULL or of a type that cannot be, or there is no such dimension");
        return steps.Finish(OPAPI_RESULT);
    }
    steps.Add({self, index, out},
              [dim](const l0::Operands& views) { SelectRows(views[0], dim, views[1], views[2]); });
    return steps.Finish(OPAPI_RESULT);
}

OPAPI_INTERFACE(Embedding, const aclTensor* weight, const aclTensor* indices,
                const aclTensor* out) {
    OPAPI_BEGIN(Embedding);
    HostSteps steps("Embedding");
    if (opapi::RequireOperands({weight, indices, out}) != ACLNN_SUCCESS || !AreIndices({indices}) ||
        weight->GetDataType() != out->GetDataType()) {
        steps.Reject("a tensor is NULL or of a type that cannot be");
        return steps.Finish(OPAPI_RESULT);
    }
    steps.Add({weight, indices, out},
              [](const l0::Operands& views) { SelectRows(views[0], 0, views[1], views[2]); });
    return steps.Finish(OPAPI_RESULT);
}

OPAPI_INTERFACE(EmbeddingDenseBackward, const aclTensor* grad, const aclTensor* indices,
                uint64_t numWeights, uint64_t paddingIdx, bool scaleGradByFreq,
                const aclTensor* out) {
    OPAPI_BEGIN(EmbeddingDenseBackward);
    const aclnnStatus code = opapi::RequireOperands({grad, indices, out});
    if (code != ACLNN_SUCCESS) {
        return code;
    }
    return opapi::OnHost(
        "EmbeddingDenseBackward", {grad, indices, out},
        [=](const l0::Operands& views) {
            const std::vector<double> upstream = l0::ReadReals(views[0]);
            const std::vector<int64_t> rows = l0::ReadWholes(views[1]);
            std::vector<double> sums(nnopbase::ElementCount(views[2].shape), 0.0);
            const size_t width = sums.size() / std::max<size_t>(numWeights, 1);
            std::vector<double> uses(numWeights, 0.0);
            for (const int64_t row : rows) {
                uses[ResolveIndex(row, numWeights)] += 1;
            }
            for (size_t i = 0; i < rows.size(); ++i) {
                const size_t row = ResolveIndex(rows[i], numWeights);
                for (size_t k = 0; k < width && row != paddingIdx; ++k) {
                    sums[row * width + k] +=
                        upstream[i * width + k] / (scaleGradByFreq ? uses[row] : 1);
                }
            }
            l0::WriteReals(sums, views[2]);
        },
        OPAPI_RESULT);
}

OPAPI_INTERFACE(Gather, const aclTensor* self, const int64_t dim, const aclTensor* index,
                aclTensor* out) {
    OPAPI_BEGIN(Gather);
    HostSteps steps("Gather");
    int64_t along = dim;
    if (opapi::RequireOperands({self, index, out}) != ACLNN_SUCCESS ||
        !opapi::ResolveDim(self, &along) || !AreIndices({index}) ||
        self->GetDataType() != out->GetDataType()) {
        steps.Reject("a tensor is NULL or of a type that cannot be, or there is no such dimension");
        return steps.Finish(OPAPI_RESULT);
    }
    steps.Add({self, index, out}, [along](const l0::Operands& views) {
        const std::vector<size_t> elements = ElementsAlong(views[0].shape, along, views[1]);
        const Elements from(views[0]);
        Elements to(views[2]);
        for (size_t i = 0; i < elements.size(); ++i) {
            to.Copy(i, from, elements[i]);
        }
        opapi::WriteBytes(to.bytes, views[2]);
    });
    return steps.Finish(OPAPI_RESULT);
}

OPAPI_INTERFACE(Scatter, const aclTensor* self, int64_t dim, const aclTensor* index,
                const aclTensor* src, int64_t reduce, aclTensor* out) {
    OPAPI_BEGIN(Scatter);
    return Scatter(self, dim, index, src, reduce, out, OPAPI_RESULT);
}

OPAPI_INTERFACE(InplaceScatter, aclTensor* selfRef, int64_t dim, const aclTensor* index,
                const aclTensor* src, int64_t reduce) {
    OPAPI_BEGIN(InplaceScatter);
    return Scatter(selfRef, dim, index, src, reduce, selfRef, OPAPI_RESULT);
}

OPAPI_INTERFACE(ScatterValue, const aclTensor* self, int64_t dim, const aclTensor* index,
                const aclScalar* value, int64_t reduce, aclTensor* out) {
    OPAPI_BEGIN(ScatterValue);
    return Scatter(self, dim, index, value, reduce, out, OPAPI_RESULT);
}

OPAPI_INTERFACE(InplaceScatterValue, aclTensor* selfRef, int64_t dim, const aclTensor* index,
                const aclScalar* value, int64_t reduce) {
    OPAPI_BEGIN(InplaceScatterValue);
    return Scatter(selfRef, dim, index, value, reduce, selfRef, OPAPI_RESULT);
}

OPAPI_INTERFACE(ScatterAdd, const aclTensor* self, int64_t dim, const aclTensor* index,
                const aclTensor* src, aclTensor* out) {
    OPAPI_BEGIN(ScatterAdd);
    return Scatter(self, dim, index, src, kAdd, out, OPAPI_RESULT);
}

OPAPI_INTERFACE(OneHot, const aclTensor* self, int numClasses, const aclTensor* onValue,
                const aclTensor* offValue, int64_t axis, aclTensor* out) {
    OPAPI_BEGIN(OneHot);
    HostSteps steps("OneHot");
    const aclnnStatus code = opapi::RequireOperands({self, onValue, offValue, out});
    if (code != ACLNN_SUCCESS || !opapi::ResolveDim(out, &axis)) {
        steps.Reject("a tensor is NULL, or the axis does not exist");
        return steps.Finish(OPAPI_RESULT);
    }
    (void)numClasses;  // out has it
    steps.Add({self, onValue, offValue, out}, [axis](const l0::Operands& views) {
        const Extent extent = opapi::ExtentAt(views[3].shape, axis);
        const std::vector<int64_t> classes = l0::ReadWholes(views[0]);
        const double on = l0::ReadReals(views[1])[0];
        std::vector<double> hot(nnopbase::ElementCount(views[3].shape), l0::ReadReals(views[2])[0]);
        for (size_t i = 0; i < classes.size(); ++i) {
            if (classes[i] >= 0 && classes[i] < static_cast<int64_t>(extent.size)) {
                hot[(i / extent.inner * extent.size + static_cast<size_t>(classes[i])) *
                        extent.inner +
                    i % extent.inner] = on;
            }
        }
        l0::WriteReals(hot, views[3]);
    });
    return steps.Finish(OPAPI_RESULT);
}

OPAPI_INTERFACE(IndexAdd, const aclTensor* self, const int64_t dim, const aclTensor* index,
                const aclTensor* source, const aclScalar* alpha, aclTensor* out) {
    OPAPI_BEGIN(IndexAdd);
    HostSteps steps("IndexAdd");
    int64_t along = dim;
    if (opapi::RequireOperands({self, index, source, alpha, out}) != ACLNN_SUCCESS ||
        !opapi::ResolveDim(self, &along) || !AreIndices({index})) {
        steps.Reject(
            "an argument is NULL or of a type that cannot be, or there is no such "
            "dimension");
        return steps.Finish(OPAPI_RESULT);
    }
    const double factor = alpha->ToDouble();
    steps.Add({self, index, source, out}, [=](const l0::Operands& views) {
        const Extent extent = opapi::ExtentAt(views[0].shape, along);
        const std::vector<int64_t> rows = l0::ReadWholes(views[1]);
        const std::vector<double> added = l0::ReadReals(views[2]);
        std::vector<double> sums = l0::ReadReals(views[0]);
        for (size_t i = 0; i < added.size(); ++i) {
            const size_t row = i / extent.inner;
            const size_t outer = row / rows.size();
            const size_t target =
                outer * extent.size + ResolveIndex(rows[row % rows.size()], extent.size);
            sums[target * extent.inner + i % extent.inner] += factor * added[i];
        }
        l0::WriteReals(sums, views[3]);
    });
    return steps.Finish(OPAPI_RESULT);
}
}
