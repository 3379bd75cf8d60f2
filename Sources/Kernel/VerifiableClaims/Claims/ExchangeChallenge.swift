public import Foundation
public import Primitives

/// The challenge that a request has and its answer repeats, and after whose end nothing is answered (`Challenge` of the documented form).
public struct ExchangeChallenge: Sendable, Hashable {
    /// The id, by which answers are matched with requests; the nonce of the proofs in an answer.
    public let id: UUID
    /// The time from which it isn't answered any more, in whole seconds; nil for no end.
    public let expires: Date?

    /// A challenge; without an end unless given.
    public init(id: UUID, expires: Date? = nil) {
        self.id = id
        self.expires = expires.map { Date(timeIntervalSince1970: $0.timeIntervalSince1970.rounded(.down)) }
    }

    /// Checks that it hasn't expired.
    /// - Throws: ``ClaimError/Code/challengeExpired``.
    public func check(at now: Date) throws(ClaimError) {
        if let expires, now >= expires { throw ClaimError(.challengeExpired, "the challenge has expired") }
    }

    /// Checks that an answer has this challenge, and that it hasn't expired.
    /// - Throws: ``ClaimError/Code/wrongChallenge`` for another, or none; ``ClaimError/Code/challengeExpired``.
    public func check(answer: ExchangeChallenge?, at now: Date) throws(ClaimError) {
        guard answer == self else { throw ClaimError(.wrongChallenge, "the answer has another challenge") }
        try check(at: now)
    }

    /// The form in JSON, `id` and `expiresAt` in seconds since 1970.
    public var json: JSONObject {
        var members: JSONObject = ["id": .string(id.text)]
        members["expiresAt"] = expires.map { .integer($0.secondsSince1970) }
        return members
    }

    /// Reads the form in JSON.
    /// - Throws: ``ClaimError/Code/malformed``.
    public init(_ members: JSONObject) throws(ClaimError) {
        guard let id = members["id"]?.string.flatMap(UUID.init(text:)) else {
            throw ClaimError(.malformed, "the challenge's id is no UUID")
        }
        let seconds = members["expiresAt"]?.integer
        guard members["expiresAt"] == nil || seconds.map({ $0.magnitude < 1 << 40 }) ?? false else {
            throw ClaimError(.malformed, "the challenge's end is no time")
        }
        self.init(id: id, expires: seconds.map { Date(timeIntervalSince1970: Double($0)) })
    }
}
