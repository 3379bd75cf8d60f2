#include "network.hpp"

namespace {

const char encoded[] =
#include "weights.inc"
    ;

int digit(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : 63;
}

/// The bytes of the base64 text.
std::vector<uint8_t> decoded() {
    std::vector<uint8_t> bytes;
    uint32_t bits = 0;
    int count = 0;
    for (const char *c = encoded; *c && *c != '='; c++) {
        bits = bits << 6 | uint32_t(digit(*c));
        count += 6;
        if (count < 8) continue;
        count -= 8;
        bytes.push_back(uint8_t(bits >> count));
    }
    return bytes;
}

/// Takes the numbers in the order in which the training writes them.
struct Reader {
    std::vector<uint8_t> bytes = decoded();
    size_t at = 0;

    void floats(float *to, int count) {
        std::memcpy(to, bytes.data() + at, count * sizeof(float));
        at += count * sizeof(float);
    }

    /// A matrix of whole numbers, column by column after the columns' steps, into rows of `stride` numbers.
    void matrix(float *to, int rows, int columns, int stride) {
        std::vector<float> steps(columns);
        floats(steps.data(), columns);
        for (int c = 0; c < columns; c++)
            for (int r = 0; r < rows; r++) to[r * stride + c] = steps[c] * float(int8_t(bytes[at++]));
    }
};

Network *decode() {
    auto *network = new Network();
    Reader reader;
    reader.matrix(network->first.weights[0], 25, Network::first_kernels, Network::first_kernels);
    reader.matrix(network->second.weights[0], 9 * Network::first_kernels, Network::second_kernels, Network::second_kernels);
    reader.matrix(network->third.weights[0], Network::pooled, Network::hidden, Network::hidden);
    reader.matrix(network->fourth.weights[0], Network::hidden, zonescan_classes, Network::outputs);
    float *windows = network->mean_windows[0];
    reader.matrix(windows, Network::template_size, Network::characters, Network::templates);
    for (int i = 0; i < Network::template_size; i++) windows[i * Network::templates + Network::characters] = 1;
    reader.floats(network->first.bias, Network::first_kernels);
    reader.floats(network->second.bias, Network::second_kernels);
    reader.floats(network->third.bias, Network::hidden);
    reader.floats(network->fourth.bias, zonescan_classes);
    return network;
}

/// Output of the layers before the full ones for a window; their pixels have an edge of zeros.
struct Features {
    float window[Network::window_height + 4][Network::cell + 4] = {};
    float first[Network::rows + 2][Network::columns + 2][Network::first_kernels] = {};
    float pooled[Network::pooled] = {};
};

/// The outputs of a layer for some inputs, added up.
template <int width> struct Sums {
    static constexpr int vectors = width / Network::lanes;
    Floats values[vectors];

    explicit Sums(const float *bias) { std::memcpy(values, bias, sizeof values); }

    void add(const float (*weights)[width], const float *inputs, int count) {
        for (int i = 0; i < count; i++) {
            auto *row = reinterpret_cast<const Floats *>(weights[i]);
            for (int k = 0; k < vectors; k++) values[k] += row[k] * inputs[i];
        }
    }

    /// Raises outputs to these sums where they are less.
    void raise(float *outputs) const {
        auto *most = reinterpret_cast<Floats *>(outputs);
        for (int k = 0; k < vectors; k++) most[k] = values[k] > most[k] ? values[k] : most[k];
    }
};

/// Takes a window without its mean, with a length of about one.
void take(const float *window, Features &features) {
    float mean = 0, squares = 0;
    for (int i = 0; i < Network::inputs; i++) mean += window[i];
    mean /= Network::inputs;
    for (int i = 0; i < Network::inputs; i++) squares += (window[i] - mean) * (window[i] - mean);
    float factor = 1 / std::sqrt(squares + 0.05f);
    for (int y = 0; y < Network::window_height; y++)
        for (int x = 0; x < Network::cell; x++) features.window[y + 2][x + 2] = (window[y * Network::cell + x] - mean) * factor;
}

void convolve(const Network &network, Features &features) {
    for (int y = 0; y < Network::rows; y++)
        for (int x = 0; x < Network::columns; x++) {
            Sums<Network::first_kernels> sums(network.first.bias);
            for (int v = 0; v < 5; v++) sums.add(network.first.weights + 5 * v, &features.window[2 * y + v][2 * x], 5);
            sums.raise(features.first[y + 1][x + 1]);
        }
    for (int y = 0; y < Network::rows; y++)
        for (int x = 0; x < Network::columns; x++) {
            Sums<Network::second_kernels> sums(network.second.bias);
            constexpr int count = 3 * Network::first_kernels;
            for (int v = 0; v < 3; v++) sums.add(network.second.weights + count * v, features.first[y + v][x], count);
            // The largest of each four neighbours is kept.
            sums.raise(features.pooled + (y / 2 * (Network::columns / 2) + x / 2) * Network::second_kernels);
        }
}

}  // namespace

const Network &Network::trained() {
    static const Network *network = decode();
    return *network;
}

void Network::read(const float *window, float log_probabilities[zonescan_classes]) const {
    Features features;
    take(window, features);
    convolve(*this, features);
    Sums<hidden> units(third.bias);
    units.add(third.weights, features.pooled, pooled);
    float between[hidden] = {};
    units.raise(between);
    Sums<outputs> sums(fourth.bias);
    sums.add(fourth.weights, between, hidden);

    auto *scores = reinterpret_cast<const float *>(sums.values);
    float most = *std::max_element(scores, scores + zonescan_classes), sum = 0;
    for (int c = 0; c < zonescan_classes; c++) sum += std::exp(scores[c] - most);
    for (int c = 0; c < zonescan_classes; c++) log_probabilities[c] = scores[c] - most - std::log(sum);
}
