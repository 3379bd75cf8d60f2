#pragma once
#include "plane.hpp"
#include "zonescan.h"

/// The network that reads cells, and the mean windows of characters by which grids are found; trained by Tests/Vision/train, which says in
/// Tests/Vision/network.py how the network computes.
struct Network {
    static constexpr int cell = 20, window_height = 28, inputs = cell * window_height;
    /// Two convolutions, of 5 by 5 at every other pixel and of 3 by 3; their sizes are the same.
    static constexpr int rows = window_height / 2, columns = cell / 2, first_kernels = 8, second_kernels = 24;
    static constexpr int pooled = rows / 2 * (columns / 2) * second_kernels, hidden = 48, outputs = 40;
    static constexpr int template_width = 10, template_height = 14, template_size = template_width * template_height;
    /// Characters, one template of ones, two of zeros.
    static constexpr int templates = 40, characters = 37;
    static constexpr int lanes = sizeof(Floats) / sizeof(float);

    /// The numbers of one value of a layer's input for all of its outputs, and the numbers that the outputs begin with.
    template <int count, int width> struct Layer {
        float weights[count][width];
        float bias[width];
    };
    Layer<25, first_kernels> first;
    Layer<9 * first_kernels, second_kernels> second;
    Layer<pooled, hidden> third;
    Layer<hidden, outputs> fourth;
    float mean_windows[template_size][templates];

    static const Network &trained();

    /// The logarithms of the probabilities of a window of ink.
    void read(const float *window, float log_probabilities[zonescan_classes]) const;
};
