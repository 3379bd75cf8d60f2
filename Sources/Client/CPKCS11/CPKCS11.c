#include "CPKCS11.h"

#ifdef __linux__

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include <p11-kit-1/p11-kit/pkcs11.h>

struct token {
    CK_FUNCTION_LIST *functions;
    CK_SESSION_HANDLE session;
};

#define COUNT(template) (sizeof(template) / sizeof((template)[0]))
#define TRY(call)                                                                                                                          \
    do {                                                                                                                                   \
        CK_RV result_ = (call);                                                                                                            \
        if (result_ != CKR_OK) return result_;                                                                                             \
    } while (0)

// The object identifier of P-256, 1.2.840.10045.3.1.7, in DER (SEC 2, A.2.1).
static CK_BYTE p256[] = {0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07};
static CK_BBOOL yes = 1, no = 0;

static bool has_label(CK_FUNCTION_LIST *functions, CK_SLOT_ID slot, const char *label) {
    CK_TOKEN_INFO info;
    if (functions->C_GetTokenInfo(slot, &info) != CKR_OK) return false;
    // Labels are padded with spaces.
    size_t length = strlen(label);
    if (length > sizeof info.label || memcmp(info.label, label, length) != 0) return false;
    for (size_t index = length; index < sizeof info.label; index++) {
        if (info.label[index] != ' ') return false;
    }
    return true;
}

static unsigned long find_slot(CK_FUNCTION_LIST *functions, const char *label, CK_SLOT_ID *found) {
    CK_ULONG count = 0;
    TRY(functions->C_GetSlotList(1, NULL, &count));
    if (count == 0) return TOKEN_ABSENT;
    CK_SLOT_ID *slots = calloc(count, sizeof *slots);
    if (!slots) return CKR_HOST_MEMORY;
    CK_RV result = functions->C_GetSlotList(1, slots, &count);
    if (result == CKR_OK) {
        result = TOKEN_ABSENT;
        for (CK_ULONG index = 0; index < count; index++) {
            if (!has_label(functions, slots[index], label)) continue;
            *found = slots[index];
            result = CKR_OK;
            break;
        }
    }
    free(slots);
    return result;
}

unsigned long token_open(const char *module, const char *label, const uint8_t *pin, size_t pin_length, token **opened) {
    // The module stays: others in this process may use it too.
    void *library = dlopen(module, RTLD_NOW | RTLD_LOCAL);
    CK_C_GetFunctionList list = library ? (CK_C_GetFunctionList)dlsym(library, "C_GetFunctionList") : NULL;
    CK_FUNCTION_LIST *functions = NULL;
    if (!list || list(&functions) != CKR_OK || !functions) return TOKEN_NO_MODULE;
    CK_C_INITIALIZE_ARGS arguments = {.flags = CKF_OS_LOCKING_OK};
    CK_RV result = functions->C_Initialize(&arguments);
    if (result != CKR_OK && result != CKR_CRYPTOKI_ALREADY_INITIALIZED) return result;
    CK_SLOT_ID slot;
    TRY(find_slot(functions, label, &slot));
    CK_SESSION_HANDLE session;
    TRY(functions->C_OpenSession(slot, CKF_SERIAL_SESSION | CKF_RW_SESSION, NULL, NULL, &session));
    result = functions->C_Login(session, CKU_USER, (CK_BYTE *)pin, pin_length);
    if (result != CKR_OK && result != CKR_USER_ALREADY_LOGGED_IN) {
        functions->C_CloseSession(session);
        return result;
    }
    token *made = malloc(sizeof *made);
    if (!made) {
        functions->C_CloseSession(session);
        return CKR_HOST_MEMORY;
    }
    *made = (token){functions, session};
    *opened = made;
    return CKR_OK;
}

void token_close(token *token) {
    token->functions->C_CloseSession(token->session);
    free(token);
}

// The object of a class and name; 0 is no object's.
static unsigned long find(token *token, CK_OBJECT_CLASS class, const char *name, CK_OBJECT_HANDLE *found) {
    CK_KEY_TYPE type = CKK_EC;
    CK_ATTRIBUTE template[] = {
        {CKA_CLASS, &class, sizeof class},
        {CKA_KEY_TYPE, &type, sizeof type},
        {CKA_LABEL, (void *)name, strlen(name)},
    };
    TRY(token->functions->C_FindObjectsInit(token->session, template, COUNT(template)));
    CK_ULONG count = 0;
    CK_RV result = token->functions->C_FindObjects(token->session, found, 1, &count);
    token->functions->C_FindObjectsFinal(token->session);
    if (result != CKR_OK) return result;
    return count == 0 ? TOKEN_ABSENT : CKR_OK;
}

// The point is an OCTET STRING in DER; some tokens leave that off.
static unsigned long read_point(token *token, CK_OBJECT_HANDLE key, uint8_t point[65]) {
    CK_BYTE bytes[128];
    CK_ATTRIBUTE attribute = {CKA_EC_POINT, bytes, sizeof bytes};
    TRY(token->functions->C_GetAttributeValue(token->session, key, &attribute, 1));
    size_t start = attribute.ulValueLen == 67 && bytes[0] == 0x04 && bytes[1] == 65 ? 2 : 0;
    if (attribute.ulValueLen - start != 65 || bytes[start] != 0x04) return TOKEN_STRANGE;
    memcpy(point, bytes + start, 65);
    return CKR_OK;
}

unsigned long token_create(token *token, const char *name, bool signs, uint8_t point[65]) {
    CK_OBJECT_HANDLE public_key, private_key;
    CK_RV known = find(token, CKO_PRIVATE_KEY, name, &private_key);
    if (known == CKR_OK) return TOKEN_EXISTS;
    if (known != TOKEN_ABSENT) return known;
    CK_MECHANISM mechanism = {CKM_EC_KEY_PAIR_GEN, NULL, 0};
    CK_BBOOL *sign = signs ? &yes : &no, *derive = signs ? &no : &yes;
    CK_ATTRIBUTE public_template[] = {
        {CKA_TOKEN, &yes, sizeof yes},     {CKA_EC_PARAMS, p256, sizeof p256},          {CKA_VERIFY, sign, sizeof *sign},
        {CKA_DERIVE, derive, sizeof *derive}, {CKA_LABEL, (void *)name, strlen(name)}, {CKA_ID, (void *)name, strlen(name)},
    };
    CK_ATTRIBUTE private_template[] = {
        {CKA_TOKEN, &yes, sizeof yes},         {CKA_PRIVATE, &yes, sizeof yes},      {CKA_SENSITIVE, &yes, sizeof yes},
        {CKA_EXTRACTABLE, &no, sizeof no},     {CKA_SIGN, sign, sizeof *sign},       {CKA_DERIVE, derive, sizeof *derive},
        {CKA_LABEL, (void *)name, strlen(name)}, {CKA_ID, (void *)name, strlen(name)},
    };
    TRY(token->functions->C_GenerateKeyPair(
        token->session, &mechanism, public_template, COUNT(public_template), private_template, COUNT(private_template), &public_key,
        &private_key));
    return read_point(token, public_key, point);
}

unsigned long token_find(token *token, const char *name, bool *signs, uint8_t point[65]) {
    CK_OBJECT_HANDLE public_key, private_key;
    TRY(find(token, CKO_PRIVATE_KEY, name, &private_key));
    TRY(find(token, CKO_PUBLIC_KEY, name, &public_key));
    CK_BBOOL value = 0;
    CK_ATTRIBUTE attribute = {CKA_SIGN, &value, sizeof value};
    TRY(token->functions->C_GetAttributeValue(token->session, private_key, &attribute, 1));
    *signs = value != 0;
    return read_point(token, public_key, point);
}

unsigned long token_sign(token *token, const char *name, const uint8_t digest[32], uint8_t signature[64]) {
    CK_OBJECT_HANDLE key;
    TRY(find(token, CKO_PRIVATE_KEY, name, &key));
    CK_MECHANISM mechanism = {CKM_ECDSA, NULL, 0};
    TRY(token->functions->C_SignInit(token->session, &mechanism, key));
    CK_ULONG length = 64;
    TRY(token->functions->C_Sign(token->session, (CK_BYTE *)digest, 32, signature, &length));
    return length == 64 ? CKR_OK : TOKEN_STRANGE;
}

unsigned long token_agree(token *token, const char *name, const uint8_t point[65], uint8_t secret[32]) {
    CK_OBJECT_HANDLE key, derived;
    TRY(find(token, CKO_PRIVATE_KEY, name, &key));
    CK_ECDH1_DERIVE_PARAMS parameters = {.kdf = CKD_NULL, .ulPublicDataLen = 65, .pPublicData = (CK_BYTE *)point};
    CK_MECHANISM mechanism = {CKM_ECDH1_DERIVE, &parameters, sizeof parameters};
    CK_OBJECT_CLASS class = CKO_SECRET_KEY;
    CK_KEY_TYPE type = CKK_GENERIC_SECRET;
    CK_ULONG length = 32;
    // What is shared is to be used here; the key that it comes of stays where it is.
    CK_ATTRIBUTE template[] = {
        {CKA_CLASS, &class, sizeof class},   {CKA_KEY_TYPE, &type, sizeof type},      {CKA_TOKEN, &no, sizeof no},
        {CKA_SENSITIVE, &no, sizeof no},     {CKA_EXTRACTABLE, &yes, sizeof yes},     {CKA_VALUE_LEN, &length, sizeof length},
    };
    TRY(token->functions->C_DeriveKey(token->session, &mechanism, key, template, COUNT(template), &derived));
    CK_ATTRIBUTE value = {CKA_VALUE, secret, 32};
    CK_RV result = token->functions->C_GetAttributeValue(token->session, derived, &value, 1);
    token->functions->C_DestroyObject(token->session, derived);
    if (result != CKR_OK) return result;
    return value.ulValueLen == 32 ? CKR_OK : TOKEN_STRANGE;
}

unsigned long token_delete(token *token, const char *name) {
    CK_OBJECT_CLASS classes[] = {CKO_PRIVATE_KEY, CKO_PUBLIC_KEY};
    for (size_t index = 0; index < COUNT(classes); index++) {
        CK_OBJECT_HANDLE key;
        CK_RV result = find(token, classes[index], name, &key);
        if (result == TOKEN_ABSENT) continue;
        if (result != CKR_OK) return result;
        TRY(token->functions->C_DestroyObject(token->session, key));
    }
    return CKR_OK;
}

unsigned long token_names(token *token, void (*found)(void *context, const char *name, size_t length), void *context) {
    enum { most = 1024 };
    CK_OBJECT_CLASS class = CKO_PRIVATE_KEY;
    CK_KEY_TYPE type = CKK_EC;
    CK_ATTRIBUTE template[] = {{CKA_CLASS, &class, sizeof class}, {CKA_KEY_TYPE, &type, sizeof type}};
    TRY(token->functions->C_FindObjectsInit(token->session, template, COUNT(template)));
    CK_OBJECT_HANDLE keys[most];
    CK_ULONG count = 0;
    CK_RV result = token->functions->C_FindObjects(token->session, keys, most, &count);
    token->functions->C_FindObjectsFinal(token->session);
    if (result != CKR_OK) return result;
    for (CK_ULONG index = 0; index < count; index++) {
        char name[256];
        CK_ATTRIBUTE attribute = {CKA_LABEL, name, sizeof name};
        if (token->functions->C_GetAttributeValue(token->session, keys[index], &attribute, 1) != CKR_OK) continue;
        found(context, name, attribute.ulValueLen);
    }
    return CKR_OK;
}

bool token_keeps(token *token, const char *name) {
    CK_OBJECT_HANDLE key;
    if (find(token, CKO_PRIVATE_KEY, name, &key) != CKR_OK) return false;
    CK_BBOOL sensitive = 0, always_sensitive = 0, extractable = 1, never_extractable = 0;
    CK_ATTRIBUTE said[] = {
        {CKA_SENSITIVE, &sensitive, sizeof sensitive},
        {CKA_ALWAYS_SENSITIVE, &always_sensitive, sizeof always_sensitive},
        {CKA_EXTRACTABLE, &extractable, sizeof extractable},
        {CKA_NEVER_EXTRACTABLE, &never_extractable, sizeof never_extractable},
    };
    if (token->functions->C_GetAttributeValue(token->session, key, said, COUNT(said)) != CKR_OK) return false;
    if (!sensitive || !always_sensitive || extractable || !never_extractable) return false;
    CK_BYTE bytes[128];
    CK_ATTRIBUTE value = {CKA_VALUE, bytes, sizeof bytes};
    return token->functions->C_GetAttributeValue(token->session, key, &value, 1) != CKR_OK;
}

#endif
