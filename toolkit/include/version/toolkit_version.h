// Version of CANN whose interface the toolkit has.
#ifndef TOOLKIT_VERSION_H
#define TOOLKIT_VERSION_H

#define TOOLKIT_VERSION_STR "8.1.RC1"
#define TOOLKIT_VERSION ((9 * 100000000) + (2 * 1000000) + ((2 * 100) + 5000))
#define TOOLKIT_TIMESTAMP 20250428203017761

#endif  // TOOLKIT_VERSION_H
