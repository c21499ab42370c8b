// Log records by the names of CANN's dlog library; where they go says base/alog_pub.h.
#ifndef INC_BASE_DLOG_PUB_H_
#define INC_BASE_DLOG_PUB_H_

#include "alog_pub.h"
#include "dlog_functions.h"

#endif  // INC_BASE_DLOG_PUB_H_
