#include "tiling/template_argument.h"

#include <cstddef>
#include <cstdio>
#include <cstring>

namespace AscendC {
namespace {

constexpr uint64_t kInvalidKey = 0xFFFFFFFFFFFFFFFFULL;
constexpr uint32_t kKeyBits = 64;

/// UINT values as the macros list them -> the plain list of values.
std::vector<uint64_t> ExpandUint(const std::vector<uint64_t>& listed) {
    std::vector<uint64_t> values;
    if (listed.empty()) {
        return values;
    }
    size_t next = 1;
    if (listed[0] != ASCENDC_TPL_UI_LIST && listed.size() > 1) {
        const uint64_t ranges = listed[next++];
        for (uint64_t i = 0; i < ranges && next + 1 < listed.size(); ++i, next += 2) {
            for (uint64_t value = listed[next]; value <= listed[next + 1]; ++value) {
                values.push_back(value);
            }
        }
    }
    if (listed[0] != ASCENDC_TPL_UI_RANGE) {
        values.insert(values.end(), listed.begin() + static_cast<ptrdiff_t>(next), listed.end());
    }
    return values;
}

std::vector<uint64_t> ValuesOf(const ParamStruct& param) {
    return param.paramType == ASCENDC_TPL_UINT ? ExpandUint(param.vals) : param.vals;
}

/// Position of `value`; -1 if it is not there.
int64_t PositionOf(const std::vector<uint64_t>& values, uint64_t value) {
    for (size_t i = 0; i < values.size(); ++i) {
        if (values[i] == value) {
            return static_cast<int64_t>(i);
        }
    }
    return -1;
}

bool Selects(const std::vector<ParamStruct>& selection, const TilingDeclareParams& declared,
             const std::vector<uint64_t>& values) {
    for (const ParamStruct& selected : selection) {
        for (size_t i = 0; i < declared.size(); ++i) {
            if (std::strcmp(selected.name, declared[i].name) == 0 &&
                PositionOf(ValuesOf(selected), values[i]) < 0) {
                return false;
            }
        }
    }
    return true;
}

bool Selected(const TilingSelectParams& selections, const TilingDeclareParams& declared,
              const std::vector<uint64_t>& values) {
    for (const auto& selection : selections) {
        if (Selects(selection, declared, values)) {
            return true;
        }
    }
    return selections.empty();
}

}  // namespace

uint64_t EncodeTilingKey(TilingDeclareParams declareParams, TilingSelectParams selectParamsVec,
                         std::vector<uint64_t> tilingParams) {
    if (tilingParams.size() != declareParams.size()) {
        std::fprintf(stderr, "error: tiling key: %zu values for %zu template arguments\n",
                     tilingParams.size(), declareParams.size());
        return kInvalidKey;
    }
    uint64_t key = 0;
    uint32_t shift = 0;
    for (size_t i = 0; i < declareParams.size(); ++i) {
        const ParamStruct& declared = declareParams[i];
        const int64_t position = PositionOf(ValuesOf(declared), tilingParams[i]);
        if (position < 0) {
            std::fprintf(stderr, "error: tiling key: %llu is no declared value of %s\n",
                         static_cast<unsigned long long>(tilingParams[i]), declared.name);
            return kInvalidKey;
        }
        const uint64_t code = declared.paramType == ASCENDC_TPL_UINT
                                  ? static_cast<uint64_t>(position)
                                  : tilingParams[i];
        const uint32_t width = declared.bitWidth;
        if (shift + width > kKeyBits || (width < kKeyBits && (code >> width) != 0)) {
            std::fprintf(stderr, "error: tiling key: %s does not fit into its %u bits\n",
                         declared.name, width);
            return kInvalidKey;
        }
        key |= code << shift;
        shift += width;
    }
    if (!Selected(selectParamsVec, declareParams, tilingParams)) {
        std::fprintf(stderr, "error: tiling key: this combination is not in ASCENDC_TPL_SEL\n");
        return kInvalidKey;
    }
    return key;
}

uint64_t EncodeTilingKey(TilingDeclareParams declareParams, TilingSelectParams selectParamsVec,
                         std::initializer_list<std::initializer_list<uint64_t>> tilingParams) {
    std::vector<uint64_t> values;
    for (const auto& part : tilingParams) {
        values.insert(values.end(), part.begin(), part.end());
    }
    return EncodeTilingKey(std::move(declareParams), std::move(selectParamsVec), values);
}

}  // namespace AscendC
