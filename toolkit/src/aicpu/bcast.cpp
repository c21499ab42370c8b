#include "aicpu_common/context/utils/bcast.h"

#include <algorithm>

#include "aicpu_common/context/utils/log.h"
#include "aicpu_common/context/utils/status.h"

namespace aicpu {
namespace {

using Dims = std::vector<int64_t>;

/// The shape with dimensions of 1 in front, `count` in all.
Dims Padded(const Dims& shape, size_t count) {
    Dims padded(count - shape.size(), 1);
    padded.insert(padded.end(), shape.begin(), shape.end());
    return padded;
}

bool Fits(int64_t x, int64_t y) {
    return x == y || x == 1 || y == 1;
}

int64_t Broadcast(int64_t x, int64_t y) {
    return x == 1 ? y : x;
}

/// The element of an input of shape `input` for element `index` of the result.
int64_t SourceOf(int64_t index, const Dims& result, const Dims& input) {
    int64_t source = 0;
    int64_t stride = 1;
    for (size_t i = result.size(); i-- > 0;) {
        const int64_t position = index % result[i];
        index /= result[i];
        source += input[i] == 1 ? 0 : position * stride;
        stride *= input[i];
    }
    return source;
}

/// The sources of all elements of the result, appended.
void AppendSources(const Dims& result, const Dims& input, Dims* sources) {
    const size_t first = sources->size();
    sources->push_back(0);
    int64_t stride = 1;
    for (size_t i = result.size(); i-- > 0;) {
        const size_t count = sources->size() - first;
        for (int64_t position = 1; position < result[i]; ++position) {
            for (size_t k = 0; k < count; ++k) {
                sources->push_back((*sources)[first + k] + (input[i] == 1 ? 0 : position * stride));
            }
        }
        stride *= input[i];
    }
}

}  // namespace

Bcast::Bcast(Dims& x_shape, Dims& y_shape) : valid_(true) {
    const size_t count = std::max(x_shape.size(), y_shape.size());
    Merge(Padded(x_shape, count), Padded(y_shape, count));
}

void Bcast::AppendDimension(int64_t x, int64_t y) {
    x_reshape_.push_back(x);
    y_reshape_.push_back(y);
    result_shape_.push_back(Broadcast(x, y));
    x_bcast_.push_back(x == y || x != 1 ? 1 : y);
    y_bcast_.push_back(x == y || y != 1 ? 1 : x);
}

void Bcast::Merge(const Dims& x, const Dims& y) {
    enum class Case { kNone, kSame, kX, kY } last = Case::kNone;
    for (size_t i = 0; i < x.size(); ++i) {
        if (!Fits(x[i], y[i])) {
            KERNEL_LOG_ERROR("dimensions of %lld and %lld do not broadcast",
                             static_cast<long long>(x[i]), static_cast<long long>(y[i]));
            valid_ = false;
            return;
        }
        shape_out_.push_back(Broadcast(x[i], y[i]));
        if (x[i] == 1 && y[i] == 1) {
            continue;
        }
        const Case kind = x[i] == y[i] ? Case::kSame : x[i] == 1 ? Case::kX : Case::kY;
        if (kind != last) {
            AppendDimension(x[i], y[i]);
        } else {
            x_reshape_.back() *= x[i];
            y_reshape_.back() *= y[i];
            result_shape_.back() *= Broadcast(x[i], y[i]);
            x_bcast_.back() *= kind == Case::kX ? y[i] : 1;
            y_bcast_.back() *= kind == Case::kY ? x[i] : 1;
        }
        last = kind;
    }
    if (result_shape_.empty()) {
        AppendDimension(1, 1);
    }
}

int64_t Bcast::GetBroadcastXIndex(int64_t index) const {
    return SourceOf(index, result_shape_, x_reshape_);
}

int64_t Bcast::GetBroadcastYIndex(int64_t index) const {
    return SourceOf(index, result_shape_, y_reshape_);
}

uint32_t Bcast::GenerateBcastInfo(const BCalcInfo& calc_info) {
    const Dims x = calc_info.input_0->GetTensorShape()->GetDimSizes();
    const Dims y = calc_info.input_1->GetTensorShape()->GetDimSizes();
    shape_out_ = calc_info.output->GetTensorShape()->GetDimSizes();
    const size_t count = std::max(x.size(), y.size());
    x_reshape_ = Padded(x, count);
    y_reshape_ = Padded(y, count);
    x_bcast_.assign(count, 1);
    y_bcast_.assign(count, 1);
    KERNEL_CHECK_FALSE(shape_out_.size() == count, KERNEL_STATUS_PARAM_INVALID,
                       "the output has %zu dimensions, the inputs broadcast to %zu",
                       shape_out_.size(), count)
    for (size_t i = 0; i < count; ++i) {
        KERNEL_CHECK_FALSE(
            Fits(x_reshape_[i], y_reshape_[i]) &&
                shape_out_[i] == std::max(x_reshape_[i], y_reshape_[i]),
            KERNEL_STATUS_PARAM_INVALID, "dimension %zu: %lld and %lld do not broadcast to %lld", i,
            static_cast<long long>(x_reshape_[i]), static_cast<long long>(y_reshape_[i]),
            static_cast<long long>(shape_out_[i]))
        if (x_reshape_[i] != y_reshape_[i]) {
            (x_reshape_[i] == 1 ? x_bcast_ : y_bcast_)[i] = shape_out_[i];
        }
    }
    return KERNEL_STATUS_OK;
}

void Bcast::GetBcastVec(BCalcInfo& calc_info) {
    calc_info.reshape_0 = std::move(x_reshape_);
    calc_info.reshape_1 = std::move(y_reshape_);
    calc_info.shape_out = std::move(shape_out_);
    calc_info.bcast_0 = std::move(x_bcast_);
    calc_info.bcast_1 = std::move(y_bcast_);
}

void Bcast::BCastIndexes(Dims& x_indexes, Dims& y_indexes) {
    const Dims& result = result_shape_.empty() ? shape_out_ : result_shape_;
    AppendSources(result, x_reshape_, &x_indexes);
    AppendSources(result, y_reshape_, &y_indexes);
}

}  // namespace aicpu
