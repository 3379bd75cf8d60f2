#include "bare_face.h"

#include <dlib/dnn.h>
#include <dlib/image_processing.h>
#include <dlib/image_processing/frontal_face_detector.h>
#include <dlib/image_transforms.h>

#include <cstring>

using namespace dlib;

namespace {

// The layers that the file of the model has.
template <int filters, int stride, typename below>
using convolutions = affine<con<filters, 3, 3, 1, 1, relu<affine<con<filters, 3, 3, stride, stride, below>>>>>;
template <int filters, typename below>
using same = relu<add_prev1<convolutions<filters, 1, tag1<below>>>>;
template <int filters, typename below>
using half = relu<add_prev2<avg_pool<2, 2, 2, 2, skip1<tag2<convolutions<filters, 2, tag1<below>>>>>>>;
template <typename below>
using small = same<64, same<64, same<64, half<64, same<32, same<32, same<32, below>>>>>>>;
template <typename below>
using large = half<256, same<256, same<256, half<256, same<128, same<128, half<128, below>>>>>>>;
using network = loss_metric<fc_no_bias<
    128, avg_pool_everything<large<small<max_pool<3, 3, 2, 2, relu<affine<con<32, 7, 7, 2, 2, input_rgb_image_sized<150>>>>>>>>>>;

}  // namespace

struct bare_face {
    frontal_face_detector detector = get_frontal_face_detector();
    shape_predictor points;
    network descriptor;
};

bare_face *open_bare_face(const std::string &models) {
    auto *face = new bare_face;
    deserialize(models + "/shape_predictor_5_face_landmarks.dat") >> face->points;
    deserialize(models + "/dlib_face_recognition_resnet_model_v1.dat") >> face->descriptor;
    return face;
}

long describe_bare(bare_face *face, const vision_image &image) {
    matrix<rgb_pixel> pixels(image.height, image.width);
    std::memcpy(&pixels(0, 0), image.rgb, static_cast<size_t>(image.width) * image.height * 3);
    const std::vector<rectangle> found = face->detector(pixels);
    if (found.empty()) return 0;
    matrix<rgb_pixel> chip;
    extract_image_chip(pixels, get_face_chip_details(face->points(pixels, found[0]), 150, 0.25), chip);
    return matrix<float, 0, 1>(face->descriptor(chip)).size();
}
