/* LD_PRELOAD: appends to $CORPUS_LAUNCH_TIMES how long each launch on the simulated cores took,
 * with what its observer does before and at its end: seconds, and seconds of CPU time of the
 * process and of the programs that it waited for. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

typedef void* (*Find)(void* library, const char* name);
typedef uint32_t (*Run)(const void* launch, void* fault);
typedef const void* (*Begin)(const void* launch);
typedef void (*End)(void* observer, const void* launch, const void* fault);

static Run g_run;
static Begin g_begin;
static End g_end;

typedef struct {
    double seconds, cpu;
} Time;

static double Read(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static Time Now(void) {
    struct rusage children;
    getrusage(RUSAGE_CHILDREN, &children);
    const double user = (double)children.ru_utime.tv_sec + 1e-6 * (double)children.ru_utime.tv_usec;
    const double kernel =
        (double)children.ru_stime.tv_sec + 1e-6 * (double)children.ru_stime.tv_usec;
    const Time now = {Read(CLOCK_MONOTONIC), Read(CLOCK_PROCESS_CPUTIME_ID) + user + kernel};
    return now;
}

static void Note(const char* step, Time since) {
    const Time now = Now();
    const char* const path = getenv("CORPUS_LAUNCH_TIMES");
    FILE* const file = path == NULL ? NULL : fopen(path, "a");
    if (file != NULL) {
        fprintf(file, "%s %.9f %.9f\n", step, now.seconds - since.seconds, now.cpu - since.cpu);
        fclose(file);
    }
}

static uint32_t TimedRun(const void* launch, void* fault) {
    const Time start = Now();
    const uint32_t result = g_run(launch, fault);
    Note("run", start);
    return result;
}

static const void* TimedBegin(const void* launch) {
    const Time start = Now();
    const void* const observer = g_begin(launch);
    Note("begin", start);
    return observer;
}

static void TimedEnd(void* observer, const void* launch, const void* fault) {
    const Time start = Now();
    g_end(observer, launch, fault);
    Note("end", start);
}

/* The runtime finds these functions by name. The last call is a jump, so that the C library sees
 * who asked for RTLD_NEXT. */
void* dlsym(void* library, const char* name) {
    static Find find;
    if (find == NULL) {
        find = (Find)dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
        if (find == NULL) {
            find = (Find)dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
        }
    }
    if (strcmp(name, "AicoreRun") == 0) {
        g_run = (Run)find(library, name);
        return g_run == NULL ? NULL : (void*)TimedRun;
    }
    if (strcmp(name, "AscendcObserveBegin") == 0) {
        g_begin = (Begin)find(library, name);
        return g_begin == NULL ? NULL : (void*)TimedBegin;
    }
    if (strcmp(name, "AscendcObserveEnd") == 0) {
        g_end = (End)find(library, name);
        return g_end == NULL ? NULL : (void*)TimedEnd;
    }
    return find(library, name);
}
