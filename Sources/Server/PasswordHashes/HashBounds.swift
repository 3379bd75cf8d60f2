/// The bounds on what hashes of foreign files may cost, checked when they are imported and again before each password is checked by one.
///
/// A file that claims 999,999,999 rounds would otherwise keep a thread of the server busy for hours at each attempt.
enum HashBounds {
    /// The length of a stored text in bytes.
    static let text = 1...4096
    /// log2 of the rounds of bcrypt.
    static let bcryptCost = 4...15
    /// The rounds of SHA-crypt.
    static let shaCryptRounds = 1_000...5_000_000
    static let pbkdf2Iterations = 1...10_000_000
    /// The iterations of PBKDF2 times the blocks of its key.
    static let pbkdf2Work = 20_000_000
    /// The length of a key that PBKDF2 or scrypt derives, in bytes.
    static let keyLength = 16...512
    /// The memory of Argon2 in KiB.
    static let argon2Memory = 8...262_144
    static let argon2Passes = 1...32
    static let lanes = 1...16
    static let argon2Salt = 8...64
    static let argon2Tag = 12...128
    /// The memory of scrypt in bytes.
    static let scryptMemory = 256 << 20
    /// The scrypt of Firebase: log2 of its rounds, and its block size, as the product's own importer allows them.
    static let firebaseCost = 1...14
    static let firebaseBlockSize = 1...8
    /// log2 of the rounds of phpass.
    static let phpassCost = 7...18
    /// The length of a salt in bytes.
    static let longestSalt = 256
}
