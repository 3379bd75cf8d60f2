// What the server needs of ICU, under names and types of its own: those of ICU's headers are Foundation's too, in another version.
#ifndef GATEHOUSE_UNICODE_NAMES_H
#define GATEHOUSE_UNICODE_NAMES_H

#include <stdbool.h>
#include <stdint.h>

/// The form of a text in UTF-16 in which case and compatible characters are one (NFKC_Casefold, Unicode 3.13 and UAX 44); its length, or -1
/// where it doesn't fit.
int32_t gatehouse_casefold(const uint16_t *text, int32_t length, uint16_t *folded, int32_t capacity);

/// The version of Unicode that the library knows: major, minor, update.
void gatehouse_unicode_version(uint8_t *version);

/// A scalar's general category, as ICU numbers it: 0 for one that isn't assigned, 6 to 8 for marks.
int32_t gatehouse_category(uint32_t scalar);

bool gatehouse_is_ignorable(uint32_t scalar);
bool gatehouse_is_space(uint32_t scalar);

/// A checker of scripts by UTS 39: highly restrictive, with the characters recommended for identifiers, those that are allowed within
/// them, all of printable ASCII, and the hooked letters of Hausa. NULL when there is none. It only ever reads once it is made.
const void *gatehouse_open_checker(void);

/// Whether a text in UTF-8 passes all checks of a checker.
bool gatehouse_passes(const void *checker, const char *text, int32_t length);

#endif
