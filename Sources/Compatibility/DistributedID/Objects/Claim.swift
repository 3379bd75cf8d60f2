public import Foundation
import Primitives
package import VerifiableClaims

/// Keys and values that an issuer asserts to be correct. Every member is signed: a changed one is refused by
/// ``DistributedIDClient/verifyData(_:)-sync``, with its reason.
public struct Claim: Sendable, Equatable {
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
    /// The keys with their values, each with a salt of its own: all of them, or those that were shared.
    public var claimData: [SaltedData: SaltedData]
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

    /// Reads ``toJson()``.
    /// - Throws: ``DIDException``.
    public static func fromJson(_ jsonString: String) throws -> Claim {
        do {
            let limits = JSONLimits(bytes: 16 << 20)
            return Claim(try SaltedClaim(try JSONValue(parsing: jsonString, limits: limits).object ?? [:]))
        } catch { throw DIDException.of(error) }
    }

    /// The claim as JSON (`docs/protocols/claims.md` 1.3).
    /// - Throws: ``DIDException`` for a salt of another length than 16 bytes.
    public func toJson() throws -> String { JSONValue.object(try salted().json).text }

    /// The id as a text, `claimID` of the documented table.
    public var claimID: String { id.text }

    /// The value of a key; nil when the claim, or the part of it that was shared, has no such key.
    public func value(of key: String) -> String? { claimData.first { $0.key.content == key }?.value.content }

    package init(_ claim: SaltedClaim) {
        let head = ClaimReference(claim.head)
        id = head.id
        createDate = head.createDate
        issuer = head.issuer
        subject = head.subject
        holder = head.holder
        referenceClaimID = head.referenceClaimID
        claimData = Dictionary(claim.pairs.map { (SaltedData($0.key), SaltedData($0.value)) }) { first, _ in first }
        dataJSON = head.dataJSON
        dataSignature = head.dataSignature
        dataHash = head.dataHash
        partitionId = head.partitionId
        expiresAt = head.expiresAt
    }

    func salted() throws -> SaltedClaim {
        let pairs = try claimData.map { SaltedPair(key: try $0.key.salted(), value: try $0.value.salted()) }
        return SaltedClaim(head: try ClaimReference(self).head(), pairs: pairs.sorted { $0.key.content < $1.key.content })
    }
}
