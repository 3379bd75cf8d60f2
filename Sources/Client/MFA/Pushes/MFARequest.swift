public import DeviceFoundation
public import DeviceMessages
public import Foundation

/// A request that the user approves or denies.
public struct MFARequest: Sendable, Identifiable {
    /// The challenge's id.
    public let id: String
    /// The request, its user and the party that asks; it never changes.
    public let document: ChallengeDocument
    /// The server and realm.
    public let issuer: DeviceIssuer
    /// The number of seconds that the user has, of the moment when the push was made.
    public let timeout: Int

    let nonce: String
    /// The hash of the document as it was fetched.
    let shown: String
    let device: MFADevice

    /// The time until which it can be decided.
    public var expires: Date { document.expires }
    /// The user who is asked.
    public var user: DeviceUser { document.user }
    /// The context that the app is to show, as the party that asks gave it.
    public var clientContext: String? { document.clientContext }
    /// The number that must be given, and how; nil when none is needed.
    public var number: NumberMatching? { document.number }

    /// Approves. Doing so again, after an answer was lost, succeeds.
    ///
    /// - Parameters:
    ///   - number: the number that is shown at the sign-in, when ``number`` asks for it.
    ///   - method: how the device made sure of its user; nil asks the configuration's ``UserVerification``, if there is one.
    /// - Throws: ``MFAError`` `.policy` without a number that is needed; `.wrongNumber`; `.expired`; `.cancelled`; `.userVerification`.
    public func approve(number: Int? = nil, method: VerificationMethod? = nil) async throws(MFAError) {
        try await approve(number: number, methods: method.map { [$0] })
    }

    /// Approves, with whatever the app says of how it made sure of its user; nil asks the configuration's ``UserVerification``.
    public func approve(
        number: Int? = nil, methods: [VerificationMethod]?, integrity: IntegrityEvidence? = nil
    ) async throws(MFAError) {
        try await device.approve(self, number: number, methods: methods, integrity: integrity)
    }

    /// Denies, and says why.
    public func deny(reason: ChallengeDecision.Reason = .none) async throws(MFAError) {
        try await device.decide(self, ChallengeDecision(.deny, nonce: nonce, pairing: document.pairing, shown: shown, reason: reason))
    }
}
