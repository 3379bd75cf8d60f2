// Base64url (RFC 4648 §5) for many characters at once. Neither time nor memory accesses depend on the bytes.
#ifndef GATEHOUSE_BASE64URL_H
#define GATEHOUSE_BASE64URL_H

#include <stddef.h>
#include <stdint.h>

/// What came of reading a text.
enum gatehouse_base64url_result {
    /// The processor hasn't the instructions, and nothing was read.
    GATEHOUSE_BASE64URL_UNREAD,
    /// No encoder writes this text.
    GATEHOUSE_BASE64URL_REFUSED,
    /// All was read.
    GATEHOUSE_BASE64URL_READ
};

/// Reads a text whose length modulo four isn't one, into three quarters of as many bytes.
enum gatehouse_base64url_result gatehouse_base64url_read(const uint8_t *text, size_t length, uint8_t *bytes);

/// Writes the text of whole groups of 24 bytes from the front of some bytes, as far as 28 can be loaded. Returns how many bytes were
/// written: none on a processor without the instructions. There is room for four characters for each three bytes.
size_t gatehouse_base64url_write(const uint8_t *bytes, size_t length, uint8_t *text);

#endif
