import Primitives

/// The forms of text in which other products store a password's hash, by the names that a file's `hash_format` and `--hash-format` have.
package enum HashFormat: String, Sendable, CaseIterable {
    /// `$2a$`, `$2b$`, `$2y$`.
    case bcrypt
    /// `$5$` and `$6$`.
    case shaCrypt = "sha-crypt"
    /// Other forms of `crypt(3)`: `$y$`, `$1$`, and `$2x$`, the hashes of an old fault of bcrypt, which nothing but this name has read.
    case crypt
    /// scrypt as `crypt(3)` has it: `$7$`.
    case scryptCrypt = "scrypt-crypt"
    /// `$argon2id$v=19$m=…,t=…,p=…$salt$tag`, also `argon2i` and `argon2d`.
    case argon2
    /// `$scrypt$ln=…,r=…,p=…$salt$key`.
    case scrypt
    /// The hashers of Django: `pbkdf2_sha256$…`, `bcrypt_sha256$…`, `argon2$…`, `scrypt$…`.
    case django
    /// WordPress since 6.8: `$wp$2y$…`.
    case wordpress
    /// `$pbkdf2-sha256$rounds$salt$key`, as passlib writes it.
    case passlib
    /// `$pbkdf2-sha256$i=…,l=…$salt$key`.
    case pbkdf2
    /// `{SCHEME}…`, as directories have it (RFC 2307).
    case ldap
    /// The base64 of ASP.NET Core Identity.
    case aspnet
    /// `pbkdf2:sha256:…$salt$digits` and `scrypt:…`.
    case werkzeug
    /// `$P$` and `$H$`.
    case phpass
    /// Apache's `$apr1$`.
    case apr1
    /// A hash of another server of this kind, or of another product's as it keeps it (``ForeignHash/text``).
    case gatehouse
    /// The digits of an unsalted digest, which say nothing of what they are.
    case md5Digits = "md5", sha1Digits = "sha1", sha256Digits = "sha256", sha512Digits = "sha512"

    /// The form that a text's beginning says; nil for one that says nothing.
    package static func detect(_ text: String) -> HashFormat? {
        beginnings.first { text.utf8.starts(with: $0.0.utf8) }?.1
    }

    private static let beginnings: [(String, HashFormat)] = [
        ("$wp$", .wordpress), ("$2", .bcrypt), ("$5$", .shaCrypt), ("$6$", .shaCrypt), ("$y$", .crypt), ("$1$", .crypt),
        ("$7$", .scryptCrypt), ("$argon2", .argon2), ("$scrypt$", .scrypt), ("$apr1$", .apr1), ("$P$", .phpass), ("$H$", .phpass),
        ("$pbkdf2-sha1$i=", .pbkdf2), ("$pbkdf2-sha256$i=", .pbkdf2), ("$pbkdf2-sha512$i=", .pbkdf2), ("$pbkdf2", .passlib),
        ("pbkdf2_", .django), ("bcrypt$", .django), ("bcrypt_sha256$", .django), ("argon2$", .django), ("scrypt$", .django),
        ("pbkdf2:", .werkzeug), ("scrypt:", .werkzeug), ("{", .ldap),
        ("$digest$", .gatehouse), ("$hmac$", .gatehouse), ("$firebase$", .gatehouse),
    ]
}
