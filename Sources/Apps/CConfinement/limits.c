#define _GNU_SOURCE
#include "confinement.h"

#include <signal.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

static void limit(int resource, rlim_t value) {
    struct rlimit limit = {.rlim_cur = value, .rlim_max = value};
    setrlimit(resource, &limit);
}

void limit_process(void) {
#ifdef __linux__
    syscall(SYS_close_range, 3, ~0U, 0);
#endif
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    /* A library's message to a standard error that is a file is refused, and doesn't end the process. */
    signal(SIGXFSZ, SIG_IGN);
    limit(RLIMIT_NOFILE, 64);
}

/* Whole seconds of the processor by the clock that the kernel enforces the limit with. Linux counts ticks for it, and in a process that shares its
   processor they are a tenth more than the exact time that getrusage tells: counted from that, a process of some minutes would have no time left. */
static rlim_t used_seconds(void) {
#ifdef __linux__
    struct timespec ticks;
    /* The calling process's clock of ticks in user and system mode (CPUCLOCK_PROF), which has no name in the C library. */
    if (clock_gettime((clockid_t)(~0U << 3), &ticks) == 0) return ticks.tv_sec;
#endif
    struct rusage used;
    return getrusage(RUSAGE_SELF, &used) == 0 ? used.ru_utime.tv_sec + used.ru_stime.tv_sec : 0;
}

void limit_processor_time(unsigned seconds) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_CPU, &limit) != 0) return;
    limit.rlim_cur = used_seconds() + seconds + 1;
    if (limit.rlim_cur > limit.rlim_max) limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_CPU, &limit);
}

int peak_mebibytes(void) {
    struct rusage used;
    if (getrusage(RUSAGE_SELF, &used) != 0) return 0;
#ifdef __APPLE__
    return (int)(used.ru_maxrss >> 20);
#else
    return (int)(used.ru_maxrss >> 10);
#endif
}
