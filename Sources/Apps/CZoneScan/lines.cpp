// Finds lines of characters: dark strokes, joined along the lines, that lie on straight segments of an even thickness.
#include "lines.hpp"

#include <array>

#include "plane.hpp"

namespace {

constexpr int long_side = 816;
constexpr size_t most_segments = 160;

/// The image with a long side of 816 pixels at most, and the pixels of the image for one of its own.
struct Reduced {
    Plane<uint8_t> plane;
    double scale;
};

Reduced reduce(const zonescan_image &image) {
    double scale = std::max(1.0, std::max(image.width, image.height) / double(long_side));
    int width = std::max(1, int(image.width / scale)), height = std::max(1, int(image.height / scale));
    Plane<float> means(width, height, 4);
    std::vector<int> bounds(width + 1);
    for (int x = 0; x <= width; x++) bounds[x] = std::min(int(x * scale), image.width);
    std::vector<uint32_t> sums(width);
    for (int y = 0; y < height; y++) {
        int top = int(y * scale), bottom = std::min(std::max(top + 1, int((y + 1) * scale)), image.height);
        std::fill(sums.begin(), sums.end(), 0);
        for (int source = top; source < bottom; source++) {
            const uint8_t *pixels = image.pixels + size_t(source) * image.width;
            for (int x = 0; x < width; x++) {
                uint32_t sum = 0;
                for (int i = bounds[x]; i < bounds[x + 1]; i++) sum += pixels[i];
                sums[x] += sum;
            }
        }
        float *row = means.row(y);
        for (int x = 0; x < width; x++) row[x] = float(sums[x]) / float((bottom - top) * (bounds[x + 1] - bounds[x]));
    }
    blur(means, {0.25f, 0.5f, 0.25f});
    Plane<uint8_t> plane(width, height, 56);
    for (int y = 0; y < height; y++) {
        const float *from = means.row(y);
        uint8_t *to = plane.row(y);
        for (int x = 0; x < width; x++) to[x] = uint8_t(from[x] + 0.5f);
    }
    return {std::move(plane), scale};
}

/// Dark strokes: how much darker each pixel is than what lies around it.
Plane<uint8_t> strokes(const Plane<uint8_t> &image) {
    Plane<uint8_t> dark = image;
    dark.close(11, 11);
    for (int y = 0; y < image.height; y++) {
        const uint8_t *pixels = image.row(y);
        uint8_t *out = dark.row(y);
        for (int x = 0; x < image.width; x++) out[x] = uint8_t(out[x] > pixels[x] ? out[x] - pixels[x] : 0);
    }
    return dark;
}

/// The contrast of the strongest strokes around, at a quarter of the size.
Plane<float> contrast(const Plane<uint8_t> &dark) {
    int width = (dark.width + 3) / 4, height = (dark.height + 3) / 4;
    Plane<uint8_t> most(width, height, 16);
    for (int y = 0; y < dark.height; y++) {
        const uint8_t *from = dark.row(y);
        uint8_t *to = most.row(y / 4);
        for (int x = 0; x < dark.width; x++) to[x / 4] = std::max(to[x / 4], from[x]);
    }
    most.extend();
    most.dilate(11, 7);
    Plane<float> local(width, height, 16);
    for (int y = 0; y < height; y++) std::copy(most.row(y), most.row(y) + width, local.row(y));
    blur(local, gaussian(3));
    return local;
}

/// The level below which six of ten pixels lie.
int middle_level(const Plane<uint8_t> &dark) {
    std::array<int, 256> counts{};
    for (int y = 0; y < dark.height; y++)
        for (int x = 0; x < dark.width; x++) counts[dark.row(y)[x]]++;
    long wanted = long(dark.width) * dark.height * 6 / 10;
    int level = 0;
    for (long seen = counts[0]; seen < wanted && level < 255; seen += counts[level]) level++;
    return level;
}

/// Ink, joined along lines: strokes with at least so much of the contrast around them.
Plane<uint8_t> joined(const Plane<uint8_t> &dark, const Plane<float> &local, float part) {
    float floor = 1.6f * middle_level(dark) + 5;
    Plane<uint8_t> mask(dark.width, dark.height, 56);
    for (int y = 0; y < dark.height; y++) {
        const uint8_t *pixels = dark.row(y);
        const float *around = local.row(y / 4);
        uint8_t *out = mask.row(y);
        for (int x = 0; x < dark.width; x++) out[x] = pixels[x] > std::max(part * around[x / 4], floor) ? 255 : 0;
    }
    mask.close(23, 3);
    mask.open(15, 5);
    return mask;
}

/// Sums over a component's pixels.
struct Component {
    double count = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0, darkness = 0;
    int left = 1 << 30, right = -1;

    void add(int y_, int from, int to, const uint8_t *dark) {
        for (int i = from; i < to; i++) darkness += dark[i];
        double n = to - from, first = from, last = to - 1;
        double sum = n * (first + last) / 2;
        double squares = (last * (last + 1) * (2 * last + 1) - (first - 1) * first * (2 * first - 1)) / 6;
        count += n, x += sum, y += n * y_, xx += squares, xy += sum * y_, yy += n * y_ * double(y_);
        left = std::min(left, from), right = std::max(right, to);
    }
};

/// A run of set pixels of one row, and the run that stands for its component.
struct Run {
    int y, from, to, parent;
};

int root(std::vector<Run> &runs, int i) {
    while (runs[i].parent != i) i = runs[i].parent = runs[runs[i].parent].parent;
    return i;
}

std::vector<Run> runs_of(const Plane<uint8_t> &mask) {
    std::vector<Run> runs;
    size_t above = 0, above_end = 0;
    for (int y = 0; y < mask.height; y++) {
        const uint8_t *pixels = mask.row(y);
        size_t begin = runs.size();
        for (int x = 0; x < mask.width;) {
            const void *next = std::memchr(pixels + x, 255, mask.width - x);
            if (!next) break;
            int from = int(static_cast<const uint8_t *>(next) - pixels);
            const void *end = std::memchr(pixels + from, 0, mask.width - from);
            int to = end ? int(static_cast<const uint8_t *>(end) - pixels) : mask.width;
            runs.push_back({y, from, to, int(runs.size())});
            x = to;
        }
        for (size_t i = begin, j = above; i < runs.size() && j < above_end;) {
            if (runs[i].from <= runs[j].to && runs[j].from <= runs[i].to) {
                int a = root(runs, int(i)), b = root(runs, int(j));
                runs[std::max(a, b)].parent = std::min(a, b);
            }
            if (runs[i].to < runs[j].to) i++;
            else j++;
        }
        above = begin, above_end = runs.size();
    }
    return runs;
}

std::vector<Segment> segments_of(const Plane<uint8_t> &mask, const Plane<uint8_t> &dark) {
    std::vector<Run> runs = runs_of(mask);
    std::vector<Component> sums(runs.size());
    for (size_t i = 0; i < runs.size(); i++) sums[root(runs, int(i))].add(runs[i].y, runs[i].from, runs[i].to, dark.row(runs[i].y));
    std::vector<Segment> found;
    for (const Component &c : sums) {
        int width = c.right - c.left;
        if (width < 35 || c.count < 250) continue;
        double mx = c.x / c.count, my = c.y / c.count;
        double xx = c.xx / c.count - mx * mx, xy = c.xy / c.count - mx * my, yy = c.yy / c.count - my * my;
        double slope = xy / std::max(xx, 1e-9), thickness = c.count / width;
        double rms = std::sqrt(std::max(0.0, yy - slope * xy));
        if (std::abs(slope) > 0.25 || thickness < 6 || thickness > 45 || rms > 0.6 * thickness + 2) continue;
        double left = c.left, right = c.right - 1;
        found.push_back({left, my + slope * (left - mx), right, my + slope * (right - mx), thickness, double(width), c.darkness / c.count});
    }
    std::sort(found.begin(), found.end(), [](const Segment &a, const Segment &b) { return a.length() > b.length(); });
    if (found.size() > most_segments) found.resize(most_segments);
    return found;
}

/// Tells if a segment continues a line.
bool continues(const Segment &line, const Segment &other) {
    double ratio = other.thickness / line.thickness;
    if (ratio < 0.5 || ratio > 1.6) return false;
    double overlap = std::min(line.x1, other.x1) - std::max(line.x0, other.x0);
    double gap = std::max(0.0, -overlap);
    if (gap > 9 * line.thickness || overlap > 0.2 * other.length()) return false;
    double x = (other.x0 + other.x1) / 2, y = (other.y0 + other.y1) / 2;
    return std::abs(y - line.at(x)) <= 0.45 * line.thickness + 0.02 * gap;
}

/// One straight line through the ends of segments, weighted by their lengths.
Segment through(const std::vector<Segment> &parts) {
    double n = 0, mx = 0, my = 0, xx = 0, xy = 0, thick = 0, left = 1e9, right = -1e9, covered = 0, dark = 0;
    for (const Segment &s : parts) {
        for (auto [x, y] : {std::pair{s.x0, s.y0}, std::pair{s.x1, s.y1}}) {
            double w = s.length();
            n += w, mx += w * x, my += w * y;
        }
        thick += s.thickness * s.length(), covered += s.covered, dark += s.darkness * s.length();
        left = std::min(left, s.x0), right = std::max(right, s.x1);
    }
    mx /= n, my /= n;
    for (const Segment &s : parts)
        for (auto [x, y] : {std::pair{s.x0, s.y0}, std::pair{s.x1, s.y1}}) {
            double w = s.length();
            xx += w * (x - mx) * (x - mx), xy += w * (x - mx) * (y - my);
        }
    double slope = xy / std::max(xx, 1e-9);
    return {left, my + slope * (left - mx), right, my + slope * (right - mx), thick / (n / 2), covered, dark / (n / 2)};
}

std::vector<Segment> merged(const std::vector<Segment> &segments) {
    std::vector<bool> used(segments.size());
    std::vector<Segment> lines;
    for (size_t i = 0; i < segments.size(); i++) {
        if (used[i]) continue;
        used[i] = true;
        std::vector<Segment> parts{segments[i]};
        Segment line = segments[i];
        for (bool more = true; more;) {
            more = false;
            for (size_t j = i + 1; j < segments.size(); j++) {
                if (used[j] || !continues(line, segments[j])) continue;
                used[j] = more = true;
                parts.push_back(segments[j]);
                line = through(parts);
            }
        }
        if (line.length() >= 180) lines.push_back(line);
    }
    return lines;
}

}  // namespace

std::vector<std::vector<Segment>> find_lines(const zonescan_image &image) {
    Reduced reduced = reduce(image);
    Plane<uint8_t> dark = strokes(reduced.plane);
    Plane<float> local = contrast(dark);
    std::vector<std::vector<Segment>> lists;
    for (float part : {0.4f, 0.6f}) {
        lists.push_back(merged(segments_of(joined(dark, local, part), dark)));
        for (Segment &line : lists.back()) line = line.scaled(reduced.scale);
    }
    return lists;
}
