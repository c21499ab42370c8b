// Public sources include it for types of the runtime.
#ifndef CCE_RUNTIME_MEM_H
#define CCE_RUNTIME_MEM_H

#include <stdlib.h>

#include "base.h"

#endif  // CCE_RUNTIME_MEM_H
