/* Tries, from every thread of a confined process, what no script may do, and what the interpreter must be able to do. Each line of its output
   is a thread, what was tried, and what came of it: `refused`, `done`, or the errno of another failure.

   A thread first sees whether it is confined, by a call that does nothing, and tries nothing else if it isn't: that is a failure enough. And
   what is tried has arguments that come to nothing, should the kernel carry it out all the same: the filter refuses before they are looked at. */
#define _GNU_SOURCE
#include "confinement.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

#define THREADS 3
#define NOWHERE "/nowhere/confinement-probe"

static pthread_barrier_t confined, done;
static pthread_mutex_t output = PTHREAD_MUTEX_INITIALIZER;
static int file, unconnected;
static void *page;
static pid_t parent;

static void tell(int thread, const char *name, long result, int error) {
    char line[100];
    int length;
    if (result >= 0) length = snprintf(line, sizeof(line), "%d %s done\n", thread, name);
    else if (error == EPERM || error == ENOSYS) length = snprintf(line, sizeof(line), "%d %s refused\n", thread, name);
    else length = snprintf(line, sizeof(line), "%d %s errno %d\n", thread, name, error);
    pthread_mutex_lock(&output);
    if (write(1, line, (size_t)length) != length) _exit(3);
    pthread_mutex_unlock(&output);
}

#define TRY(name, call)                      \
    do {                                     \
        errno = 0;                           \
        long result = (long)(call);          \
        tell(thread, name, result, errno);   \
    } while (0)
#define RAW(name, ...) TRY(#name, syscall(SYS_##name, ##__VA_ARGS__))

/* What makes a process ends itself at once, should it be made. */
static long made(long process) {
    if (process == 0) _exit(0);
    return process;
}

static void try_files(int thread) {
    const char *path = "/etc/hostname";
    RAW(openat, AT_FDCWD, path, O_RDONLY, 0);
    RAW(openat2, AT_FDCWD, path, (long[]){O_RDONLY, 0, 0}, 24);
#ifdef SYS_open
    RAW(open, path, O_RDONLY, 0);
    RAW(creat, NOWHERE, 0600);
    RAW(stat, path, page);
    RAW(unlink, NOWHERE);
    RAW(rename, NOWHERE, NOWHERE);
    RAW(mkdir, NOWHERE, 0700);
#endif
    RAW(newfstatat, AT_FDCWD, path, page, 0);
    RAW(statx, AT_FDCWD, path, 0, 0, page);
    RAW(readlinkat, AT_FDCWD, "/proc/self/exe", page, 100);
    RAW(getdents64, file, page, 4096);
    RAW(unlinkat, AT_FDCWD, NOWHERE, 0);
    RAW(mkdirat, AT_FDCWD, NOWHERE, 0700);
    RAW(linkat, AT_FDCWD, path, AT_FDCWD, NOWHERE, 0);
    RAW(symlinkat, path, AT_FDCWD, NOWHERE);
    RAW(fchmodat, AT_FDCWD, NOWHERE, 0777);
    RAW(truncate, NOWHERE, 0);
    RAW(ftruncate, file, 0);
    RAW(mount, 0, NOWHERE, 0, 0, 0);
    RAW(chroot, NOWHERE);
    RAW(chdir, NOWHERE);
    RAW(memfd_create, "x", 0);
    RAW(dup, file);
    RAW(fcntl, file, F_DUPFD, 0);
    RAW(ioctl, 0, 0x5412, "x");
    RAW(sendfile, 1, file, 0, 1);
    RAW(splice, file, 0, 1, 0, 1, 0);
    RAW(inotify_init1, 0);
    RAW(fsopen, "tmpfs", 0);
}

static void try_network(int thread) {
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "/run/x"};
    RAW(socket, AF_INET, SOCK_STREAM, 0);
    RAW(socketpair, AF_UNIX, SOCK_STREAM, 0, page);
    RAW(connect, unconnected, &address, sizeof(address));
    RAW(bind, unconnected, &address, sizeof(address));
    RAW(listen, unconnected, 1);
    RAW(accept4, unconnected, 0, 0, 0);
    RAW(sendto, unconnected, "x", 1, 0, &address, sizeof(address));
    RAW(sendmsg, unconnected, page, 0);
    RAW(recvfrom, unconnected, page, 1, MSG_DONTWAIT, 0, 0);
}

static void try_processes(int thread) {
    char *arguments[] = {NOWHERE, 0};
#ifdef SYS_fork
    TRY("fork", made(syscall(SYS_fork)));
    TRY("vfork", made(syscall(SYS_vfork)));
#endif
    TRY("clone", made(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)));
    TRY("clone_parent", made(syscall(SYS_clone, CLONE_PARENT | CLONE_VFORK | SIGCHLD, 0, 0, 0, 0)));
    TRY("clone3", made(syscall(SYS_clone3, (unsigned long long[8]){0, 0, 0, 0, SIGCHLD}, 64)));
    RAW(execve, NOWHERE, arguments, arguments + 1);
    RAW(execveat, AT_FDCWD, NOWHERE, arguments, arguments + 1, 0);
    RAW(unshare, -1);
    RAW(setns, file, 0);
    RAW(kill, parent, 0);
    RAW(tgkill, parent, parent, 0);
    RAW(tkill, parent, 0);
    RAW(rt_sigqueueinfo, parent, 0, 0);
    RAW(rt_tgsigqueueinfo, parent, parent, 0, 0);
    RAW(pidfd_open, parent, 0);
    RAW(pidfd_getfd, file, 0, 0);
    RAW(pidfd_send_signal, file, 0, 0, 0);
    RAW(ptrace, PTRACE_ATTACH, 0, 0, 0);
    RAW(process_vm_readv, parent, (struct iovec[]){{page, 8}}, 1, (struct iovec[]){{page, 8}}, 1, 0);
    RAW(process_vm_writev, parent, (struct iovec[]){{page, 8}}, 1, (struct iovec[]){{page, 8}}, 1, 0);
    RAW(process_madvise, file, 0, 0, 0, 0);
    RAW(kcmp, parent, parent, 0, 0, 0);
    RAW(wait4, -1, 0, 1, 0);
    RAW(setpgid, -1, -1);
    RAW(getpgid, 0);
    RAW(setpriority, -1, parent, 0);
    RAW(sched_setaffinity, parent, 0, 0);
    TRY("prlimit64_of_another", syscall(SYS_prlimit64, parent, RLIMIT_CPU, 0, page));
    TRY("prlimit64_files", syscall(SYS_prlimit64, 0, RLIMIT_FSIZE, 0, page));
}

static void try_code(int thread) {
    TRY("mmap_code", syscall(SYS_mmap, 0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == -1 ? -1 : 0);
    TRY("mmap_only_code", syscall(SYS_mmap, 0, 4096, PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == -1 ? -1 : 0);
    TRY("mmap_file", syscall(SYS_mmap, 0, 4096, PROT_READ, MAP_PRIVATE, file, 0) == -1 ? -1 : 0);
    TRY("mmap_code_of_file", syscall(SYS_mmap, 0, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0) == -1 ? -1 : 0);
    TRY("mprotect_code", syscall(SYS_mprotect, page, 4096, PROT_READ | PROT_EXEC));
    TRY("pkey_mprotect", syscall(SYS_pkey_mprotect, page, 4096, PROT_READ | PROT_EXEC, -1));
    RAW(pkey_alloc, 0, 0);
    RAW(remap_file_pages, page, 4096, 0, 0, 0);
    RAW(shmget, 0, 0, 0600);
    RAW(shmat, 0, 0, 0);
    RAW(memfd_secret, 0);
    RAW(personality, READ_IMPLIES_EXEC);
}

static void try_kernel(int thread) {
    RAW(io_uring_setup, 1, page);
    RAW(io_setup, 1, page);
    RAW(bpf, -1, 0, 0);
    RAW(perf_event_open, page, 0, -1, -1, 0);
    RAW(userfaultfd, 0);
    RAW(keyctl, 0, 0, 0, 0, 0);
    RAW(add_key, 0, 0, 0, 0, 0);
    RAW(request_key, 0, 0, 0, 0);
    RAW(landlock_create_ruleset, page, 8, 0);
    RAW(seccomp, 1, 0, page);
    TRY("prctl_privileges", syscall(SYS_prctl, PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0));
    TRY("prctl_seccomp", syscall(SYS_prctl, PR_SET_SECCOMP, 0, 0, 0, 0));
    TRY("prctl_dumpable", syscall(SYS_prctl, PR_SET_DUMPABLE, 1, 0, 0, 0));
    TRY("prctl_ptracer", syscall(SYS_prctl, 0x59616d61, -1, 0, 0, 0));
    RAW(capset, page, page);
    RAW(getuid);
    RAW(setresuid, -1, -1, -1);
    RAW(init_module, page, 0, "");
    RAW(kexec_load, 0, 100, 0, 0);
    RAW(syslog, -1, 0, 0);
    RAW(sethostname, 0, -1);
    RAW(reboot, 0, 0, 0, 0);
    RAW(quotactl, 0, 0, 0, 0);
    RAW(name_to_handle_at, AT_FDCWD, "/", page, page, 0);
    RAW(open_by_handle_at, AT_FDCWD, page, 0);
}

static void *nothing(void *argument) { return argument; }

/* Each begins with `may`: what the interpreter does. */
static void try_needed(int thread) {
    pthread_t other;
    TRY("may_map", syscall(SYS_mmap, 0, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == -1 ? -1 : 0);
    TRY("may_protect", syscall(SYS_mprotect, page, 4096, PROT_READ | PROT_WRITE));
    TRY("may_start_threads", (errno = pthread_create(&other, 0, nothing, 0)) != 0 ? -1 : pthread_join(other, 0));
    TRY("may_signal_itself", syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), 0));
    TRY("may_limit_its_time", syscall(SYS_prlimit64, 0, RLIMIT_CPU, 0, page));
    TRY("may_name_threads", syscall(SYS_prctl, PR_SET_NAME, "probe", 0, 0, 0));
    TRY("may_draw", syscall(SYS_getrandom, page, 16, 0));
}

static void *run(void *argument) {
    int thread = (int)(long)argument;
    pthread_barrier_wait(&confined);
    /* A confined thread doesn't even learn who its parent is. */
    int isConfined = syscall(SYS_getppid) == -1;
    tell(thread, "getppid", isConfined ? -1 : 0, EPERM);
    if (isConfined) {
        try_files(thread);
        try_network(thread);
        try_processes(thread);
        try_code(thread);
        try_kernel(thread);
        try_needed(thread);
    }
    pthread_barrier_wait(&done);
    return 0;
}

/* Runs a program on a kernel that seems to have no seccomp. */
static int run_without_seccomp(char **command) {
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_seccomp, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = sizeof(rules) / sizeof(rules[0]), .filter = rules};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) return 5;
    execv(command[0], command);
    return 6;
}

int main(int count, char **arguments) {
    if (count > 2 && strcmp(arguments[1], "without-seccomp") == 0) return run_without_seccomp(arguments + 2);
    pthread_t threads[THREADS];
    page = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    parent = getppid();
    file = open("/proc/self/exe", O_RDONLY);
    unconnected = socket(AF_UNIX, SOCK_STREAM, 0);
    pthread_barrier_init(&confined, 0, THREADS + 1);
    pthread_barrier_init(&done, 0, THREADS + 1);
    for (long i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], 0, run, (void *)(i + 1)) != 0) return 2;
    /* The threads are there before the process is confined, as those of the interpreter are. */
    int failure = confine_process();
    if (failure != 0) return 4;
    run((void *)0);
    return 0;
}
