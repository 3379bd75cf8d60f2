#ifndef FILTER_H
#define FILTER_H

#include <linux/filter.h>
#include <stddef.h>

/* What an argument of a call must be: its lower half, of which the bits of the mask count, equals the value. */
struct condition {
    unsigned argument, mask, value;
};

/* A list of the system calls that a process may make; whatever it doesn't name is refused. */
struct call_filter {
    struct sock_filter rules[512];
    unsigned short count;
};

/* Begins a list; a call of another architecture ends the process. */
void begin_filter(struct call_filter *filter);

/* Permits a call whose arguments meet all conditions. */
void permit_call(struct call_filter *filter, long call, const struct condition *conditions, size_t count);

/* Answers a call with an error of its own. */
void answer_call(struct call_filter *filter, long call, int error);

/* Ends the list, and puts it upon every thread of the process, for good. Returns 0 or an errno; when one thread can't take it, none has. */
int install_filter(struct call_filter *filter);

#endif
