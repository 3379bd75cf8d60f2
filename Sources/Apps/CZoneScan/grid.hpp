#pragma once
#include <vector>

#include "sampling.hpp"

/// The middles of a line's cells in the image, each with how well it looks like a character.
struct LineGrid {
    struct Cell {
        Point middle;
        double likeness;
    };
    std::vector<Cell> cells;
    double likeness = -1;
};

/// Lays a grid of so many columns over a line, whose cells are about `pitch` pixels of the image apart.
LineGrid fit_line(const zonescan_image &image, const zonescan_line &line, int columns, double pitch);
