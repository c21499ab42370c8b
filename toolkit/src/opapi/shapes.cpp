// Operators that put elements elsewhere, and tensors that follow from their places alone.
#include <cmath>
#include <cstring>

#include "aclnnop/aclnn_cat.h"
#include "aclnnop/aclnn_constant_pad_nd.h"
#include "aclnnop/aclnn_eye.h"
#include "aclnnop/aclnn_flip.h"
#include "aclnnop/aclnn_linspace.h"
#include "aclnnop/aclnn_repeat.h"
#include "aclnnop/aclnn_roll.h"
#include "aclnnop/aclnn_stack.h"
#include "aclnnop/aclnn_tril.h"
#include "aclnnop/aclnn_triu.h"
#include "opapi/host.h"
#include "runtime/error.h"

using nnopbase::View;
using opapi::Extent;
using opapi::HostSteps;

namespace {

using Coordinates = std::vector<int64_t>;

Coordinates ValuesOf(const aclIntArray* array) {
    Coordinates values;
    for (uint64_t i = 0; array != nullptr && i < array->Size(); ++i) {
        values.push_back((*array)[i]);
    }
    return values;
}

/// `shape` with ones before it, so that it has `rank` dimensions.
Coordinates Widened(const op::Shape& shape, size_t rank) {
    Coordinates sizes(rank, 1);
    for (size_t i = 0; i < shape.GetDimNum(); ++i) {
        sizes[rank - shape.GetDimNum() + i] = shape[i];
    }
    return sizes;
}

/// out[c] = self[source(c)]; what it leaves outside of self, with a negative place, is `otherwise`.
using Source = std::function<void(Coordinates*)>;
void Move(const View& self, const View& out, const Source& source, double otherwise = 0) {
    const size_t rank = out.shape.GetDimNum();
    const Coordinates sizes = Widened(self.shape, rank);
    const size_t size = nnopbase::ElementBits(self.dtype) / 8;
    const std::vector<uint8_t> from = opapi::ReadBytes(self);
    l0::WriteReals(std::vector<double>(nnopbase::ElementCount(out.shape), otherwise), out);
    std::vector<uint8_t> to = opapi::ReadBytes(out);
    Coordinates at(rank);
    for (size_t i = 0; i < to.size() / size; ++i) {
        size_t rest = i;
        for (size_t k = rank; k-- > 0;) {
            at[k] = static_cast<int64_t>(rest % static_cast<size_t>(out.shape[k]));
            rest /= static_cast<size_t>(out.shape[k]);
        }
        source(&at);
        int64_t offset = 0;
        for (size_t k = 0; k < rank; ++k) {
            const bool inside = offset >= 0 && at[k] >= 0 && at[k] < sizes[k];
            offset = inside ? offset * sizes[k] + at[k] : -1;
        }
        if (offset >= 0) {
            std::memcpy(&to[i * size], &from[static_cast<size_t>(offset) * size], size);
        }
    }
    opapi::WriteBytes(to, out);
}

aclnnStatus Moved(const char* name, const aclTensor* self, const aclTensor* out, Source source,
                  const opapi::Result& result, double otherwise = 0) {
    HostSteps steps(name);
    if (opapi::RequireOperands({self, out}) != ACLNN_SUCCESS ||
        self->GetDataType() != out->GetDataType() ||
        self->GetViewShape().GetDimNum() > out->GetViewShape().GetDimNum()) {
        steps.Reject(
            "a tensor is NULL, or out is of another type or of fewer dimensions than self");
        return steps.Finish(result);
    }
    steps.Add({self, out},
              [=](const l0::Operands& views) { Move(views[0], views[1], source, otherwise); });
    return steps.Finish(result);
}

/// The tensors joined along `dim`, of which each has as many as its share.
aclnnStatus Join(const char* name, const aclTensorList* tensors, int64_t dim, const aclTensor* out,
                 bool new_dim, const opapi::Result& result) {
    HostSteps steps(name);
    opapi::Tensors all;
    for (uint64_t i = 0; tensors != nullptr && i < tensors->Size(); ++i) {
        all.push_back((*tensors)[i]);
    }
    all.push_back(out);
    if (tensors == nullptr ||
        opapi::RequireOperands(opapi::Operands(all.begin(), all.end())) != ACLNN_SUCCESS ||
        !opapi::ResolveDim(out, &dim)) {
        steps.Reject("a tensor is NULL, or the dimension does not exist");
        return steps.Finish(result);
    }
    int64_t elements = 0;
    for (uint64_t i = 0; i < tensors->Size(); ++i) {
        elements += all[i]->Numel();
    }
    if (elements != out->Numel()) {
        steps.Reject("out has another number of elements than the tensors");
    }
    steps.Add(all, [=](const l0::Operands& views) {
        const View& to = views.back();
        const Extent whole = opapi::ExtentAt(to.shape, dim);
        std::vector<uint8_t> joined = opapi::ReadBytes(to);
        const size_t inner = whole.inner * nnopbase::ElementBits(to.dtype) / 8;
        size_t begin = 0;
        for (size_t i = 0; i + 1 < views.size(); ++i) {
            std::vector<uint8_t> part(joined.size());
            View converted = nnopbase::ContiguousView(views[i].shape, to.dtype, part.data());
            if (views[i].dtype == to.dtype) {
                part = opapi::ReadBytes(views[i]);
            } else {
                l0::WriteReals(l0::ReadReals(views[i]), converted);
            }
            const size_t share = new_dim ? 1
                                 : nnopbase::ElementCount(views[i].shape) == 0
                                     ? 0
                                     : opapi::ExtentAt(views[i].shape, dim).size;
            for (size_t outer = 0; share != 0 && outer < whole.outer; ++outer) {
                std::memcpy(&joined[(outer * whole.size + begin) * inner],
                            &part[outer * share * inner], share * inner);
            }
            begin += share;
        }
        opapi::WriteBytes(joined, to);
    });
    return steps.Finish(result);
}

/// self where the column is on one side of a diagonal, 0 on the other.
aclnnStatus Triangle(const char* name, const aclTensor* self, int64_t diagonal, bool lower,
                     const aclTensor* out, const opapi::Result& result) {
    if (opapi::RequireOperands({self, out}) != ACLNN_SUCCESS) {
        return ACLNN_ERR_PARAM_NULLPTR;
    }
    if (self->GetViewShape().GetDimNum() < 2) {
        return runtime::Fail(ACLNN_ERR_PARAM_INVALID, "%s: self is no matrix", name);
    }
    const Source source = [=](Coordinates* at) {
        const size_t rank = at->size();
        const int64_t beyond = (*at)[rank - 1] - (*at)[rank - 2] - diagonal;
        if (lower ? beyond > 0 : beyond < 0) {
            (*at)[rank - 1] = -1;
        }
    };
    return Moved(name, self, out, source, result);
}

/// A tensor that `value` makes of the place of each element.
aclnnStatus Numbered(const char* name, const aclTensor* out, std::function<double(size_t)> value,
                     const opapi::Result& result) {
    const aclnnStatus code = opapi::RequireOperands({out});
    if (code != ACLNN_SUCCESS) {
        return code;
    }
    return opapi::OnHost(
        name, {out},
        [value](const l0::Operands& views) {
            std::vector<double> values(nnopbase::ElementCount(views[0].shape));
            for (size_t i = 0; i < values.size(); ++i) {
                values[i] = value(i);
            }
            l0::WriteReals(values, views[0]);
        },
        result);
}

}  // namespace

extern "C" {

OPAPI_INTERFACE(Cat, const aclTensorList* tensors, int64_t dim, aclTensor* out) {
    OPAPI_BEGIN(Cat);
    return Join("Cat", tensors, dim, out, false, OPAPI_RESULT);
}

OPAPI_INTERFACE(Stack, const aclTensorList* tensors, int64_t dim, aclTensor* out) {
    OPAPI_BEGIN(Stack);
    return Join("Stack", tensors, dim, out, true, OPAPI_RESULT);
}

OPAPI_INTERFACE(Flip, const aclTensor* self, const aclIntArray* dims, aclTensor* out) {
    OPAPI_BEGIN(Flip);
    if (opapi::RequireOperands({self, out}) != ACLNN_SUCCESS) {
        return ACLNN_ERR_PARAM_NULLPTR;
    }
    const op::Shape shape = self->GetViewShape();
    const std::vector<bool> flipped = dims == nullptr || dims->Size() == 0
                                          ? std::vector<bool>(shape.GetDimNum(), false)
                                          : opapi::ReducedDims(dims, shape.GetDimNum());
    return Moved(
        "Flip", self, out,
        [=](Coordinates* at) {
            for (size_t i = 0; i < at->size(); ++i) {
                (*at)[i] = flipped[i] ? shape[i] - 1 - (*at)[i] : (*at)[i];
            }
        },
        OPAPI_RESULT);
}

// Without dims the elements are shifted as if they were one row.
OPAPI_INTERFACE(Roll, const aclTensor* x, const aclIntArray* shifts, const aclIntArray* dims,
                aclTensor* out) {
    OPAPI_BEGIN(Roll);
    if (opapi::RequireOperands({x, out}) != ACLNN_SUCCESS) {
        return ACLNN_ERR_PARAM_NULLPTR;
    }
    const op::Shape shape = x->GetViewShape();
    const Coordinates by = ValuesOf(shifts);
    Coordinates along = ValuesOf(dims);
    for (int64_t& dim : along) {
        dim += dim < 0 ? static_cast<int64_t>(shape.GetDimNum()) : 0;
    }
    const auto back = [](int64_t coordinate, int64_t shift, int64_t size) {
        return size == 0 ? 0 : ((coordinate - shift) % size + size) % size;
    };
    return Moved(
        "Roll", x, out,
        [=](Coordinates* at) {
            for (size_t i = 0; i < along.size() && i < by.size(); ++i) {
                int64_t& coordinate = (*at)[static_cast<size_t>(along[i])];
                coordinate = back(coordinate, by[i], shape[static_cast<size_t>(along[i])]);
            }
            if (along.empty() && !by.empty()) {
                int64_t flat = 0;
                for (size_t i = 0; i < at->size(); ++i) {
                    flat = flat * shape[i] + (*at)[i];
                }
                flat = back(flat, by[0], shape.GetShapeSize());
                for (size_t i = at->size(); i-- > 0;) {
                    (*at)[i] = flat % shape[i];
                    flat /= shape[i];
                }
            }
        },
        OPAPI_RESULT);
}

OPAPI_INTERFACE(Repeat, const aclTensor* self, const aclIntArray* repeats, aclTensor* out) {
    OPAPI_BEGIN(Repeat);
    (void)repeats;  // out has the shape
    if (opapi::RequireOperands({self, out}) != ACLNN_SUCCESS) {
        return ACLNN_ERR_PARAM_NULLPTR;
    }
    const Coordinates sizes =
        Widened(self->GetViewShape(),
                std::max(self->GetViewShape().GetDimNum(), out->GetViewShape().GetDimNum()));
    return Moved(
        "Repeat", self, out,
        [sizes](Coordinates* at) {
            for (size_t i = 0; i < at->size(); ++i) {
                (*at)[i] %= std::max<int64_t>(sizes[i], 1);
            }
        },
        OPAPI_RESULT);
}

OPAPI_INTERFACE(ConstantPadNd, const aclTensor* self, const aclIntArray* pad,
                const aclScalar* value, aclTensor* out) {
    OPAPI_BEGIN(ConstantPadNd);
    const Coordinates sizes = ValuesOf(pad);  // (before, after) of the last dimension first
    return Moved(
        "ConstantPadNd", self, out,
        [sizes](Coordinates* at) {
            for (size_t i = 0; 2 * i + 1 < sizes.size() && i < at->size(); ++i) {
                (*at)[at->size() - 1 - i] -= sizes[2 * i];
            }
        },
        OPAPI_RESULT, value == nullptr ? 0 : value->ToDouble());
}

OPAPI_INTERFACE(Tril, const aclTensor* self, int64_t diagonal, aclTensor* out) {
    OPAPI_BEGIN(Tril);
    return Triangle("Tril", self, diagonal, true, out, OPAPI_RESULT);
}

OPAPI_INTERFACE(Triu, const aclTensor* self, int64_t diagonal, aclTensor* out) {
    OPAPI_BEGIN(Triu);
    return Triangle("Triu", self, diagonal, false, out, OPAPI_RESULT);
}

OPAPI_INTERFACE(InplaceTril, const aclTensor* selfRef, int64_t diagonal) {
    OPAPI_BEGIN(InplaceTril);
    return Triangle("Tril", selfRef, diagonal, true, selfRef, OPAPI_RESULT);
}

OPAPI_INTERFACE(InplaceTriu, aclTensor* selfRef, int64_t diagonal) {
    OPAPI_BEGIN(InplaceTriu);
    return Triangle("Triu", selfRef, diagonal, false, selfRef, OPAPI_RESULT);
}

OPAPI_INTERFACE(Eye, int64_t n, int64_t m, aclTensor* out) {
    OPAPI_BEGIN(Eye);
    (void)n;
    const size_t columns = static_cast<size_t>(std::max<int64_t>(m, 1));
    return Numbered(
        "Eye", out, [columns](size_t i) { return i / columns == i % columns ? 1.0 : 0.0; },
        OPAPI_RESULT);
}

OPAPI_INTERFACE(Linspace, const aclScalar* start, const aclScalar* end, int64_t steps,
                aclTensor* out) {
    OPAPI_BEGIN(Linspace);
    const aclnnStatus code = opapi::RequireOperands({start, end});
    if (code != ACLNN_SUCCESS) {
        return code;
    }
    const double first = start->ToDouble();
    const double last = end->ToDouble();
    const double parts = static_cast<double>(std::max<int64_t>(steps - 1, 1));
    return Numbered(
        "Linspace", out,
        [=](size_t i) {
            const double part = static_cast<double>(i) / parts;
            return first * (1 - part) + last * part;
        },
        OPAPI_RESULT);
}
}
