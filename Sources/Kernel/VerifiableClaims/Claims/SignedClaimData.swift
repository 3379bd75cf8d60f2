import Foundation
import Primitives

/// The data of a claim as the issuer signed it, read (docs/protocols/claims.md).
struct SignedClaimData {
    let issuer: String
    let issued: Date
    let expires: Date?
    let log: String
    private let members: JSONObject
    /// The hash of each value by the hash of its key.
    private let pairs: [String: String]

    /// Nil for data of another form.
    init?(_ payload: JSONObject) {
        let allowed: Set<String> = ["iss", "iat", "exp", "log", "cnf", "members", "data", "salted", "_sd_alg"]
        guard payload.names.allSatisfy({ allowed.contains($0) }), let issuer = payload["iss"]?.string, let log = payload["log"]?.string,
            let issued = payload["iat"]?.integer, let salted = payload["salted"]?.object, let members = salted["members"]?.object,
            let data = salted["data"]?.array?.map(\.strings), salted.count == 2, payload["exp"] == nil || payload["exp"]?.integer != nil
        else { return nil }
        let (hiddenMembers, hiddenData) = (payload["members"]?.object, payload["data"]?.object)
        // Each Disclosure has its salted hashes, and the other way round.
        guard hiddenMembers?.count == 1, hiddenMembers?["_sd"]?.array?.count == members.count, hiddenData?.count == 1,
            hiddenData?["_sd"]?.array?.count == data.count
        else { return nil }
        var pairs: [String: String] = [:]
        for pair in data {
            guard let pair, pair.count == 2, pairs.updateValue(pair[1], forKey: pair[0]) == nil else { return nil }
        }
        self.issuer = issuer
        self.issued = Date(timeIntervalSince1970: Double(issued))
        expires = payload["exp"]?.integer.map { Date(timeIntervalSince1970: Double($0)) }
        self.log = log
        self.members = members
        self.pairs = pairs
    }

    /// Compares a claim with what was signed.
    func check(_ claim: SaltedClaim) throws(ClaimError) {
        try check(claim.head)
        for pair in claim.pairs {
            let digests = pair.digests
            guard let value = pairs[digests[0]] else { throw ClaimError(.wrongKey, "a key, or its salt, isn't among the signed ones") }
            guard value == digests[1] else {
                throw ClaimError(.wrongValue, "a value, or its salt, isn't the one that was signed with its key")
            }
        }
    }

    func check(_ head: ClaimHead) throws(ClaimError) {
        guard head.createDate == issued else { throw ClaimError(.wrongDate, "createDate isn't the signed one") }
        guard head.expires == expires else { throw ClaimError(.wrongExpiry, "the expiry isn't the signed one") }
        guard head.partitionID == log else { throw ClaimError(.wrongPartition, "partitionId isn't the signed one") }
        guard head.issuer.content == issuer else { throw Self.wrong(.issuer) }
        for (role, text) in head.salted {
            guard members[role.rawValue]?.string == text.digest(as: role) else { throw Self.wrong(role) }
        }
        guard head.salted.count == members.count else { throw Self.wrong(.reference) }
    }

    private static func wrong(_ role: SaltedText.Role) -> ClaimError {
        let code: ClaimError.Code =
            switch role {
            case .issuer: .wrongIssuer
            case .subject: .wrongSubject
            case .holder: .wrongHolder
            default: .wrongReference
            }
        return ClaimError(code, "the \(role.rawValue), or its salt, isn't the signed one")
    }
}
