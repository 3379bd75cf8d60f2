#include "pixels.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

/* More passes over the same pixels than any camera writes. */
#define MOST_SCANS 100
#define QUALITY 90

struct failing {
    struct jpeg_error_mgr manager;
    jmp_buf back;
    vision_status status;
};

static void give_up(j_common_ptr info, vision_status status) {
    struct failing *errors = (struct failing *)info->err;
    errors->status = status;
    longjmp(errors->back, 1);
}

static void fail(j_common_ptr info) {
    if (info->err->msg_code == JERR_OUT_OF_MEMORY) exit_without_memory();
    give_up(info, VISION_DAMAGED);
}

/* The library repairs what is damaged, by pixels that it makes up, and warns of it. */
static void warn(j_common_ptr info, int level) {
    int code = info->err->msg_code;
    int is_harmless = code == JWRN_EXTRANEOUS_DATA || code == JWRN_ADOBE_XFORM || code == JWRN_TOO_MUCH_DATA;
    if (level < 0 && !is_harmless) give_up(info, VISION_DAMAGED);
}

static void watch_scans(j_common_ptr info) {
    if (((j_decompress_ptr)info)->input_scan_number > MOST_SCANS) give_up(info, VISION_TOO_MANY_PASSES);
}

static void set_up(struct failing *errors) {
    jpeg_std_error(&errors->manager);
    errors->manager.error_exit = fail;
    errors->manager.emit_message = warn;
    errors->status = VISION_OK;
}

static int has_known_colours(const struct jpeg_decompress_struct *info) {
    return info->jpeg_color_space == JCS_GRAYSCALE || info->jpeg_color_space == JCS_YCbCr || info->jpeg_color_space == JCS_RGB;
}

vision_status vision_decode_jpeg(const uint8_t *bytes, size_t count, size_t most, int orientation, vision_image *image) {
    struct jpeg_decompress_struct info;
    struct jpeg_progress_mgr progress = {.progress_monitor = watch_scans};
    struct failing errors;
    /* Volatile, since it is set between setjmp and longjmp. */
    uint8_t *volatile pixels = NULL;

    memset(image, 0, sizeof(*image));
    memset(&info, 0, sizeof(info));
    set_up(&errors);
    info.err = &errors.manager;
    if (setjmp(errors.back)) {
        jpeg_destroy_decompress(&info);
        free(pixels);
        return errors.status;
    }
    jpeg_create_decompress(&info);
    info.progress = &progress;
    jpeg_mem_src(&info, bytes, count);
    jpeg_read_header(&info, TRUE);
    if ((size_t)info.image_width * info.image_height > most) give_up((j_common_ptr)&info, VISION_TOO_LARGE);
    if (!has_known_colours(&info)) give_up((j_common_ptr)&info, VISION_COLOURS);
    info.out_color_space = JCS_RGB;
    jpeg_start_decompress(&info);
    size_t row_bytes = (size_t)info.output_width * 3;
    pixels = pixels_allocate(row_bytes * info.output_height);
    while (info.output_scanline < info.output_height) {
        JSAMPROW row = pixels + info.output_scanline * row_bytes;
        jpeg_read_scanlines(&info, &row, 1);
    }
    int width = (int)info.output_width, height = (int)info.output_height;
    jpeg_finish_decompress(&info);
    jpeg_destroy_decompress(&info);
    pixels_finish(image, pixels, width, height, orientation);
    return VISION_OK;
}

vision_status encode_jpeg(const uint8_t *rgb, int width, int height, uint8_t **bytes, size_t *count) {
    struct jpeg_compress_struct info;
    struct failing errors;
    unsigned char *buffer = NULL;
    unsigned long length = 0;

    memset(&info, 0, sizeof(info));
    set_up(&errors);
    info.err = &errors.manager;
    /* Nothing fails but for want of memory, which ends the process. */
    if (setjmp(errors.back)) {
        jpeg_destroy_compress(&info);
        return VISION_FAILED;
    }
    jpeg_create_compress(&info);
    jpeg_mem_dest(&info, &buffer, &length);
    info.image_width = (JDIMENSION)width;
    info.image_height = (JDIMENSION)height;
    info.input_components = 3;
    info.in_color_space = JCS_RGB;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, QUALITY, TRUE);
    jpeg_start_compress(&info, TRUE);
    while (info.next_scanline < info.image_height) {
        JSAMPROW row = (JSAMPROW)(rgb + (size_t)info.next_scanline * width * 3);
        jpeg_write_scanlines(&info, &row, 1);
    }
    jpeg_finish_compress(&info);
    jpeg_destroy_compress(&info);
    *bytes = buffer;
    *count = length;
    return VISION_OK;
}
