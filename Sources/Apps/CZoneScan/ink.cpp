#include "ink.hpp"

Plane<float> ink_of(const Plane<float> &image, int side, double before, double after) {
    Plane<float> ground = image;
    blur(ground, gaussian(before));
    ground.close(side, side);
    blur(ground, gaussian(after));
    for (int y = 0; y < image.height; y++) {
        const float *pixels = image.row(y);
        float *out = ground.row(y);
        for (int x = 0; x < image.width; x++) out[x] = 1 - pixels[x] / std::max(out[x], 1.0f);
    }
    return ground;
}
