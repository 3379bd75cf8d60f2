import AuthenticatorMessages
public import DeviceFoundation
import Foundation
import Primitives

extension Authenticator {
    /// Approves a notification.
    ///
    /// - Parameters:
    ///   - number: for ``PushRequest/Kind/challenge``, the number that is shown at the sign-in.
    ///   - method: how the app has verified its user; without it, for ``PushRequest/Kind/biometric``, the configuration's `verification` asks.
    /// - Throws: `.expired`; `.answered`; `.number`; `.userVerification`; `.locked`; `.connectivity`, after which the same call may be made
    ///   again; `.refused`.
    public nonisolated func approve(
        _ id: PushNotification.ID, number: String? = nil, method: VerificationMethod? = nil
    ) async throws(AuthenticatorError) {
        let notification = try await answerable(id)
        if notification.kind == .challenge {
            guard let number, notification.numbers.contains(number) else {
                throw AuthenticatorError(.number, "one of the numbers \(notification.numbers.joined(separator: ", ")) is to be given")
            }
        }
        if notification.kind == .biometric, method == nil { try await verify(notification) }
        try await send(.approved, to: notification, number: notification.kind == .challenge ? number : nil)
    }

    /// Denies a notification, of whatever kind.
    public nonisolated func deny(_ id: PushNotification.ID) async throws(AuthenticatorError) {
        try await send(.denied, to: try await answerable(id), number: nil)
    }

    private nonisolated func answerable(_ id: PushNotification.ID) async throws(AuthenticatorError) -> PushNotification {
        let notification = try await notification(id)
        try Self.unlocked(try await account(of: notification.mechanism))
        guard notification.answer == nil else { throw AuthenticatorError(.answered, "the notification was answered already") }
        guard !notification.isExpired(at: device.time.now) else { throw AuthenticatorError(.expired, "the notification has expired") }
        return notification
    }

    private nonisolated func verify(_ notification: PushNotification) async throws(AuthenticatorError) {
        guard let verification = configuration.verification else {
            throw AuthenticatorError(
                .userVerification, "the push asks for a biometric, and this device has nothing to verify its user with")
        }
        do { _ = try await verification.verify(notification.message ?? "Approve the sign-in", by: .biometricsOrPasscode) } catch {
            throw AuthenticatorError(.userVerification, error.reason, underlying: error)
        }
    }

    /// Sends the answer, which is kept once the server has it.
    private nonisolated func send(
        _ answer: PushNotification.Decision, to notification: PushNotification, number: String?
    ) async throws(AuthenticatorError) {
        guard let push = try await account(of: notification.mechanism).push?.push else {
            throw AuthenticatorError(.unknown, "the account has no push any more")
        }
        let message = PushAnswer(
            response: ChallengeResponse(to: notification.challenge, with: push.secret), isDenied: answer == .denied, number: number)
        let token = try translating(message: try message.signed(with: push.secret), as: .storage)
        try await PushChannel(device: device).post(
            MessageBody(messageID: notification.messageID, token: token).json, to: push.authenticationURL,
            cookie: notification.loadBalancerCookie, as: RequestAction("PUSH_AUTHENTICATE"))
        var answered = notification
        answered.answer = answer
        try await store.save(answered)
    }
}
