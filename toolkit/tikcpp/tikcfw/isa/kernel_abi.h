// Binary interface between a compiled kernel (<Op>_<md5>.o, an ELF shared object) and the runtime.
#pragma once

#include <cstdint>

extern "C" {

/// Bits of AscendcKernelInfo::build.
enum AscendcKernelBuild : uint32_t {
    ASCENDC_BUILD_OBSERVED = 1,
    ASCENDC_BUILD_MANUAL_SYNC = 2,  ///< with --cce-auto-sync=off: only what it waits for is ordered
};

/// What a kernel object says about itself; exported as `ascendc_kernel_info`.
struct AscendcKernelInfo {
    uint32_t abi_version;  ///< ASCENDC_KERNEL_ABI_VERSION of the headers it was compiled with
    uint32_t build;        ///< of AscendcKernelBuild; 0: release
    uint32_t param_count;  ///< number of 8-byte argument slots that `entry` reads
    /// __NPU_ARCH__ of the SoC that it was compiled for, e.g. 2201; __CCE_AICORE__ where a SoC has
    /// none. 0: not known. opc writes it into the linked object, since one compiled object may
    /// serve several architectures.
    uint32_t architecture;
    const char* name;  ///< kernel name, e.g. "AddCustom_<md5>"
    /// Runs one block. `args` points to `param_count` 8-byte slots: inputs, outputs, workspace,
    /// tiling (device addresses); the core's state (block index, tiling key, ...) is the calling
    /// fiber's Core.
    void (*entry)(void* const* args);
    /// Of a kernel that nothing else describes: names of its parameters, commas between them, and
    /// the slots that each takes (null: one). Null: not known.
    const char* parameters;
    const uint32_t* parameter_slots;
};

/// A launch in a source: by these names the runtime finds it in an instrumented build of the source
/// (`bisheng --observed UNIT`).
struct AscendcLaunchSource {
    const char* unit;    ///< stands for the source
    const char* launch;  ///< type and number of the launch
};

/// A launch of an instrumented build: what replaces the function and the entry of the program's.
struct AscendcListedLaunch {
    const char* launch;
    void (*function)();
    void (*entry)(void* const* args);
    uint32_t build;  ///< of AscendcKernelBuild
};

/// Checksum of a linked kernel object; follows the end of its ELF file.
struct AscendcKernelSeal {
    char magic[32];      ///< ASCENDC_KERNEL_SEAL_MAGIC
    uint8_t sha256[32];  ///< of all bytes before it
};
}

#define ASCENDC_KERNEL_SEAL_MAGIC "AscendC kernel object, SHA-256:"

/// Goes up when AscendcKernelInfo, Core or an instruction record changes.
#define ASCENDC_KERNEL_ABI_VERSION 7u

/// Kinds of the 24-byte records {u32 kind, u32 zero, u64 a, u64 b} in section `.ascendc.meta`.
enum AscendcMetaKind : uint32_t {
    ASCENDC_META_TILING_KEY = 1,         ///< a = tiling key the kernel asks for
    ASCENDC_META_TASK_TYPE = 2,          ///< a = tiling key, b = KernelMetaType
    ASCENDC_META_TASK_TYPE_DEFAULT = 3,  ///< a = KernelMetaType
    ASCENDC_META_TILING_SIZE = 4,        ///< a = bytes of a tiling structure
    ASCENDC_META_CROSS_CORE_SYNC = 5,    ///< the kernel waits for other cores
    ASCENDC_META_CUBE = 6,               ///< the kernel uses the cube core
    ASCENDC_META_PRINT = 7,              ///< the kernel prints or dumps
    ASCENDC_META_VECTOR = 8,             ///< the kernel uses the vector core
    ASCENDC_META_DETERMINISTIC = 10,  ///< a = tiling key, b = whether it is of deterministic calls
};

/// Which use of an API some architectures lack.
enum AscendcLackForm : uint32_t {
    ASCENDC_LACK_ANY = 0,
    ASCENDC_LACK_NOT_EQ = 1,   ///< with another comparison than CMPMODE::EQ
    ASCENDC_LACK_REPEATS = 2,  ///< with a mask and repeats; with a count they have it
    ASCENDC_LACK_SCALAR = 3,   ///< a conversion of a scalar, by the user's expression
    ASCENDC_LACK_AT_RUN = 4,   ///< CANN's headers compile it to nothing there
};

/// A record of section `.ascendc.lacks`: the kernel uses what some architectures lack.
struct AscendcLack {
    uint64_t address;  ///< address of an instruction there
    /// Bits 0-7: which architectures (bit 0 = 100, then 200, 220, 300, 310; bit 5: 300 does, but
    /// not Kirin X90); bits 8-15 and 16-23: the element types (isa::DType + 1; 0: none); bits
    /// 24-31: AscendcLackForm.
    uint32_t facts;
    uint32_t zero;
    char name[32];  ///< of the API
};
