#pragma once
#include "plane.hpp"

/// The part of the background's light that is missing at each pixel. The background is the image without what is darker and narrower than `side`.
Plane<float> ink_of(const Plane<float> &image, int side, double before, double after);
