#pragma once

#include <string>

#include "vision.h"

// dlib alone: the detector, the five points and the descriptor of the largest face, as dlib's own example calls them.
struct bare_face;

bare_face *open_bare_face(const std::string &models);

// The number of numbers of the descriptor of an image's face; 0 without a face.
long describe_bare(bare_face *face, const vision_image &image);
