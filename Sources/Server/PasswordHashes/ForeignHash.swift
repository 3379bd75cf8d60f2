import Primitives

/// A password hash that another product made, as it can be checked here: within ``HashBounds``, and in one form for each way of hashing.
///
/// The password is checked over the bytes that the user typed, without normalisation: that is what other products hash.
package struct ForeignHash: Sendable, Equatable {
    /// The way in which the hash was made, with its values.
    let method: Method

    init(_ method: Method) { self.method = method }

    enum Method: Sendable, Equatable {
        /// A hash of `crypt(3)`.
        case crypt(String)
        /// A hash of bcrypt over a digest of the password.
        case preparedBcrypt(BcryptPreparation, String)
        case pbkdf2(HashDigest, iterations: Int, salt: [UInt8], key: [UInt8])
        case argon2(Argon2, salt: [UInt8], tag: [UInt8])
        case scrypt(ScryptCost, salt: [UInt8], key: [UInt8])
        /// scrypt's key as the key of AES-256-CTR, whose stream is kept: Firebase's hash without the project's signer key.
        case firebase(ScryptCost, salt: [UInt8], stream: [UInt8])
        case digest(HashDigest, SaltPlace, salt: [UInt8], value: [UInt8], isCut: Bool)
        case hmac(HashDigest, key: [UInt8], SaltPlace, salt: [UInt8], value: [UInt8])
        case phpass(PHPass)
        case apr1(MD5Crypt)
    }

    /// The place of the salt in what is hashed.
    enum SaltPlace: String, Sendable {
        case prefix, suffix
    }

    /// The steps before bcrypt, which takes no more than 72 bytes of a password.
    enum BcryptPreparation: Sendable {
        /// Django: the digits of the password's SHA-256.
        case djangoSHA256
        /// WordPress since 6.8: the password without space around it, by HMAC-SHA-384 in base64.
        case wordPress
    }
}

extension ForeignHash {
    /// The name of the way of hashing, for reports: `bcrypt`, `pbkdf2-sha256`.
    package var name: String {
        switch method {
        case .crypt(let text): Self.cryptName(text)
        case .preparedBcrypt: "bcrypt"
        case .pbkdf2(let digest, _, _, _): "pbkdf2-\(digest.rawValue)"
        case .argon2(let argon2, _, _): "argon2\(argon2.variant.rawValue)"
        case .scrypt: "scrypt"
        case .firebase: "firebase-scrypt"
        case .digest(let digest, _, let salt, _, _): "\(salt.isEmpty ? "" : "salted-")\(digest.rawValue)"
        case .hmac(let digest, _, _, _, _): "hmac-\(digest.rawValue)"
        case .phpass: "phpass"
        case .apr1: "apr1"
        }
    }

    private static func cryptName(_ text: String) -> String {
        for (prefix, name) in [("$2", "bcrypt"), ("$5$", "sha256-crypt"), ("$6$", "sha512-crypt"), ("$y$", "yescrypt"), ("$7$", "scrypt")]
        where text.hasPrefix(prefix) { return name }
        return "md5-crypt"
    }

    /// Whether the hash gives little protection to a password that is guessed by a thief of the data: one round of a digest, or few.
    package var isWeak: Bool {
        switch method {
        case .digest, .hmac, .phpass, .apr1: true
        case .pbkdf2(_, let iterations, _, _): iterations < 10_000
        case .crypt(let text): text.hasPrefix("$1$") || text.hasPrefix("$2x$")
        case .preparedBcrypt, .argon2, .scrypt, .firebase: false
        }
    }

    /// Whether equal passwords have equal hashes.
    package var isUnsalted: Bool {
        switch method {
        case .digest(_, _, let salt, _, _): salt.isEmpty
        case .hmac(_, _, _, let salt, _): salt.isEmpty
        default: false
        }
    }
}
