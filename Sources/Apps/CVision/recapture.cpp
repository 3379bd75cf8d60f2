#include "recapture.h"

#include <cstdlib>

extern "C" void vision_measure_recapture(const vision_image *image, const vision_face *face, vision_recapture *recapture) {
    try {
        *recapture = {frame_around(image, face), grid_over(image, face)};
    } catch (...) {
        /* The process ends: no face must pass for one that was looked at. */
        std::abort();
    }
}
