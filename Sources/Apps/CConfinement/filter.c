#define _GNU_SOURCE
#include "filter.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include <errno.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

static void add(struct call_filter *filter, unsigned short code, unsigned char if_so, unsigned char if_not, unsigned operand) {
    if (filter->count < sizeof(filter->rules) / sizeof(filter->rules[0]))
        filter->rules[filter->count] = (struct sock_filter){code, if_so, if_not, operand};
    filter->count++;
}

static void load(struct call_filter *filter, size_t offset) { add(filter, BPF_LD | BPF_W | BPF_ABS, 0, 0, (unsigned)offset); }

static void give(struct call_filter *filter, unsigned answer) { add(filter, BPF_RET | BPF_K, 0, 0, answer); }

void begin_filter(struct call_filter *filter) {
    filter->count = 0;
    load(filter, offsetof(struct seccomp_data, arch));
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, ARCHITECTURE);
    give(filter, SECCOMP_RET_KILL_PROCESS);
    load(filter, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
    /* The x32 calls have numbers of their own. */
    add(filter, BPF_JMP | BPF_JGE | BPF_K, 0, 1, 0x40000000);
    give(filter, SECCOMP_RET_KILL_PROCESS);
#endif
}

void permit_call(struct call_filter *filter, long call, const struct condition *conditions, size_t count) {
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, (unsigned char)(3 * count + 1 + (count > 0)), (unsigned)call);
    for (size_t i = 0; i < count; i++) {
        /* Both architectures are little-endian: the lower half comes first. */
        load(filter, offsetof(struct seccomp_data, args) + 8 * conditions[i].argument);
        add(filter, BPF_ALU | BPF_AND | BPF_K, 0, 0, conditions[i].mask);
        /* One that isn't met leads beyond the permission. */
        add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, (unsigned char)(3 * (count - 1 - i) + 1), conditions[i].value);
    }
    give(filter, SECCOMP_RET_ALLOW);
    /* The same call may be permitted with other arguments further on. */
    if (count > 0) load(filter, offsetof(struct seccomp_data, nr));
}

void answer_call(struct call_filter *filter, long call, int error) {
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, (unsigned)call);
    give(filter, SECCOMP_RET_ERRNO | (unsigned)error);
}

int install_filter(struct call_filter *filter) {
    give(filter, SECCOMP_RET_ERRNO | EPERM);
    if (filter->count > sizeof(filter->rules) / sizeof(filter->rules[0])) return E2BIG;
    struct sock_fprog program = {.len = filter->count, .filter = filter->rules};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    /* Of a thread that can't be reached the call gives the number. */
    long failed = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
    if (failed < 0 && errno == EINVAL) return ENOSYS;
    return failed == 0 ? 0 : failed > 0 ? EBUSY : errno;
}
#endif
