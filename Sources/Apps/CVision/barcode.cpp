/* The library's results carry text in UTF-8 only when this is said. */
#define ZX_USE_UTF8 1
#include "skew.h"

#include <ZXing/ReadBarcode.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>

namespace {

/* Enlarged or turned images have no more pixels than this. */
constexpr double most_pixels = 8e6;
/* The pixels of the image by which the document's direction is found. */
constexpr double few_pixels = 3e5;
/* Degrees by which a symbol may be turned and is still read as it is. */
constexpr double straight = 1;
/* After so much processor time no other view is tried: what is slow to look at costs other readings theirs. */
constexpr double most_seconds = 3;

/* A way to look at the image: scaled, turned, and perhaps made black and white beforehand. */
struct view {
    double factor, degrees;
    bool is_thresholded;
    ZXing::Binarizer binarizer;
};

/* The views of a document that is turned, in degrees clockwise. */
std::vector<view> straightened(double degrees) {
    return {{1.5, -degrees, false, ZXing::Binarizer::LocalAverage},
            {1, -degrees, true, ZXing::Binarizer::BoolCast},
            {2, -degrees, true, ZXing::Binarizer::BoolCast}};
}

constexpr view views[] = {
    {1.5, 0, false, ZXing::Binarizer::LocalAverage}, {1, 0, true, ZXing::Binarizer::BoolCast},
    {2, 0, false, ZXing::Binarizer::LocalAverage},   {1, 0, false, ZXing::Binarizer::GlobalHistogram},
    {2, 0, true, ZXing::Binarizer::BoolCast},        {1.5, 4, false, ZXing::Binarizer::LocalAverage},
    {1.5, -4, false, ZXing::Binarizer::LocalAverage}, {0.7, 0, false, ZXing::Binarizer::LocalAverage},
    {1, 15, false, ZXing::Binarizer::LocalAverage},  {1, -15, false, ZXing::Binarizer::LocalAverage},
    {1, 30, false, ZXing::Binarizer::LocalAverage},  {1, -30, false, ZXing::Binarizer::LocalAverage},
    {1, 45, false, ZXing::Binarizer::LocalAverage},
};

/* Makes each pixel white or black by whether it is lighter than its surroundings (Bradley and Roth 2007). */
void threshold(grey_pixels &image) {
    const int width = image.width, height = image.height, reach = std::max(8, std::min(width, height) / 24);
    std::vector<uint32_t> sums(static_cast<size_t>(width + 1) * (height + 1));
    const auto sum = [&](int x, int y) -> uint32_t & { return sums[static_cast<size_t>(y) * (width + 1) + x]; };
    for (int y = 0; y < height; y++) {
        uint32_t row = 0;
        for (int x = 0; x < width; x++) sum(x + 1, y + 1) = sum(x + 1, y) + (row += image.values[static_cast<size_t>(y) * width + x]);
    }
    for (int y = 0; y < height; y++) {
        const int top = std::max(0, y - reach), bottom = std::min(height, y + reach + 1);
        for (int x = 0; x < width; x++) {
            const int left = std::max(0, x - reach), right = std::min(width, x + reach + 1);
            const uint32_t area = static_cast<uint32_t>((right - left) * (bottom - top));
            const uint32_t total = sum(right, bottom) - sum(left, bottom) - sum(right, top) + sum(left, top);
            uint8_t &pixel = image.values[static_cast<size_t>(y) * width + x];
            pixel = static_cast<uint64_t>(pixel) * area * 100 > static_cast<uint64_t>(total) * 92 ? 255 : 0;
        }
    }
}

/* What takes a place in one view back to the image. */
struct way_back {
    double factor, degrees;
    int width, height;

    void operator()(const ZXing::PointI &point, int *to) const {
        const double angle = degrees * M_PI / 180, dx = point.x - width / 2.0, dy = point.y - height / 2.0;
        to[0] = static_cast<int>(std::lround((std::cos(angle) * dx + std::sin(angle) * dy + width / 2.0) / factor));
        to[1] = static_cast<int>(std::lround((-std::sin(angle) * dx + std::cos(angle) * dy + height / 2.0) / factor));
    }
};

bool keep(const ZXing::Result &result, const way_back &back, vision_barcode &barcode) {
    const auto &bytes = result.bytes();
    if (!result.isValid() || bytes.empty()) return false;
    barcode.symbology = result.format() == ZXing::BarcodeFormat::PDF417 ? VISION_PDF417 : VISION_QR;
    for (int corner = 0; corner < 4; corner++) back(result.position()[corner], barcode.corners + corner * 2);
    barcode.count = bytes.size();
    barcode.bytes = static_cast<uint8_t *>(pixels_allocate(bytes.size()));
    std::memcpy(barcode.bytes, bytes.data(), bytes.size());
    return true;
}

size_t find(const uint8_t *grey, int width, int height, const view &view, vision_barcode *barcodes, size_t capacity) {
    ZXing::DecodeHints hints;
    hints.setFormats(ZXing::BarcodeFormat::PDF417 | ZXing::BarcodeFormat::QRCode);
    hints.setBinarizer(view.binarizer);
    hints.setMaxNumberOfSymbols(static_cast<uint8_t>(capacity));
    const way_back back{view.factor, view.degrees, width, height};
    size_t count = 0;
    for (const auto &result : ZXing::ReadBarcodes(ZXing::ImageView(grey, width, height, ZXing::ImageFormat::Lum), hints))
        if (count < capacity && keep(result, back, barcodes[count])) count++;
    return count;
}

size_t find(const vision_image *image, const view &view, vision_barcode *barcodes, size_t capacity) {
    const double pixels = static_cast<double>(image->width) * image->height * view.factor * view.factor;
    if (pixels > most_pixels) return 0;
    grey_pixels changed = scaled(image->grey, image->width, image->height, view.factor);
    if (view.degrees != 0) changed = turned(changed.values.data(), changed.width, changed.height, view.degrees);
    if (view.is_thresholded) threshold(changed);
    return find(changed.values.data(), changed.width, changed.height, view, barcodes, capacity);
}

}  // namespace

extern "C" vision_status vision_find_barcodes(const vision_image *image, vision_barcode *barcodes, size_t capacity, size_t *count) {
    *count = 0;
    try {
        const std::clock_t end = std::clock() + static_cast<std::clock_t>(most_seconds * CLOCKS_PER_SEC);
        const auto look = [&](const view &next) {
            if (*count == 0 && std::clock() < end) *count = find(image, next, barcodes, capacity);
        };
        const view first{1, 0, false, ZXing::Binarizer::LocalAverage};
        *count = find(image->grey, image->width, image->height, first, barcodes, capacity);
        if (*count > 0) return VISION_OK;
        const double skew = skew_of(reduced(*image, few_pixels));
        if (std::abs(skew) > straight)
            for (const view &next : straightened(skew)) look(next);
        for (const view &next : views) look(next);
        return VISION_OK;
    } catch (const std::exception &) {
        return VISION_FAILED;
    }
}

extern "C" void vision_free_barcodes(vision_barcode *barcodes, size_t count) {
    for (size_t i = 0; i < count; i++) std::free(barcodes[i].bytes);
}
