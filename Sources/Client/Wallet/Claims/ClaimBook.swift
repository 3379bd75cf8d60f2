import Foundation
import Primitives
import VerifiableClaims

/// The claims that an instance holds, by their hashes.
struct ClaimBook: Sendable {
    let book: WalletBook

    func all() async throws(WalletError) -> [HeldClaim] {
        var all: [HeldClaim] = []
        for (_, record) in try await book.records(.claims) { all.append(try HeldClaim(record)) }
        return all.sorted { ($0.claim.head.createDate, $0.claim.head.dataHash) < ($1.claim.head.createDate, $1.claim.head.dataHash) }
    }

    func claim(_ dataHash: String) async throws(WalletError) -> HeldClaim? {
        try await book.record(.claims, dataHash).map { record throws(WalletError) in try HeldClaim(record) }
    }

    /// Keeps a claim. What is known of one that is kept already stays.
    func keep(_ claim: SaltedClaim, registration: String?) async throws(WalletError) {
        try await book.update(.claims, claim.head.dataHash) { record in
            if record == nil {
                var members: JSONObject = ["claim": .object(claim.json)]
                members["registration"] = registration.map(JSONValue.string)
                record = members
            }
        }
    }

    /// Notes what the log says of a claim, where it is kept.
    func note(_ standing: ClaimStanding, of dataHash: String) async throws(WalletError) {
        try await book.update(.claims, dataHash) { record in
            guard record != nil else { return }
            if let end = standing.statedExpiry { record?["expires"] = .integer(end.secondsSince1970) }
            record?["checked"] = .integer(standing.asOf.secondsSince1970)
        }
    }

    /// Notes that a claim expires, where it is kept.
    func note(expiry end: Date, of dataHash: String) async throws(WalletError) {
        let seconds = end.secondsSince1970
        try await book.update(.claims, dataHash) { record in
            if let known = record { record?["expires"] = .integer(min(known["expires"]?.integer ?? seconds, seconds)) }
        }
    }

    func remove(_ dataHash: String) async throws(WalletError) { try await book.delete(.claims, dataHash) }
}

extension HeldClaim {
    /// Reads what the store keeps: it was verified before it was kept.
    init(_ record: JSONObject) throws(WalletError) {
        guard let members = record["claim"]?.object else { throw WalletError(.storage, "a stored claim can't be read") }
        do {
            claim = try SaltedClaim(members)
            token = try claim.sdjwt()
        } catch { throw WalletError(.storage, "a stored claim can't be read", underlying: error) }
        registration = record["registration"]?.string
        statedExpiry = record["expires"]?.integer.map { Date(timeIntervalSince1970: Double($0)) }
        checked = record["checked"]?.integer.map { Date(timeIntervalSince1970: Double($0)) }
    }
}
