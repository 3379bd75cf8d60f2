#pragma once
#include <array>
#include <optional>
#include <vector>

#include "sampling.hpp"

/// A projective map of the plane, row by row; the last number is 1.
struct Homography {
    std::array<double, 9> m;

    Point operator()(double x, double y) const {
        double w = m[6] * x + m[7] * y + m[8];
        return {(m[0] * x + m[1] * y + m[2]) / w, (m[3] * x + m[4] * y + m[5]) / w};
    }
};

/// A point of the grid, where it is seen in the image, and how much it counts.
struct Pair {
    double column, line;
    Point seen;
    double weight;
};

/// The map that fits pairs best, where those that lie off by more than `tolerance` pixels count little; none for pairs that determine no map.
std::optional<Homography> fit_homography(const std::vector<Pair> &pairs, double tolerance);
