public import DeviceMessages
import CryptoExtras
import Foundation
public import Primitives

/// Stamps that a client is about to get: blinded, so that the server can't know them again.
public struct PendingStamps: Sendable {
    /// The order to send.
    public let order: StampOrder
    private let key: StampKey
    private let pending: [Pending]

    private struct Pending: @unchecked Sendable {  // The library's values are bytes that nothing changes.
        let nonce: [UInt8]
        let prepared: _RSA.BlindSigning.PreparedMessage
        let inverse: _RSA.BlindSigning.BlindingInverse
    }

    /// Makes up stamps and blinds them. The blinding's random bytes are the cryptographic library's own.
    ///
    /// - Parameters:
    ///   - count: 1 to ``StampOrder/most``; other numbers are brought within.
    ///   - service: the name of the service, `origin` of its log.
    /// - Throws: `DeviceError` `.malformed` when the library can't blind with the key.
    public init(_ count: Int, key: StampKey, service: String, random: some RandomSource) throws(DeviceError) {
        let digest = Stamp.challengeDigest(of: service)
        var (pending, blinded): ([Pending], [[UInt8]]) = ([], [])
        for _ in 0..<min(max(count, 1), StampOrder.most) {
            let nonce = random.bytes(32)
            let prepared = key.key.prepare(Stamp.input(nonce: nonce, digest, key.id))
            guard let result = try? key.key.blind(prepared) else {
                throw DeviceError(.malformed, "the service's key can't be blinded with")
            }
            pending.append(Pending(nonce: nonce, prepared: prepared, inverse: result.inverse))
            blinded.append([UInt8](result.blindedMessage))
        }
        self.pending = pending
        self.key = key
        digestOfService = digest
        order = StampOrder(keyID: key.id, blinded: blinded)
    }

    private let digestOfService: [UInt8]

    /// Makes stamps of the server's answer.
    /// - Throws: `DeviceError` `.malformed` when the answer isn't signatures of this order by the service's key.
    public func stamps(_ grant: StampGrant) throws(DeviceError) -> [Stamp] {
        guard grant.signatures.count == pending.count else { throw DeviceError(.malformed, "the answer isn't of this order") }
        var stamps: [Stamp] = []
        for (pending, blind) in zip(pending, grant.signatures) {
            let signature = try? key.key.finalize(
                .init(rawRepresentation: Data(blind)), for: pending.prepared, blindingInverse: pending.inverse)
            guard let signature else { throw DeviceError(.malformed, "a signature isn't of this order, or not by the service's key") }
            stamps.append(
                Stamp(
                    nonce: pending.nonce, challengeDigest: digestOfService, keyID: key.id, signature: [UInt8](signature.rawRepresentation)))
        }
        return stamps
    }
}

/// A request for stamps: `POST /stamps` (`docs/protocols/claims.md` 6.1).
public struct StampOrder: Sendable, Equatable {
    /// The id of the key that is to sign, 32 bytes.
    public var keyID: [UInt8]
    /// The blinded messages, 256 bytes each (RFC 9474 §4.2).
    public var blinded: [[UInt8]]

    /// Makes an order of its members, which are taken unchecked.
    public init(keyID: [UInt8], blinded: [[UInt8]]) {
        self.keyID = keyID
        self.blinded = blinded
    }

    /// The number of stamps of one order at most.
    public static let most = 64

    /// The JSON object of the wire, with the members `key` and `blinded`.
    public var json: JSONValue {
        ["key": .string(Base64URL.encode(keyID)), "blinded": .array(blinded.map { .string(Base64URL.encode($0)) })]
    }

    /// Reads ``json``.
    /// - Throws: `DeviceError` `.malformed` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the order")
        guard let id = Base64URL.decode(try members.text("key", atMost: 43)), id.count == 32 else {
            throw members.wrong("key", "an id of 32 bytes in base64url")
        }
        keyID = id
        blinded = try members.blobs("blinded")
    }
}

/// The stamps' signatures, still blinded, in the order's order: the answer to ``StampOrder``.
public struct StampGrant: Sendable, Equatable {
    /// The blinded signatures, 256 bytes each (RFC 9474 §4.3).
    public var signatures: [[UInt8]]
    /// The number of stamps that the instance can still get today.
    public var left: Int

    /// Makes a grant of its members, which are taken unchecked.
    public init(signatures: [[UInt8]], left: Int) {
        self.signatures = signatures
        self.left = left
    }

    /// The JSON object of the wire, with the members `signatures` and `left`.
    public var json: JSONValue {
        ["signatures": .array(signatures.map { .string(Base64URL.encode($0)) }), "left": .integer(Int64(left))]
    }

    /// Reads ``json``.
    /// - Throws: `DeviceError` `.malformed` when a required member is missing, or a member has the wrong type or size.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the grant")
        signatures = try members.blobs("signatures")
        left = try members.integer("left", in: 0...Int(Int32.max))
    }
}

extension Members {
    /// Blinded messages or signatures: 1 to ``StampOrder/most``, each of the key's length.
    fileprivate func blobs(_ name: String) throws(DeviceError) -> [[UInt8]] {
        let blobs = try texts(name, atMost: StampOrder.most).compactMap { Base64URL.decode($0) }
        guard !blobs.isEmpty, blobs.count == object[name]?.array?.count, blobs.allSatisfy({ $0.count == StampKey.length }) else {
            throw wrong(name, "1 to \(StampOrder.most) texts of \(StampKey.length) bytes in base64url")
        }
        return blobs
    }
}
