// Version of CANN whose interface the toolkit has.
#ifndef RUNTIME_VERSION_H
#define RUNTIME_VERSION_H

#define RUNTIME_VERSION_STR "8.1.RC1"
#define RUNTIME_VERSION ((9 * 100000000) + (2 * 1000000) + ((2 * 100) + 5000))
#define RUNTIME_TIMESTAMP 20250428203017761

#endif  // RUNTIME_VERSION_H
