#include "pixels.h"

#include <leptonica/allheaders.h>
#include <tesseract/baseapi.h>
#include <tesseract/ocrclass.h>

#include <cmath>
#include <cstring>
#include <exception>
#include <memory>

struct vision_text_reader {
    tesseract::TessBaseAPI library;
};

namespace {
/* Printed fields are large enough in an image of this size. */
constexpr double most_pixels = 2e6;
}  // namespace

extern "C" vision_text_reader *vision_open_text_reader(const char *languages) {
    setMsgSeverity(L_SEVERITY_NONE);
    try {
        auto reader = std::make_unique<vision_text_reader>();
        if (reader->library.Init(nullptr, languages, tesseract::OEM_LSTM_ONLY) != 0) return nullptr;
        reader->library.SetVariable("debug_file", "/dev/null");
        reader->library.SetPageSegMode(tesseract::PSM_SPARSE_TEXT);
        return reader.release();
    } catch (const std::exception &) {
        return nullptr;
    }
}

static size_t take_words(tesseract::TessBaseAPI &library, double factor, vision_word *words, size_t capacity) {
    const std::unique_ptr<tesseract::ResultIterator> found(library.GetIterator());
    size_t count = 0;
    if (!found) return 0;
    do {
        const std::unique_ptr<char[]> text(found->GetUTF8Text(tesseract::RIL_WORD));
        int left, top, right, bottom;
        const size_t length = text ? std::strlen(text.get()) : 0;
        vision_word &word = words[count];
        if (length == 0 || length > sizeof(word.text)) continue;
        /* Words that the library had no time for are blanks. */
        if (text[0] == ' ') continue;
        if (!found->BoundingBox(tesseract::RIL_WORD, &left, &top, &right, &bottom)) continue;
        word.left = static_cast<int>(left / factor);
        word.top = static_cast<int>(top / factor);
        word.width = static_cast<int>((right - left) / factor);
        word.height = static_cast<int>((bottom - top) / factor);
        word.confidence = found->Confidence(tesseract::RIL_WORD);
        word.count = length;
        std::memcpy(word.text, text.get(), length);
        count++;
    } while (count < capacity && found->Next(tesseract::RIL_WORD));
    return count;
}

extern "C" vision_status vision_read_words(
    vision_text_reader *reader, const vision_image *image, int milliseconds, vision_word *words, size_t capacity, size_t *count) {
    *count = 0;
    if (!reader) return VISION_UNAVAILABLE;
    try {
        const double pixels = static_cast<double>(image->width) * image->height;
        const double factor = pixels > most_pixels ? std::sqrt(most_pixels / pixels) : 1;
        const grey_pixels small = scaled(image->grey, image->width, image->height, factor);
        tesseract::ETEXT_DESC monitor;
        monitor.set_deadline_msecs(milliseconds);
        reader->library.SetImage(small.values.data(), small.width, small.height, 1, small.width);
        reader->library.SetSourceResolution(300);
        /* The result says whether the time sufficed; what was read until then is there. */
        reader->library.Recognize(&monitor);
        *count = take_words(reader->library, factor, words, capacity);
        reader->library.Clear();
        return VISION_OK;
    } catch (const std::exception &) {
        return VISION_FAILED;
    }
}
