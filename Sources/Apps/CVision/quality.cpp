#include "skew.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace {

constexpr double most_pixels = 2e6;
/* The direction and detail are measured where noise is averaged out. */
constexpr double few_pixels = 3e5;
constexpr int block = 16, glare_reach = 16, edge_reach = 8;
constexpr int white = 250;
/* Paper is darker than this, but for the lightest. */
constexpr int light_paper = 240;

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

/* The width of an edge in a row of pixels: the difference of the levels on both sides, beside the steepness between them. Noise changes both
   little, whereas it would end a rise that is followed from pixel to pixel. */
double edge_width(const pixels &image, int x, int y) {
    int least = 255, most = 0;
    for (int i = std::max(0, x - edge_reach); i <= std::min(image.width - 1, x + edge_reach); i++) {
        least = std::min(least, at(image, i, y));
        most = std::max(most, at(image, i, y));
    }
    return 2.0 * (most - least) / std::abs(at(image, x + 1, y) - at(image, x - 1, y));
}

/* The mean width of the steepest one in fifty places along the rows. Where all edges are soft, noise would be the steepest. */
double edge_width(const pixels &image) {
    std::array<size_t, 256> steepness{};
    for (int y = 0; y < image.height; y++)
        for (int x = 1; x + 1 < image.width; x++) steepness[std::abs(at(image, x + 1, y) - at(image, x - 1, y))]++;
    const int steep = std::max(1, percentile(steepness, 0.98));
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

/* The image in blocks: whether all of each is white, and how light its lightest tenth is, which is paper where there is any. White paper isn't
   white all over: its pattern is darker. */
struct blocks {
    int width, height;
    std::vector<uint8_t> is_white, paper;

    explicit blocks(const pixels &image) : width(image.width / block), height(image.height / block), is_white(width * height), paper(width * height) {
        for (int top = 0; top < height; top++)
            for (int left = 0; left < width; left++) {
                std::array<size_t, 256> counts{};
                for (int y = top * block; y < (top + 1) * block; y++)
                    for (int x = left * block; x < (left + 1) * block; x++) counts[at(image, x, y)]++;
                paper[top * width + left] = static_cast<uint8_t>(percentile(counts, 0.9));
                is_white[top * width + left] = percentile(counts, 0.1) >= white;
            }
    }

    /* Tells if it is darker not far away in a direction: light that is reflected falls off within a finger's breadth, and daylight doesn't. */
    bool falls_off(int x, int y, int dx, int dy) const {
        for (int step = 1; step <= glare_reach; step++) {
            x += dx, y += dy;
            if (x < 0 || y < 0 || x >= width || y >= height) return false;
            if (paper[y * width + x] < light_paper) return true;
        }
        return false;
    }
};

/* The share of blocks that are white, and darker paper on at least three sides. */
double glare(const pixels &image) {
    const blocks all(image);
    size_t blinding = 0;
    for (int y = 0; y < all.height; y++)
        for (int x = 0; x < all.width; x++) {
            if (!all.is_white[y * all.width + x]) continue;
            const int sides = all.falls_off(x, y, 1, 0) + all.falls_off(x, y, -1, 0) + all.falls_off(x, y, 0, 1) + all.falls_off(x, y, 0, -1);
            blinding += sides >= 3;
        }
    return all.is_white.empty() ? 0 : static_cast<double>(blinding) / all.is_white.size();
}

/* How much the neighbours of a place differ. */
int difference(const pixels &image, int x, int y) {
    return std::min(255, std::abs(at(image, x + 1, y) - at(image, x - 1, y)) + std::abs(at(image, x, y + 1) - at(image, x, y - 1)));
}

/* The difference that strokes have and the noise and patterns of most of the image don't. */
int stroke_difference(const pixels &image) {
    std::array<size_t, 256> counts{};
    for (int y = 1; y + 1 < image.height; y++)
        for (int x = 1; x + 1 < image.width; x++) counts[difference(image, x, y)]++;
    return 3 * percentile(counts, 0.5) + 6;
}

/* The detail of a rectangle: the mean difference of neighbours in strokes. */
double detail(const pixels &image, int strokes, int left, int top, int right, int bottom) {
    double sum = 0;
    for (int y = std::max(top, 1); y < std::min(bottom, image.height - 1); y++)
        for (int x = std::max(left, 1); x < std::min(right, image.width - 1); x++) {
            const int found = difference(image, x, y);
            sum += found > strokes ? found : 0;
        }
    return sum / (std::max(1, right - left) * static_cast<double>(std::max(1, bottom - top)));
}

void measure_edges(const pixels &image, double *edges) {
    const int width = image.width, height = image.height;
    const int strip = std::max(4, std::min(width, height) / 64), strokes = stroke_difference(image);
    const double mean = detail(image, strokes, 0, 0, width, height);
    const double sides[4] = {
        detail(image, strokes, 0, 0, width, strip), detail(image, strokes, width - strip, 0, width, height),
        detail(image, strokes, 0, height - strip, width, height), detail(image, strokes, 0, 0, strip, height),
    };
    for (int i = 0; i < 4; i++) edges[i] = mean > 0 ? sides[i] / mean : 0;
}

}  // namespace

extern "C" vision_status vision_measure(const vision_image *image, vision_measures *measures) {
    const pixels large = reduced(*image, most_pixels), small = reduced(*image, few_pixels);
    measures->edge_width = 2 * edge_width(scaled(large.values.data(), large.width, large.height, 0.5));
    measures->glare = glare(large);
    measures->skew = skew_of(small);
    measure_edges(small, measures->edges);
    measures->contrast = contrast(large);
    return VISION_OK;
}
