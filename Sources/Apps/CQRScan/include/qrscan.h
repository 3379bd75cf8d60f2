#ifndef QRSCAN_H
#define QRSCAN_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Looks for a QR code in an image of 8-bit grey pixels without padding. Writes its text with a NUL to `text`.
/// Returns the text's length, 0 when there is no code, -1 when it does not fit or holds no text.
long qrscan_find(const uint8_t *pixels, int width, int height, char *text, size_t capacity);

/// Decodes a JPEG image to 8-bit grey pixels that the caller frees; NULL when it is none or has more than `most` pixels.
uint8_t *qrscan_jpeg(const uint8_t *bytes, size_t count, long most, int *width, int *height);

#ifdef __cplusplus
}
#endif
#endif
