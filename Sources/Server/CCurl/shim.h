#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

// Swift calls no variadic functions: one function for each kind of option.

static inline CURLcode curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_set_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_set_transfer(CURL *handle, CURLoption option, curl_read_callback function) {
    return curl_easy_setopt(handle, option, function);
}

static inline CURLcode curl_set_copied_blob(CURL *handle, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = { .data = (void *)bytes, .len = count, .flags = CURL_BLOB_COPY };
    return curl_easy_setopt(handle, option, &blob);
}

static inline long curl_last_response(CURL *handle) {
    long code = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &code);
    return code;
}
