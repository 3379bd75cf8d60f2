// What gatehouse-vision does, beside the libraries alone on the same pixels, in turn in one run; printed is how many a second each does.
//
//     vision barcode SECONDS LICENCE.png         a licence's barcode in a picture of 2 megapixels, beside zxing-cpp
//     vision face SECONDS FACE.jpg MODELS        the descriptor of a picture's one face, beside dlib
#define ZX_USE_UTF8 1
#include <ZXing/ReadBarcode.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "bare_face.h"
#include "vision.h"

namespace {

constexpr int width = 1632, height = 1224;
constexpr size_t most_barcodes = 8;
constexpr size_t most_pixels = 25'000'000;

struct rate {
    double count = 0, seconds = 0;

    template <typename work>
    void run(double time, const work &find) {
        // Processor time, since there is one thread and other processes may want their share.
        const std::clock_t begun = std::clock();
        double took = 0;
        do {
            if (!find()) std::exit(2);
            count++;
            took = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
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

vision_image decoded(const char *path, decltype(&vision_decode_png) decode) {
    std::ifstream file(path, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    vision_image image;
    if (decode(reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size(), most_pixels, 1, &image) != VISION_OK) std::exit(1);
    return image;
}

template <typename work, typename floor>
void compare(double seconds, const work &find, const floor &find_alone) {
    rate ours, bare;
    for (int turn = 0; turn < 8; turn++) {
        ours.run(seconds / 16, find);
        bare.run(seconds / 16, find_alone);
    }
    std::printf("{\"ours\": %f, \"bare\": %f}\n", ours.per_second(), bare.per_second());
}

void compare_barcodes(double seconds, const char *licence) {
    std::vector<uint8_t> grey = picture(decoded(licence, vision_decode_png));
    const vision_image image{width, height, nullptr, grey.data()};
    compare(seconds, [&] { return find_ours(image); }, [&] { return find_bare(image); });
}

void compare_faces(double seconds, const char *picture, const char *directory) {
    const vision_image image = decoded(picture, vision_decode_jpeg);
    vision_models *models = vision_open_models(directory);
    bare_face *alone = open_bare_face(directory);
    const auto find = [&] {
        vision_face face;
        size_t count = 0;
        return vision_find_faces(&image, models, 1, &face, 1, &count) == VISION_OK && count == 1 && face.has_descriptor;
    };
    compare(seconds, find, [&] { return describe_bare(alone, image) == 128; });
}

}  // namespace

int main(int count, char **arguments) {
    const std::string figure = count > 3 ? arguments[1] : "";
    if (figure == "barcode") {
        compare_barcodes(std::atof(arguments[2]), arguments[3]);
    } else if (figure == "face" && count > 4) {
        compare_faces(std::atof(arguments[2]), arguments[3], arguments[4]);
    } else {
        return 1;
    }
}
