// Normalisation, its gradients, and running means and variances.
#include "isa/vec_norm.h"
#include "observe/access/describe.h"

namespace observe {

using namespace AscendC::isa;

namespace {

/// The valid elements of `count` rows.
void Rows(const Operand& operand, DType type, const NormRows& at, uint64_t count,
          Regions* regions) {
    if (operand.address != nullptr) {
        regions->Rows(operand, count, BytesFor(type, at.valid),
                      static_cast<int64_t>(BytesFor(type, at.pitch)));
    }
}

/// `count` elements of a tensor that may be left out.
void Elements(const Operand& operand, DType type, uint64_t count, Regions* regions) {
    if (operand.address != nullptr) {
        regions->Bytes(operand, BytesFor(type, count));
    }
}

}  // namespace

void Describe(const VecNorm& r, Regions* regions) {
    if (r.at.count == 0) {
        return;
    }
    Rows(Reads("src", r.src), r.type, r.at, r.at.count, regions);
    Rows(Reads("residual", r.residual), r.type, r.at, r.at.count, regions);
    Elements(Reads("gamma", r.gamma), r.gamma_type, r.at.valid, regions);
    Elements(Reads("beta", r.beta), r.gamma_type, r.at.valid, regions);
    if (r.moments == NormMoments::kOperands) {
        Elements(Reads("mean", r.mean), r.stat_type, r.at.count, regions);
        Elements(Reads("variance", r.variance), r.stat_type, r.at.count, regions);
    } else if (r.moments == NormMoments::kOfRow) {
        Elements(Writes("mean", r.mean), r.stat_type, r.at.count, regions);
        Elements(Writes("variance", r.variance), r.stat_type, r.at.count, regions);
    }
    Elements(Writes("rstd", r.rstd), r.stat_type, r.at.count, regions);
    Rows(Writes("dst", r.dst), r.type, r.at, r.at.count, regions);
}

void Describe(const VecGroupNorm& r, Regions* regions) {
    const uint64_t groups = uint64_t{r.images} * r.groups;
    if (groups == 0) {
        return;
    }
    const uint64_t parameters = uint64_t{r.groups} * r.channels;
    Rows(Reads("src", r.src), r.type, r.at, groups * r.channels, regions);
    Elements(Reads("gamma", r.gamma), r.type, parameters, regions);
    Elements(Reads("beta", r.beta), r.type, parameters, regions);
    Elements(Writes("mean", r.mean), r.type, groups, regions);
    Elements(Writes("variance", r.variance), r.type, groups, regions);
    Rows(Writes("dst", r.dst), r.type, r.at, groups * r.channels, regions);
}

void Describe(const VecBatchNorm& r, Regions* regions) {
    Rows(Reads("src", r.src), r.type, r.at, r.at.count, regions);
    Elements(Reads("gamma", r.gamma), r.type, r.at.count, regions);
    Elements(Reads("beta", r.beta), r.type, r.at.count, regions);
    Elements(Writes("mean", r.mean), r.type, r.at.valid, regions);
    Elements(Writes("variance", r.variance), r.type, r.at.valid, regions);
    Rows(Writes("dst", r.dst), r.type, r.at, r.at.count, regions);
}

void Describe(const VecNormGrad& r, Regions* regions) {
    Rows(Reads("dy", r.dy), r.type, r.at, r.at.count, regions);
    Rows(Reads("x", r.x), r.type, r.at, r.at.count, regions);
    Elements(Reads("variance", r.variance), r.type, r.at.count, regions);
    Elements(Reads("mean", r.mean), r.type, r.at.count, regions);
    Elements(Reads("gamma", r.gamma), r.type, r.at.count == 0 ? 0 : r.at.valid, regions);
    Rows(Writes("pdX", r.dx), r.type, r.at, r.at.count, regions);
    Rows(Writes("resForGamma", r.normalised), r.type, r.at, r.at.count, regions);
}

void Describe(const VecNormGradBeta& r, Regions* regions) {
    Rows(Reads("resForGamma", r.normalised), r.type, r.at, r.at.count, regions);
    Rows(Reads("dy", r.dy), r.type, r.at, r.at.count, regions);
    Elements(Writes("pdGamma", r.gamma), r.type, r.at.valid, regions);
    Elements(Writes("pdBeta", r.beta), r.type, r.at.valid, regions);
}

void Describe(const VecWelfordUpdate& r, Regions* regions) {
    const uint64_t lanes = r.keep && r.length > r.valid ? r.length : r.valid;
    Elements(Reads("src", r.x), r.type, r.valid, regions);
    Elements(Reads("inMean", r.in_mean), DType::kF32, lanes, regions);
    Elements(Reads("inVariance", r.in_m), DType::kF32, lanes, regions);
    Elements(Writes("outMean", r.mean), DType::kF32, lanes, regions);
    Elements(Writes("outVariance", r.m), DType::kF32, lanes, regions);
}

void Describe(const VecWelfordFinalize& r, Regions* regions) {
    Elements(Reads("inMean", r.in_mean), DType::kF32, r.length, regions);
    Elements(Reads("inVariance", r.in_m), DType::kF32, r.length, regions);
    Elements(Reads("counts", r.counts), DType::kI32, r.length, regions);
    Elements(Writes("outMean", r.mean), DType::kF32, 1, regions);
    Elements(Writes("outVariance", r.variance), DType::kF32, 1, regions);
}

}  // namespace observe
