// Ascend C for C: special registers of the core that copies read. Registers that the simulated
// copies do not know keep their initial values; kernels may write these, as those that compilers
// make do when they begin.
#pragma once

#include "detail/core/raw.h"
#include "detail/cube/raw.h"

namespace AscendC::isa {

/// Ends the kernel when `api` writes anything but the value that the core begins with.
inline void KeepInitial(const char* api, bool is_initial) {
    if (__builtin_expect(!is_initial, 0)) {
        constexpr char kEnd[] = ": only the initial value of this register is simulated";
        char text[120] = {};
        size_t length = 0;
        for (; api[length] != 0 && length + sizeof(kEnd) < sizeof(text); ++length) {
            text[length] = api[length];
        }
        __builtin_memcpy(text + length, kEnd, sizeof(kEnd));
        aicore_trap(text);
    }
}

}  // namespace AscendC::isa

/// Addresses in the fixpipe buffer of one word per column: slopes of ReLU, and scales.
inline void asc_set_l0c2gm_config(uint64_t relu_pre, uint64_t quant_pre, bool) {
    AscendC::isa::Core& core = AscendC::isa::CurrentCore();
    const auto fixpipe_address = [](uint64_t address) {
        return AscendC::isa::ResolveAddress(AscendC::Hardware::FIXBUF,
                                            reinterpret_cast<const uint8_t*>(address));
    };
    core.fixpipe_relu = fixpipe_address(relu_pre);
    core.fixpipe_quant = fixpipe_address(quant_pre);
}
inline void asc_set_l0c_copy_prequant(uint64_t config) {
    set_quant_pre(config);
}
/// The bits of `pad_value` are what padded copies write.
template <typename T>
inline void asc_set_copy_pad_val(T pad_value) {
    uint64_t bits = 0;
    __builtin_memcpy(&bits, &pad_value, sizeof(T));
    AscendC::isa::CurrentCore().pad_value = bits;
}
template <typename T>
inline void asc_set_l13d_padding(T config) {
    set_padding(config);
}
inline void asc_set_l0c2gm_lrelu_alpha(const half& config) {
    AscendC::isa::KeepInitial("asc_set_l0c2gm_lrelu_alpha", static_cast<float>(config) == 0);
}
inline void asc_set_l0c2gm_lrelu_alpha(const float& config) {
    AscendC::isa::KeepInitial("asc_set_l0c2gm_lrelu_alpha", config == 0);
}

// --- of Ascend 950; other cores move as if these had their initial values

#define ASCENDC_C_LOOPS(name)                                                 \
    inline void name(uint64_t loop1_size, uint64_t loop2_size) {              \
        AscendC::isa::KeepInitial(#name, loop1_size == 1 && loop2_size == 1); \
    }
ASCENDC_C_LOOPS(asc_set_gm2l1_loop_size)
ASCENDC_C_LOOPS(asc_set_gm2ub_loop_size)
ASCENDC_C_LOOPS(asc_set_ub2gm_loop_size)
#undef ASCENDC_C_LOOPS

#define ASCENDC_C_INITIAL(name)                           \
    template <typename T>                                 \
    inline void name(T config) {                          \
        AscendC::isa::KeepInitial(#name, config == T(0)); \
    }
ASCENDC_C_INITIAL(asc_set_gm2l1_pad)
ASCENDC_C_INITIAL(asc_set_l0c2gm_channel_para)
ASCENDC_C_INITIAL(asc_set_l0c2gm_quant_post)
ASCENDC_C_INITIAL(asc_set_l0c2gm_relu_alpha)
ASCENDC_C_INITIAL(asc_set_l12l0_padding_val)
ASCENDC_C_INITIAL(asc_set_ndim_pad_value)
#undef ASCENDC_C_INITIAL

inline void asc_set_l0c2gm_nz2nd(uint64_t nd_num, uint64_t src_nd_stride, uint64_t dst_nd_stride) {
    AscendC::isa::KeepInitial("asc_set_l0c2gm_nz2nd",
                              nd_num == 0 && src_nd_stride == 0 && dst_nd_stride == 0);
}

/// A mask of Ascend 950's vector registers. Other cores have none: nothing takes such variables.
struct vector_bool {};
