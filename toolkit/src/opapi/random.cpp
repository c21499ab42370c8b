// Random numbers. They follow from seed and offset, and are others than CANN's for the same ones.
#include <cmath>
#include <numeric>

#include "aclnnop/aclnn_bernoulli.h"
#include "aclnnop/aclnn_dropout_do_mask.h"
#include "aclnnop/aclnn_dropout_gen_mask.h"
#include "aclnnop/aclnn_normal.h"
#include "aclnnop/aclnn_normal_out.h"
#include "aclnnop/aclnn_random.h"
#include "aclnnop/aclnn_randperm.h"
#include "aclnnop/aclnn_uniform.h"
#include "nnopbase/interface/random_numbers.h"
#include "opapi/host.h"

namespace {

using l0::Generator;
using l0::Normal;
using l0::Unit;

/// Fills a tensor with what `draw` makes, one after the other.
aclnnStatus Draw(const char* name, const aclTensor* out, int64_t seed, int64_t offset,
                 std::function<double(Generator*)> draw, const opapi::Result& result) {
    const aclnnStatus code = opapi::RequireOperands({out});
    if (code != ACLNN_SUCCESS) {
        return code;
    }
    return opapi::OnHost(
        name, {out},
        [=](const l0::Operands& views) {
            Generator generator =
                l0::GeneratorOf(static_cast<uint64_t>(seed), static_cast<uint64_t>(offset));
            std::vector<double> values(nnopbase::ElementCount(views[0].shape));
            for (double& value : values) {
                value = draw(&generator);
            }
            l0::WriteReals(values, views[0]);
        },
        result);
}

std::function<double(Generator*)> NormalOf(double mean, double deviation) {
    return [=](Generator* generator) { return mean + deviation * Normal(generator); };
}

std::function<double(Generator*)> TrueWith(double probability) {
    return [=](Generator* generator) { return Unit(generator) < probability ? 1.0 : 0.0; };
}

/// A mask for dropout: a bit for each element, the lowest first, 1 for those that stay.
aclnnStatus DrawMask(const char* name, const aclIntArray* shape, double drop, int64_t seed,
                     int64_t offset, const aclTensor* out, const opapi::Result& result) {
    if (shape == nullptr) {
        return ACLNN_ERR_PARAM_NULLPTR;
    }
    const auto byte = [drop](Generator* generator) { return l0::MaskByte(generator, drop); };
    return Draw(name, out, seed, offset, byte, result);
}

}  // namespace

extern "C" {

OPAPI_INTERFACE(InplaceNormal, const aclTensor* selfRef, float mean, float std, int64_t seed,
                int64_t offset) {
    OPAPI_BEGIN(InplaceNormal);
    return Draw("Normal", selfRef, seed, offset, NormalOf(mean, std), OPAPI_RESULT);
}

OPAPI_INTERFACE(NormalFloatFloat, float mean, float std, int64_t seed, int64_t offset,
                aclTensor* out) {
    OPAPI_BEGIN(NormalFloatFloat);
    return Draw("Normal", out, seed, offset, NormalOf(mean, std), OPAPI_RESULT);
}

OPAPI_INTERFACE(InplaceUniform, const aclTensor* selfRef, double from, double to, uint64_t seed,
                uint64_t offset) {
    OPAPI_BEGIN(InplaceUniform);
    // More digits than the tensor's type has would let numbers be rounded up to `to`.
    const op::DataType type = selfRef == nullptr ? ge::DT_FLOAT : selfRef->GetDataType();
    const double units = type == ge::DT_FLOAT16  ? 0x1p11
                         : type == ge::DT_BF16   ? 0x1p8
                         : type == ge::DT_DOUBLE ? 0x1p53
                                                 : 0x1p24;
    const auto draw = [=](Generator* generator) {
        return from + (to - from) * (std::floor(Unit(generator) * units) / units);
    };
    return Draw("Uniform", selfRef, static_cast<int64_t>(seed), static_cast<int64_t>(offset), draw,
                OPAPI_RESULT);
}

OPAPI_INTERFACE(InplaceRandom, const aclTensor* selfRef, int64_t from, int64_t to, int64_t seed,
                int64_t offset) {
    OPAPI_BEGIN(InplaceRandom);
    const double span = static_cast<double>(to) - static_cast<double>(from);
    const auto draw = [=](Generator* generator) {
        return static_cast<double>(from) + std::floor(Unit(generator) * span);
    };
    return Draw("Random", selfRef, seed, offset, draw, OPAPI_RESULT);
}

OPAPI_INTERFACE(InplaceBernoulli, const aclTensor* selfRef, const aclScalar* prob, int64_t seed,
                int64_t offset) {
    OPAPI_BEGIN(InplaceBernoulli);
    const aclnnStatus code = opapi::RequireOperands({prob});
    return code != ACLNN_SUCCESS
               ? code
               : Draw("Bernoulli", selfRef, seed, offset, TrueWith(prob->ToDouble()), OPAPI_RESULT);
}

OPAPI_INTERFACE(InplaceBernoulliTensor, const aclTensor* selfRef, const aclTensor* prob,
                int64_t seed, int64_t offset) {
    OPAPI_BEGIN(InplaceBernoulliTensor);
    return opapi::Map(
        "BernoulliTensor", {prob}, selfRef,
        [generator = l0::GeneratorOf(static_cast<uint64_t>(seed), static_cast<uint64_t>(offset))](
            const double* x) mutable { return Unit(&generator) < x[0] ? 1.0 : 0.0; },
        nullptr, OPAPI_RESULT);
}

OPAPI_INTERFACE(Randperm, int64_t n, int64_t seed, int64_t offset, aclTensor* out) {
    OPAPI_BEGIN(Randperm);
    (void)n;
    const aclnnStatus code = opapi::RequireOperands({out});
    if (code != ACLNN_SUCCESS) {
        return code;
    }
    return opapi::OnHost(
        "Randperm", {out},
        [=](const l0::Operands& views) {
            Generator generator =
                l0::GeneratorOf(static_cast<uint64_t>(seed), static_cast<uint64_t>(offset));
            std::vector<int64_t> order(nnopbase::ElementCount(views[0].shape));
            std::iota(order.begin(), order.end(), int64_t{0});
            for (size_t i = order.size(); i > 1; --i) {
                std::swap(order[i - 1], order[generator() % i]);
            }
            l0::WriteWholes(order, views[0]);
        },
        OPAPI_RESULT);
}

OPAPI_INTERFACE(DropoutGenMask, const aclIntArray* shape, double prob, int64_t seed, int64_t offset,
                aclTensor* out) {
    OPAPI_BEGIN(DropoutGenMask);
    return DrawMask("DropoutGenMask", shape, prob, seed, offset, out, OPAPI_RESULT);
}

OPAPI_INTERFACE(DropoutGenMaskV2, const aclIntArray* shape, double prob, int64_t seed,
                int64_t offset, aclDataType, aclTensor* out) {
    OPAPI_BEGIN(DropoutGenMaskV2);
    return DrawMask("DropoutGenMaskV2", shape, prob, seed, offset, out, OPAPI_RESULT);
}

OPAPI_INTERFACE(DropoutDoMask, const aclTensor* self, const aclTensor* mask, double prob,
                aclTensor* out) {
    OPAPI_BEGIN(DropoutDoMask);
    const aclnnStatus code = opapi::RequireOperands({self, mask, out});
    if (code != ACLNN_SUCCESS) {
        return code;
    }
    return opapi::OnHost(
        "DropoutDoMask", {self, mask, out},
        [=](const l0::Operands& views) {
            std::vector<double> values = l0::ReadReals(views[0]);
            const std::vector<uint8_t> bits = opapi::ReadBytes(views[1]);
            for (size_t i = 0; i < values.size(); ++i) {
                const bool stays = (bits.at(i / 8) >> (i % 8) & 1) != 0;
                values[i] = stays ? values[i] / (1 - prob) : 0;
            }
            l0::WriteReals(values, views[2]);
        },
        OPAPI_RESULT);
}
}
