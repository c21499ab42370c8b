#include "elementwise.h"

BUILTIN_ELEMENTWISE(mul, Mul)
