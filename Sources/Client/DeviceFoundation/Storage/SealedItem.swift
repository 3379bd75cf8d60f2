import Crypto
import Foundation
import Primitives

/// A value under AES-256-GCM with a key that is made for it alone: by ECDH of a new key pair with the recipient's, and HKDF of SHA-256
/// (ECIES, SEC 1 §5.1). The name of the value is authenticated with it, so that none poses as another.
struct SealedItem: Sendable {
    /// The beginning of each, then eight bytes of the recipient's hash, the new key's point, and the box.
    private static let mark = [UInt8]("\0sealed1".utf8)
    private static let length = (hash: 8, point: 65)

    /// The public half of the key pair that was made for the value.
    let ephemeral: PublicPoint
    private let recipient: [UInt8]
    private let box: [UInt8]

    /// Reads a stored value; nil for one without the mark, which isn't sealed.
    init?(_ stored: Secret, name: StoreKey) throws(StoreError) {
        let bytes = stored.withBytes { Array($0) }
        let head = Self.mark.count + Self.length.hash
        guard bytes.starts(with: Self.mark) else { return nil }
        guard bytes.count > head + Self.length.point, let point = PublicPoint(uncompressed: bytes[head..<head + Self.length.point]) else {
            throw StoreError(.tampered, "what is stored as \(name) was changed")
        }
        recipient = Array(bytes[Self.mark.count..<head])
        ephemeral = point
        box = Array(bytes[(head + Self.length.point)...])
    }

    /// True for an item that was sealed for a key.
    func isFor(_ point: PublicPoint) -> Bool { recipient == Self.hash(point) }

    /// Opens the value with the secret that the recipient's key and the value's own agree upon.
    func open(with secret: Secret, name: StoreKey) throws(StoreError) -> Secret {
        do {
            let opened = try AES.GCM.open(
                try AES.GCM.SealedBox(combined: box), using: Self.key(secret, ephemeral, recipient), authenticating: Self.label(name))
            return Secret(bytes: opened)
        } catch { throw StoreError(.tampered, "what is stored as \(name) was changed") }
    }

    static func seal(
        _ value: Secret, for point: PublicPoint, name: StoreKey, random: any RandomSource
    ) throws(StoreError) -> Secret {
        do {
            let engine = SoftwareEngine(random: random)
            let pair = try engine.make(.agreement, .afterFirstUnlock)
            let ephemeral = try engine.publicKey(of: pair, .agreement)
            let key = Self.key(try engine.agree(with: point, using: pair), ephemeral, hash(point))
            // The key seals this one box, so that one nonce will do for all.
            let nonce = try AES.GCM.Nonce(data: [UInt8](repeating: 0, count: 12))
            let box = try value.withBytes { try AES.GCM.seal($0, using: key, nonce: nonce, authenticating: label(name)) }
            let head = mark + hash(point) + ephemeral.uncompressed
            return Secret(bytes: head + Array(nonce) + box.ciphertext + box.tag)
        } catch { throw StoreError(.refused, "\(name) can't be sealed: \(error)") }
    }

    private static func hash(_ point: PublicPoint) -> [UInt8] {
        Array(SHA256.hash(data: point.uncompressed).bytes.prefix(length.hash))
    }

    private static func label(_ name: StoreKey) -> [UInt8] {
        JSONValue.array([.string(name.service), .string(name.name)]).encoded
    }

    private static func key(_ secret: Secret, _ ephemeral: PublicPoint, _ recipient: [UInt8]) -> SymmetricKey {
        secret.withBytes { bytes in
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: SymmetricKey(data: bytes), info: mark + recipient + ephemeral.uncompressed, outputByteCount: 32)
        }
    }
}
