// Tiling structures of the high-level API as the kernel reads them. Also visible as
// AscendC::tiling::<name>.
#ifndef KERNEL_TILING_KERNEL_TILING_H_
#define KERNEL_TILING_KERNEL_TILING_H_

#include <stdint.h>
#ifdef ASCENDC_CPU_DEBUG
#include <cstring>
#endif

#include "kernel_tiling/tiling_fields.h"

#define ASCENDC_STRUCT_SCALAR(type, name) type name = 0;
#define ASCENDC_STRUCT_ARRAY(type, length, name) type name[length] = {};
#define ASCENDC_TILING_STRUCT(struct_name, FIELDS)          \
    struct struct_name {                                    \
        FIELDS(ASCENDC_STRUCT_SCALAR, ASCENDC_STRUCT_ARRAY) \
    };

#pragma pack(push, 8)
ASCENDC_TILING_STRUCTS(ASCENDC_TILING_STRUCT)
#pragma pack(pop)

#define ASCENDC_TILING_USING(struct_name, FIELDS) using ::struct_name;
namespace AscendC {
namespace tiling {
ASCENDC_TILING_STRUCTS(ASCENDC_TILING_USING)
}  // namespace tiling
}  // namespace AscendC

#undef ASCENDC_STRUCT_SCALAR
#undef ASCENDC_STRUCT_ARRAY
#undef ASCENDC_TILING_STRUCT
#undef ASCENDC_TILING_USING

#endif  // KERNEL_TILING_KERNEL_TILING_H_
