// Kernel sources that include host headers have the names of data types and formats as macros. From
// here to kernel_names_on.h they are those of the enumerations of graph/types.h.
// It comes after all other includes: they end with kernel_names_on.h themselves.
#ifdef DT_FLOAT
#define GE_KERNEL_NAMES
#include "detail/types/type_macros_undef.h"
#endif
