#pragma once
#include "plane.hpp"
#include "zonescan.h"

/// The network that reads cells, and the mean windows of characters by which grids are found; trained by Tests/Vision/train.
struct Network {
    static constexpr int cell = 20, window_height = 28, inputs = cell * window_height, hidden = 80, outputs = 40;
    static constexpr int template_width = 10, template_height = 14, template_size = template_width * template_height;
    /// Characters, one template of ones, two of zeros.
    static constexpr int templates = 40, characters = 37;
    static constexpr int lanes = sizeof(Floats) / sizeof(float);

    Floats first[inputs][hidden / lanes];
    Floats second[hidden][outputs / lanes];
    Floats first_bias[hidden / lanes], second_bias[outputs / lanes];
    Floats mean_windows[template_size][templates / lanes];

    static const Network &trained();

    /// The logarithms of the probabilities of a window of ink, which loses its mean and its length.
    void read(float *window, float log_probabilities[zonescan_classes]) const;
};
