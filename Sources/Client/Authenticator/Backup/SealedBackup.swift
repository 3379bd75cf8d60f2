import Crypto
import CryptoExtras
import Foundation
package import Primitives

/// The file of a backup: its contents sealed with AES-256-GCM, under a key that scrypt (RFC 7914) makes of a passphrase.
///
/// A JSON text, so that it survives mail and copying. The digest is over everything else: it tells a damaged file from a wrong passphrase,
/// and proves nothing. Costs aren't in the file, so that no foreign file can ask for more memory or for a weaker key.
package struct SealedBackup: Equatable {
    /// The longest file that is read, in bytes.
    package static let longest = 8 << 20
    /// The rounds that OWASP asks of scrypt at least: N = 2¹⁷, with r = 8 and p = 1. It takes 128 MiB and a quarter of a second.
    package static let rounds = 1 << 17
    private static let (blockSize, parallelism) = (8, 1)
    private static let format = "gatehouse-authenticator-backup-1"

    private let salt: [UInt8]
    private let nonce: [UInt8]
    private let sealed: [UInt8]

    /// A backup of its parts, as they are.
    package init(salt: [UInt8], nonce: [UInt8], sealed: [UInt8]) {
        self.salt = salt
        self.nonce = nonce
        self.sealed = sealed
    }

    /// Seals contents.
    /// - Parameter rounds: scrypt's N; another than the usual is for tests.
    package init(
        _ contents: [UInt8], passphrase: Secret, rounds: Int = rounds, random: any RandomSource
    ) throws(AuthenticatorError) {
        salt = random.bytes(16)
        nonce = random.bytes(12)
        let key = try Self.key(passphrase, salt: salt, rounds: rounds)
        do {
            let box = try AES.GCM.seal(
                contents, using: key, nonce: AES.GCM.Nonce(data: nonce), authenticating: Self.authenticated(salt, nonce))
            sealed = Array(box.ciphertext) + box.tag
        } catch { throw AuthenticatorError(.backup, "the backup can't be sealed", underlying: error) }
    }

    /// Reads a file.
    /// - Throws: `.backup` when it is none, is damaged, or is of a newer version.
    package init(file: [UInt8]) throws(AuthenticatorError) {
        guard file.count <= Self.longest,
            let json = try? JSONValue(body: file, limits: JSONLimits(bytes: Self.longest, depth: 4, values: 32)),
            let format = json["format"]?.string, format.hasPrefix("gatehouse-authenticator-backup-")
        else { throw AuthenticatorError(.backup, "this is no backup of an authenticator") }
        guard format == Self.format else { throw AuthenticatorError(.backup, "the backup is of a newer version (\(format.prefix(48)))") }
        guard let salt = json["salt"]?.string.flatMap({ Base64URL.decode($0) }), salt.count == 16,
            let nonce = json["nonce"]?.string.flatMap({ Base64URL.decode($0) }), nonce.count == 12,
            let sealed = json["sealed"]?.string.flatMap({ Base64URL.decode($0) }), sealed.count >= 16
        else { throw Self.damaged }
        self.init(salt: salt, nonce: nonce, sealed: sealed)
        guard json["digest"]?.string == digest else { throw Self.damaged }
    }

    /// The file.
    package var file: [UInt8] {
        let json: JSONValue = [
            "format": .string(Self.format), "salt": .string(Base64URL.encode(salt)), "nonce": .string(Base64URL.encode(nonce)),
            "sealed": .string(Base64URL.encode(sealed)), "digest": .string(digest),
        ]
        return json.encoded + [10]
    }

    /// The contents.
    /// - Parameter rounds: those that it was sealed with.
    /// - Throws: `.passphrase`.
    package func open(_ passphrase: Secret, rounds: Int = rounds) throws(AuthenticatorError) -> [UInt8] {
        let key = try Self.key(passphrase, salt: salt, rounds: rounds)
        guard let box = try? AES.GCM.SealedBox(combined: nonce + sealed),
            let contents = try? AES.GCM.open(box, using: key, authenticating: Self.authenticated(salt, nonce))
        else { throw AuthenticatorError(.passphrase, "the passphrase isn't the one that the backup was made with") }
        return Array(contents)
    }

    private var digest: String { Base64URL.encode(SHA256.hash(data: Self.authenticated(salt, nonce) + sealed)) }

    private static func authenticated(_ salt: [UInt8], _ nonce: [UInt8]) -> [UInt8] { Array(format.utf8) + salt + nonce }

    private static var damaged: AuthenticatorError { AuthenticatorError(.backup, "the backup is damaged; take another copy of it") }

    private static func key(_ passphrase: Secret, salt: [UInt8], rounds: Int) throws(AuthenticatorError) -> SymmetricKey {
        do {
            return try passphrase.withBytes { bytes in
                try KDF.Scrypt.deriveKey(
                    from: bytes, salt: salt, outputByteCount: 32, rounds: rounds, blockSize: blockSize, parallelism: parallelism,
                    maxMemory: 256 << 20)
            }
        } catch { throw AuthenticatorError(.backup, "the passphrase can't be stretched", underlying: error) }
    }
}
