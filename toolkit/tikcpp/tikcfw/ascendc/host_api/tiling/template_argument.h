// Kernels read the declaration of their template arguments as constants.
#pragma once

#include "detail/core/template_argument.h"
#include "kernel_operator.h"
