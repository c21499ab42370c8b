#include "elementwise.h"

BUILTIN_ELEMENTWISE(add, Add)
