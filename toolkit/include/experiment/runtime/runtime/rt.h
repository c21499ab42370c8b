// What of the runtime's own interface public operators use.
#ifndef CCE_RUNTIME_RT_H
#define CCE_RUNTIME_RT_H

#include <stdlib.h>

#include "base.h"
#include "context.h"
#include "rt_ffts.h"

#endif  // CCE_RUNTIME_RT_H
