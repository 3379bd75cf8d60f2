#include "base64url.h"

#if defined(__x86_64__) && (defined(__clang__) || defined(__GNUC__))
#include <immintrin.h>
#include <stdbool.h>
#include <string.h>

#define AVX2 __attribute__((target("avx2")))

/// Whether a processor has the instructions.
static bool has_avx2(void) { return __builtin_cpu_supports("avx2"); }

/// Makes 24 bytes of 32 characters, with eight zeros behind them, and marks in `foreign` where a character is none of the alphabet's.
AVX2 static inline __m256i group(__m256i characters, __m256i *foreign) {
    // A character's halves of four bits are looked up. A bit stands for one upper half, or several: set for the upper half, and for each lower
    // half with which it makes no character of the alphabet.
    const __m256i uppers = _mm256_setr_epi8(
        0x20, 0x20, 0x01, 0x02, 0x04, 0x08, 0x04, 0x10, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20,
        0x20, 0x20, 0x01, 0x02, 0x04, 0x08, 0x04, 0x10, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20);
    const __m256i lowers = _mm256_setr_epi8(
        0x25, 0x21, 0x21, 0x21, 0x21, 0x21, 0x21, 0x21, 0x21, 0x21, 0x23, 0x3B, 0x3B, 0x3A, 0x3B, 0x33,
        0x25, 0x21, 0x21, 0x21, 0x21, 0x21, 0x21, 0x21, 0x21, 0x21, 0x23, 0x3B, 0x3B, 0x3A, 0x3B, 0x33);
    // What lies between a character's code and its value, by the upper half; for the low line, which shares one with capitals, in the first place.
    const __m256i differences = _mm256_setr_epi8(
        -32, 0, 17, 4, -65, -65, -71, -71, 0, 0, 0, 0, 0, 0, 0, 0, -32, 0, 17, 4, -65, -65, -71, -71, 0, 0, 0, 0, 0, 0, 0, 0);
    // Three bytes of each 32 bits, the highest first.
    const __m256i together = _mm256_setr_epi8(
        2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1, 2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1);
    const __m256i half = _mm256_set1_epi8(0x0F);
    __m256i upper = _mm256_and_si256(_mm256_srli_epi32(characters, 4), half);
    __m256i lower = _mm256_and_si256(characters, half);
    *foreign = _mm256_or_si256(*foreign, _mm256_and_si256(_mm256_shuffle_epi8(uppers, upper), _mm256_shuffle_epi8(lowers, lower)));
    __m256i low_line = _mm256_cmpeq_epi8(characters, _mm256_set1_epi8('_'));
    __m256i values = _mm256_add_epi8(characters, _mm256_shuffle_epi8(differences, _mm256_andnot_si256(low_line, upper)));
    __m256i twelves = _mm256_maddubs_epi16(values, _mm256_set1_epi32(0x01400140));
    __m256i wide = _mm256_madd_epi16(twelves, _mm256_set1_epi32(0x00011000));
    return _mm256_permutevar8x32_epi32(_mm256_shuffle_epi8(wide, together), _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 7, 7));
}

AVX2 static bool read_all(const uint8_t *text, size_t length, uint8_t *bytes) {
    __m256i foreign = _mm256_setzero_si256();
    size_t read = 0, stored = 0;
    // As far as there is room for the zeros, over which the next group goes.
    for (; length - read >= 44; read += 32, stored += 24) {
        __m256i made = group(_mm256_loadu_si256((const __m256i *)(text + read)), &foreign);
        _mm256_storeu_si256((__m256i *)(bytes + stored), made);
    }
    // What remains is filled up with the character that means zeros. Bits beyond the last byte must be zeros too.
    uint8_t loose = 0;
    while (read < length) {
        uint8_t last[32], made[32];
        size_t count = length - read < 32 ? length - read : 32;
        memset(last, 'A', sizeof last);
        memcpy(last, text + read, count);
        _mm256_storeu_si256((__m256i *)made, group(_mm256_loadu_si256((const __m256i *)last), &foreign));
        memcpy(bytes + stored, made, count * 3 / 4);
        loose |= made[count * 3 / 4];
        read += count;
        stored += count * 3 / 4;
    }
    return _mm256_testz_si256(foreign, foreign) != 0 && loose == 0;
}

AVX2 static size_t write_groups(const uint8_t *bytes, size_t length, uint8_t *text) {
    // Of each three bytes the four that hold their four values.
    const __m256i apart = _mm256_setr_epi8(
        1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10, 1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10);
    // What lies between a value and its character: small letters, ten digits, hyphen, low line, capitals.
    const __m256i differences = _mm256_setr_epi8(
        71, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -17, 32, 65, 0, 0, 71, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -17, 32, 65, 0, 0);
    size_t written = 0;
    while (length - written >= 28) {
        __m256i twice12 = _mm256_setr_m128i(
            _mm_loadu_si128((const __m128i *)(bytes + written)), _mm_loadu_si128((const __m128i *)(bytes + written + 12)));
        __m256i in = _mm256_shuffle_epi8(twice12, apart);
        __m256i first = _mm256_mulhi_epu16(_mm256_and_si256(in, _mm256_set1_epi32(0x0FC0FC00)), _mm256_set1_epi32(0x04000040));
        __m256i second = _mm256_mullo_epi16(_mm256_and_si256(in, _mm256_set1_epi32(0x003F03F0)), _mm256_set1_epi32(0x01000010));
        __m256i values = _mm256_or_si256(first, second);
        __m256i capital = _mm256_and_si256(_mm256_cmpgt_epi8(_mm256_set1_epi8(26), values), _mm256_set1_epi8(13));
        __m256i kind = _mm256_or_si256(_mm256_subs_epu8(values, _mm256_set1_epi8(51)), capital);
        __m256i characters = _mm256_add_epi8(values, _mm256_shuffle_epi8(differences, kind));
        _mm256_storeu_si256((__m256i *)(text + written / 3 * 4), characters);
        written += 24;
    }
    return written;
}

enum gatehouse_base64url_result gatehouse_base64url_read(const uint8_t *text, size_t length, uint8_t *bytes) {
    if (!has_avx2()) return GATEHOUSE_BASE64URL_UNREAD;
    return read_all(text, length, bytes) ? GATEHOUSE_BASE64URL_READ : GATEHOUSE_BASE64URL_REFUSED;
}

size_t gatehouse_base64url_write(const uint8_t *bytes, size_t length, uint8_t *text) {
    return has_avx2() ? write_groups(bytes, length, text) : 0;
}

#else

enum gatehouse_base64url_result gatehouse_base64url_read(const uint8_t *text, size_t length, uint8_t *bytes) {
    (void)text, (void)length, (void)bytes;
    return GATEHOUSE_BASE64URL_UNREAD;
}

size_t gatehouse_base64url_write(const uint8_t *bytes, size_t length, uint8_t *text) {
    (void)bytes, (void)length, (void)text;
    return 0;
}

#endif
