#include "elementwise.h"

BUILTIN_ELEMENTWISE(sub, Sub)
