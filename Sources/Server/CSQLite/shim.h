#include <sqlite3.h>

// Swift calls no variadic functions.

static inline int sqlite_keep_no_statistics(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
