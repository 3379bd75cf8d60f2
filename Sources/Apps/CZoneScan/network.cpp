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
    reader.matrix(reinterpret_cast<float *>(network->first), Network::inputs, Network::hidden, Network::hidden);
    reader.matrix(reinterpret_cast<float *>(network->second), Network::hidden, zonescan_classes, Network::outputs);
    auto *windows = reinterpret_cast<float *>(network->mean_windows);
    reader.matrix(windows, Network::template_size, Network::characters, Network::templates);
    for (int i = 0; i < Network::template_size; i++) windows[i * Network::templates + Network::characters] = 1;
    reader.floats(reinterpret_cast<float *>(network->first_bias), Network::hidden);
    reader.floats(reinterpret_cast<float *>(network->second_bias), zonescan_classes);
    return network;
}

}  // namespace

const Network &Network::trained() {
    static const Network *network = decode();
    return *network;
}

void Network::read(float *window, float log_probabilities[zonescan_classes]) const {
    float mean = 0, squares = 0;
    for (int i = 0; i < inputs; i++) mean += window[i];
    mean /= inputs;
    for (int i = 0; i < inputs; i++) window[i] -= mean, squares += window[i] * window[i];
    float factor = 1 / std::sqrt(squares + 0.05f);

    Floats between[hidden / lanes] = {}, out[outputs / lanes];
    for (int i = 0; i < inputs; i++)
        for (int h = 0; h < hidden / lanes; h++) between[h] += first[i][h] * window[i];
    for (int h = 0; h < hidden / lanes; h++) {
        Floats sum = between[h] * factor + first_bias[h], zero = {};
        between[h] = sum > zero ? sum : zero;
    }
    std::memcpy(out, second_bias, sizeof out);
    auto *units = reinterpret_cast<const float *>(between);
    for (int h = 0; h < hidden; h++)
        for (int o = 0; o < outputs / lanes; o++) out[o] += second[h][o] * units[h];

    auto *scores = reinterpret_cast<const float *>(out);
    float most = *std::max_element(scores, scores + zonescan_classes), sum = 0;
    for (int c = 0; c < zonescan_classes; c++) sum += std::exp(scores[c] - most);
    for (int c = 0; c < zonescan_classes; c++) log_probabilities[c] = scores[c] - most - std::log(sum);
}
