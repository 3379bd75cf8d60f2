// Lays the grid of a line by the likeness of each place to any character. Places are projective in the column: x = a + b t / (1 + g t).
#include "grid.hpp"

#include <array>

#include "ink.hpp"
#include "network.hpp"

namespace {

constexpr int strip_height = 24, cell = 10, rows = 9, most_shift = 6;
/// The places to both sides that the first search tries.
constexpr int reach = 32;
constexpr int margin = 2 * reach + 1;
constexpr float unlike = -0.2f;

/// A line as an upright strip of 24 pixels, ten for each cell, with room for 3.5 cells on both sides.
struct Strip {
    const zonescan_line &line;
    double step;  // pixels of the image for one of the strip
    double cosine, sine;
    int width;

    Strip(const zonescan_line &line, int columns, double pitch) : line(line), step(pitch / cell), width((columns + 7) * cell) {
        double dx = line.x1 - line.x0, dy = line.y1 - line.y0, length = std::max(std::hypot(dx, dy), 1e-9);
        cosine = dx / length, sine = dy / length;
    }

    Point in_image(double x, double y) const {
        double along = (x - (width - 1) / 2.0) * step, across = (y - (strip_height - 1) / 2.0) * step;
        return {(line.x0 + line.x1) / 2 + along * cosine - across * sine, (line.y0 + line.y1) / 2 + along * sine + across * cosine};
    }

    Plane<float> pixels(const zonescan_image &image) const {
        Plane<float> plane(width, strip_height, 16);
        int finer = std::max(1, std::min(8, int(std::lround(step * cell / 12))));
        for (int y = 0; y < strip_height; y++)
            for (int x = 0; x < width; x++) {
                float sum = 0;
                for (int v = 0; v < finer; v++)
                    for (int u = 0; u < finer; u++) {
                        Point p = in_image(x + (u + 0.5) / finer - 0.5, y + (v + 0.5) / finer - 0.5);
                        sum += sample(image, p.x, p.y);
                    }
                plane.row(y)[x] = sum / float(finer * finer);
            }
        return plane;
    }
};

/// The likeness of each place of a strip to a character, by row, and the best of the rows.
struct Likeness {
    int width;
    std::vector<float> by_row[rows], best;
    std::vector<float> padded;  // the best with a margin on both sides

    explicit Likeness(const Plane<float> &ink) : width(ink.width), best(ink.width, unlike), padded(ink.width + 2 * margin, unlike) {
        for (int v = 0; v < rows; v++) {
            by_row[v].assign(width, unlike);
            for (int x = cell / 2; x + cell / 2 <= width; x++) {
                by_row[v][x] = at(ink, x - cell / 2, v + 1);
                best[x] = std::max(best[x], by_row[v][x]);
            }
        }
        std::copy(best.begin(), best.end(), padded.begin() + margin);
    }

    /// The likeness of the window with a left upper corner; its middle is half a pixel left of x.
    static float at(const Plane<float> &ink, int left, int top) {
        const Network &network = Network::trained();
        Floats sums[Network::templates / Network::lanes] = {};
        float squares = 0;
        for (int y = 0, i = 0; y < Network::template_height; y++) {
            const float *pixels = ink.row(top + y) + left;
            for (int x = 0; x < Network::template_width; x++, i++) {
                float value = pixels[x];
                squares += value * value;
                auto *windows = reinterpret_cast<const Floats *>(network.mean_windows[i]);
                for (int t = 0; t < Network::templates / Network::lanes; t++) sums[t] += windows[t] * value;
            }
        }
        auto *products = reinterpret_cast<const float *>(sums);
        float total = products[Network::characters];
        float most = *std::max_element(products, products + Network::characters);
        return most / std::sqrt(std::max(0.0f, squares - total * total / Network::template_size) + 0.0125f);
    }

    /// The best likeness of the places from `reach` before the nearest one to `reach` behind it.
    const float *around(double x) const {
        double place = std::min(std::max(std::round(x + 0.5), -reach - 1.0), double(width + reach));
        return padded.data() + margin + int(place) - reach;
    }

    /// The best likeness between two places.
    float between(double x) const {
        x += 0.5;
        int place = int(std::floor(x));
        if (place < 0 || place + 1 >= width) return unlike;
        float part = float(x - place);
        return best[place] + part * (best[place + 1] - best[place]);
    }
};

/// A projective grid of cells along a strip.
struct Grid {
    double a, b, g;
    double sum = -1e9;

    double at(double t) const { return a + b * t / (1 + g * t); }

    /// The same places, counted from k cells later.
    Grid shifted(int k) const {
        double w = 1 + g * k;
        return {a + b * k / w, b / (w * w), g / w};
    }
};

/// The bounds and steps of a search about a grid.
struct Search {
    int a, b, g;
    double a_step, b_step, g_step;
};

Grid search(const Likeness &likeness, int columns, const Grid &about, const Search &s) {
    Grid best = about;
    best.sum = -1e9;
    std::vector<double> offsets(columns);
    for (int ib = -s.b; ib <= s.b; ib++)
        for (int ig = -s.g; ig <= s.g; ig++) {
            Grid grid = {0, about.b + ib * s.b_step, about.g + ig * s.g_step};
            for (int i = 0; i < columns; i++) offsets[i] = grid.at(i - (columns - 1) / 2.0);
            for (int ia = -s.a; ia <= s.a; ia++) {
                grid.a = about.a + ia * s.a_step;
                float sum = 0;
                for (double offset : offsets) sum += likeness.between(grid.a + offset);
                grid.sum = sum;
                if (grid.sum > best.sum) best = grid;
            }
        }
    return best;
}

/// The first search, to the nearest place: the sums of the grids that begin at all places within reach are taken at once.
Grid first_search(const Likeness &likeness, int columns, const Grid &about, double bend) {
    constexpr int b = 11, g = 7;
    Grid best = about;
    best.sum = -1e9;
    for (int ib = -b; ib <= b; ib++)
        for (int ig = -g; ig <= g; ig++) {
            Grid grid = {about.a, about.b + ib * 0.8 / b, about.g + ig * bend / g};
            std::array<float, 2 * reach + 1> sums{};
            for (int i = 0; i < columns; i++) {
                const float *around = likeness.around(grid.at(i - (columns - 1) / 2.0));
                for (size_t k = 0; k < sums.size(); k++) sums[k] += around[k];
            }
            auto most = std::max_element(sums.begin(), sums.end());
            if (*most > best.sum) best = {about.a + (most - sums.begin()) - reach, grid.b, grid.g, *most};
        }
    return best;
}

/// The grid moved by whole cells to where it holds the most characters: a coarse search often begins a cell early or late.
Grid moved(const Likeness &likeness, int columns, const Grid &grid) {
    Grid best = grid;
    best.sum = -1e9;
    for (int k = -most_shift; k <= most_shift; k++) {
        Grid other = grid.shifted(k);
        other.sum = 0;
        for (int i = 0; i < columns; i++) other.sum += likeness.between(other.at(i - (columns - 1) / 2.0));
        if (other.sum > best.sum) best = other;
    }
    return best;
}

/// The row of each cell as a straight line over the columns: its value at the first column and its slope.
std::pair<double, double> row_line(const std::vector<double> &row, const std::vector<double> &likeness) {
    int n = int(row.size());
    double first = 0, slope = 0;
    for (int round = 0; round < 4; round++) {
        double w = 0, x = 0, y = 0, xx = 0, xy = 0;
        for (int i = 0; i < n; i++) {
            double r = round == 0 ? 0 : (row[i] - first - slope * i) / 0.8;
            double weight = std::max(likeness[i] - 0.5, 1e-6) / (1 + r * r);
            w += weight, x += weight * i, y += weight * row[i], xx += weight * i * i, xy += weight * i * row[i];
        }
        double spread = xx * w - x * x;
        slope = spread > 1e-12 ? (xy * w - x * y) / spread : 0;
        first = (y - slope * x) / w;
    }
    return {first, slope};
}

}  // namespace

LineGrid fit_line(const zonescan_image &image, const zonescan_line &line, int columns, double pitch) {
    Strip strip(line, columns, pitch);
    Likeness likeness(ink_of(strip.pixels(image), 13, 0.5, 3));
    double bend = 0.13 / ((columns - 1) / 2.0);
    Grid grid = {(strip.width - 1) / 2.0, cell, 0};
    grid = first_search(likeness, columns, grid, bend);
    grid = search(likeness, columns, grid, {2, 4, 4, 0.5, 0.8 / 33, bend / 21});
    grid = moved(likeness, columns, grid);
    grid = search(likeness, columns, grid, {3, 3, 3, 0.2, 0.8 / 99, bend / 63});

    std::vector<double> places(columns), row(columns), best(columns);
    LineGrid result;
    result.likeness = 0;
    for (int i = 0; i < columns; i++) {
        places[i] = grid.at(i - (columns - 1) / 2.0);
        best[i] = likeness.between(places[i]);
        result.likeness += best[i] / columns;
        int place = std::min(std::max(int(std::lround(places[i] + 0.5)), 0), strip.width - 1);
        for (int v = 1; v < rows; v++)
            if (likeness.by_row[v][place] > likeness.by_row[int(row[i])][place]) row[i] = v;
    }
    auto [first, slope] = row_line(row, best);
    for (int i = 0; i < columns; i++) {
        double y = first + slope * i - rows / 2 + (strip_height - 1) / 2.0;
        result.cells.push_back({strip.in_image(places[i], y), best[i]});
    }
    return result;
}
