public import AuthenticatorMessages
public import Foundation
import Primitives

/// Somebody is asked to approve, as it came over push.
public struct PushNotification: Sendable, Equatable, Identifiable {
    /// What was answered.
    public enum Answer: Sendable, Equatable { case approved, denied }

    /// The mechanism that was asked.
    public let mechanism: Mechanism.ID
    /// The server's id of the message.
    public let messageID: String
    let challenge: [UInt8]
    let loadBalancerCookie: String
    /// When it was made, and until when it can be answered.
    public let added, expires: Date
    /// What a person does to approve.
    public let kind: PushRequest.Kind
    /// What is to be picked from, for ``PushRequest/Kind/challenge``.
    public let numbers: [String]
    /// What to show.
    public let message: String?
    /// JSON text of the journey's own.
    public let customPayload: String?
    /// Where somebody signs in, as it came.
    public let contextText: String?
    /// nil while nothing was answered.
    public internal(set) var answer: Answer?

    init(
        mechanism: Mechanism.ID, messageID: String, challenge: [UInt8], loadBalancerCookie: String, added: Date, expires: Date,
        kind: PushRequest.Kind, numbers: [String], message: String?, customPayload: String?, contextText: String?, answer: Answer? = nil
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

    /// The mechanism and the time, as documented (`pingam-protocol.md` 6.7).
    public var id: String { "\(mechanism)-\(added.milliseconds)" }
    /// Where somebody signs in; nil when the push doesn't say.
    public var context: PushContext? { contextText.flatMap { PushContext($0) } }

    /// Whether its time has passed.
    public func isExpired(at time: Date) -> Bool { time >= expires }
    /// Whether it can be answered still.
    public func isPending(at time: Date) -> Bool { answer == nil && !isExpired(at: time) }
}
