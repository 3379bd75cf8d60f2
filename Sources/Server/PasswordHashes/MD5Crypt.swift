import Foundation
import Primitives

/// Apache's variant of MD5-crypt, `$apr1$`, which `crypt(3)` doesn't have: 1,000 rounds of MD5 over password, salt and digest in turns.
struct MD5Crypt: Sendable, Equatable {
    let salt: [UInt8]
    /// The digest in characters of `crypt(3)`.
    let value: [UInt8]

    func verify(_ password: Secret) -> Bool {
        password.withBytes { password in
            salt.withUnsafeBytes { salt in constantTimeEqual(Self.written(Self.digest(password, salt)), value) }
        }
    }

    private static func digest(_ password: UnsafeRawBufferPointer, _ salt: UnsafeRawBufferPointer) -> [UInt8] {
        var digest = first(password, salt)
        for round in 0..<1_000 {
            digest = digest.withUnsafeBytes { digest in
                let isOdd = round & 1 == 1
                return HashDigest.md5.value(
                    of: isOdd ? password : digest, round % 3 == 0 ? nothing : salt, round % 7 == 0 ? nothing : password,
                    isOdd ? digest : password)
            }
        }
        return digest
    }

    /// The digest before the rounds: password, mark, salt, as many bytes of another digest as the password has, and for each bit of
    /// the password's length a zero or the password's first byte.
    private static func first(_ password: UnsafeRawBufferPointer, _ salt: UnsafeRawBufferPointer) -> [UInt8] {
        let other = HashDigest.md5.value(of: password, salt, password)
        var rest = (0..<password.count).map { other[$0 % other.count] }
        var bits = password.count
        while bits > 0 {
            rest.append(bits & 1 == 1 ? 0 : password[0])
            bits >>= 1
        }
        return mark.withUnsafeBytes { mark in rest.withUnsafeBytes { HashDigest.md5.value(of: password, mark, salt, $0) } }
    }

    private static func written(_ digest: [UInt8]) -> [UInt8] {
        let groups = [(0, 6, 12), (1, 7, 13), (2, 8, 14), (3, 9, 15), (4, 10, 5)]
        return groups.flatMap { high, middle, low in
            CryptAlphabet.write(Int(digest[high]) << 16 | Int(digest[middle]) << 8 | Int(digest[low]), 4)
        } + CryptAlphabet.write(Int(digest[11]), 2)
    }

    private static let mark = Array("$apr1$".utf8)
    private static var nothing: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }
}
