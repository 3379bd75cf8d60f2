#include "pixels.h"

#include <cstdlib>
#include <new>

#include <sys/resource.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

static int memory_status = 1;

extern "C" void exit_without_memory(void) { _exit(memory_status); }

extern "C" void vision_exit_without_memory(int status) {
    memory_status = status;
    std::set_new_handler(exit_without_memory);
}

extern "C" void vision_limit_memory(size_t bytes) {
#ifdef __GLIBC__
    /* Pixels go back to the system as soon as they are freed; otherwise the library would keep more and more of such pieces. */
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
    struct rlimit limit = {bytes, bytes};
    setrlimit(RLIMIT_DATA, &limit);
}

extern "C" void *pixels_allocate(size_t bytes) {
    void *memory = std::malloc(bytes ? bytes : 1);
    if (!memory) exit_without_memory();
    return memory;
}
