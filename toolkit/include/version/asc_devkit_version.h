// Release of CANN's Ascend C whose interface the toolkit has; sources of CANN 9 ask for the major
// one.
#ifndef ASC_DEVKIT_VERSION_H
#define ASC_DEVKIT_VERSION_H

#define ASC_DEVKIT_VERSION_STR "8.5.0"
#define ASC_DEVKIT_MAJOR 8
#define ASC_DEVKIT_MINOR 5
#define ASC_DEVKIT_PATCH 0
#define ASC_DEVKIT_PRERELEASE ""

#endif  // ASC_DEVKIT_VERSION_H
