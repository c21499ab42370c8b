// Random numbers: of a seed always the same, of none others each time.
#include <random>

#include "nnopbase/interface/random_numbers.h"
#include "opapi/by_type/operators.h"

namespace opapi {
namespace {

using Draw = double (*)(l0::Generator*);

/// The output has the shape that the input's values name; seeds that are both 0 are no seed.
template <Draw draw>
l0::Body PrepareRandom(const TypedCall& call) {
    const uint64_t seed = static_cast<uint64_t>(call.attributes.Integer("seed", 0));
    const uint64_t second = static_cast<uint64_t>(call.attributes.Integer("seed2", 0));
    call.RequireCount(0, static_cast<int64_t>(call.out_shape(0).GetDimNum()), "the shape");
    return [=](const Views& views) {
        const std::vector<int64_t> shape = l0::ReadWholes(views[0]);
        for (size_t i = 0; i < shape.size(); ++i) {
            if (shape[i] != views[1].shape[i]) {
                throw std::out_of_range("the output does not have the shape that is asked for");
            }
        }
        std::random_device device;
        const bool seeded = seed != 0 || second != 0;
        l0::Generator generator =
            seeded ? l0::GeneratorOf(seed, second) : l0::GeneratorOf(device(), device());
        std::vector<double> values(nnopbase::ElementCount(views[1].shape));
        for (double& value : values) {
            value = draw(&generator);
        }
        l0::WriteReals(values, views[1]);
    };
}

}  // namespace

void AddRandomOperators(TypedOperators* operators) {
    (*operators)["StandardNormal"] = {1, 1, 1, PrepareRandom<l0::Normal>};
    (*operators)["RandomStandardNormal"] = {1, 1, 1, PrepareRandom<l0::Normal>};
    (*operators)["UniformReal"] = {1, 1, 1, PrepareRandom<l0::Unit>};
    (*operators)["RandomUniform"] = {1, 1, 1, PrepareRandom<l0::Unit>};
}

}  // namespace opapi
