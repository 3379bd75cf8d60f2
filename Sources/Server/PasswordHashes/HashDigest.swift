import Crypto
import CryptoExtras
import Foundation
import Primitives

/// A hash function that stored passwords are made with, by the name that they have it by.
enum HashDigest: String, Sendable, CaseIterable {
    case md5, sha1, sha256, sha384, sha512

    /// The length of its value in bytes.
    var count: Int {
        switch self {
        case .md5: 16
        case .sha1: 20
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }

    /// The value for some parts, one after the other.
    func value(of parts: UnsafeRawBufferPointer...) -> [UInt8] {
        switch self {
        case .md5: Self.value(Insecure.MD5(), parts)
        case .sha1: Self.value(Insecure.SHA1(), parts)
        case .sha256: Self.value(SHA256(), parts)
        case .sha384: Self.value(SHA384(), parts)
        case .sha512: Self.value(SHA512(), parts)
        }
    }

    private static func value<Function: HashFunction>(_ function: Function, _ parts: [UnsafeRawBufferPointer]) -> [UInt8] {
        var function = function
        for part in parts { function.update(bufferPointer: part) }
        return Array(function.finalize())
    }

    /// The authentication code (RFC 2104) of some parts, one after the other.
    func code(key: [UInt8], of parts: UnsafeRawBufferPointer...) -> [UInt8] {
        switch self {
        case .md5: Self.code(Insecure.MD5.self, key, parts)
        case .sha1: Self.code(Insecure.SHA1.self, key, parts)
        case .sha256: Self.code(SHA256.self, key, parts)
        case .sha384: Self.code(SHA384.self, key, parts)
        case .sha512: Self.code(SHA512.self, key, parts)
        }
    }

    private static func code<Function: HashFunction>(
        _: Function.Type, _ key: [UInt8], _ parts: [UnsafeRawBufferPointer]
    ) -> [UInt8] {
        var code = HMAC<Function>(key: SymmetricKey(data: key))
        for part in parts { code.update(data: part) }
        return Array(code.finalize())
    }

    /// The key that PBKDF2 (RFC 8018 §5.2) derives with this function's authentication code.
    func key(from password: Secret, salt: [UInt8], iterations: Int, count: Int) throws(HashError) -> [UInt8] {
        let function: KDF.Insecure.PBKDF2.HashFunction =
            switch self {
            case .md5: .insecureMD5
            case .sha1: .insecureSHA1
            case .sha256: .sha256
            case .sha384: .sha384
            case .sha512: .sha512
            }
        do {
            return try password.withBytes { bytes in
                try KDF.Insecure.PBKDF2.deriveKey(
                    from: bytes, salt: salt, using: function, outputByteCount: count, unsafeUncheckedRounds: iterations
                ).withUnsafeBytes { Array($0) }
            }
        } catch {
            throw HashError(.failed, "PBKDF2: \(error)")
        }
    }
}
