#ifndef ZONESCAN_H
#define ZONESCAN_H
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// An image of 8-bit grey pixels without padding, row by row.
typedef struct {
    const uint8_t *pixels;
    int width, height;
} zonescan_image;

enum { zonescan_most_bands = 12, zonescan_most_lines = 3, zonescan_most_columns = 44, zonescan_margin = 8, zonescan_nothing = 37, zonescan_classes = 38 };
/// The cells of a line with the margins on both sides.
enum { zonescan_row = zonescan_most_columns + 2 * zonescan_margin };

/// A straight line of characters: the middles of its left and right end, in pixels of the image.
typedef struct {
    double x0, y0, x1, y1;
} zonescan_line;

/// Two or three lines that may be a zone.
typedef struct {
    int lines;
    zonescan_line line[zonescan_most_lines];
} zonescan_band;

/// The grid of a zone. The cells of its margins, as many on both sides, lie beside the zone.
typedef struct {
    int lines, columns;
    /// From columns and lines, both 0 in the middle of the first cell, to pixels of the image: row by row, the last number is 1.
    double homography[9];
    /// The middle pitch of two cells, in pixels of the image.
    double pitch;
} zonescan_grid;

/// The strength of the ink in a cell's upper and lower half, 0 in an empty one; and of the paper's pattern above and below the cell, as that of ink
/// in a whole cell.
typedef struct {
    float upper, lower, pattern;
} zonescan_ink;

/// Finds the lines of characters that may be a zone, the likeliest first. Returns the number of bands; -1 without memory.
int zonescan_find(zonescan_image image, zonescan_band bands[zonescan_most_bands]);

/// Lays a grid over a band's lines and reads its cells. The line's ends may be exchanged, for an image that is upside down.
/// `log_probabilities` has room for `zonescan_row * zonescan_classes` numbers for each of three lines: the natural logarithms of the
/// probabilities of `0-9`, `A-Z`, `<` and of no character. `ink` has room for each cell of three lines.
/// Returns 1; 0 when the lines hold no characters of a zone; -1 without memory.
int zonescan_read(zonescan_image image, const zonescan_band *band, zonescan_grid *grid, float *log_probabilities, zonescan_ink *ink);

#ifdef __cplusplus
}
#endif
#endif
