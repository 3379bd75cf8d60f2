#include "face.h"
#include "pixels.h"

#include <dlib/image_processing/frontal_face_detector.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <exception>

namespace {

/* The detector knows faces of 80 pixels and more: small images are enlarged, large ones made smaller for its sake. */
constexpr double wanted_side = 1200;
constexpr double largest_factor = 2;
/* Faces at a distance below the threshold aren't worth a doubt. */
constexpr double threshold = -0.1;
/* The models look at pixels of a face that is about this wide. */
constexpr double face_side = 200;

void append(const dlib::rect_detection &found, double factor, vision_face &face) {
    face = vision_face{};
    face.left = static_cast<int>(std::lround(found.rect.left() / factor));
    face.top = static_cast<int>(std::lround(found.rect.top() / factor));
    face.width = static_cast<int>(std::lround(found.rect.width() / factor));
    face.height = static_cast<int>(std::lround(found.rect.height() / factor));
    face.score = found.detection_confidence;
}

size_t detect(const vision_image *image, vision_face *faces, size_t capacity) {
    static dlib::frontal_face_detector detector = dlib::get_frontal_face_detector();
    const double factor = std::min(largest_factor, wanted_side / std::max(image->width, image->height));
    const grey_pixels grey = scaled(image->grey, image->width, image->height, factor);
    dlib::array2d<unsigned char> pixels(grey.height, grey.width);
    for (int y = 0; y < grey.height; y++) std::memcpy(&pixels[y][0], grey.values.data() + static_cast<size_t>(y) * grey.width, grey.width);
    std::vector<dlib::rect_detection> found;
    detector(pixels, found, threshold);
    size_t count = 0;
    for (const auto &face : found)
        if (count < capacity) append(face, factor, faces[count++]);
    return count;
}

/* The colour of a place, clamped to the image. */
const uint8_t *nearest(const vision_image *image, double x, double y) {
    const int column = std::clamp(static_cast<int>(x), 0, image->width - 1), row = std::clamp(static_cast<int>(y), 0, image->height - 1);
    return image->rgb + (static_cast<size_t>(row) * image->width + column) * 3;
}

/* The mean colour of what one pixel of a smaller image stands for; the pixel itself in a larger one. */
void sample(const vision_image *image, double x, double y, double step, uint8_t *to) {
    const int reach = std::max(1, static_cast<int>(step));
    unsigned sums[3] = {0, 0, 0};
    for (int row = 0; row < reach; row++)
        for (int column = 0; column < reach; column++) {
            const uint8_t *pixel = nearest(image, x + column, y + row);
            for (int colour = 0; colour < 3; colour++) sums[colour] += pixel[colour];
        }
    for (int colour = 0; colour < 3; colour++) to[colour] = static_cast<uint8_t>(sums[colour] / (reach * reach));
}

std::vector<uint8_t> part(const vision_image *image, double left, double top, int width, int height, double factor) {
    std::vector<uint8_t> rgb(static_cast<size_t>(width) * height * 3);
    uint8_t *to = rgb.data();
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++, to += 3) sample(image, left + x / factor, top + y / factor, 1 / factor, to);
    return rgb;
}

}  // namespace

face_pixels pixels_around(const vision_image *image, const vision_face &face) {
    const double factor = face_side / face.width;
    const double left = face.left - face.width / 2.0, top = face.top - face.height / 2.0;
    const int side = static_cast<int>(face_side * 2);
    return face_pixels{side, side, part(image, left, top, side, side, factor), left, top, factor};
}

extern "C" vision_status vision_find_faces(
    const vision_image *image, vision_models *models, int wants_descriptors, vision_face *faces, size_t capacity, size_t *count) {
    *count = 0;
    try {
        const size_t found = detect(image, faces, capacity);
        for (size_t i = 0; models && i < found; i++) describe(models, pixels_around(image, faces[i]), wants_descriptors, faces[i]);
        *count = found;
        return VISION_OK;
    } catch (const std::exception &) {
        return VISION_FAILED;
    }
}

extern "C" vision_status vision_cut_out(
    const vision_image *image, int left, int top, int width, int height, int most_height, uint8_t **bytes, size_t *count) {
    const double factor = std::min(1.0, static_cast<double>(most_height) / height);
    const int to_width = std::max(1, static_cast<int>(width * factor)), to_height = std::max(1, static_cast<int>(height * factor));
    const std::vector<uint8_t> rgb = part(image, left, top, to_width, to_height, factor);
    return encode_jpeg(rgb.data(), to_width, to_height, bytes, count);
}
