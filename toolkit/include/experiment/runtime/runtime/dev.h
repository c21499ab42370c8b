// Public sources include it for types of the runtime.
#ifndef CCE_RUNTIME_DEV_H
#define CCE_RUNTIME_DEV_H

#include "base.h"

#endif  // CCE_RUNTIME_DEV_H
