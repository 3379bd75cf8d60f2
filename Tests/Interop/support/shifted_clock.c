// The machine's clock as a program sees it that loads this first: ahead by the number of seconds in the file CLOCK_SHIFT_FILE.
//
// libfaketime can't be used: it changes the environment before main, and Swift's runtime then doesn't find the program's arguments any more.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *time) {
    int (*original)(clockid_t, struct timespec *) = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int result = original(clock, time);
    if (result != 0 || clock != CLOCK_REALTIME) return result;
    FILE *file = fopen(getenv("CLOCK_SHIFT_FILE"), "r");
    long seconds = 0;
    if (file) {
        if (fscanf(file, "%ld", &seconds) == 1) time->tv_sec += seconds;
        fclose(file);
    }
    return result;
}
