import Foundation
import Primitives

/// The portable hash of phpass, of WordPress before 6.8 and of phpBB: MD5, again and again.
struct PHPass: Sendable, Equatable {
    /// `P`, or phpBB's `H`, which means the same.
    let mark: UInt8
    /// log2 of the rounds.
    let cost: Int
    let salt: [UInt8]
    /// The digest in characters of `crypt(3)`.
    let value: [UInt8]

    func verify(_ password: Secret) -> Bool {
        password.withBytes { password in
            var digest = salt.withUnsafeBytes { HashDigest.md5.value(of: $0, password) }
            for _ in 0..<1 << cost { digest = digest.withUnsafeBytes { HashDigest.md5.value(of: $0, password) } }
            return constantTimeEqual(Self.written(digest), value)
        }
    }

    /// Three bytes in four characters, the lowest first.
    private static func written(_ digest: [UInt8]) -> [UInt8] {
        stride(from: 0, to: digest.count, by: 3).flatMap { start in
            let bytes = digest[start..<min(start + 3, digest.count)]
            let number = bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
            return CryptAlphabet.write(number, bytes.count + 1)
        }
    }
}
