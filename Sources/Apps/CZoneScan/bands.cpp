// Groups lines into what may be zones by their lengths and distances.
#include <algorithm>

#include "lines.hpp"

namespace {

struct Candidate {
    std::vector<Segment> lines;
    double rank;
};

double distance(const Segment &a, const Segment &b) {
    double x = (std::max(a.x0, b.x0) + std::min(a.x1, b.x1)) / 2;
    return (b.at(x) - a.at(x)) / std::hypot(1, a.slope());
}

double united(const Segment &a, const Segment &b) { return std::max(a.x1, b.x1) - std::min(a.x0, b.x0); }

bool beside(const Segment &a, const Segment &b) {
    double overlap = std::min(a.x1, b.x1) - std::max(a.x0, b.x0);
    double longer = std::max(a.length(), b.length()), d = distance(a, b);
    return overlap >= 0.6 * longer && std::abs(a.slope() - b.slope()) <= 0.06 && d > longer / 60 && d < longer / 8.5;
}

/// A candidate, the likelier the more and the darker ink covers its lines.
Candidate candidate(std::vector<Segment> lines, double worth) {
    double rank = 0;
    for (const Segment &s : lines) rank += s.covered * s.darkness * worth;
    return {std::move(lines), rank};
}

void add_pairs(const std::vector<Segment> &lines, std::vector<Candidate> &found) {
    for (const Segment &a : lines)
        for (const Segment &b : lines) {
            if (&a == &b || !beside(a, b)) continue;
            double d = distance(a, b), ratio = united(a, b) / d, step = d * std::hypot(1, a.slope());
            if (ratio > 12.5 && ratio < 20) found.push_back(candidate({a, b}, 1));
            if (ratio > 8.5 && ratio < 14) {
                bool whole = false;
                for (const Segment &c : lines) {
                    if (&c == &a || &c == &b || !beside(b, c)) continue;
                    double even = distance(b, c) / d, three = std::max(united(a, b), united(b, c)) / ((d + distance(b, c)) / 2);
                    if (even < 0.75 || even > 1.33 || three < 9 || three > 14) continue;
                    found.push_back(candidate({a, b, c}, 1));
                    whole = true;
                }
                if (whole) continue;
                found.push_back(candidate({a, b, b.lowered(step)}, 0.8));
                found.push_back(candidate({a.lowered(-step), a, b}, 0.8));
            }
        }
}

void add_single(const std::vector<Segment> &lines, double width, std::vector<Candidate> &found) {
    for (const Segment &a : lines) {
        if (a.length() < 0.45 * width || a.length() / a.thickness < 22) continue;
        for (double columns : {44.0, 36.0, 30.0}) {
            double d = 2.5 * a.length() / columns;
            if (columns > 30) {
                found.push_back(candidate({a, a.lowered(d)}, 0.6));
                found.push_back(candidate({a.lowered(-d), a}, 0.6));
            } else {
                found.push_back(candidate({a, a.lowered(d), a.lowered(2 * d)}, 0.5));
                found.push_back(candidate({a.lowered(-d), a, a.lowered(d)}, 0.5));
                found.push_back(candidate({a.lowered(-2 * d), a.lowered(-d), a}, 0.5));
            }
        }
    }
}

/// Tells if two bands are the same but for some pixels.
bool same(const Candidate &a, const Candidate &b) {
    if (a.lines.size() != b.lines.size()) return false;
    for (size_t j = 0; j < a.lines.size(); j++) {
        const Segment &x = a.lines[j], &y = b.lines[j];
        double near = 0.3 * std::min(x.thickness, y.thickness), ends = 0.03 * x.length();
        if (std::abs(x.y0 - y.y0) > near || std::abs(x.y1 - y.y1) > near) return false;
        if (std::abs(x.x0 - y.x0) > ends || std::abs(x.x1 - y.x1) > ends) return false;
    }
    return true;
}

}  // namespace

std::vector<zonescan_band> find_bands(const std::vector<std::vector<Segment>> &lists, double width) {
    std::vector<Candidate> found, kept;
    for (const std::vector<Segment> &lines : lists) {
        add_pairs(lines, found);
        add_single(lines, width, found);
    }
    std::sort(found.begin(), found.end(), [](const Candidate &a, const Candidate &b) { return a.rank > b.rank; });
    std::vector<zonescan_band> bands;
    for (const Candidate &c : found) {
        if (bands.size() == zonescan_most_bands) break;
        if (std::any_of(kept.begin(), kept.end(), [&c](const Candidate &k) { return same(c, k); })) continue;
        kept.push_back(c);
        zonescan_band band = {};
        band.lines = int(c.lines.size());
        for (int j = 0; j < band.lines; j++) band.line[j] = {c.lines[j].x0, c.lines[j].y0, c.lines[j].x1, c.lines[j].y1};
        bands.push_back(band);
    }
    return bands;
}
