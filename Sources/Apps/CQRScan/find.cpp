// The library's results carry text in UTF-8 only when this is said.
#define ZX_USE_UTF8 1
#include "qrscan.h"

#include <ZXing/ReadBarcode.h>

#include <cstring>
#include <exception>

long qrscan_find(const uint8_t *pixels, int width, int height, char *text, size_t capacity) {
    try {
        ZXing::DecodeHints hints;
        hints.setFormats(ZXing::BarcodeFormat::QRCode);
        hints.setTryHarder(true);
        hints.setTryRotate(true);
        const auto result = ZXing::ReadBarcode(ZXing::ImageView(pixels, width, height, ZXing::ImageFormat::Lum), hints);
        if (!result.isValid()) return 0;
        const auto found = result.text();
        if (found.empty() || found.size() + 1 > capacity || found.find('\0') != std::string::npos) return -1;
        std::memcpy(text, found.c_str(), found.size() + 1);
        return static_cast<long>(found.size());
    } catch (const std::exception &) {
        return 0;  // an image that the library can't cope with holds no code for us
    }
}
