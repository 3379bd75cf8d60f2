#ifndef CPKCS11_H
#define CPKCS11_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Keys on P-256 in a token behind PKCS#11 (OASIS PKCS #11 2.40). Each call returns CKR_OK, which is 0, another code of the standard, or
// one of these.
#define TOKEN_NO_MODULE 0x1000001UL // the module can't be loaded
#define TOKEN_ABSENT 0x1000002UL    // there is no token of that label, or no key of that name
#define TOKEN_STRANGE 0x1000003UL   // what the token gave isn't what it should be
#define TOKEN_EXISTS 0x1000004UL    // there is a key of that name

#define TOKEN_PIN_INCORRECT 0xa0UL
#define TOKEN_PIN_LOCKED 0xa4UL

typedef struct token token;

// Loads a module, and opens a session with the token of a label, as its user.
unsigned long token_open(const char *module, const char *label, const uint8_t *pin, size_t pin_length, token **opened);
void token_close(token *token);

// Makes a key pair that never leaves the token, to sign or else to agree. The point is uncompressed (SEC 1, 2.3.3).
unsigned long token_create(token *token, const char *name, bool signs, uint8_t point[65]);
unsigned long token_find(token *token, const char *name, bool *signs, uint8_t point[65]);
// ECDSA of a digest of 32 bytes: r and s, 32 bytes each.
unsigned long token_sign(token *token, const char *name, const uint8_t digest[32], uint8_t signature[64]);
// The x coordinate that is shared with the owner of a point (ECDH).
unsigned long token_agree(token *token, const char *name, const uint8_t point[65], uint8_t secret[32]);
unsigned long token_delete(token *token, const char *name);
// Calls `found` with the name of each key.
unsigned long token_names(token *token, void (*found)(void *context, const char *name, size_t length), void *context);

// Whether the token says that a private number has always been sensitive and never extractable, and refuses to give it: for tests.
bool token_keeps(token *token, const char *name);

#endif
