#include "elementwise.h"

BUILTIN_ELEMENTWISE(real_div, Div)
