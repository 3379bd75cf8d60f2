import Crypto
import Foundation
import Primitives

/// A stamp that pays for a MiB of an envelope, once: a token of type 2 (RFC 9577 §2.2, RFC 9578 §6). It says nothing of whom it was given to.
public struct Stamp: Sendable, Hashable {
    /// The header field in which stamps go, as many as there are, with commas between them.
    public static let field = "Stamp"

    /// Made up by its owner, 32 bytes.
    public let nonce: [UInt8]
    /// The hash of the service's challenge, 32 bytes.
    public let challengeDigest: [UInt8]
    /// The id of the key that signed, 32 bytes.
    public let keyID: [UInt8]
    /// The signature, 256 bytes.
    public let signature: [UInt8]

    init(nonce: [UInt8], challengeDigest: [UInt8], keyID: [UInt8], signature: [UInt8]) {
        self.nonce = nonce
        self.challengeDigest = challengeDigest
        self.keyID = keyID
        self.signature = signature
    }

    /// Reads ``text``; nil for every other text. Nothing is verified.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == Self.textLength, let bytes = Base64URL.decode(text), Array(bytes.prefix(2)) == Self.type else {
            return nil
        }
        self.init(
            nonce: Array(bytes[2..<34]), challengeDigest: Array(bytes[34..<66]), keyID: Array(bytes[66..<98]),
            signature: Array(bytes[98...]))
    }

    /// The stamps of header fields, in order; nil when one isn't a stamp.
    /// - Parameter fields: the values of the header fields ``field``, which may have several each.
    public static func all(in fields: [String]) -> [Stamp]? {
        var stamps: [Stamp] = []
        for field in fields {
            for part in field.split(separator: ",", omittingEmptySubsequences: false) {
                guard let stamp = Stamp(String(own: part.utf8.drop { $0 == 0x20 })) else { return nil }
                stamps.append(stamp)
            }
        }
        return stamps
    }

    /// The token in base64url.
    public var text: String { Base64URL.encode(input + signature) }

    /// The bytes that are signed (RFC 9578 §6.1).
    var input: [UInt8] { Self.input(nonce: nonce, challengeDigest, keyID) }

    static func input(nonce: [UInt8], _ challengeDigest: [UInt8], _ keyID: [UInt8]) -> [UInt8] { type + nonce + challengeDigest + keyID }

    /// The hash of a service's challenge (RFC 9577 §2.1): its type, its issuer, no redemption context, and no other origin.
    /// - Parameter service: the service's name, ``/TransparencyLog/CheckpointPolicy/origin`` of its log.
    static func challengeDigest(of service: String) -> [UInt8] {
        let name = Array(service.utf8)
        let challenge: [UInt8] = type + [UInt8(name.count >> 8 & 0xFF), UInt8(name.count & 0xFF)] + name + [0, 0, 0]
        return SHA256.hash(data: challenge).bytes
    }

    /// The token's type in two bytes: blind RSA of 2048 bits.
    private static let type: [UInt8] = [0, 2]
    private static let textLength = 472
}
