#include "qrscan.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

// More passes over the same pixels than any camera writes. A small file can hold thousands, each of which costs as much as the first.
#define MOST_SCANS 100

struct failing {
    struct jpeg_error_mgr manager;
    jmp_buf back;
};

static void fail(j_common_ptr info) { longjmp(((struct failing *)info->err)->back, 1); }
static void watch_scans(j_common_ptr info) {
    if (((j_decompress_ptr)info)->input_scan_number > MOST_SCANS) fail(info);
}
static void quiet(j_common_ptr info, int level) { (void)info, (void)level; }

uint8_t *qrscan_jpeg(const uint8_t *bytes, size_t count, long most, int *width, int *height) {
    struct jpeg_decompress_struct info;
    struct jpeg_progress_mgr progress = {.progress_monitor = watch_scans};
    struct failing errors;
    // Volatile, since it is set between setjmp and longjmp.
    uint8_t *volatile pixels = NULL;

    memset(&info, 0, sizeof(info));
    info.err = jpeg_std_error(&errors.manager);
    errors.manager.error_exit = fail;
    errors.manager.emit_message = quiet;
    if (setjmp(errors.back)) {
        jpeg_destroy_decompress(&info);
        free(pixels);
        return NULL;
    }
    jpeg_create_decompress(&info);
    info.progress = &progress;
    jpeg_mem_src(&info, bytes, count);
    jpeg_read_header(&info, TRUE);
    if ((long)info.image_width * (long)info.image_height > most) fail((j_common_ptr)&info);
    info.out_color_space = JCS_GRAYSCALE;
    jpeg_start_decompress(&info);
    pixels = malloc((size_t)info.output_width * info.output_height);
    if (!pixels) fail((j_common_ptr)&info);
    while (info.output_scanline < info.output_height) {
        JSAMPROW row = pixels + (size_t)info.output_scanline * info.output_width;
        jpeg_read_scanlines(&info, &row, 1);
    }
    *width = (int)info.output_width;
    *height = (int)info.output_height;
    jpeg_finish_decompress(&info);
    jpeg_destroy_decompress(&info);
    return pixels;
}
