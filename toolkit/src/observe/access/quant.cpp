// Quantisation and its inverse.
#include <algorithm>

#include "isa/vec_quant.h"
#include "observe/access/describe.h"

namespace observe {

using namespace AscendC::isa;

void Describe(const VecQuant& r, Regions* regions) {
    const auto factor = [&](const char* name, const QuantFactor& values) {
        const uint32_t used = std::min(values.count, r.count);
        regions->Bytes(Reads(name, values.values), BytesFor(r.type, used));
    };
    regions->Bytes(Reads("src", r.src), BytesFor(r.type, r.count));
    factor("scale", r.scale);
    factor("offset", r.offset);
    regions->Bytes(Writes("dst", r.dst), r.count);
}

void Describe(const VecDequant& r, Regions* regions) {
    const uint32_t rows = r.valid == 0 ? 0 : r.count / r.valid;
    const uint32_t rest = r.valid == 0 ? 0 : r.count % r.valid;
    const auto matrix = [&](const Operand& operand, uint32_t size, uint32_t pitch) {
        const int64_t row = int64_t{pitch} * size;
        regions->Rows(operand, rows, uint64_t{r.valid} * size, row);
        regions->Box(operand, rows * row, uint64_t{rest} * size, {});
    };
    matrix(Reads("src", r.src), sizeof(int32_t), r.src_pitch);
    if (r.per_column) {
        const Operand scales = Reads("deqScale", r.scales);
        const uint32_t used = std::min(r.valid, r.count);
        if (r.scale_type == DType::kU64) {
            regions->Rows(scales, used, sizeof(float), sizeof(uint64_t));  // the low words
        } else {
            regions->Bytes(scales, BytesFor(r.scale_type, used));
        }
    }
    matrix(Writes("dst", r.dst), SizeOf(r.type), r.dst_pitch);
}

void Describe(const VecAntiQuant& r, Regions* regions) {
    const uint64_t elements = uint64_t{r.k} * r.n;
    regions->Bytes(Reads("src", r.src), BytesFor(r.src_type, elements));
    if (r.per_channel && elements != 0) {
        regions->Bytes(Reads("scale", r.scales),
                       BytesFor(r.dst_type, uint64_t{r.n} * r.scale_groups));
        if (r.has_offset) {
            regions->Bytes(Reads("offset", r.offsets),
                           BytesFor(r.dst_type, uint64_t{r.n} * r.offset_groups));
        }
    }
    regions->Bytes(Writes("dst", r.dst), BytesFor(r.dst_type, elements));
}

}  // namespace observe
