// Log records by the names of CANN's dlog library; where they go says base/alog_pub.h. The guard is
// CANN's: sources that define it declare the functions themselves.
#ifndef DLOG_PUB_H_

#include <string.h>

#include "alog_pub.h"
#include "dlog_functions.h"

#define DLOG_PUB_H_
#endif  // DLOG_PUB_H_
