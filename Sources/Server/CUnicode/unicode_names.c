#include "unicode_names.h"

#include <stddef.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uset.h>
#include <unicode/uspoof.h>

int32_t gatehouse_casefold(const uint16_t *text, int32_t length, uint16_t *folded, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    const UNormalizer2 *normalizer = unorm2_getNFKCCasefoldInstance(&status);
    if (U_FAILURE(status)) return -1;
    int32_t count = unorm2_normalize(normalizer, (const UChar *)text, length, (UChar *)folded, capacity, &status);
    return U_FAILURE(status) ? -1 : count;
}

void gatehouse_unicode_version(uint8_t *version) { u_getUnicodeVersion(version); }

int32_t gatehouse_category(uint32_t scalar) { return u_charType((UChar32)scalar); }

bool gatehouse_is_ignorable(uint32_t scalar) {
    return u_hasBinaryProperty((UChar32)scalar, UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
}

bool gatehouse_is_space(uint32_t scalar) { return u_isUWhiteSpace((UChar32)scalar); }

const void *gatehouse_open_checker(void) {
    static const UChar32 hausa[] = {0x0199, 0x01B4, 0x0253, 0x0257};
    UErrorCode status = U_ZERO_ERROR;
    USpoofChecker *checker = uspoof_open(&status);
    const USet *recommended = uspoof_getRecommendedSet(&status);
    const USet *inclusion = uspoof_getInclusionSet(&status);
    if (U_FAILURE(status)) return NULL;
    USet *allowed = uset_openEmpty();
    uset_addAll(allowed, recommended);
    uset_addAll(allowed, inclusion);
    uset_addRange(allowed, 0x20, 0x7E);
    for (size_t index = 0; index < sizeof hausa / sizeof *hausa; index++) uset_add(allowed, hausa[index]);
    uspoof_setAllowedChars(checker, allowed, &status);
    uset_close(allowed);
    uspoof_setRestrictionLevel(checker, USPOOF_HIGHLY_RESTRICTIVE);
    uspoof_setChecks(checker, USPOOF_RESTRICTION_LEVEL | USPOOF_INVISIBLE | USPOOF_MIXED_NUMBERS, &status);
    if (U_SUCCESS(status)) return checker;
    uspoof_close(checker);
    return NULL;
}

bool gatehouse_passes(const void *checker, const char *text, int32_t length) {
    UErrorCode status = U_ZERO_ERROR;
    int32_t failed = uspoof_check2UTF8(checker, text, length, NULL, &status);
    return U_SUCCESS(status) && failed == 0;
}
