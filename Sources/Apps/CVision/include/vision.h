#ifndef VISION_H
#define VISION_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The result of a call. Lack of memory is none of them: it ends the process with the status that vision_exit_without_memory was given.
typedef enum vision_status {
    VISION_OK = 0,
    /// The file ends too early, or its parts contradict each other.
    VISION_DAMAGED = 1,
    /// The colours are neither grey nor RGB, such as CMYK.
    VISION_COLOURS = 2,
    /// It has more pixels than the caller takes.
    VISION_TOO_LARGE = 3,
    /// It was stored in so many passes that decoding it is work without end.
    VISION_TOO_MANY_PASSES = 4,
    /// The files or data that the call needs aren't there, or can't be used.
    VISION_UNAVAILABLE = 5,
    /// The library failed on this image.
    VISION_FAILED = 6,
} vision_status;

/// Ends the process with this status whenever there is no memory, from now on.
void vision_exit_without_memory(int status);

/// Limits the data that the process may have, in bytes, for good.
void vision_limit_memory(size_t bytes);

/// An image of 8-bit pixels, rows from top to bottom without padding.
typedef struct vision_image {
    int width, height;
    /// Red, green, blue; 3 bytes a pixel.
    uint8_t *rgb;
    /// Luma, 1 byte a pixel (Rec. 601).
    uint8_t *grey;
} vision_image;

/// Decodes a JPEG file's pixels, and nothing else of it.
///
/// - most: the most pixels that are taken, checked before memory is.
/// - orientation: how the pixels lie (Exif 2.32 4.6.4A, tag 274): 1 to 8. The result is upright.
vision_status vision_decode_jpeg(const uint8_t *bytes, size_t count, size_t most, int orientation, vision_image *image);

/// Decodes a PNG file's pixels in the same way. Transparent pixels are shown on white.
vision_status vision_decode_png(const uint8_t *bytes, size_t count, size_t most, int orientation, vision_image *image);

void vision_free_image(vision_image *image);

/// Measures of an image; what they mean for reading is the caller's to say.
typedef struct vision_measures {
    /// The mean width of the sharpest edges, in pixels of the image at no more than 2 megapixels.
    double edge_width;
    /// The share of the image that is blinding white all over, beside paper that isn't: 0 to 1.
    double glare;
    /// The angle by which lines of text fall to the right, in degrees: -45 to 45.
    double skew;
    /// The strokes at each edge of the image, as a multiple of the mean: top, right, bottom, left.
    double edges[4];
    /// The difference between dark and light: the 95th percentile of the luma less the 5th.
    double contrast;
} vision_measures;

vision_status vision_measure(const vision_image *image, vision_measures *measures);

typedef enum vision_symbology { VISION_PDF417 = 0, VISION_QR = 1 } vision_symbology;

/// A barcode's bytes as they were encoded, and its corners in pixels, clockwise from the symbol's own top left: x, y, x, y, …
typedef struct vision_barcode {
    vision_symbology symbology;
    int corners[8];
    size_t count;
    uint8_t *bytes;
} vision_barcode;

/// Looks for PDF417 and QR codes at several scales and thresholds; the first try is the library's own.
vision_status vision_find_barcodes(const vision_image *image, vision_barcode *barcodes, size_t capacity, size_t *count);

void vision_free_barcodes(vision_barcode *barcodes, size_t count);

/// A reader of printed text.
typedef struct vision_text_reader vision_text_reader;

/// A word, where it is in pixels, and the library's confidence from 0 to 100.
typedef struct vision_word {
    int left, top, width, height;
    float confidence;
    size_t count;
    /// UTF-8 as the library gives it.
    uint8_t text[128];
} vision_word;

/// Opens the language's data, such as `eng`, where the library was installed; NULL when it isn't there. Reads files.
vision_text_reader *vision_open_text_reader(const char *languages);

/// Reads the words of an image for no more than so many milliseconds; what is found after that is left out.
vision_status vision_read_words(
    vision_text_reader *reader, const vision_image *image, int milliseconds, vision_word *words, size_t capacity, size_t *count);

/// The models for faces, in files that stay open.
typedef struct vision_models vision_models;

/// Opens the two files of a directory, `shape_predictor_5_face_landmarks.dat` and `dlib_face_recognition_resnet_model_v1.dat`; NULL when one
/// isn't there. They are read when they are first needed.
vision_models *vision_open_models(const char *directory);

/// A face that is seen from the front. Positions are in pixels, also beyond the image's edges.
typedef struct vision_face {
    int left, top, width, height;
    /// The detector's distance from its own threshold; 0 is doubtful, 1 is sure.
    double score;
    int has_points, has_descriptor;
    /// Both corners of the eye that is left in the image, both of the right one, and the point below the nose: x, y, …
    double points[10];
    float descriptor[128];
} vision_face;

/// Finds faces; with models the five points, and if they are wanted the descriptors. Without models the faces have neither.
vision_status vision_find_faces(
    const vision_image *image, vision_models *models, int wants_descriptors, vision_face *faces, size_t capacity, size_t *count);

/// Signs that a face was photographed from a picture.
typedef struct vision_recapture {
    /// The share of the weakest side of a frame around the face that is seen: 0 to 1.
    double frame;
    /// The strength of the strongest regular wave over the face, as a multiple of the waves around it; 0 for a face below 64 pixels.
    double grid;
} vision_recapture;

void vision_measure_recapture(const vision_image *image, const vision_face *face, vision_recapture *recapture);

/// Cuts a rectangle out, no higher than so many pixels, as a JPEG file that holds nothing but pixels. The caller frees the bytes.
vision_status vision_cut_out(
    const vision_image *image, int left, int top, int width, int height, int most_height, uint8_t **bytes, size_t *count);

#ifdef __cplusplus
}
#endif
#endif
