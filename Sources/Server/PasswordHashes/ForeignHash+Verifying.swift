import CryptoExtras
import Foundation
package import Primitives

extension ForeignHash {
    /// Whether a password, as it was typed, is the one of this hash. It takes the calling thread as long as the hash's cost says.
    ///
    /// - Throws: ``HashError`` of code `failed`, when the machine has no memory for it.
    package func verify(_ password: Secret) throws(HashError) -> Bool {
        switch method {
        case .crypt(let text): CryptLibrary.verify(password, text)
        case .preparedBcrypt(let preparation, let text): Self.verify(password, preparation, text)
        case .pbkdf2(let digest, let iterations, let salt, let key):
            constantTimeEqual(try digest.key(from: password, salt: salt, iterations: iterations, count: key.count), key)
        case .argon2(let argon2, let salt, let tag):
            constantTimeEqual(try argon2.digest(of: password, salt: salt, count: tag.count), tag)
        case .scrypt(let cost, let salt, let key): constantTimeEqual(try cost.key(from: password, salt: salt, count: key.count), key)
        case .firebase(let cost, let salt, let stream): try Self.verify(password, cost, salt, stream)
        case .digest(let digest, let place, let salt, let value, let isCut):
            Self.verify(password, digest, place, salt, value) || (isCut && Self.verify(Self.cut(password), digest, place, salt, value))
        case .hmac(let digest, let key, let place, let salt, let value):
            Self.combined(password, place, salt) { constantTimeEqual(digest.code(key: key, of: $0, $1), value) }
        case .phpass(let phpass): phpass.verify(password)
        case .apr1(let crypt): crypt.verify(password)
        }
    }

    private static func verify(_ password: Secret, _ digest: HashDigest, _ place: SaltPlace, _ salt: [UInt8], _ value: [UInt8]) -> Bool {
        combined(password, place, salt) { constantTimeEqual(digest.value(of: $0, $1), value) }
    }

    private static func combined(
        _ password: Secret, _ place: SaltPlace, _ salt: [UInt8], _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Bool
    ) -> Bool {
        password.withBytes { password in
            salt.withUnsafeBytes { salt in place == .prefix ? body(salt, password) : body(password, salt) }
        }
    }

    /// OpenIDM hashes as many bytes of a password as it has units in UTF-16, which are fewer than its bytes outside of ASCII.
    private static func cut(_ password: Secret) -> Secret {
        password.withBytes { bytes in
            // A unit for each byte that begins a code point, and another for the surrogate of one of four bytes.
            let units = bytes.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : $1 >= 0xF0 ? 2 : 1) }
            return Secret(bytes: bytes.prefix(units))
        }
    }

    private static func verify(_ password: Secret, _ preparation: BcryptPreparation, _ text: String) -> Bool {
        let prepared = password.withBytes { bytes in
            switch preparation {
            case .djangoSHA256: Secret(Hexadecimal.encode(HashDigest.sha256.value(of: bytes)))
            case .wordPress:
                Secret(Data(HashDigest.sha384.code(key: wordPressKey, of: trimmed(bytes))).base64EncodedString())
            }
        }
        return CryptLibrary.verify(prepared, text)
    }

    private static let wordPressKey = Array("wp-sha384".utf8)

    /// The bytes without those around them that PHP's `trim` takes away.
    private static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D, 0x00, 0x0B].contains(byte) }
        guard let first = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.lastIndex(where: { !isSpace($0) }) else {
            return UnsafeRawBufferPointer(rebasing: bytes.prefix(0))
        }
        return UnsafeRawBufferPointer(rebasing: bytes[first...last])
    }

    private static func verify(
        _ password: Secret, _ cost: ScryptCost, _ salt: [UInt8], _ stream: [UInt8]
    ) throws(HashError) -> Bool {
        let key = try cost.key(from: password, salt: salt, count: 64)
        return constantTimeEqual(try firebaseStream(key: key, count: stream.count), stream)
    }

    /// The stream of AES-256-CTR with the first half of a key, from a counter of zero.
    private static func firebaseStream(key: [UInt8], count: Int) throws(HashError) -> [UInt8] {
        do {
            let nonce = try AES._CTR.Nonce(nonceBytes: [UInt8](repeating: 0, count: 16))
            return Array(try AES._CTR.encrypt([UInt8](repeating: 0, count: count), using: SymmetricKey(data: key.prefix(32)), nonce: nonce))
        } catch {
            throw HashError(.failed, "AES: \(error)")
        }
    }
}
