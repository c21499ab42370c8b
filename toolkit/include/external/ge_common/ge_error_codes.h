// Symbol visibility of the graph engine's API.
#ifndef INC_EXTERNAL_GE_COMMON_GE_ERROR_CODES_H_
#define INC_EXTERNAL_GE_COMMON_GE_ERROR_CODES_H_

#include <stddef.h>
#include <stdint.h>

#ifndef GE_FUNC_VISIBILITY
#define GE_FUNC_VISIBILITY __attribute__((visibility("default")))
#endif

#endif  // INC_EXTERNAL_GE_COMMON_GE_ERROR_CODES_H_
