/* The grid over a face that was photographed from a picture: the pixels of a screen, the dots of a print, and what both make of the camera's own. */
#include "recapture.h"

#include <dlib/matrix.h>

#include <algorithm>
#include <cmath>
#include <complex>

namespace {

/* The largest and the smallest square of a face that is looked at, in pixels. */
constexpr long largest = 512, smallest = 64;
/* Waves longer than this many pixels are features, not dots. */
constexpr double longest_wave = 8;
/* A peak is compared with what lies so far around it, at least and at most. */
constexpr long nearest = 4, farthest = 7;
/* The strength that quantised pixels have anyway, for each pixel of a side. */
constexpr double least = 0.5;

/* The waves of a square of pixels. */
struct spectrum {
    long side;
    dlib::matrix<std::complex<double>> waves;

    double at(long u, long v) const { return std::abs(waves((v + side) % side, (u + side) % side)); }

    /* Whether no wave beside it is stronger. */
    bool is_peak(long u, long v) const {
        const double here = at(u, v);
        for (long dv = -1; dv <= 1; dv++)
            for (long du = -1; du <= 1; du++)
                if (at(u + du, v + dv) > here) return false;
        return true;
    }

    /* Whether a wave along an axis is one that the blocks of JPEG make: a multiple of an eighth. */
    bool is_of_blocks(long u, long v) const {
        const auto is_eighth = [&](long w) { return (w * 8 + side + 2 * 8) % side <= 4 * 8; };
        return (std::abs(u) <= 2 && is_eighth(v)) || (std::abs(v) <= 2 && is_eighth(u));
    }

    /* A peak's strength beside the ninth tenth of what is around it: edges of features make ridges, not peaks. */
    double prominence(long u, long v) const {
        std::vector<double> around;
        for (long dv = -farthest; dv <= farthest; dv++)
            for (long du = -farthest; du <= farthest; du++)
                if (std::max(std::abs(du), std::abs(dv)) >= nearest) around.push_back(at(u + du, v + dv));
        const auto tenth = around.begin() + static_cast<long>(around.size()) * 9 / 10;
        std::nth_element(around.begin(), tenth, around.end());
        return at(u, v) / (*tenth + least * static_cast<double>(side));
    }
};

/* The middle of a face as waves, faded out to the edges. */
spectrum spectrum_of(const vision_image *image, const vision_face *face, long side) {
    const auto start = [&](double middle, int most) { return std::clamp(static_cast<long>(middle) - side / 2, 0L, most - side); };
    const long left = start(face->left + face->width / 2.0, image->width), top = start(face->top + face->height / 2.0, image->height);
    const auto level = [&](long x, long y) { return static_cast<double>(image->grey[(top + y) * image->width + left + x]); };
    const auto fade = [&](long place) { return 0.5 - 0.5 * std::cos(2 * M_PI * (static_cast<double>(place) + 0.5) / static_cast<double>(side)); };
    double sum = 0;
    for (long y = 0; y < side; y++)
        for (long x = 0; x < side; x++) sum += level(x, y);
    const double mean = sum / static_cast<double>(side * side);
    dlib::matrix<std::complex<double>> pixels(side, side);
    for (long y = 0; y < side; y++)
        for (long x = 0; x < side; x++) pixels(y, x) = (level(x, y) - mean) * fade(x) * fade(y);
    return {side, dlib::fft(pixels)};
}

}  // namespace

double grid_over(const vision_image *image, const vision_face *face) {
    long side = largest;
    while (side > face->width || side > std::min(image->width, image->height)) side /= 2;
    if (side < smallest) return 0;
    const spectrum waves = spectrum_of(image, face, side);
    double most = 0;
    for (long v = 0; v <= side / 2; v++)
        for (long u = -side / 2; u < side / 2; u++) {
            const double frequency = std::hypot(static_cast<double>(u), static_cast<double>(v));
            if (frequency * longest_wave < static_cast<double>(side) || waves.is_of_blocks(u, v) || !waves.is_peak(u, v)) continue;
            most = std::max(most, waves.prominence(u, v));
        }
    return most;
}
