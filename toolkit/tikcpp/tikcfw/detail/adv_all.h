// The high-level vector library.
#pragma once

#include "detail/adv_activation.h"
#include "detail/adv_math.h"
#include "detail/adv_norm.h"
#include "detail/adv_quant.h"
#include "detail/adv_reduce.h"
#include "detail/adv_select.h"
#include "detail/adv_shape.h"
#include "detail/adv_softmax.h"
#include "detail/adv_sort.h"
#include "detail/adv_transdata.h"
#include "detail/adv_transpose.h"
#include "detail/adv_welford.h"
