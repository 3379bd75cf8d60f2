#ifndef CONFINEMENT_H
#define CONFINEMENT_H

/* Takes from every thread of the calling process, for good, all system calls but those that a warm interpreter needs: no files, no sockets,
   no programs, no processes, no signals to others, no memory that is code. What is open stays open.

   Returns 0; ENOSYS on a system without seccomp, where nothing is taken; another errno when the kernel refuses. */
int confine_process(void);

/* Limits the calling process for good: no descriptors beyond the three standard ones are left open; no core files, which would hold other people's data; nothing written to files; few descriptors.
   Address space is no use as a limit, since the interpreter reserves gigabytes that it never touches. */
void limit_process(void);

/* Lets the kernel kill the process when it computes for some seconds more from now, in case nothing of its own stops it. */
void limit_processor_time(unsigned seconds);

/* The most memory that the process has had, in MiB. */
int peak_mebibytes(void);

#endif
