// The high-level vector library.
#pragma once

#include "detail/library/activation.h"
#include "detail/library/hccl.h"
#include "detail/library/math.h"
#include "detail/library/norm.h"
#include "detail/library/quant.h"
#include "detail/library/reduce.h"
#include "detail/library/select.h"
#include "detail/library/shape.h"
#include "detail/library/softmax.h"
#include "detail/library/sort.h"
#include "detail/library/transdata.h"
#include "detail/library/transpose.h"
#include "detail/library/welford.h"
