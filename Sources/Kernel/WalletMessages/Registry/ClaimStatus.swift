public import DeviceMessages
public import Foundation
public import Primitives
import VerifiableClaims

/// The entries of the log about one claim: `GET /log/status/{dataHash}` (`docs/protocols/claims.md` 8.3). All proofs have one checkpoint.
public struct ClaimStatus: Sendable, Equatable {
    /// The entry that registered the claim.
    public var registration: LoggedEntry
    /// The entries that say when it expires, in the log's order; none for a claim that was not revoked.
    public var expiries: [LoggedEntry]

    /// Makes a status of its members, which are taken unchecked. By default nothing expires.
    public init(registration: LoggedEntry, expiries: [LoggedEntry] = []) {
        self.registration = registration
        self.expiries = expiries
    }

    /// The number of expiries that one claim has at most.
    public static let mostExpiries = 16

    /// The time from which the claim isn't good: the earliest that an expiry says; nil while none says one.
    public var expires: Date? {
        expiries.compactMap { logged -> Date? in
            if case .expiry(_, _, let expires, _) = logged.entry { expires } else { nil }
        }.min()
    }

    /// The JSON object of the wire, with the members `registration` and `expiries`.
    public var json: JSONValue { ["registration": registration.json, "expiries": .array(expiries.map(\.json))] }

    /// Reads ``json``.
    /// - Throws: `DeviceError` `.malformed` when a required member is missing, or a member has the wrong type or size; also when an entry is of
    ///   another kind, or about another claim than the registration.
    public init(json: JSONValue) throws(DeviceError) {
        let members = try Members(json, of: "the status")
        registration = try LoggedEntry(json: members.object["registration"] ?? .null)
        guard case .claim(let hash, let issuer, _) = registration.entry else {
            throw members.wrong("registration", "the entry of a claim")
        }
        guard let list = members.object["expiries"]?.array, list.count <= Self.mostExpiries else {
            throw members.wrong("expiries", "a list of at most \(Self.mostExpiries) entries")
        }
        expiries = []
        for item in list {
            let logged = try LoggedEntry(json: item)
            guard case .expiry(hash, issuer, _, _) = logged.entry else {
                throw members.wrong("expiries", "expiries of the claim, by its issuer")
            }
            expiries.append(logged)
        }
    }
}
