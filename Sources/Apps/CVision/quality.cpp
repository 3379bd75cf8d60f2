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
/* Degrees up to which a document counts as straight when two directions are about as likely. */
constexpr int straight = 15;
constexpr int block = 16, glare_reach = 16, edge_reach = 16;
constexpr int white = 250;
constexpr int white_paper = 215;

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

/* The mean width of the steepest one in fifty places along the rows. */
double edge_width(const pixels &image) {
    std::array<size_t, 256> steepness{};
    for (int y = 0; y < image.height; y++)
        for (int x = 1; x + 1 < image.width; x++) steepness[std::abs(at(image, x + 1, y) - at(image, x - 1, y))]++;
    const int steep = std::max(4, percentile(steepness, 0.98));
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

/* The image in blocks: whether most of each is white, and how light its lightest tenth is, which is paper where there is any. */
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
                is_white[top * width + left] = percentile(counts, 0.5) >= white;
            }
    }

    /* Tells if it is darker not far away in a direction: light that is reflected falls off within a finger's breadth, and daylight doesn't. */
    bool falls_off(int x, int y, int dx, int dy) const {
        for (int step = 1; step <= glare_reach; step++) {
            x += dx, y += dy;
            if (x < 0 || y < 0 || x >= width || y >= height) return false;
            if (paper[y * width + x] < white_paper) return true;
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
        /* A straight document's own edges may be weaker than the pattern of a table. */
        const double worth = std::abs(bin - 90) <= 2 * straight ? sum : sum * 2 / 3;
        if (worth > most) most = worth, best = bin;
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
