#ifndef SKEW_H
#define SKEW_H

#include "pixels.h"

/* The angle by which lines of text fall to the right, in degrees: -45 to 45; for an image that is small enough for noise to be averaged out. */
double skew_of(const grey_pixels &image);

#endif
