#ifndef CONFINEMENT_H
#define CONFINEMENT_H

/* Takes from the calling process, for good, what a script's process never needs: new privileges, other programs, other processes, the
   network, and opening files. What it has open stays open. To be called once the interpreter is warm.

   Returns 0, or the errno of what failed. On a system without seccomp it does nothing and returns 0. */
int confine_process(void);

/* Limits the calling process for good: no descriptors beyond the three standard ones are left open; no core files, which would hold other people's data; nothing written to files; few descriptors.
   Address space is no use as a limit, since the interpreter reserves gigabytes that it never touches. */
void limit_process(void);

/* Lets the kernel kill the process when it computes for some seconds more from now, in case nothing of its own stops it. */
void limit_processor_time(unsigned seconds);

/* The most memory that the process has had, in MiB. */
int peak_mebibytes(void);

#endif
