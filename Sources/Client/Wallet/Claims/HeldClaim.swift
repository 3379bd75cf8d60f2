public import Foundation
import Primitives
public import VerifiableClaims

/// A claim that the wallet keeps.
public struct HeldClaim: Sendable, Equatable {
    /// The state of a claim as the wallet last saw it in the log.
    public enum State: Sendable, Equatable {
        /// The claim is good.
        case good
        /// The claim is good until its time, or a time that its issuer has stated.
        case ends(Date)
        /// The issuer has revoked the claim, or its time has passed.
        case expired(Date)
    }

    /// The claim with all its keys and values.
    public let claim: SaltedClaim
    /// The SD-JWT that it is a view of.
    public let token: SDJWT
    /// The proof that it is in the log, a file of c2sp.org/tlog-proof; nil for one that isn't registered.
    public let registration: String?
    /// The time from which the issuer has said that it isn't good; nil where none is known.
    public let statedExpiry: Date?
    /// The time when the wallet last looked in the log; nil for never.
    public let checked: Date?

    /// The id in the registry.
    public var id: UUID { claim.head.id }
    /// The id of its issuer.
    public var issuer: String { claim.head.issuer.content }
    /// The keys, in order.
    public var keys: [String] { claim.pairs.map(\.key.content) }

    /// The value of a key; nil when the claim has no such key.
    public func value(of key: String) -> String? { claim.pairs.first { $0.key.content == key }?.value.content }

    /// The state at a moment. That a claim is good is only as new as ``checked``.
    public func state(at now: Date) -> State {
        guard let end = [claim.head.expires, statedExpiry].compactMap(\.self).min() else { return .good }
        return now >= end ? .expired(end) : .ends(end)
    }
}
