#ifndef FACE_H
#define FACE_H

#include "vision.h"

#include <cstdint>
#include <vector>

/* A file that stays open, read whole when it is needed. */
struct model_file {
    int descriptor = -1;

    bool open(const char *directory, const char *name);
    std::vector<char> read() const;
};

/* A part of an image in colour, and where it was: what the models look at. */
struct face_pixels {
    int width, height;
    std::vector<uint8_t> rgb;
    double left, top, factor;
};

face_pixels pixels_around(const vision_image *image, const vision_face &face);

/* Fills in the points and, if wanted, the descriptor. Throws what the library throws. */
void describe(vision_models *models, const face_pixels &pixels, bool wants_descriptor, vision_face &face);

#endif
