#pragma once
#include <cmath>
#include <cstddef>

#include "zonescan.h"

struct Point {
    double x, y;
};

/// The image between its pixels; beyond its edge the nearest pixel.
inline float sample(const zonescan_image &image, double x, double y) {
    double right = image.width - 1, bottom = image.height - 1;
    x = x < 0 ? 0 : x > right ? right : x;
    y = y < 0 ? 0 : y > bottom ? bottom : y;
    int column = int(x), row = int(y);
    int beside = column + 1 < image.width ? 1 : 0;
    const uint8_t *above = image.pixels + size_t(row) * image.width + column;
    const uint8_t *below = row + 1 < image.height ? above + image.width : above;
    float u = float(x - column), v = float(y - row);
    float top = float(above[0]) + u * (float(above[beside]) - float(above[0]));
    float low = float(below[0]) + u * (float(below[beside]) - float(below[0]));
    return top + v * (low - top);
}
