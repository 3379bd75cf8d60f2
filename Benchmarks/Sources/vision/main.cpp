// A licence's barcode in a picture of 2 megapixels, as gatehouse-vision finds it, beside zxing-cpp alone on the same pixels, in turn in one
// run: `vision SECONDS LICENCE.png` prints how many a second each finds.
#define ZX_USE_UTF8 1
#include <ZXing/ReadBarcode.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

#include "vision.h"

namespace {

constexpr int width = 1632, height = 1224;
constexpr size_t most_barcodes = 8;

struct rate {
    double count = 0, seconds = 0;

    template <typename work>
    void run(double time, const work &find) {
        using clock = std::chrono::steady_clock;
        const auto begun = clock::now();
        double took = 0;
        do {
            if (!find()) std::exit(2);
            count++;
            took = std::chrono::duration<double>(clock::now() - begun).count();
        } while (took < time);
        seconds += took;
    }

    double per_second() const { return count / seconds; }
};

// The symbol in the middle of a grey table.
std::vector<uint8_t> picture(const vision_image &symbol) {
    std::vector<uint8_t> grey(static_cast<size_t>(width) * height, 170);
    for (int y = 0; y < symbol.height; y++)
        std::copy_n(symbol.grey + static_cast<size_t>(y) * symbol.width, symbol.width,
                    grey.begin() + static_cast<size_t>(y + (height - symbol.height) / 2) * width + (width - symbol.width) / 2);
    return grey;
}

bool find_ours(const vision_image &image) {
    vision_barcode barcodes[most_barcodes];
    size_t count = 0;
    vision_find_barcodes(&image, barcodes, most_barcodes, &count);
    vision_free_barcodes(barcodes, count);
    return count == 1;
}

bool find_bare(const vision_image &image) {
    ZXing::DecodeHints hints;
    hints.setFormats(ZXing::BarcodeFormat::PDF417 | ZXing::BarcodeFormat::QRCode);
    hints.setMaxNumberOfSymbols(most_barcodes);
    return ZXing::ReadBarcodes(ZXing::ImageView(image.grey, image.width, image.height, ZXing::ImageFormat::Lum), hints).size() == 1;
}

}  // namespace

int main(int count, char **arguments) {
    if (count < 3) return 1;
    std::ifstream file(arguments[2], std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    vision_image symbol;
    const auto *start = reinterpret_cast<const uint8_t *>(bytes.data());
    if (vision_decode_png(start, bytes.size(), static_cast<size_t>(width) * height, 1, &symbol) != VISION_OK) return 1;
    std::vector<uint8_t> grey = picture(symbol);
    const vision_image image{width, height, nullptr, grey.data()};
    rate ours, bare;
    const double part = std::atof(arguments[1]) / 16;
    for (int turn = 0; turn < 8; turn++) {
        ours.run(part, [&] { return find_ours(image); });
        bare.run(part, [&] { return find_bare(image); });
    }
    std::printf("{\"barcode\": {\"ours\": %f, \"bare\": %f}}\n", ours.per_second(), bare.per_second());
}
