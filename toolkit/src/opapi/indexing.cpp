// Elements named by an index for each dimension: what they are, to store there, and to find them.
#include "aclnn/opdev/shape_utils.h"
#include "aclnnop/aclnn_index.h"
#include "aclnnop/aclnn_index_put_impl.h"
#include "aclnnop/aclnn_nonzero.h"
#include "aclnnop/aclnn_nonzero_v2.h"
#include "opapi/indexed_elements.h"

using nnopbase::View;
using opapi::AreIndices;
using opapi::Elements;
using opapi::HostSteps;
using opapi::ResolveIndex;

namespace {

/// The elements of a tensor that indices of its dimensions name: of each dimension there is an
/// index tensor or, where that is absent or empty, all places. The indices broadcast. The result
/// has their shape where they stand if they are neighbours, and before all others if not.
class Selection {
public:
    Selection(const View& self, const l0::Operands& indices) {
        const size_t rank = self.shape.GetDimNum();
        std::vector<size_t> steps(rank, 1);
        for (size_t i = rank; i-- > 1;) {
            steps[i - 1] = steps[i] * static_cast<size_t>(self.shape[i]);
        }
        ReadIndices(self, indices, steps);
        std::vector<size_t> kept_sizes[2];  // before and after the chosen
        std::vector<size_t> kept_steps[2];
        bool is_after = false;
        for (size_t i = 0; i < rank; ++i) {
            const bool chosen = i < chosen_.size() && chosen_[i];
            is_after = is_after || chosen || !neighbours_;
            if (!chosen) {
                kept_sizes[is_after ? 1 : 0].push_back(static_cast<size_t>(self.shape[i]));
                kept_steps[is_after ? 1 : 0].push_back(steps[i]);
            }
        }
        for (const size_t before : Offsets(kept_sizes[0], kept_steps[0])) {
            for (const size_t picked : picked_) {
                for (const size_t inner : Offsets(kept_sizes[1], kept_steps[1])) {
                    elements_.push_back(before + picked + inner);
                }
            }
        }
    }
    /// Of the elements, in the order of the result.
    const std::vector<size_t>& elements() const { return elements_; }

private:
    void ReadIndices(const View& self, const l0::Operands& indices,
                     const std::vector<size_t>& steps) {
        op::Shape joined;
        size_t changes = 0;
        for (size_t i = 0; i < indices.size(); ++i) {
            chosen_.push_back(indices[i].dtype != ge::DT_UNDEFINED);
            changes += chosen_[i] && (i == 0 || !chosen_[i - 1]) ? 1 : 0;
            if (chosen_[i]) {
                op::BroadcastInferShape(joined, indices[i].shape, joined);
            }
        }
        neighbours_ = changes < 2;
        picked_.assign(nnopbase::ElementCount(joined), 0);
        for (size_t i = 0; i < indices.size(); ++i) {
            const std::vector<int64_t> values =
                chosen_[i] ? l0::ReadWholes(l0::Repeated(indices[i], joined))
                           : std::vector<int64_t>();
            for (size_t k = 0; k < values.size(); ++k) {
                picked_[k] +=
                    ResolveIndex(values[k], static_cast<size_t>(self.shape[i])) * steps[i];
            }
        }
    }

    static std::vector<size_t> Offsets(const std::vector<size_t>& sizes,
                                       const std::vector<size_t>& steps) {
        std::vector<size_t> offsets = {0};
        for (size_t i = 0; i < sizes.size(); ++i) {
            std::vector<size_t> longer;
            for (const size_t offset : offsets) {
                for (size_t k = 0; k < sizes[i]; ++k) {
                    longer.push_back(offset + k * steps[i]);
                }
            }
            offsets = std::move(longer);
        }
        return offsets;
    }

    std::vector<bool> chosen_;
    bool neighbours_ = true;
    std::vector<size_t> picked_;
    std::vector<size_t> elements_;
};

/// A list's tensors, those that are absent or stand for "all" as null.
opapi::Tensors IndicesOf(const aclTensorList* list) {
    opapi::Tensors indices;
    for (uint64_t i = 0; list != nullptr && i < list->Size(); ++i) {
        const aclTensor* index = (*list)[i];
        const bool all =
            index == nullptr || (index->IsEmpty() && index->GetViewShape().GetDimNum() == 1);
        indices.push_back(all ? nullptr : index);
    }
    return indices;
}

/// target[place of value i] += alpha * value i
void Accumulate(const View& target, const std::vector<size_t>& elements, const View& values,
                double alpha) {
    std::vector<double> sums = l0::ReadReals(target);
    const std::vector<double> added = l0::ReadReals(values);
    for (size_t i = 0; i < elements.size(); ++i) {
        sums[elements[i]] += alpha * added[added.size() == 1 ? 0 : i];
    }
    l0::WriteReals(sums, target);
}

void Store(const View& target, const std::vector<size_t>& elements, const View& values) {
    Elements all(target);
    const Elements stored(values);
    const bool is_single = nnopbase::ElementCount(values.shape) == 1;
    for (size_t i = 0; i < elements.size(); ++i) {
        all.Copy(elements[i], stored, is_single ? 0 : i);
    }
    opapi::WriteBytes(all.bytes, target);
}

/// The places of elements that are not 0, (count, rank) or (rank, count).
aclnnStatus Nonzero(const char* name, const aclTensor* self, aclTensor* out, bool by_dim,
                    const opapi::Result& result) {
    const aclnnStatus code = opapi::RequireOperands({self, out});
    if (code != ACLNN_SUCCESS) {
        return code;
    }
    const uint64_t serial = runtime::SerialOf(runtime::ObjectKind::kTensor, out);
    return opapi::OnHost(
        name, {self, out},
        [=](const l0::Operands& views) {
            const std::vector<double> values = l0::ReadReals(views[0]);
            const op::Shape& shape = views[0].shape;
            const size_t rank = shape.GetDimNum();
            std::vector<std::vector<int64_t>> coordinates(rank);
            size_t count = 0;
            for (size_t i = 0; i < values.size(); ++i) {
                if (values[i] == 0) {
                    continue;
                }
                ++count;
                size_t rest = i;
                for (size_t k = rank; k-- > 0;) {
                    coordinates[k].push_back(
                        static_cast<int64_t>(rest % static_cast<size_t>(shape[k])));
                    rest /= static_cast<size_t>(shape[k]);
                }
            }
            std::vector<int64_t> table;
            for (size_t i = 0; i < count * rank; ++i) {
                table.push_back(by_dim ? coordinates[i / count][i % count]
                                       : coordinates[i % rank][i / rank]);
            }
            const int64_t sizes[] = {static_cast<int64_t>(count), static_cast<int64_t>(rank)};
            const op::Shape result_shape({sizes[by_dim ? 1 : 0], sizes[by_dim ? 0 : 1]});
            l0::WriteWholes(
                table, nnopbase::ContiguousView(result_shape, views[1].dtype, views[1].first()));
            opapi::ReportShape(out, serial, result_shape);
        },
        result);
}

}  // namespace

extern "C" {

OPAPI_INTERFACE(Nonzero, const aclTensor* self, aclTensor* out) {
    OPAPI_BEGIN(Nonzero);
    return Nonzero("Nonzero", self, out, false, OPAPI_RESULT);
}

OPAPI_INTERFACE(NonzeroV2, const aclTensor* self, aclTensor* out) {
    OPAPI_BEGIN(NonzeroV2);
    return Nonzero("NonzeroV2", self, out, true, OPAPI_RESULT);
}

OPAPI_INTERFACE(Index, const aclTensor* self, const aclTensorList* indices, aclTensor* out) {
    OPAPI_BEGIN(Index);
    const aclnnStatus code = opapi::RequireOperands({self, out});
    const opapi::Tensors index_tensors = IndicesOf(indices);
    HostSteps steps("Index");
    if (code != ACLNN_SUCCESS || index_tensors.size() > self->GetViewShape().GetDimNum() ||
        !AreIndices(index_tensors) || self->GetDataType() != out->GetDataType()) {
        steps.Reject(
            "a tensor is NULL, indices are no integers or too many, or out is of another "
            "type than self");
        return steps.Finish(OPAPI_RESULT);
    }
    opapi::Tensors all = index_tensors;
    all.insert(all.end(), {self, out});
    steps.Add(all, [](const l0::Operands& views) {
        const View& from = views[views.size() - 2];
        const View& to = views.back();
        const Selection selection(from, l0::Operands(views.begin(), views.end() - 2));
        const Elements elements(from);
        Elements chosen(to);
        for (size_t i = 0; i < nnopbase::ElementCount(to.shape); ++i) {
            chosen.Copy(i, elements, selection.elements()[i]);
        }
        opapi::WriteBytes(chosen.bytes, to);
    });
    return steps.Finish(OPAPI_RESULT);
}

OPAPI_INTERFACE(IndexPutImpl, aclTensor* selfRef, const aclTensorList* indices,
                const aclTensor* values, const bool accumulate, const bool unsafe) {
    OPAPI_BEGIN(IndexPutImpl);
    (void)unsafe;
    const aclnnStatus code = opapi::RequireOperands({selfRef, values});
    opapi::Tensors all = IndicesOf(indices);
    HostSteps steps("IndexPutImpl");
    if (code != ACLNN_SUCCESS || all.size() > selfRef->GetViewShape().GetDimNum() ||
        selfRef->GetDataType() != values->GetDataType()) {
        steps.Reject("a tensor is NULL, indices are too many, or values are of another type");
        return steps.Finish(OPAPI_RESULT);
    }
    all.insert(all.end(), {selfRef, values});
    steps.Add(all, [accumulate](const l0::Operands& views) {
        const View& target = views[views.size() - 2];
        const Selection selection(target, l0::Operands(views.begin(), views.end() - 2));
        accumulate ? Accumulate(target, selection.elements(), views.back(), 1)
                   : Store(target, selection.elements(), views.back());
    });
    return steps.Finish(OPAPI_RESULT);
}
}
