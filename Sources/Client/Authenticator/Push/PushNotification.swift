public import AuthenticatorMessages
public import Foundation
import Primitives

/// A request for the user's approval, as it came over push.
public struct PushNotification: Sendable, Equatable, Identifiable {
    /// The user's answer.
    public enum Decision: Sendable, Equatable { case approved, denied }

    /// The mechanism that was asked.
    public let mechanism: Mechanism.ID
    /// The server's id of the message.
    public let messageID: String
    let challenge: [UInt8]
    let loadBalancerCookie: String
    /// The time when it was made, and that until which it can be answered.
    public let added, expires: Date
    /// The user's way to approve.
    public let kind: PushRequest.Kind
    /// The numbers to pick from, for ``PushRequest/Kind/challenge``.
    public let numbers: [String]
    /// The text to show.
    public let message: String?
    /// JSON text of the journey's own.
    public let customPayload: String?
    /// The circumstances of the sign-in, as they came.
    public let contextText: String?
    /// nil while nothing was answered.
    public internal(set) var answer: Decision?

    init(
        mechanism: Mechanism.ID, messageID: String, challenge: [UInt8], loadBalancerCookie: String, added: Date, expires: Date,
        kind: PushRequest.Kind, numbers: [String], message: String?, customPayload: String?, contextText: String?, answer: Decision? = nil
    ) {
        self.mechanism = mechanism
        self.messageID = messageID
        self.challenge = challenge
        self.loadBalancerCookie = loadBalancerCookie
        self.added = added
        self.expires = expires
        self.kind = kind
        self.numbers = numbers
        self.message = message
        self.customPayload = customPayload
        self.contextText = contextText
        self.answer = answer
    }

    /// The mechanism and the time, as documented (`docs/protocols/step-protocol.md` 6.7).
    public var id: String { "\(mechanism)-\(added.millisecondsSince1970)" }
    /// The circumstances of the sign-in; nil when the push doesn't say.
    public var context: PushContext? { contextText.flatMap { PushContext($0) } }

    /// Whether its time has passed.
    public func isExpired(at time: Date) -> Bool { time >= expires }
    /// Whether it can be answered still.
    public func isPending(at time: Date) -> Bool { answer == nil && !isExpired(at: time) }
}
