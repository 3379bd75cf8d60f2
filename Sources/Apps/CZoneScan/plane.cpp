#include "plane.hpp"

std::vector<float> gaussian(double deviation) {
    int reach = int(std::ceil(3.2 * deviation));
    std::vector<float> taps(2 * reach + 1);
    double sum = 0;
    for (int i = -reach; i <= reach; i++) sum += taps[i + reach] = float(std::exp(-0.5 * i * i / (deviation * deviation)));
    for (float &tap : taps) tap = float(tap / sum);
    return taps;
}

static void convolve(const std::vector<float> &from, std::vector<float> &to, const std::vector<float> &taps, size_t step) {
    constexpr size_t lanes = sizeof(Floats) / sizeof(float);
    size_t reach = taps.size() / 2 * step;
    const float *source = from.data();
    for (size_t i = reach; i + reach + lanes <= from.size(); i += lanes) {
        Floats sum = {};
        const float *place = source + i - reach;
        for (float tap : taps) {
            Floats pixels;
            std::memcpy(&pixels, place, sizeof pixels);
            sum += pixels * tap;
            place += step;
        }
        std::memcpy(to.data() + i, &sum, sizeof sum);
    }
}

void blur(Plane<float> &plane, const std::vector<float> &taps) {
    plane.extend();
    std::vector<float> between(plane.data.size());
    convolve(plane.data, between, taps, 1);
    convolve(between, plane.data, taps, plane.stride);
}
