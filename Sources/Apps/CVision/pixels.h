#ifndef PIXELS_H
#define PIXELS_H

#include "vision.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Memory for pixels; without it the process ends. */
void *pixels_allocate(size_t bytes);

/* Takes decoded RGB pixels over, turns them upright and adds the grey ones. */
void pixels_finish(vision_image *image, uint8_t *rgb, int width, int height, int orientation);

/* Ends the process as vision_exit_without_memory said. */
void exit_without_memory(void);

/* Writes RGB pixels as a JPEG file, whose bytes the caller frees. */
vision_status encode_jpeg(const uint8_t *rgb, int width, int height, uint8_t **bytes, size_t *count);

#ifdef __cplusplus
}

#include <vector>

/* Grey pixels that a step of the work made. */
struct grey_pixels {
    int width = 0, height = 0;
    std::vector<uint8_t> values;
};

/* The grey pixels scaled by any factor: averages when it is smaller, interpolated when it is larger. */
grey_pixels scaled(const uint8_t *grey, int width, int height, double factor);

/* The image's grey pixels, scaled so that they are so many at most. */
grey_pixels reduced(const vision_image &image, double most);

/* The grey pixels turned about the centre, degrees counted clockwise; corners are filled with the edges' pixels. */
grey_pixels turned(const uint8_t *grey, int width, int height, double degrees);
#endif
#endif
