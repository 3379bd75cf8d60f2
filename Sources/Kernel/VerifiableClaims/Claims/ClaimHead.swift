import Crypto
public import Foundation
public import Primitives

/// A claim without its pairs: enough to expire it, and nothing that says what it says (`ClaimReference` of the documented form).
///
/// Its members are those of the signed data. Before ``ClaimPolicy`` has verified them they say nothing.
public struct ClaimHead: Sendable, Equatable {
    /// The id in the registry, which the hash makes.
    public var id: UUID
    /// The time of issue, in whole seconds.
    public var createDate: Date
    /// The time from which the claim is no longer good; nil for a claim without end.
    public var expires: Date?
    /// The issuer's id.
    public var issuer: SaltedText
    /// The id of the party whom the claim is about.
    public var subject: SaltedText
    /// The id of the party who keeps the claim.
    public var holder: SaltedText
    /// The id of the claim that the data came from; nil for none.
    public var reference: SaltedText?
    /// The JSON text that the issuer signed.
    public var dataJSON: String
    /// The issuer's signature: a compact JWS without its payload (RFC 7515 Appendix F), which is ``dataJSON``.
    public var dataSignature: String
    /// The base64url text of the SHA-256 hash of the signed token, which the registry knows.
    public var dataHash: String
    /// The name of the log in which the claim is registered (`partitionId`).
    public var partitionID: String

    /// The members with salts, by the role in which each is signed.
    var salted: [(role: SaltedText.Role, text: SaltedText)] {
        [(.issuer, issuer), (.subject, subject), (.holder, holder)] + (reference.map { [(.reference, $0)] } ?? [])
    }

    /// The issuer's token: what was signed, and its signature.
    /// - Throws: ``ClaimError/Code/malformed`` when ``dataSignature`` has no payload to leave out.
    public func token() throws(ClaimError) -> String {
        let parts = dataSignature.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1].isEmpty else { throw ClaimError(.malformed, "dataSignature isn't a JWS without payload") }
        return "\(parts[0]).\(Base64URL.encode(dataJSON.utf8)).\(parts[2])"
    }

    /// The hash by which the registry knows a token.
    public static func hash(of token: String) -> String { DisclosureHash.sha256.digest(of: token) }

    /// The id of the claim with a hash: the first 16 bytes of the SHA-256 hash of `gatehouse claim id v1`, a byte 0 and the hash's bytes, as
    /// UUID version 8 (RFC 9562 §5.8). Nil for a text that is no hash.
    public static func id(of dataHash: String) -> UUID? {
        guard let bytes = Base64URL.decode(dataHash), bytes.count == 32 else { return nil }
        var b = Array(SHA256.hash(data: Array("gatehouse claim id v1\0".utf8) + bytes).bytes.prefix(16))
        b[6] = b[6] & 0x0F | 0x80
        b[8] = b[8] & 0x3F | 0x80
        return UUID(uuid: (b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]))
    }
}

extension ClaimHead {
    /// The form in JSON (docs/protocols/claims.md).
    public var json: JSONObject {
        var members: JSONObject = [
            "id": .string(id.text), "createDate": .integer(createDate.secondsSince1970),
            "issuer": .object(issuer.json), "subject": .object(subject.json), "holder": .object(holder.json),
            "dataJSON": .string(dataJSON), "dataSignature": .string(dataSignature), "dataHash": .string(dataHash),
            "partitionId": .string(partitionID),
        ]
        members["expiresAt"] = expires.map { .integer($0.secondsSince1970) }
        members["referenceClaimID"] = reference.map { .object($0.json) }
        return members
    }

    /// Reads the form in JSON.
    /// - Throws: ``ClaimError/Code/malformed``.
    public init(_ members: JSONObject) throws(ClaimError) {
        func text(_ name: String) throws(ClaimError) -> String {
            guard let text = members[name]?.string else { throw ClaimError(.malformed, "\(name) is missing or no text") }
            return text
        }
        func date(_ name: String) throws(ClaimError) -> Date {
            guard let seconds = members[name]?.integer, seconds.magnitude < 1 << 40 else {
                throw ClaimError(.malformed, "\(name) is no time")
            }
            return Date(timeIntervalSince1970: Double(seconds))
        }
        guard let id = UUID(text: try text("id")) else { throw ClaimError(.malformed, "id is no UUID") }
        self.id = id
        createDate = try date("createDate")
        expires = members["expiresAt"] == nil ? nil : try date("expiresAt")
        issuer = try SaltedText(members["issuer"], "issuer")
        subject = try SaltedText(members["subject"], "subject")
        holder = try SaltedText(members["holder"], "holder")
        reference = members["referenceClaimID"] == nil ? nil : try SaltedText(members["referenceClaimID"], "referenceClaimID")
        dataJSON = try text("dataJSON")
        dataSignature = try text("dataSignature")
        dataHash = try text("dataHash")
        partitionID = try text("partitionId")
    }
}
