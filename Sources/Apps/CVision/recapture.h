#ifndef RECAPTURE_H
#define RECAPTURE_H

#include "pixels.h"

/* The share of the weakest side of a frame around a face that is seen: 0 to 1. */
double frame_around(const vision_image *image, const vision_face *face);

/* The strength of the strongest regular wave over a face, as a multiple of the waves around it. */
double grid_over(const vision_image *image, const vision_face *face);

#endif
