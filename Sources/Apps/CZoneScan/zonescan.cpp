#include "zonescan.h"

#include <exception>
#include <memory>

#include "grid.hpp"
#include "homography.hpp"
#include "ink.hpp"
#include "lines.hpp"
#include "network.hpp"

namespace {

constexpr int line_height = 50;
/// Lines below this likeness hold no characters of OCR-B.
constexpr double least_likeness = 0.55;
/// The likeness to characters that paper and tables have by chance.
constexpr double chance = 0.5;
/// The likeness that clear characters have, and paper doesn't.
constexpr double clear = 0.72;
/// The number of times that a grid is laid again.
constexpr int most_rounds = 3;

/// The reading of a zone's cells, those of the margins included.
struct Cells {
    zonescan_grid grid;
    float log_probability[zonescan_most_lines][zonescan_row][zonescan_classes];
    zonescan_ink ink[zonescan_most_lines][zonescan_row];
};

/// The grids of a band's lines.
struct Grids {
    int columns = 0;
    double pitch = 0, likeness = -1;
    std::vector<LineGrid> lines;

    /// The evidence for the grid; a column without characters lowers it.
    double support() const { return columns * (likeness - chance); }

    /// True when both ends of all lines hold characters, so that no shorter grid can fit better.
    bool is_full() const {
        auto holds = [](const LineGrid &line, int first) {
            return line.cells[first].likeness + line.cells[first + 1].likeness + line.cells[first + 2].likeness > 3 * clear;
        };
        return columns > 0 && std::all_of(lines.begin(), lines.end(), [&](const LineGrid &line) { return holds(line, 0) && holds(line, columns - 3); });
    }
};

/// The numbers of columns that zones of so many lines have (ICAO Doc 9303-4 to -7).
std::vector<int> columns_of(int lines) { return lines == 3 ? std::vector{30} : std::vector{44, 36}; }

double length(const zonescan_line &line) { return std::hypot(line.x1 - line.x0, line.y1 - line.y0); }

double line_distance(const zonescan_band &band) {
    const zonescan_line &a = band.line[0], &b = band.line[band.lines - 1];
    return std::hypot((b.x0 + b.x1 - a.x0 - a.x1) / 2, (b.y0 + b.y1 - a.y0 - a.y1) / 2) / (band.lines - 1);
}

Grids fit(const zonescan_image &image, const zonescan_band &band, int columns, double pitch) {
    Grids grids{columns, pitch, 0, {}};
    for (int j = 0; j < band.lines; j++) {
        grids.lines.push_back(fit_line(image, band.line[j], columns, pitch));
        grids.likeness += grids.lines.back().likeness / band.lines;
        if (j == 0 && grids.likeness * band.lines < least_likeness - 0.1) return Grids{};
    }
    return grids;
}

/// The grids of the number of columns and the pitch that fit best. The pitch follows from the lines' length, or from their distance where stray
/// ink beside the zone made them longer.
Grids best_grids(const zonescan_image &image, const zonescan_band &band) {
    std::vector<double> lengths;
    for (int j = 0; j < band.lines; j++) lengths.push_back(length(band.line[j]));
    std::sort(lengths.begin(), lengths.end());
    double middle = (lengths[(band.lines - 1) / 2] + lengths[band.lines / 2]) / 2, spaced = line_distance(band) / 2.5;
    Grids best;
    for (int columns : columns_of(band.lines)) {
        double pitch = middle / (columns - 0.3);
        for (double guess : {pitch, spaced}) {
            if (guess < 5 || guess / spaced < 0.72 || guess / spaced > 1.35) continue;
            if (guess != pitch && std::abs(pitch / spaced - 1) < 0.05) continue;
            Grids grids = fit(image, band, columns, guess);
            if (grids.support() > best.support()) best = grids;
            if (best.is_full()) return best;
        }
    }
    return best;
}

/// By how many cells a line begins later than the one above it: the step at which the way between their cells is the most upright.
int shift_of(const LineGrid &above, const LineGrid &line) {
    int n = int(line.cells.size()), best = 0;
    Point first = line.cells.front().middle, last = line.cells.back().middle;
    double dx = last.x - first.x, dy = last.y - first.y, least = 1e9;
    for (int k = -3; k <= 3; k++) {
        double x = 0, y = 0;
        for (int i = std::max(0, -k); i < n - std::max(0, k); i++) {
            Point a = above.cells[i + k].middle, b = line.cells[i].middle;
            x += b.x - a.x, y += b.y - a.y;
        }
        double slant = std::abs(x * dx + y * dy) / std::max(std::hypot(x, y), 1e-9);
        if (slant < least) least = slant, best = k;
    }
    return best;
}

std::optional<Homography> homography_of(const Grids &grids) {
    std::vector<Pair> pairs;
    int shift = 0;
    for (size_t j = 0; j < grids.lines.size(); j++) {
        if (j > 0) shift += shift_of(grids.lines[j - 1], grids.lines[j]);
        for (int i = 0; i < grids.columns; i++) {
            const LineGrid::Cell &cell = grids.lines[j].cells[i];
            if (cell.likeness > 0.45) pairs.push_back({double(i + shift), double(j), cell.middle, cell.likeness - 0.4});
        }
    }
    return fit_homography(pairs, 0.09 * grids.pitch);
}

/// The zone, upright, with 20 pixels for a cell and 50 for a line.
Plane<float> straightened(const zonescan_image &image, const Homography &h, const Grids &grids) {
    Plane<float> plane((grids.columns + 2 * zonescan_margin) * Network::cell, line_height * int(grids.lines.size()), 28);
    int finer = grids.pitch > 26 ? 2 : 1;
    for (int y = 0; y < plane.height; y++)
        for (int x = 0; x < plane.width; x++) {
            float sum = 0;
            for (int v = 0; v < finer; v++)
                for (int u = 0; u < finer; u++) {
                    double px = x + (u + 0.5) / finer, py = y + (v + 0.5) / finer;
                    Point p = h(px / Network::cell - (int(zonescan_margin) + 0.5), py / line_height - 0.5);
                    sum += sample(image, p.x, p.y);
                }
            plane.row(y)[x] = sum / float(finer * finer);
        }
    return plane;
}

float norm(const float *window, int count) {
    float mean = 0, squares = 0;
    for (int i = 0; i < count; i++) mean += window[i] / float(count);
    for (int i = 0; i < count; i++) squares += (window[i] - mean) * (window[i] - mean);
    return std::sqrt(squares);
}

/// The strength of the paper's pattern in the strips above and below a cell, where no ink of the line is, as for as many pixels as a cell has.
float pattern(const Plane<float> &ink, int x, int y) {
    constexpr int beside = 4, high = 9, wide = Network::cell + 2 * beside;
    const int left = std::clamp(x - beside, 0, ink.width - wide);
    float squares = 0, strip[high * wide];
    for (int top : {y, y + line_height - high}) {
        for (int row = 0; row < high; row++) std::memcpy(strip + row * wide, ink.row(top + row) + left, wide * sizeof(float));
        const float strength = norm(strip, high * wide);
        squares += strength * strength / (2 * high * wide);
    }
    return std::sqrt(squares * Network::inputs);
}

void read_cells(const Plane<float> &ink, Cells &cells) {
    constexpr int top = (line_height - Network::window_height) / 2, half = Network::inputs / 2;
    float window[Network::inputs];
    for (int j = 0; j < cells.grid.lines; j++)
        for (int i = 0; i < cells.grid.columns + 2 * zonescan_margin; i++) {
            for (int y = 0; y < Network::window_height; y++)
                std::memcpy(window + y * Network::cell, ink.row(j * line_height + top + y) + i * Network::cell, Network::cell * sizeof(float));
            cells.ink[j][i] = {norm(window, half), norm(window + half, half), pattern(ink, i * Network::cell, j * line_height)};
            Network::trained().read(window, cells.log_probability[j][i]);
        }
}

/// A zone's part of the cells: so many columns, which begin so many later than the grid.
struct Extent {
    int columns, shift;
};

/// Scores an extent: for characters within it, and none beside it.
double fitness(const Cells &cells, const Extent &extent) {
    double sum = 0;
    for (int j = 0; j < cells.grid.lines; j++) {
        const auto *row = cells.log_probability[j] + zonescan_margin + extent.shift;
        for (int i = 0; i < extent.columns; i++) sum += std::max(-3.0, std::log(1 - std::exp(double(row[i][zonescan_nothing])) + 1e-9));
        for (int i : {-1, extent.columns}) sum += std::max(-3.0f, row[i][zonescan_nothing]);
    }
    return sum;
}

/// The best extent among the numbers of columns that so many lines can have.
Extent best_extent(const Cells &cells) {
    // Beside the cells that were read there is nothing; a zone may end with the last of them.
    const int end = std::min(cells.grid.columns + int(zonescan_margin), int(zonescan_row) - int(zonescan_margin) - 1);
    Extent best{cells.grid.columns, 0};
    double most = fitness(cells, best) + 1;
    for (int columns : columns_of(cells.grid.lines))
        for (int shift = 1 - int(zonescan_margin); shift + columns <= end; shift++) {
            double worth = fitness(cells, {columns, shift});
            if (worth > most) most = worth, best = {columns, shift};
        }
    return best;
}

bool read(const zonescan_image &image, const Grids &grids, Cells &cells) {
    if (grids.likeness < least_likeness) return false;
    std::optional<Homography> h = homography_of(grids);
    if (!h) return false;
    std::memset(&cells, 0, sizeof cells);
    cells.grid.lines = int(grids.lines.size());
    cells.grid.columns = grids.columns;
    cells.grid.pitch = grids.pitch;
    std::copy(h->m.begin(), h->m.end(), cells.grid.homography);
    read_cells(ink_of(straightened(image, *h, grids), 25, 0.8, 6), cells);
    return true;
}

/// The cells of an extent as they were read, with nothing beyond them.
void cut(Cells &cells, const Extent &extent) {
    const Cells all = cells;
    for (int j = 0; j < cells.grid.lines; j++)
        for (int i = 0; i < int(zonescan_row); i++) {
            const int from = i + extent.shift;
            const bool was_read = from >= 0 && from < int(zonescan_row);
            for (int c = 0; c < zonescan_classes; c++) cells.log_probability[j][i][c] = was_read ? all.log_probability[j][from][c] : 0;
            cells.ink[j][i] = was_read ? all.ink[j][from] : zonescan_ink{};
        }
    double *m = cells.grid.homography;
    for (int r = 0; r < 3; r++) m[3 * r + 2] += extent.shift * m[3 * r];
    for (int k = 0; k < 9; k++) m[k] = k < 8 ? m[k] / m[8] : 1;
    cells.grid.columns = extent.columns;
}

/// The band of an extent, from the middle of the first column to that of the last one.
zonescan_band band_of(const Cells &cells, const Extent &extent) {
    Homography h;
    std::copy(cells.grid.homography, cells.grid.homography + 9, h.m.begin());
    zonescan_band band = {};
    band.lines = cells.grid.lines;
    for (int j = 0; j < cells.grid.lines; j++) {
        Point left = h(extent.shift - 0.35, j), right = h(extent.shift + extent.columns - 0.65, j);
        band.line[j] = {left.x, left.y, right.x, right.y};
    }
    return band;
}

bool read(const zonescan_image &image, const zonescan_band &band, Cells &cells) {
    if (!read(image, best_grids(image, band), cells)) return false;
    // A grid that began at a wrong column, or has a wrong number of them, is laid again, with the right ones in the middle, or moved.
    for (int round = 0; round < most_rounds; round++) {
        Extent extent = best_extent(cells);
        if (extent.shift == 0 && extent.columns == cells.grid.columns) break;
        auto again = std::make_unique<Cells>();
        zonescan_band right = band_of(cells, extent);
        double pitch = length(right.line[0]) / (extent.columns - 0.3);
        if (read(image, fit(image, right, extent.columns, pitch), *again)) cells = *again;
        else cut(cells, extent);
    }
    return true;
}

}  // namespace

int zonescan_find(zonescan_image image, zonescan_band bands[zonescan_most_bands]) {
    try {
        std::vector<zonescan_band> found = find_bands(find_lines(image), image.width);
        std::copy(found.begin(), found.end(), bands);
        return int(found.size());
    } catch (const std::exception &) {
        return -1;
    }
}

int zonescan_read(zonescan_image image, const zonescan_band *band, zonescan_grid *grid, float *log_probabilities, zonescan_ink *ink) {
    try {
        auto cells = std::make_unique<Cells>();
        if (!read(image, *band, *cells)) return 0;
        *grid = cells->grid;
        std::memcpy(log_probabilities, cells->log_probability, sizeof cells->log_probability);
        std::memcpy(ink, cells->ink, sizeof cells->ink);
        return 1;
    } catch (const std::exception &) {
        return -1;
    }
}
