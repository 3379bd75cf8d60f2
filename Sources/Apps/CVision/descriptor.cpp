#include "face.h"

#include <dlib/dnn.h>
#include <dlib/image_processing.h>
#include <dlib/image_transforms.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>

namespace {

using namespace dlib;

/* The network of the file `dlib_face_recognition_resnet_model_v1.dat`: residual blocks of two 3 × 3 convolutions, 29 convolutions in all,
   from 150 × 150 pixels to 128 numbers. Its shape is part of the file's format. */
template <template <int, template <typename> class, int, typename> class block, int filters, template <typename> class norm, typename below>
using residual = add_prev1<block<filters, norm, 1, tag1<below>>>;

template <template <int, template <typename> class, int, typename> class block, int filters, template <typename> class norm, typename below>
using residual_down = add_prev2<avg_pool<2, 2, 2, 2, skip1<tag2<block<filters, norm, 2, tag1<below>>>>>>;

template <int filters, template <typename> class norm, int stride, typename below>
using two_convolutions = norm<con<filters, 3, 3, 1, 1, relu<norm<con<filters, 3, 3, stride, stride, below>>>>>;

template <int filters, typename below>
using level = relu<residual<two_convolutions, filters, affine, below>>;

template <int filters, typename below>
using level_down = relu<residual_down<two_convolutions, filters, affine, below>>;

template <typename below>
using level0 = level_down<256, below>;
template <typename below>
using level1 = level<256, level<256, level_down<256, below>>>;
template <typename below>
using level2 = level<128, level<128, level_down<128, below>>>;
template <typename below>
using level3 = level<64, level<64, level<64, level_down<64, below>>>>;
template <typename below>
using level4 = level<32, level<32, level<32, below>>>;

using network = loss_metric<fc_no_bias<
    128, avg_pool_everything<level0<level1<level2<level3<
             level4<max_pool<3, 3, 2, 2, relu<affine<con<32, 7, 7, 2, 2, input_rgb_image_sized<150>>>>>>>>>>>>>;

/* Bytes in memory as the library reads them. */
struct memory_stream : private std::streambuf, public std::istream {
    explicit memory_stream(std::vector<char> &bytes) : std::istream(static_cast<std::streambuf *>(this)) {
        setg(bytes.data(), bytes.data(), bytes.data() + bytes.size());
    }
};

template <typename model>
std::unique_ptr<model> load(const model_file &file) {
    auto result = std::make_unique<model>();
    std::vector<char> bytes = file.read();
    memory_stream stream(bytes);
    deserialize(*result, static_cast<std::istream &>(stream));
    return result;
}

}  // namespace

struct vision_models {
    model_file points_file, descriptor_file;
    std::unique_ptr<shape_predictor> points;
    std::unique_ptr<network> descriptor;
};

bool model_file::open(const char *directory, const char *name) {
    descriptor = ::open((std::string(directory) + "/" + name).c_str(), O_RDONLY | O_CLOEXEC);
    return descriptor >= 0;
}

std::vector<char> model_file::read() const {
    std::vector<char> bytes;
    char piece[1 << 16];
    ssize_t count;
    while ((count = pread(descriptor, piece, sizeof(piece), static_cast<off_t>(bytes.size()))) > 0) bytes.insert(bytes.end(), piece, piece + count);
    if (count < 0) throw std::runtime_error("the model can't be read");
    return bytes;
}

extern "C" vision_models *vision_open_models(const char *directory) {
    auto models = std::make_unique<vision_models>();
    const bool are_open = models->points_file.open(directory, "shape_predictor_5_face_landmarks.dat") &&
                          models->descriptor_file.open(directory, "dlib_face_recognition_resnet_model_v1.dat");
    return are_open ? models.release() : nullptr;
}

void describe(vision_models *models, const face_pixels &pixels, bool wants_descriptor, vision_face &face) {
    if (!models->points) models->points = load<shape_predictor>(models->points_file);
    matrix<rgb_pixel> image(pixels.height, pixels.width);
    std::copy(pixels.rgb.begin(), pixels.rgb.end(), reinterpret_cast<uint8_t *>(&image(0, 0)));
    const auto inside = [&](double value, double origin) { return static_cast<long>((value - origin) * pixels.factor); };
    const rectangle box(
        inside(face.left, pixels.left), inside(face.top, pixels.top), inside(face.left + face.width, pixels.left),
        inside(face.top + face.height, pixels.top));
    const full_object_detection shape = (*models->points)(image, box);
    if (shape.num_parts() != 5) throw std::runtime_error("the model gives other points");
    for (unsigned long i = 0; i < 5; i++) {
        face.points[i * 2] = shape.part(i).x() / pixels.factor + pixels.left;
        face.points[i * 2 + 1] = shape.part(i).y() / pixels.factor + pixels.top;
    }
    face.has_points = 1;
    if (!wants_descriptor) return;
    if (!models->descriptor) models->descriptor = load<network>(models->descriptor_file);
    matrix<rgb_pixel> chip;
    extract_image_chip(image, get_face_chip_details(shape, 150, 0.25), chip);
    const matrix<float, 0, 1> numbers = (*models->descriptor)(chip);
    /* What lies between the layers takes a hundred megabytes. */
    models->descriptor->clean();
    if (numbers.size() != 128) throw std::runtime_error("the model gives other descriptors");
    std::copy(numbers.begin(), numbers.end(), face.descriptor);
    face.has_descriptor = 1;
}
