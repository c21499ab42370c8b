// Elements that are repeated, each group after the one before, and the sums of such groups.
#include <numeric>

#include "aclnnop/aclnn_repeat_interleave.h"
#include "aclnnop/aclnn_repeat_interleave_grad.h"
#include "opapi/indexed_elements.h"

using nnopbase::View;
using opapi::Elements;
using opapi::Extent;
using opapi::HostSteps;

namespace {

/// How often each of `size` slices is repeated; one number stands for all. Fails the operator if
/// the numbers go with another size, or their sum is not `total`.
std::vector<size_t> CountsOf(const std::vector<int64_t>& repeats, size_t size, size_t total) {
    if (repeats.size() != size && repeats.size() != 1) {
        throw std::out_of_range(std::to_string(repeats.size()) +
                                " repeats go with a dimension of this size, not of " +
                                std::to_string(size));
    }
    std::vector<size_t> counts(size);
    for (size_t i = 0; i < size; ++i) {
        const int64_t count = repeats[repeats.size() == 1 ? 0 : i];
        if (count < 0) {
            throw std::out_of_range("repeats has the number " + std::to_string(count) +
                                    ", which is negative");
        }
        counts[i] = static_cast<size_t>(count);
    }
    const size_t sum = std::accumulate(counts.begin(), counts.end(), size_t{0});
    if (sum != total) {
        throw std::out_of_range("the sum of repeats is " + std::to_string(sum) +
                                ", but out has the size " + std::to_string(total));
    }
    return counts;
}

void Repeat(const View& self, const Extent& extent, const std::vector<int64_t>& repeats,
            const View& out) {
    const Elements from(self);
    Elements to(out);
    const size_t slice = extent.inner * from.size;
    const size_t slices = slice == 0 ? 0 : to.bytes.size() / slice;
    const std::vector<size_t> counts =
        CountsOf(repeats, extent.size, slices / std::max<size_t>(extent.outer, 1));
    uint8_t* next = to.bytes.data();
    for (size_t i = 0; i < extent.outer * extent.size; ++i) {
        for (size_t k = 0; k < counts[i % extent.size]; ++k) {
            std::memcpy(next, from.bytes.data() + i * slice, slice);
            next += slice;
        }
    }
    opapi::WriteBytes(to.bytes, out);
}

/// The whole tensor as one dimension, or one of its dimensions.
Extent ExtentOf(const op::Shape& shape, bool is_flat, int64_t dim) {
    Extent extent;
    if (is_flat) {
        extent.size = static_cast<size_t>(shape.GetShapeSize());
        return extent;
    }
    return opapi::ExtentAt(shape, dim);
}

/// `repeats`: a tensor, or null for the same `count` of all.
aclnnStatus RepeatInterleave(const char* name, const aclTensor* self, const aclTensor* repeats,
                             int64_t count, const int64_t* along, const aclTensor* out,
                             bool has_tensor, const opapi::Result& result) {
    HostSteps steps(name);
    int64_t dim = along == nullptr ? 0 : *along;
    if (opapi::RequireOperands({self, out}) != ACLNN_SUCCESS ||
        (has_tensor && repeats == nullptr) || !opapi::AreIndices({repeats}) ||
        self->GetDataType() != out->GetDataType() ||
        (along != nullptr && !opapi::ResolveDim(self, &dim))) {
        steps.Reject("a tensor is NULL or of a type that cannot be, or there is no such dimension");
        return steps.Finish(result);
    }
    const bool is_flat = along == nullptr;
    steps.Add({self, repeats, out}, [=](const l0::Operands& views) {
        const std::vector<int64_t> counts =
            has_tensor ? l0::ReadWholes(views[1]) : std::vector<int64_t>{count};
        Repeat(views[0], ExtentOf(views[0].shape, is_flat, dim), counts, views[2]);
    });
    return steps.Finish(result);
}

}  // namespace

extern "C" {

OPAPI_INTERFACE(RepeatInterleave, const aclTensor* self, const aclTensor* repeats,
                int64_t outputSize, aclTensor* out) {
    OPAPI_BEGIN(RepeatInterleave);
    return RepeatInterleave("RepeatInterleave", self, repeats, 0, nullptr, out, true, OPAPI_RESULT);
}

OPAPI_INTERFACE(RepeatInterleaveWithDim, const aclTensor* self, const aclTensor* repeats,
                int64_t dim, int64_t outputSize, aclTensor* out) {
    OPAPI_BEGIN(RepeatInterleaveWithDim);
    return RepeatInterleave("RepeatInterleaveWithDim", self, repeats, 0, &dim, out, true,
                            OPAPI_RESULT);
}

OPAPI_INTERFACE(RepeatInterleaveInt, const aclTensor* self, int64_t repeats, int64_t outputSize,
                aclTensor* out) {
    OPAPI_BEGIN(RepeatInterleaveInt);
    return RepeatInterleave("RepeatInterleaveInt", self, nullptr, repeats, nullptr, out, false,
                            OPAPI_RESULT);
}

OPAPI_INTERFACE(RepeatInterleaveIntWithDim, const aclTensor* self, int64_t repeats, int64_t dim,
                int64_t outputSize, aclTensor* out) {
    OPAPI_BEGIN(RepeatInterleaveIntWithDim);
    return RepeatInterleave("RepeatInterleaveIntWithDim", self, nullptr, repeats, &dim, out, false,
                            OPAPI_RESULT);
}

OPAPI_INTERFACE(RepeatInterleaveTensor, const aclTensor* repeats, int64_t outputSize,
                aclTensor* out) {
    OPAPI_BEGIN(RepeatInterleaveTensor);
    HostSteps steps("RepeatInterleaveTensor");
    if (opapi::RequireOperands({repeats, out}) != ACLNN_SUCCESS ||
        !opapi::AreIndices({repeats, out})) {
        steps.Reject("a tensor is NULL or of a type that cannot be");
        return steps.Finish(OPAPI_RESULT);
    }
    steps.Add({repeats, out}, [](const l0::Operands& views) {
        const std::vector<int64_t> repeats = l0::ReadWholes(views[0]);
        std::vector<int64_t> places;
        const std::vector<size_t> counts =
            CountsOf(repeats, repeats.size(), nnopbase::ElementCount(views[1].shape));
        for (size_t i = 0; i < counts.size(); ++i) {
            places.insert(places.end(), counts[i], static_cast<int64_t>(i));
        }
        l0::WriteWholes(places, views[1]);
    });
    return steps.Finish(OPAPI_RESULT);
}

OPAPI_INTERFACE(RepeatInterleaveGrad, const aclTensor* yGrad, const aclTensor* repeats,
                int64_t axis, const aclTensor* out) {
    OPAPI_BEGIN(RepeatInterleaveGrad);
    HostSteps steps("RepeatInterleaveGrad");
    if (opapi::RequireOperands({yGrad, repeats, out}) != ACLNN_SUCCESS ||
        !opapi::AreIndices({repeats}) || !opapi::ResolveDim(yGrad, &axis)) {
        steps.Reject("a tensor is NULL or of a type that cannot be, or there is no such axis");
        return steps.Finish(OPAPI_RESULT);
    }
    steps.Add({yGrad, repeats, out}, [axis](const l0::Operands& views) {
        const Extent from = opapi::ExtentAt(views[0].shape, axis);
        const std::vector<double> upstream = l0::ReadReals(views[0]);
        std::vector<double> sums(nnopbase::ElementCount(views[2].shape), 0.0);
        const size_t slices = from.outer * from.inner;
        const size_t size = slices == 0 ? 0 : sums.size() / slices;
        const std::vector<size_t> counts = CountsOf(l0::ReadWholes(views[1]), size, from.size);
        size_t slice = 0;
        for (size_t i = 0; i < from.outer * size; ++i) {
            for (size_t k = 0; k < counts[i % size] * from.inner; ++k) {
                sums[i * from.inner + k % from.inner] += upstream[slice++];
            }
        }
        l0::WriteReals(sums, views[2]);
    });
    return steps.Finish(OPAPI_RESULT);
}

}  // extern "C"
