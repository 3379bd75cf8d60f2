internal import Crypto
public import DeviceMessages
public import Foundation
public import Primitives

/// The mention of an image in a submission, with the key that opens what was uploaded (`docs/protocols/verify.md` 5).
public struct ImageReference: Sendable, Equatable {
    /// The id under which it was uploaded.
    public var id: UUID
    /// The part of the card that it shows.
    public var side: ImageSide
    /// The number of the image's bytes, unsealed.
    public var size: Int
    /// The SHA-256 of the image's bytes, unsealed.
    public var digest: [UInt8]
    /// The key of 32 bytes that the image, and nothing else, is sealed with.
    public var key: Secret
    /// The face that the app found in it; nil for none.
    public var face: FaceRectangle?

    /// The number of bytes that an image has at most: 8 MiB.
    public static let mostBytes = 8 << 20
    /// The number of bytes by which a sealed image is longer.
    public static let overhead = 16

    /// The number of bytes of the sealed image.
    public var sealedSize: Int { size + Self.overhead }

    /// Seals an image under a key of its own (AES-256-GCM, RFC 5116 §5.2). The nonce is 12 bytes of zero: the key seals nothing else.
    ///
    /// - Parameter id: the id to upload it under.
    /// - Returns: the mention, and the bytes to upload.
    /// - Throws: `DeviceError` `.malformed` for an empty image, and one beyond ``mostBytes``.
    public static func seal(
        _ image: [UInt8], id: UUID, side: ImageSide, face: FaceRectangle? = nil, random: some RandomSource
    ) throws(DeviceError) -> (reference: ImageReference, sealed: [UInt8]) {
        guard (1...mostBytes).contains(image.count) else { throw DeviceError(.malformed, "an image has 1 to \(mostBytes) bytes") }
        let key = Secret(bytes: random.bytes(32))
        do {
            let box = try AES.GCM.seal(image, using: key.withBytes { SymmetricKey(data: $0) }, nonce: nonce())
            let reference = ImageReference(
                id: id, side: side, size: image.count, digest: Array(SHA256.hash(data: image)), key: key, face: face)
            return (reference, [UInt8](box.ciphertext) + box.tag)
        } catch { throw DeviceError(.server, "the image can't be sealed") }
    }

    /// Opens what was uploaded.
    /// - Throws: `DeviceError` `.conflict` when it isn't what was sealed with the key, or is another image than the one that is mentioned.
    public func open(_ sealed: [UInt8]) throws(DeviceError) -> [UInt8] {
        let image = try? AES.GCM.open(
            AES.GCM.SealedBox(
                nonce: Self.nonce(), ciphertext: sealed.dropLast(Self.overhead), tag: sealed.suffix(Self.overhead)),
            using: key.withBytes { SymmetricKey(data: $0) })
        guard sealed.count == sealedSize, let image, Array(SHA256.hash(data: image)) == digest else {
            throw DeviceError(.conflict, "the image that was uploaded isn't the one that the submission mentions")
        }
        return [UInt8](image)
    }

    private static func nonce() throws -> AES.GCM.Nonce { try AES.GCM.Nonce(data: [UInt8](repeating: 0, count: 12)) }
}

extension ImageReference {
    /// The JSON object of the wire, with the members `id`, `side`, `size`, `digest`, `key` and `face`.
    public var json: JSONValue {
        var object: JSONObject = [
            "id": .string(id.text), "side": .string(side.rawValue), "size": .integer(Int64(size)),
            "digest": .string(Base64URL.encode(digest)), "key": .string(key.withBytes { Base64URL.encode(Array($0)) }),
        ]
        object["face"] = face?.json
        return .object(object)
    }

    /// Reads ``json``.
    /// - Throws: `DeviceError` `.malformed` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the image")
        id = try members.uuid("id")
        side = try members.word("side")
        size = try members.integer("size", in: 1...Self.mostBytes)
        digest = try members.bytes("digest", 32...32)
        key = Secret(bytes: try members.bytes("key", 32...32))
        face = try members.optional("face") == nil ? nil : try FaceRectangle(json: members.object["face"] ?? .null)
    }
}
