import Crypto
import Foundation
package import Primitives

/// Seals a long content piece by piece under a key that is for it alone (A256GCM), so that it is written and read without being in memory whole.
///
/// Each piece's nonce is its number and whether it is the last, as in the STREAM construction: pieces can't be reordered, left out or cut off
/// unnoticed.
package struct SealedPieces: Sendable {
    /// The length of each piece but the last, in bytes.
    package static let length = 64 << 10
    /// The bytes by which a sealed piece is longer.
    package static let overhead = 16

    private let key: SymmetricKey

    /// - Parameter key: 32 bytes, used for one content.
    package init(key: Secret) { self.key = key.withBytes { SymmetricKey(data: $0) } }

    /// The number of pieces of a content of so many bytes; an empty one is one piece, too.
    package static func count(_ bytes: Int) -> Int { max(1, (bytes + length - 1) / length) }

    /// The length of a piece of a content, in bytes and unsealed.
    package static func length(of number: Int, in bytes: Int) -> Int { min(length, bytes - number * length) }

    /// Seals a piece.
    package func seal(_ piece: some Collection<UInt8>, number: Int, isLast: Bool) throws(SealError) -> [UInt8] {
        do {
            let box = try AES.GCM.seal(Array(piece), using: key, nonce: Self.nonce(number, isLast))
            return [UInt8](box.ciphertext) + box.tag
        } catch { throw SealError(.malformed, "a piece can't be sealed: \(error)") }
    }

    /// Opens a piece.
    package func open(_ sealed: some Collection<UInt8>, number: Int, isLast: Bool) throws(SealError) -> [UInt8] {
        guard sealed.count >= Self.overhead else { throw SealError(.malformed, "a sealed piece is cut off") }
        do {
            let box = try AES.GCM.SealedBox(
                nonce: Self.nonce(number, isLast), ciphertext: Array(sealed.dropLast(Self.overhead)),
                tag: Array(sealed.suffix(Self.overhead)))
            return [UInt8](try AES.GCM.open(box, using: key))
        } catch { throw SealError(.notAuthentic, "a piece was changed, or is of another content") }
    }

    private static func nonce(_ number: Int, _ isLast: Bool) throws -> AES.GCM.Nonce {
        let counter = withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) }
        return try AES.GCM.Nonce(data: [0, 0, 0] + counter + [isLast ? 1 : 0])
    }
}
