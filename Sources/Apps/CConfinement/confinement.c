#define _GNU_SOURCE
#include "confinement.h"

#include <errno.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include "filter.h"

#include <sched.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define WHOLE 0xFFFFFFFFu

/* PR_SET_VMA, by which memory is given names. */
#define NAME_MEMORY 0x53564d41

/* What an interpreter without a compiler needs once it is warm, whatever the arguments are. */
static const long harmless[] = {
    /* The pipes, and the file that tells how large the process is. Nothing else is open. */
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_close,
    /* Waiting, for each other and for the pipes. */
    SYS_futex, SYS_ppoll, SYS_clock_nanosleep, SYS_nanosleep, SYS_sched_yield, SYS_restart_syscall,
#ifdef SYS_poll
    SYS_poll,
#endif
    /* The time, and how much of it was used; the machine's size. */
    SYS_clock_gettime, SYS_clock_getres, SYS_gettimeofday, SYS_getrusage, SYS_times, SYS_sched_getaffinity, SYS_sysinfo, SYS_uname,
#ifdef SYS_time
    SYS_time,
#endif
    SYS_getrandom, SYS_getpid, SYS_gettid,
    /* Memory that is there. */
    SYS_munmap, SYS_madvise, SYS_brk, SYS_mincore, SYS_mremap, SYS_membarrier,
    /* Threads, and signals as they come. */
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigsuspend, SYS_rt_sigtimedwait, SYS_sigaltstack,
    SYS_set_robust_list, SYS_rseq, SYS_set_tid_address, SYS_exit, SYS_exit_group,
};

static void permit(struct call_filter *filter, long call, struct condition condition) { permit_call(filter, call, &condition, 1); }

static void permit_memory(struct call_filter *filter) {
    /* No file's memory, and none that is code: the interpreter's own is mapped by now, and compiles nothing. */
    const struct condition data[] = {{3, MAP_ANONYMOUS, MAP_ANONYMOUS}, {2, PROT_EXEC, 0}};
    permit_call(filter, SYS_mmap, data, COUNT(data));
    permit(filter, SYS_mprotect, (struct condition){2, PROT_EXEC, 0});
}

static void permit_threads(struct call_filter *filter) {
    /* What clone3 asks for can't be seen; the C library takes clone when there is no clone3. */
    answer_call(filter, SYS_clone3, ENOSYS);
    permit(filter, SYS_clone, (struct condition){0, CLONE_THREAD | CLONE_VM, CLONE_THREAD | CLONE_VM});
    permit(filter, SYS_prctl, (struct condition){0, WHOLE, PR_SET_NAME});
    permit(filter, SYS_prctl, (struct condition){0, WHOLE, NAME_MEMORY});
    /* The interpreter stops its threads by signals, and aborts by one. */
    permit(filter, SYS_tgkill, (struct condition){0, WHOLE, (unsigned)getpid()});
}

static void permit_limits(struct call_filter *filter) {
    const struct condition own_time[] = {{0, WHOLE, 0}, {1, WHOLE, RLIMIT_CPU}};
    const struct condition reading[] = {{0, WHOLE, 0}, {1, WHOLE, RLIMIT_STACK}};
    permit_call(filter, SYS_prlimit64, own_time, COUNT(own_time));
    permit_call(filter, SYS_prlimit64, reading, COUNT(reading));
}

int confine_process(void) {
    struct call_filter filter;
    /* Memory that may be read must not be code for that, as for some old programs. */
    int persona = personality(WHOLE);
    if (persona >= 0 && (persona & READ_IMPLIES_EXEC) && personality((unsigned long)(persona & ~READ_IMPLIES_EXEC)) < 0) return errno;
    begin_filter(&filter);
    for (size_t i = 0; i < COUNT(harmless); i++) permit_call(&filter, harmless[i], NULL, 0);
    permit_memory(&filter);
    permit_threads(&filter);
    permit_limits(&filter);
    return install_filter(&filter);
}
#else
int confine_process(void) { return ENOSYS; }
#endif
