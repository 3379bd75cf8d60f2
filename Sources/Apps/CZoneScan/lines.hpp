#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "zonescan.h"

/// A straight line of ink from left to right.
struct Segment {
    double x0, y0, x1, y1;
    double thickness;
    /// The length that ink covers.
    double covered;
    /// The darkness of its pixels against the paper, on average; characters are darker than the paper's pattern.
    double darkness;

    double length() const { return x1 - x0; }
    double slope() const { return (y1 - y0) / std::max(x1 - x0, 1e-9); }
    double at(double x) const { return y0 + slope() * (x - x0); }
    double middle() const { return (y0 + y1) / 2; }

    /// The same line in an image so many times as large.
    Segment scaled(double s) const {
        auto place = [s](double v) { return (v + 0.5) * s - 0.5; };
        return {place(x0), place(y0), place(x1), place(y1), thickness * s, covered * s, darkness};
    }

    /// A line so far below.
    Segment lowered(double d) const { return {x0, y0 + d, x1, y1 + d, thickness, 0, 0}; }
};

/// Lines of an image that may be text, in its pixels: one list for each of several bounds between ink and the paper's pattern.
std::vector<std::vector<Segment>> find_lines(const zonescan_image &image);

/// Two or three lines of one list that may be a zone, the likeliest first.
std::vector<zonescan_band> find_bands(const std::vector<std::vector<Segment>> &lists, double width);
