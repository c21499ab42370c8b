// CANN has this header; here one header holds everything.
#pragma once

#include "kernel_operator.h"
