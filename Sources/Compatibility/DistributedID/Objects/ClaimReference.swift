public import Foundation
import Primitives
import VerifiableClaims

/// A claim without its keys and values: enough to expire it, and nothing that says what it says.
public struct ClaimReference: Sendable, Equatable {
    /// The id in the registry, made of the claim's hash.
    public var id: UUID
    /// The time of issue.
    public var createDate: Instant
    /// The id of the issuer.
    public var issuer: SaltedData
    /// The id of the instance that the claim is about.
    public var subject: SaltedData
    /// The id of the instance that keeps the claim.
    public var holder: SaltedData
    /// The id of the claim that the data came from; nil for none.
    public var referenceClaimID: SaltedData?
    /// The JSON text that the issuer signed.
    public var dataJSON: String
    /// The issuer's signature.
    public var dataSignature: String
    /// The hash of the signed claim, by which the registry knows it.
    public var dataHash: String
    /// The name of the log in which the claim is registered.
    public var partitionId: String
    /// The time from which the claim isn't good; nil for a claim without end.
    public var expiresAt: Instant?

    /// A reference to a claim.
    public init(_ claim: Claim) {
        id = claim.id
        createDate = claim.createDate
        issuer = claim.issuer
        subject = claim.subject
        holder = claim.holder
        referenceClaimID = claim.referenceClaimID
        dataJSON = claim.dataJSON
        dataSignature = claim.dataSignature
        dataHash = claim.dataHash
        partitionId = claim.partitionId
        expiresAt = claim.expiresAt
    }

    /// Reads ``toJson()``.
    /// - Throws: ``DIDException``.
    public static func fromJson(_ jsonString: String) throws -> ClaimReference {
        do { return ClaimReference(try ClaimHead(try JSONValue(parsing: jsonString).object ?? [:])) } catch { throw DIDException.of(error) }
    }

    /// The reference as JSON (`docs/protocols/claims.md` 1.3).
    /// - Throws: ``DIDException`` for a salt of another length than 16 bytes.
    public func toJson() throws -> String { JSONValue.object(try head().json).text }

    /// The id as a text, `claimID` of the documented table.
    public var claimID: String { id.text }

    init(_ head: ClaimHead) {
        id = head.id
        createDate = head.createDate
        issuer = SaltedData(head.issuer)
        subject = SaltedData(head.subject)
        holder = SaltedData(head.holder)
        referenceClaimID = head.reference.map(SaltedData.init)
        dataJSON = head.dataJSON
        dataSignature = head.dataSignature
        dataHash = head.dataHash
        partitionId = head.partitionID
        expiresAt = head.expires
    }

    func head() throws -> ClaimHead {
        var members: JSONObject = [
            "id": .string(id.text), "createDate": .integer(createDate.secondsSince1970), "issuer": .object(try issuer.salted().json),
            "subject": .object(try subject.salted().json), "holder": .object(try holder.salted().json), "dataJSON": .string(dataJSON),
            "dataSignature": .string(dataSignature), "dataHash": .string(dataHash), "partitionId": .string(partitionId),
        ]
        members["referenceClaimID"] = try referenceClaimID.map { .object(try $0.salted().json) }
        members["expiresAt"] = expiresAt.map { .integer($0.secondsSince1970) }
        return try ClaimHead(members)
    }
}
