// All parts of the cube.
#pragma once

#include "detail/cube/burst.h"
#include "detail/cube/copy.h"
#include "detail/cube/fixpipe.h"
#include "detail/cube/gemm.h"
#include "detail/cube/group.h"
#include "detail/cube/image.h"
#include "detail/cube/load.h"
#include "detail/cube/load3d.h"
#include "detail/cube/mmad.h"
#include "detail/cube/params.h"
#include "detail/cube/raw.h"
#include "detail/cube/raw_load3d.h"
#include "detail/cube/sparse.h"
