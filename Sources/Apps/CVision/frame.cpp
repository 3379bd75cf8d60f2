/* The frame around a face that was photographed from a picture: the border of a print, of a card or of a screen. Of a rectangle behind a person
   head and shoulders hide a side. */
#include "recapture.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace {

/* Frames are looked for in an image in which the face is this wide, so many times its width around it. */
constexpr double face_width = 48;
constexpr double reach = 6;
constexpr double largest_factor = 2;
/* The weakest edge, as a difference of two pixels' levels. */
constexpr int weakest = 4;

/* Lines that are upright but for a slope; level ones are upright in the image with x and y exchanged. */
constexpr int slopes = 25;
constexpr double steepest = 0.24;
constexpr double slope_of(int index) { return steepest * (2.0 * index / (slopes - 1) - 1); }
/* The difference of slope between a line and an edge that belongs to it, and between opposite sides of a frame. */
constexpr double slope_tolerance = 0.2;
constexpr size_t lines_kept = 24;
constexpr int shortest = 12;

struct point {
    double x, y;
};

/* The upright edges of an image: of each pixel the slope of its edge. */
struct edge_map {
    static constexpr float none = 9;

    int width, height;
    std::vector<float> slopes;

    bool has(int x, int y, double slope) const {
        return x >= 0 && x < width && std::abs(slopes[static_cast<size_t>(y) * width + x] - slope) < slope_tolerance;
    }
};

/* A line x = place + slope · (y - height / 2). */
struct line {
    double place, slope;
    /* The number of rows above each that have an edge on the line. */
    std::vector<int> rows;

    /* The share of the rows between two that have an edge on it. */
    double support(double from, double to) const {
        const double last = static_cast<double>(rows.size()) - 1;
        const auto row = [&](double y) { return static_cast<int>(std::lround(std::clamp(y, 0.0, last))); };
        const int first = row(std::min(from, to)), end = row(std::max(from, to));
        return end - first < shortest ? 0 : static_cast<double>(rows[end] - rows[first]) / (end - first);
    }
};

grey_pixels exchanged(const grey_pixels &image) {
    grey_pixels result{image.height, image.width, std::vector<uint8_t>(image.values.size())};
    for (int y = 0; y < image.height; y++)
        for (int x = 0; x < image.width; x++)
            result.values[static_cast<size_t>(x) * image.height + y] = image.values[static_cast<size_t>(y) * image.width + x];
    return result;
}

/* The edges, thinned to the steepest pixel of each row (Sobel's weights). */
edge_map upright_edges(const grey_pixels &image) {
    edge_map map{image.width, image.height, std::vector<float>(image.values.size(), edge_map::none)};
    const auto at = [&](int x, int y) { return static_cast<int>(image.values[static_cast<size_t>(y) * image.width + x]); };
    const auto rise = [&](int x, int y) {
        return at(x + 1, y - 1) + 2 * at(x + 1, y) + at(x + 1, y + 1) - at(x - 1, y - 1) - 2 * at(x - 1, y) - at(x - 1, y + 1);
    };
    for (int y = 1; y + 1 < image.height; y++)
        for (int x = 2; x + 2 < image.width; x++) {
            const int right = rise(x, y), steep = std::abs(right);
            if (steep < weakest * 8 || steep < std::abs(rise(x - 1, y)) || steep <= std::abs(rise(x + 1, y))) continue;
            const int down = at(x - 1, y + 1) + 2 * at(x, y + 1) + at(x + 1, y + 1) - at(x - 1, y - 1) - 2 * at(x, y - 1) - at(x + 1, y - 1);
            map.slopes[static_cast<size_t>(y) * image.width + x] = static_cast<float>(-down) / static_cast<float>(right);
        }
    return map;
}

/* The votes of edges for lines (Duda and Hart 1972): of each slope a row of places, which begins left of the image. */
struct line_votes {
    const edge_map &map;
    int margin, width;
    std::vector<int> counts;

    explicit line_votes(const edge_map &edges)
        : map(edges), margin(static_cast<int>(steepest * edges.height / 2) + 2), width(edges.width + 2 * margin),
          counts(static_cast<size_t>(width) * slopes) {
        for (int y = 0; y < map.height; y++)
            for (int x = 0; x < map.width; x++)
                for (int slope = 0; slope < slopes; slope++) {
                    if (!map.has(x, y, slope_of(slope))) continue;
                    const int place = static_cast<int>(std::lround(x - slope_of(slope) * (y - map.height / 2.0))) + margin;
                    if (place >= 0 && place < width) counts[static_cast<size_t>(slope) * width + place]++;
                }
    }

    line measured(int slope, int place) const {
        line found{static_cast<double>(place - margin), slope_of(slope), std::vector<int>(static_cast<size_t>(map.height) + 1)};
        for (int y = 0; y < map.height; y++) {
            const int x = static_cast<int>(std::lround(found.place + found.slope * (y - map.height / 2.0)));
            const bool is_edge = map.has(x - 1, y, found.slope) || map.has(x, y, found.slope) || map.has(x + 1, y, found.slope);
            found.rows[y + 1] = found.rows[y] + is_edge;
        }
        return found;
    }

    void clear_around(int slope, int place) {
        for (int near = std::max(0, slope - 3); near <= std::min(slopes - 1, slope + 3); near++)
            for (int column = std::max(0, place - 2); column <= std::min(width - 1, place + 2); column++)
                counts[static_cast<size_t>(near) * width + column] = 0;
    }

    /* The lines with most edges on them, of those that cross a row between two places. */
    std::vector<line> best(int from, int to, int row) {
        std::vector<line> lines;
        while (lines.size() < lines_kept) {
            int most = shortest - 1, best_slope = -1, best_place = 0;
            for (int slope = 0; slope < slopes; slope++)
                for (int place = 0; place < width; place++) {
                    const double crossing = place - margin + slope_of(slope) * (row - map.height / 2.0);
                    const int count = counts[static_cast<size_t>(slope) * width + place];
                    if (count > most && crossing >= from && crossing < to) most = count, best_slope = slope, best_place = place;
                }
            if (best_slope < 0) break;
            lines.push_back(measured(best_slope, best_place));
            clear_around(best_slope, best_place);
        }
        return lines;
    }
};

/* The surroundings of a face, and where the face is in them. */
struct surroundings {
    grey_pixels pixels;
    int left, right, top, bottom;

    surroundings(const vision_image *image, const vision_face *face) {
        const double factor = std::min(largest_factor, face_width / std::max(1, face->width)), far = reach * face->width;
        const double x = face->left + face->width / 2.0, y = face->top + face->height / 2.0;
        const auto within = [](double value, int most) { return static_cast<int>(std::clamp(value, 0.0, static_cast<double>(most))); };
        const int x0 = within(x - far, image->width), x1 = within(x + far, image->width);
        const int y0 = within(y - far, image->height), y1 = within(y + far, image->height);
        std::vector<uint8_t> part(static_cast<size_t>(x1 - x0) * (y1 - y0));
        for (int row = y0; row < y1; row++)
            std::copy_n(image->grey + static_cast<size_t>(row) * image->width + x0, x1 - x0, part.begin() + static_cast<size_t>(row - y0) * (x1 - x0));
        pixels = scaled(part.data(), x1 - x0, y1 - y0, factor);
        left = static_cast<int>((face->left - x0) * factor), right = static_cast<int>((face->left + face->width - x0) * factor);
        top = static_cast<int>((face->top - y0) * factor), bottom = static_cast<int>((face->top + face->height - y0) * factor);
    }

    /* The place where an upright and a level line cross; false when that is outside. */
    bool corner(const line &upright, const line &level, point &place) const {
        const double from = upright.place - upright.slope * pixels.height / 2.0, rise = level.place - level.slope * pixels.width / 2.0;
        place.x = (from + upright.slope * rise) / (1 - upright.slope * level.slope);
        place.y = rise + level.slope * place.x;
        return place.x >= 0 && place.y >= 0 && place.x <= pixels.width && place.y <= pixels.height;
    }

    /* The support of the weakest side of the frame that four lines make. */
    double support(const line &l, const line &r, const line &t, const line &b) const {
        if (std::abs(l.slope - r.slope) > slope_tolerance || std::abs(t.slope - b.slope) > slope_tolerance) return 0;
        point tl, tr, bl, br;
        if (!corner(l, t, tl) || !corner(r, t, tr) || !corner(l, b, bl) || !corner(r, b, br)) return 0;
        return std::min({l.support(tl.y, bl.y), r.support(tr.y, br.y), t.support(tl.x, tr.x), b.support(bl.x, br.x)});
    }
};

}  // namespace

double frame_around(const vision_image *image, const vision_face *face) {
    const surroundings around(image, face);
    const edge_map upright = upright_edges(around.pixels), level = upright_edges(exchanged(around.pixels));
    line_votes columns(upright), rows(level);
    const int x = (around.left + around.right) / 2, y = (around.top + around.bottom) / 2;
    const auto lefts = columns.best(0, around.left, y), rights = columns.best(around.right, around.pixels.width, y);
    const auto tops = rows.best(0, around.top, x), bottoms = rows.best(around.bottom, around.pixels.height, x);
    double best = 0;
    for (const line &l : lefts)
        for (const line &r : rights)
            for (const line &t : tops)
                for (const line &b : bottoms) best = std::max(best, around.support(l, r, t, b));
    return best;
}
