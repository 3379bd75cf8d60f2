#include "homography.hpp"

#include <algorithm>
#include <utility>

namespace {

/// Eight equations, each with its right side.
typedef std::array<std::array<double, 9>, 8> Equations;

std::optional<std::array<double, 8>> solve(Equations e) {
    for (int c = 0; c < 8; c++) {
        int pivot = c;
        for (int r = c + 1; r < 8; r++)
            if (std::abs(e[r][c]) > std::abs(e[pivot][c])) pivot = r;
        if (std::abs(e[pivot][c]) < 1e-12) return std::nullopt;
        std::swap(e[c], e[pivot]);
        for (int r = 0; r < 8; r++) {
            if (r == c) continue;
            double factor = e[r][c] / e[c][c];
            for (int k = c; k < 9; k++) e[r][k] -= factor * e[c][k];
        }
    }
    std::array<double, 8> x;
    for (int c = 0; c < 8; c++) x[c] = e[c][8] / e[c][c];
    return x;
}

void add(Equations &e, const std::array<double, 8> &row, double right, double weight) {
    for (int r = 0; r < 8; r++) {
        for (int c = 0; c < 8; c++) e[r][c] += weight * row[r] * row[c];
        e[r][8] += weight * row[r] * right;
    }
}

}  // namespace

std::optional<Homography> fit_homography(const std::vector<Pair> &pairs, double tolerance) {
    if (pairs.size() < 8) return std::nullopt;
    // Both sides are brought to the same size about 0, for the sake of the arithmetic.
    double cx = 0, cy = 0, size = 1e-9, middle = 0;
    for (const Pair &p : pairs) cx += p.seen.x / pairs.size(), cy += p.seen.y / pairs.size(), middle += p.column / pairs.size();
    for (const Pair &p : pairs) size = std::max({size, std::abs(p.seen.x - cx), std::abs(p.seen.y - cy)});
    Homography h{};
    for (int round = 0; round < 6; round++) {
        Equations e{};
        for (const Pair &p : pairs) {
            double x = (p.column - middle) / 22, y = p.line - 0.5, u = (p.seen.x - cx) / size, v = (p.seen.y - cy) / size;
            double weight = p.weight;
            if (round > 0) {
                double w = h.m[6] * x + h.m[7] * y + 1;
                Point at = h(x, y);
                double off = std::hypot(at.x - u, at.y - v) * size / tolerance;
                weight *= 1 / (w * w) / (1 + (round > 1 ? off * off : 0));
            }
            add(e, {x, y, 1, 0, 0, 0, -u * x, -u * y}, u, weight);
            add(e, {0, 0, 0, x, y, 1, -v * x, -v * y}, v, weight);
        }
        auto solved = solve(e);
        if (!solved) return std::nullopt;
        std::copy(solved->begin(), solved->end(), h.m.begin());
        h.m[8] = 1;
    }
    // Back to columns, lines and pixels: the image's side first.
    std::array<double, 9> m = h.m;
    for (int c = 0; c < 3; c++) m[c] = size * m[c] + cx * m[6 + c], m[3 + c] = size * m[3 + c] + cy * m[6 + c];
    for (int r = 0; r < 3; r++) {
        double a = m[3 * r] / 22, b = m[3 * r + 1];
        m[3 * r + 2] -= a * middle + b * 0.5;
        m[3 * r] = a;
    }
    if (std::abs(m[8]) < 1e-9) return std::nullopt;
    for (double &value : m) value /= m[8] == 0 ? 1 : m[8];
    return Homography{m};
}
