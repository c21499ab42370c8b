// The end of what kernel_names_off.h begins.
#ifdef GE_KERNEL_NAMES
#undef GE_KERNEL_NAMES
#include "detail/types/type_macros.h"
#endif
