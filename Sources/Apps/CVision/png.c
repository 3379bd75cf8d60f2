#include "pixels.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

/* The longest side, and the memory that a chunk besides the pixels may take. */
#define LONGEST_SIDE 65535
#define CHUNK_BYTES (1 << 20)
#define MOST_CHUNKS 16

struct source {
    const uint8_t *bytes;
    size_t left;
};

static void read_bytes(png_structp png, png_bytep to, size_t count) {
    struct source *source = png_get_io_ptr(png);
    if (count > source->left) png_error(png, "the file ends too early");
    memcpy(to, source->bytes, count);
    source->bytes += count;
    source->left -= count;
}

static void fail(png_structp png, png_const_charp message) {
    (void)message;
    longjmp(*(jmp_buf *)png_get_error_ptr(png), 1);
}

static void ignore(png_structp png, png_const_charp message) { (void)png, (void)message; }

static png_voidp allocate(png_structp png, png_alloc_size_t size) {
    (void)png;
    return pixels_allocate(size);
}

static void release(png_structp png, png_voidp memory) {
    (void)png;
    free(memory);
}

/* What isn't pixels isn't even unpacked. */
static void leave_metadata(png_structp png) {
    static const png_byte names[] = "iCCP\0zTXt\0iTXt\0tEXt\0eXIf\0sPLT\0hIST\0tIME\0pHYs\0oFFs\0pCAL\0sCAL\0sBIT\0cHRM\0gAMA\0sRGB";
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, 0);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, names, sizeof(names) / 5);
}

/* Makes 8-bit RGB of every kind of pixel. */
static void make_rgb(png_structp png, png_infop info) {
    png_color_16 white = {.red = 255, .green = 255, .blue = 255, .gray = 255};
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    if ((png_get_color_type(png, info) & PNG_COLOR_MASK_ALPHA) || png_get_valid(png, info, PNG_INFO_tRNS)) {
        png_set_background(png, &white, PNG_BACKGROUND_GAMMA_SCREEN, 0, 1.0);
        png_set_strip_alpha(png);
    }
}

vision_status vision_decode_png(const uint8_t *bytes, size_t count, size_t most, int orientation, vision_image *image) {
    struct source source = {bytes, count};
    jmp_buf back;
    /* Volatile, since they are set between setjmp and longjmp. */
    uint8_t *volatile pixels = NULL;
    png_bytep *volatile rows = NULL;
    volatile vision_status status = VISION_DAMAGED;

    memset(image, 0, sizeof(*image));
    png_structp png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, &back, fail, ignore, NULL, allocate, release);
    if (!png) return VISION_FAILED;
    png_infop info = png_create_info_struct(png);
    if (setjmp(back)) {
        png_destroy_read_struct(&png, &info, NULL);
        free((void *)rows);
        free(pixels);
        return status;
    }
    png_set_read_fn(png, &source, read_bytes);
    png_set_user_limits(png, LONGEST_SIDE, LONGEST_SIDE);
    png_set_chunk_malloc_max(png, CHUNK_BYTES);
    png_set_chunk_cache_max(png, MOST_CHUNKS);
    leave_metadata(png);
    png_read_info(png, info);
    size_t width = png_get_image_width(png, info), height = png_get_image_height(png, info);
    if (width * height > most) {
        status = VISION_TOO_LARGE;
        png_error(png, "too many pixels");
    }
    make_rgb(png, info);
    png_set_interlace_handling(png);
    png_read_update_info(png, info);
    if (png_get_rowbytes(png, info) != width * 3) png_error(png, "not RGB");
    pixels = pixels_allocate(width * height * 3);
    rows = pixels_allocate(height * sizeof(png_bytep));
    for (size_t y = 0; y < height; y++) rows[y] = pixels + y * width * 3;
    png_read_image(png, rows);
    png_read_end(png, NULL);
    png_destroy_read_struct(&png, &info, NULL);
    free((void *)rows);
    pixels_finish(image, pixels, (int)width, (int)height, orientation);
    return VISION_OK;
}
