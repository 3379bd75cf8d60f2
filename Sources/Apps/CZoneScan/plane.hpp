#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

/// Vectors of 32 bytes: they make loops bearable in builds without optimisation.
typedef float Floats __attribute__((vector_size(32), aligned(4)));
typedef uint8_t Bytes __attribute__((vector_size(32), aligned(1)));

template <class T> struct VectorOf;
template <> struct VectorOf<float> { typedef Floats type; };
template <> struct VectorOf<uint8_t> { typedef Bytes type; };

/// Pixels with a margin on all four sides. Filters run over all of its memory at once: what they carry from the end of one row to the beginning
/// of the next stays within the margin, as long as it is wider than the filters reach.
template <class T> struct Plane {
    int width, height, margin, stride;
    std::vector<T> data;

    Plane(int width, int height, int margin)
        : width(width), height(height), margin(margin), stride(width + 2 * margin), data(size_t(stride) * (height + 2 * margin) + slack) {}

    T *row(int y) { return data.data() + size_t(y + margin) * stride + margin; }
    const T *row(int y) const { return data.data() + size_t(y + margin) * stride + margin; }

    /// Fills the margin with the nearest pixels.
    void extend() {
        for (int y = 0; y < height; y++) {
            T *pixels = row(y);
            std::fill(pixels - margin, pixels, pixels[0]);
            std::fill(pixels + width, pixels + width + margin, pixels[width - 1]);
        }
        for (int y = 1; y <= margin; y++) {
            std::memcpy(row(-y) - margin, row(0) - margin, stride * sizeof(T));
            std::memcpy(row(height - 1 + y) - margin, row(height - 1) - margin, stride * sizeof(T));
        }
    }

    /// The largest of each pixel's surroundings. Width and height are odd.
    void dilate(int wide, int high) {
        extreme<true>(wide, 1);
        extreme<true>(high, stride);
    }

    /// The smallest of each pixel's surroundings.
    void erode(int wide, int high) {
        extreme<false>(wide, 1);
        extreme<false>(high, stride);
    }

    /// Fills what is darker than its surroundings and narrower than the sides.
    void close(int wide, int high) {
        extend();
        dilate(wide, high);
        extend();
        erode(wide, high);
    }

    /// Removes what is brighter than its surroundings and narrower than the sides.
    void open(int wide, int high) {
        extend();
        erode(wide, high);
        extend();
        dilate(wide, high);
    }

  private:
    static constexpr size_t slack = 64;

    /// Windows of n pixels, by windows of twice the length each time.
    template <bool largest> void extreme(int n, size_t step) {
        typedef typename VectorOf<T>::type V;
        constexpr size_t lanes = sizeof(V) / sizeof(T);
        size_t end = data.size() - slack;
        for (int length = 1; length < n;) {
            int more = std::min(length, n - length);
            size_t ahead = more * step;
            T *pixels = data.data();
            for (size_t i = 0; i + ahead < end; i += lanes) {
                V a, b;
                std::memcpy(&a, pixels + i, sizeof a);
                std::memcpy(&b, pixels + i + ahead, sizeof b);
                V c = largest ? (a > b ? a : b) : (a < b ? a : b);
                std::memcpy(pixels + i, &c, sizeof c);
            }
            length += more;
        }
        size_t half = (n / 2) * step;
        std::memmove(data.data() + half, data.data(), (end - half) * sizeof(T));
    }
};

/// Convolves with taps along both axes; their number is odd.
void blur(Plane<float> &plane, const std::vector<float> &taps);

/// The taps of a Gaussian function.
std::vector<float> gaussian(double deviation);
