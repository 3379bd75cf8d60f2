#include "pixels.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

/* Where the pixel of an upright image lies in one that is stored with an orientation (Exif 2.32 4.6.4A). */
static size_t stored_place(int x, int y, int width, int height, int orientation) {
    int column = x, row = y;
    switch (orientation) {
        case 2: column = width - 1 - x; break;
        case 3: column = width - 1 - x, row = height - 1 - y; break;
        case 4: row = height - 1 - y; break;
        case 5: column = y, row = x; break;
        case 6: column = y, row = height - 1 - x; break;
        case 7: column = width - 1 - y, row = height - 1 - x; break;
        case 8: column = width - 1 - y, row = x; break;
        default: break;
    }
    return static_cast<size_t>(row) * width + column;
}

extern "C" void pixels_finish(vision_image *image, uint8_t *rgb, int width, int height, int orientation) {
    image->width = orientation >= 5 ? height : width;
    image->height = orientation >= 5 ? width : height;
    const size_t count = static_cast<size_t>(width) * height;
    image->rgb = rgb;
    if (orientation > 1) {
        image->rgb = static_cast<uint8_t *>(pixels_allocate(count * 3));
        uint8_t *to = image->rgb;
        for (int y = 0; y < image->height; y++)
            for (int x = 0; x < image->width; x++, to += 3) std::memcpy(to, rgb + stored_place(x, y, width, height, orientation) * 3, 3);
        std::free(rgb);
    }
    image->grey = static_cast<uint8_t *>(pixels_allocate(count));
    for (size_t i = 0; i < count; i++) {
        const uint8_t *pixel = image->rgb + i * 3;
        image->grey[i] = static_cast<uint8_t>((pixel[0] * 19595 + pixel[1] * 38470 + pixel[2] * 7471 + 32768) >> 16);
    }
}

extern "C" void vision_free_image(vision_image *image) {
    std::free(image->rgb);
    std::free(image->grey);
    *image = vision_image{};
}

static grey_pixels averaged(const uint8_t *grey, int width, int height, int to_width, int to_height) {
    grey_pixels result{to_width, to_height, std::vector<uint8_t>(static_cast<size_t>(to_width) * to_height)};
    for (int y = 0; y < to_height; y++) {
        const int top = static_cast<int>(static_cast<int64_t>(y) * height / to_height);
        const int bottom = std::max(top + 1, static_cast<int>(static_cast<int64_t>(y + 1) * height / to_height));
        for (int x = 0; x < to_width; x++) {
            const int left = static_cast<int>(static_cast<int64_t>(x) * width / to_width);
            const int right = std::max(left + 1, static_cast<int>(static_cast<int64_t>(x + 1) * width / to_width));
            unsigned sum = 0;
            for (int row = top; row < bottom; row++)
                for (int column = left; column < right; column++) sum += grey[static_cast<size_t>(row) * width + column];
            result.values[static_cast<size_t>(y) * to_width + x] = static_cast<uint8_t>(sum / ((bottom - top) * (right - left)));
        }
    }
    return result;
}

/* The pixel between four, clamped to the image. */
static uint8_t between(const uint8_t *grey, int width, int height, double x, double y) {
    x = std::clamp(x, 0.0, width - 1.0);
    y = std::clamp(y, 0.0, height - 1.0);
    const int left = static_cast<int>(x), top = static_cast<int>(y);
    const int right = std::min(left + 1, width - 1), bottom = std::min(top + 1, height - 1);
    const double fx = x - left, fy = y - top;
    const auto at = [&](int column, int row) { return static_cast<double>(grey[static_cast<size_t>(row) * width + column]); };
    const double upper = at(left, top) * (1 - fx) + at(right, top) * fx, lower = at(left, bottom) * (1 - fx) + at(right, bottom) * fx;
    return static_cast<uint8_t>(upper * (1 - fy) + lower * fy + 0.5);
}

grey_pixels scaled(const uint8_t *grey, int width, int height, double factor) {
    const int to_width = std::max(1, static_cast<int>(std::lround(width * factor)));
    const int to_height = std::max(1, static_cast<int>(std::lround(height * factor)));
    if (factor < 1) return averaged(grey, width, height, to_width, to_height);
    grey_pixels result{to_width, to_height, std::vector<uint8_t>(static_cast<size_t>(to_width) * to_height)};
    uint8_t *to = result.values.data();
    for (int y = 0; y < to_height; y++)
        for (int x = 0; x < to_width; x++) *to++ = between(grey, width, height, (x + 0.5) / factor - 0.5, (y + 0.5) / factor - 0.5);
    return result;
}

grey_pixels reduced(const vision_image &image, double most) {
    const double count = static_cast<double>(image.width) * image.height;
    return scaled(image.grey, image.width, image.height, count > most ? std::sqrt(most / count) : 1);
}

grey_pixels turned(const uint8_t *grey, int width, int height, double degrees) {
    const double angle = degrees * M_PI / 180, sine = std::sin(angle), cosine = std::cos(angle);
    grey_pixels result{width, height, std::vector<uint8_t>(static_cast<size_t>(width) * height)};
    uint8_t *to = result.values.data();
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            const double dx = x - width / 2.0, dy = y - height / 2.0;
            *to++ = between(grey, width, height, cosine * dx + sine * dy + width / 2.0, -sine * dx + cosine * dy + height / 2.0);
        }
    return result;
}
