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

/// What is no part of the key: a kernel type, determinism, a tiling structure.
bool IsAside(const ParamStruct& param) {
    return param.paramType == ASCENDC_TPL_KERNEL_TYPE ||
           param.paramType == ASCENDC_TPL_DETERMINISTIC;
}

/// Whether the argument has values, none of them twice; tells why not.
bool HasValues(const ParamStruct& param) {
    const std::vector<uint64_t> values = ValuesOf(param);
    if (values.empty()) {
        std::fprintf(stderr, "error: tiling key: %s has no values\n", param.name);
        return false;
    }
    for (size_t i = 0; i < values.size(); ++i) {
        if (PositionOf(values, values[i]) != static_cast<int64_t>(i)) {
            std::fprintf(stderr, "error: tiling key: %s lists %llu twice\n", param.name,
                         static_cast<unsigned long long>(values[i]));
            return false;
        }
    }
    return true;
}

const ParamStruct* Find(const std::vector<ParamStruct>& params, const char* name) {
    for (const ParamStruct& param : params) {
        if (!IsAside(param) && std::strcmp(param.name, name) == 0) {
            return &param;
        }
    }
    return nullptr;
}

/// Whether the selection names every declared argument, and declared values only; tells why not.
bool IsSelection(const std::vector<ParamStruct>& selection, const TilingDeclareParams& declared) {
    for (const ParamStruct& argument : declared) {
        if (Find(selection, argument.name) == nullptr) {
            std::fprintf(stderr, "error: tiling key: an ASCENDC_TPL_ARGS_SEL leaves out %s\n",
                         argument.name);
            return false;
        }
    }
    for (const ParamStruct& selected : selection) {
        const ParamStruct* argument = IsAside(selected) ? nullptr : Find(declared, selected.name);
        if (IsAside(selected)) {
            continue;
        }
        if (argument == nullptr || argument->paramType != selected.paramType) {
            std::fprintf(stderr, "error: tiling key: %s is selected and not declared so\n",
                         selected.name);
            return false;
        }
        if (!HasValues(selected)) {
            return false;
        }
        for (const uint64_t value : ValuesOf(selected)) {
            if (PositionOf(ValuesOf(*argument), value) < 0) {
                std::fprintf(stderr, "error: tiling key: %s is selected as %llu, not declared\n",
                             selected.name, static_cast<unsigned long long>(value));
                return false;
            }
        }
    }
    return true;
}

/// Whether declarations are such as CANN takes; tells why not.
bool AreDeclarations(const TilingDeclareParams& declared) {
    if (declared.empty()) {
        std::fprintf(stderr, "error: tiling key: nothing is declared\n");
        return false;
    }
    for (const ParamStruct& argument : declared) {
        if (!HasValues(argument)) {
            return false;
        }
    }
    return true;
}

/// Whether selections are such as CANN takes; tells why not.
bool AreSelections(const TilingSelectParams& selections, const TilingDeclareParams& declared) {
    if (selections.empty()) {
        std::fprintf(stderr, "error: tiling key: nothing is selected\n");
        return false;
    }
    for (const auto& selection : selections) {
        if (!IsSelection(selection, declared)) {
            return false;
        }
    }
    return true;
}

bool Selects(const std::vector<ParamStruct>& selection, const TilingDeclareParams& declared,
             const std::vector<uint64_t>& values) {
    for (size_t i = 0; i < declared.size(); ++i) {
        const ParamStruct* selected = Find(selection, declared[i].name);
        if (selected == nullptr || PositionOf(ValuesOf(*selected), values[i]) < 0) {
            return false;
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
    return false;
}

/// The key of `values`, whatever is selected; kInvalidKey and a message if there is none.
uint64_t KeyOf(const TilingDeclareParams& declared, const std::vector<uint64_t>& values) {
    if (values.size() != declared.size()) {
        std::fprintf(stderr, "error: tiling key: %zu values for %zu template arguments\n",
                     values.size(), declared.size());
        return kInvalidKey;
    }
    if (!AreDeclarations(declared)) {
        return kInvalidKey;
    }
    uint64_t key = 0;
    uint32_t shift = 0;
    for (size_t i = 0; i < declared.size(); ++i) {
        const ParamStruct& argument = declared[i];
        const int64_t position = PositionOf(ValuesOf(argument), values[i]);
        if (position < 0) {
            std::fprintf(stderr, "error: tiling key: %llu is no declared value of %s\n",
                         static_cast<unsigned long long>(values[i]), argument.name);
            return kInvalidKey;
        }
        const uint64_t code =
            argument.paramType == ASCENDC_TPL_UINT ? static_cast<uint64_t>(position) : values[i];
        const uint32_t width = argument.bitWidth;
        if (shift + width > kKeyBits || (width < kKeyBits && (code >> width) != 0)) {
            std::fprintf(stderr, "error: tiling key: %s does not fit into its %u bits\n",
                         argument.name, width);
            return kInvalidKey;
        }
        key |= code << shift;
        shift += width;
    }
    return key;
}

std::vector<uint64_t> Flattened(std::initializer_list<std::initializer_list<uint64_t>> parts) {
    std::vector<uint64_t> values;
    for (const auto& part : parts) {
        values.insert(values.end(), part.begin(), part.end());
    }
    return values;
}

}  // namespace

uint64_t EncodeTilingKey(TilingDeclareParams declareParams, TilingSelectParams selectParamsVec,
                         std::vector<uint64_t> tilingParams) {
    const uint64_t key = KeyOf(declareParams, tilingParams);
    if (key == kInvalidKey || !AreSelections(selectParamsVec, declareParams)) {
        return kInvalidKey;
    }
    if (!Selected(selectParamsVec, declareParams, tilingParams)) {
        std::fprintf(stderr, "error: tiling key: this combination is not in ASCENDC_TPL_SEL\n");
        return kInvalidKey;
    }
    return key;
}

uint64_t EncodeTilingKey(TilingDeclareParams declareParams, TilingSelectParams selectParamsVec,
                         std::initializer_list<std::initializer_list<uint64_t>> tilingParams) {
    return EncodeTilingKey(std::move(declareParams), std::move(selectParamsVec),
                           Flattened(tilingParams));
}

uint64_t FastEncodeTilingKeyDirect(const TilingDeclareParams& declareParams,
                                   std::initializer_list<uint64_t> args) {
    return KeyOf(declareParams, args);
}

uint64_t FastEncodeTilingKeyDirect(const TilingDeclareParams& declareParams,
                                   std::initializer_list<std::initializer_list<uint64_t>> args) {
    return KeyOf(declareParams, Flattened(args));
}

}  // namespace AscendC
