#include "pixels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <utility>

namespace {

constexpr double most_pixels = 2e6;
constexpr double skew_pixels = 3e5;
constexpr int block = 16;
constexpr int white = 250;
/* Paper as white as this is a scan's or a rendering's, where white is no glare. */
constexpr int white_paper = 240;

using pixels = grey_pixels;

int at(const pixels &image, int x, int y) { return image.values[static_cast<size_t>(y) * image.width + x]; }

int percentile(const std::array<size_t, 256> &counts, double share) {
    const size_t all = std::accumulate(counts.begin(), counts.end(), size_t{0});
    size_t sum = 0;
    for (int level = 0; level < 256; level++)
        if ((sum += counts[level]) >= all * share) return level;
    return 255;
}

double contrast(const pixels &image) {
    std::array<size_t, 256> counts{};
    for (const uint8_t level : image.values) counts[level]++;
    return percentile(counts, 0.95) - percentile(counts, 0.05);
}

/* The width of an edge in a row of pixels, from its steepest place to where the level stops rising or falling (Marziliano et al. 2002). */
int edge_width(const pixels &image, int x, int y) {
    const int sign = at(image, x + 1, y) > at(image, x - 1, y) ? 1 : -1;
    int left = x, right = x;
    while (left > 0 && sign * (at(image, left, y) - at(image, left - 1, y)) > 0) left--;
    while (right + 1 < image.width && sign * (at(image, right + 1, y) - at(image, right, y)) > 0) right++;
    return right - left;
}

/* The mean width of the steepest one in fifty places along the rows. */
double edge_width(const pixels &image) {
    std::array<size_t, 256> steepness{};
    for (int y = 0; y < image.height; y++)
        for (int x = 1; x + 1 < image.width; x++) steepness[std::abs(at(image, x + 1, y) - at(image, x - 1, y))]++;
    const int steep = std::max(8, percentile(steepness, 0.98));
    double sum = 0;
    size_t count = 0;
    for (int y = 0; y < image.height; y++)
        for (int x = 1; x + 1 < image.width; x++) {
            if (std::abs(at(image, x + 1, y) - at(image, x - 1, y)) < steep) continue;
            sum += edge_width(image, x, y);
            count++;
        }
    return count ? sum / count : image.width;
}

double glare(const pixels &image) {
    std::vector<int> means;
    size_t blinding = 0;
    for (int top = 0; top + block <= image.height; top += block)
        for (int left = 0; left + block <= image.width; left += block) {
            int sum = 0, bright = 0;
            for (int y = top; y < top + block; y++)
                for (int x = left; x < left + block; x++) {
                    sum += at(image, x, y);
                    bright += at(image, x, y) >= white;
                }
            means.push_back(sum / (block * block));
            blinding += bright * 2 > block * block;
        }
    if (means.empty()) return 0;
    std::nth_element(means.begin(), means.begin() + means.size() / 2, means.end());
    return means[means.size() / 2] >= white_paper ? 0 : static_cast<double>(blinding) / means.size();
}

/* The gradient at a place by Sobel's weights: to the right, and downwards. */
std::pair<int, int> gradient(const pixels &image, int x, int y) {
    const int right = at(image, x + 1, y - 1) + 2 * at(image, x + 1, y) + at(image, x + 1, y + 1);
    const int left = at(image, x - 1, y - 1) + 2 * at(image, x - 1, y) + at(image, x - 1, y + 1);
    const int below = at(image, x - 1, y + 1) + 2 * at(image, x, y + 1) + at(image, x + 1, y + 1);
    const int above = at(image, x - 1, y - 1) + 2 * at(image, x, y - 1) + at(image, x + 1, y - 1);
    return {right - left, below - above};
}

/* The weight of the edges that run in each half of a degree, modulo a right angle, since lines and edges of documents are at right angles. */
std::array<double, 180> directions(const pixels &image) {
    std::array<double, 180> weights{};
    std::array<size_t, 256> strengths{};
    const auto strength = [](const std::pair<int, int> &to) { return std::min(255, (std::abs(to.first) + std::abs(to.second)) / 8); };
    for (int y = 1; y + 1 < image.height; y++)
        for (int x = 1; x + 1 < image.width; x++) strengths[strength(gradient(image, x, y))]++;
    const int strong = std::max(4, percentile(strengths, 0.95));
    for (int y = 1; y + 1 < image.height; y++)
        for (int x = 1; x + 1 < image.width; x++) {
            const auto to = gradient(image, x, y);
            if (strength(to) < strong) continue;
            const double degrees = std::atan2(static_cast<double>(-to.first), static_cast<double>(to.second)) * 180 / M_PI;
            weights[std::min(179, static_cast<int>((degrees + 45 - 90 * std::floor((degrees + 45) / 90)) * 2))] += strength(to);
        }
    return weights;
}

/* The direction in which most edges run, on an image that is small enough for noise to be averaged out. */
double skew(const pixels &image) {
    const double count = static_cast<double>(image.width) * image.height;
    const double factor = count > skew_pixels ? std::sqrt(skew_pixels / count) : 1;
    const auto weights = directions(scaled(image.values.data(), image.width, image.height, factor));
    const auto weight = [&](int bin) { return weights[(bin + 180) % 180]; };
    int best = 90;
    double most = 0;
    for (int bin = 0; bin < 180; bin++) {
        const double sum = weight(bin - 2) + 2 * weight(bin - 1) + 3 * weight(bin) + 2 * weight(bin + 1) + weight(bin + 2);
        if (sum > most) most = sum, best = bin;
    }
    /* What lies between two bins counts for both. */
    double total = 0, moment = 0;
    for (int offset = -3; offset <= 3; offset++) {
        total += weight(best + offset);
        moment += weight(best + offset) * (best + offset + 0.5);
    }
    return total > 0 ? std::clamp(45 - moment / total / 2, -45.0, 45.0) : 0;
}

/* The detail of a rectangle: the mean difference of neighbours beyond noise. */
double detail(const pixels &image, int left, int top, int right, int bottom) {
    double sum = 0;
    for (int y = std::max(top, 1); y < std::min(bottom, image.height - 1); y++)
        for (int x = std::max(left, 1); x < std::min(right, image.width - 1); x++) {
            const int difference = std::abs(at(image, x + 1, y) - at(image, x - 1, y)) + std::abs(at(image, x, y + 1) - at(image, x, y - 1));
            sum += difference > 24 ? difference : 0;
        }
    return sum / (std::max(1, right - left) * static_cast<double>(std::max(1, bottom - top)));
}

void measure_edges(const pixels &image, double *edges) {
    const int width = image.width, height = image.height;
    const int strip = std::max(4, std::min(width, height) / 64);
    const double mean = detail(image, 0, 0, width, height);
    const double sides[4] = {
        detail(image, 0, 0, width, strip), detail(image, width - strip, 0, width, height),
        detail(image, 0, height - strip, width, height), detail(image, 0, 0, strip, height),
    };
    for (int i = 0; i < 4; i++) edges[i] = mean > 0 ? sides[i] / mean : 0;
}

}  // namespace

extern "C" vision_status vision_measure(const vision_image *image, vision_measures *measures) {
    const double count = static_cast<double>(image->width) * image->height;
    const pixels small = scaled(image->grey, image->width, image->height, count > most_pixels ? std::sqrt(most_pixels / count) : 1);
    measures->edge_width = edge_width(small);
    measures->glare = glare(small);
    measures->skew = skew(small);
    measure_edges(small, measures->edges);
    measures->contrast = contrast(small);
    return VISION_OK;
}
