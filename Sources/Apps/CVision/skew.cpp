/* The direction of a document by its lines of text: across them, dark strokes and paper alternate the most. */
#include "skew.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace {

constexpr int widest_stroke = 7;
constexpr int steepest = 45;
/* Patterns of a table or of the paper may be stronger than the text of a document, which most people lay straight: up to so many degrees count
   twice. */
constexpr int straight = 15;
constexpr double preference = 2;
/* The part of the image that is text, at most. */
constexpr double strokes_share = 0.05;
/* Pixels of a line's profile. */
constexpr double step = 2;

struct stroke {
    double x, y, darkness;
};

/* The most or the least of the pixels around each along one axis. */
template <typename choice>
grey_pixels extreme(const grey_pixels &image, int dx, int dy, const choice &choose) {
    grey_pixels result = image;
    for (int y = 0; y < image.height; y++)
        for (int x = 0; x < image.width; x++) {
            uint8_t &value = result.values[static_cast<size_t>(y) * image.width + x];
            for (int i = -widest_stroke / 2; i <= widest_stroke / 2; i++) {
                const int column = std::clamp(x + i * dx, 0, image.width - 1), row = std::clamp(y + i * dy, 0, image.height - 1);
                value = choose(value, image.values[static_cast<size_t>(row) * image.width + column]);
            }
        }
    return result;
}

/* The image without what is darker than its surroundings and narrow. */
grey_pixels without_strokes(const grey_pixels &image) {
    const auto most = [](uint8_t a, uint8_t b) { return std::max(a, b); };
    const auto least = [](uint8_t a, uint8_t b) { return std::min(a, b); };
    return extreme(extreme(extreme(extreme(image, 1, 0, most), 0, 1, most), 1, 0, least), 0, 1, least);
}

/* Each pixel with half of its neighbours along both axes. */
grey_pixels softened(const grey_pixels &image) {
    grey_pixels result = image;
    const auto at = [&](int x, int y) { return static_cast<int>(image.values[static_cast<size_t>(y) * image.width + x]); };
    for (int y = 1; y + 1 < image.height; y++)
        for (int x = 1; x + 1 < image.width; x++) {
            const int corners = at(x - 1, y - 1) + at(x + 1, y - 1) + at(x - 1, y + 1) + at(x + 1, y + 1);
            const int sides = at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1);
            result.values[static_cast<size_t>(y) * image.width + x] = static_cast<uint8_t>((corners + 2 * sides + 4 * at(x, y) + 8) / 16);
        }
    return result;
}

/* The darkest pixels of strokes in the largest circle about the middle: it looks the same from all directions. */
std::vector<stroke> strokes_of(const grey_pixels &image) {
    const grey_pixels soft = softened(image), ground = without_strokes(soft);
    const double reach = 0.475 * std::min(image.width, image.height);
    std::array<std::vector<stroke>, 256> by_darkness;
    size_t all = 0;
    for (int y = 0; y < image.height; y++)
        for (int x = 0; x < image.width; x++) {
            const double dx = x - image.width / 2.0, dy = y - image.height / 2.0;
            if (dx * dx + dy * dy >= reach * reach) continue;
            const size_t place = static_cast<size_t>(y) * image.width + x;
            const int darkness = ground.values[place] - soft.values[place];
            all++;
            if (darkness > 0) by_darkness[darkness].push_back({dx, dy, static_cast<double>(darkness)});
        }
    std::vector<stroke> darkest;
    for (int level = 255; level > 0 && darkest.size() < all * strokes_share; level--)
        darkest.insert(darkest.end(), by_darkness[level].begin(), by_darkness[level].end());
    return darkest;
}

/* How much the darkness changes from line to line, when lines fall by an angle. */
double alternation(const std::vector<stroke> &strokes, double degrees, double reach) {
    const double sine = std::sin(degrees * M_PI / 180), cosine = std::cos(degrees * M_PI / 180);
    std::vector<double> profile(static_cast<size_t>(2 * reach / step) + 3);
    for (const stroke &s : strokes) {
        const double place = (s.y * cosine - s.x * sine + reach) / step;
        const auto line = static_cast<size_t>(place);
        profile[line] += s.darkness * (1 - (place - line));
        profile[line + 1] += s.darkness * (place - line);
    }
    double sum = 0;
    for (size_t i = 1; i < profile.size(); i++) sum += (profile[i] - profile[i - 1]) * (profile[i] - profile[i - 1]);
    return sum;
}

}  // namespace

double skew_of(const grey_pixels &image) {
    const std::vector<stroke> strokes = strokes_of(image);
    const double reach = 0.5 * std::min(image.width, image.height);
    double best = 0, most = 0;
    for (int degrees = -steepest; degrees <= steepest; degrees++) {
        const double worth = alternation(strokes, degrees, reach) * (std::abs(degrees) <= straight ? preference : 1);
        if (worth > most) most = worth, best = degrees;
    }
    const double coarse = best;
    for (int tenths = -9; tenths <= 9; tenths++) {
        const double degrees = std::clamp(coarse + tenths / 10.0, -1.0 * steepest, 1.0 * steepest);
        const double worth = alternation(strokes, degrees, reach) * (std::abs(coarse) <= straight ? preference : 1);
        if (worth > most) most = worth, best = degrees;
    }
    return best;
}
