import DeviceFoundation
public import AuthenticatorMessages
import Foundation
public import Primitives

extension Authenticator {
    /// The number of notifications that are kept; of more, the oldest go.
    private static let mostNotifications = 100

    /// All notifications that are kept, the newest first.
    public nonisolated var storedNotifications: [PushNotification] {
        get async throws(AuthenticatorError) { try await store.notifications().sorted { ($0.added, $0.id) > ($1.added, $1.id) } }
    }

    /// A notification by its id.
    /// - Throws: `.unknown`.
    public nonisolated func notification(_ id: PushNotification.ID) async throws(AuthenticatorError) -> PushNotification {
        guard let found = try await store.notifications().first(where: { $0.id == id }) else {
            throw AuthenticatorError(.unknown, "there is no notification \(id)")
        }
        return found
    }

    /// Removes a notification. The server isn't told.
    /// - Throws: ``AuthenticatorError/Code/storage`` when the store fails.
    public nonisolated func remove(notification id: PushNotification.ID) async throws(AuthenticatorError) {
        try await store.removeNotification(id)
    }

    /// Takes what Apple's or Google's service handed to the app.
    /// - Returns: the notification; nil when it isn't a message to an authenticator. One that came before is given as it is kept.
    /// - Throws: `.unrecognizedPush` when it isn't of an account of this device; `.storage`.
    public nonisolated func receive(_ delivered: JSONObject) async throws(AuthenticatorError) -> PushNotification? {
        guard let delivery = PushDelivery(delivered: delivered) else { return nil }
        return try await receive(delivery)
    }

    /// Does the same as ``receive(_:)-(JSONObject)``, for a message that has been read.
    /// - Throws: ``AuthenticatorError/Code/unrecognizedPush`` when the push is for none of this device's accounts;
    ///   ``AuthenticatorError/Code/storage`` when the store fails.
    public nonisolated func receive(_ delivery: PushDelivery) async throws(AuthenticatorError) -> PushNotification {
        let id = try translating(message: try PushRequest.claimedMechanism(delivery.token), as: .unrecognizedPush)
        guard let account = try await store.accounts().first(where: { $0.push?.id == id }), let secret = account.push?.push?.secret else {
            throw AuthenticatorError(.unrecognizedPush, "the push is for none of this device's accounts")
        }
        let request = try translating(message: try PushRequest(verifying: delivery.token, with: secret), as: .unrecognizedPush)
        if let user = request.userID { try await fill(user, in: account.id) }
        let notification = PushNotification(request, messageID: delivery.messageID, at: device.time.now)
        return try await gate.run { () async throws(AuthenticatorError) -> PushNotification in
            let known = try await store.notifications()
            if let same = known.first(where: { $0.messageID == notification.messageID && $0.mechanism == id }) { return same }
            try await store.save(notification)
            for old in known.sorted(by: { $0.added > $1.added }).dropFirst(Self.mostNotifications - 1) {
                try await store.removeNotification(old.id)
            }
            return notification
        }
    }

    /// Keeps the user's id that a push tells, where none is known.
    private nonisolated func fill(_ user: String, in account: Account.ID) async throws(AuthenticatorError) {
        try await update(account) { account in
            for index in account.mechanisms.indices where account.mechanisms[index].userID == nil {
                account.mechanisms[index].userID = user
            }
        }
    }
}

extension PushNotification {
    fileprivate init(_ request: PushRequest, messageID: String, at now: Date) {
        let added = (request.created ?? now).rounded
        self.init(
            mechanism: request.mechanismID, messageID: messageID, challenge: request.challenge,
            loadBalancerCookie: request.loadBalancerCookie, added: added, expires: added.addingTimeInterval(TimeInterval(request.lifetime)),
            kind: request.kind, numbers: request.numbers, message: request.message, customPayload: request.customPayload,
            contextText: request.context)
    }
}
