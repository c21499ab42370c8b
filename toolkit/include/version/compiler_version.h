// Version of CANN whose interface the toolkit has.
#ifndef COMPILER_VERSION_H
#define COMPILER_VERSION_H

#define COMPILER_VERSION_STR "8.1.RC1"
#define COMPILER_VERSION ((9 * 100000000) + (2 * 1000000) + ((2 * 100) + 5000))
#define COMPILER_TIMESTAMP 20250428203017761

#endif  // COMPILER_VERSION_H
