package import DeviceMessages
import Foundation
import JOSE
package import Primitives
package import Store
package import Messaging
package import Directory
package import DevicePolicies

/// Brings to devices what was decided for them: pushes to installations, codes to addresses.
///
/// A push for this server's own push service is part of the transaction that asks; others are on their way when the answer is given, since
/// a provider far away may take its time. Until the provider has answered, the challenge is marked as unsent, so that a server that was
/// killed just then sends it when it starts again. A push that can't be delivered ends with its challenge.
package struct DeviceMessenger: Sendable {
    package let database: any Database
    package let keys: SigningKeys
    package let notifications: Notifications
    package let installations: Installations
    package let mail: MailDelivery
    /// The ways to telephones, by channel.
    package let phone: [PhoneChannel: SMSDelivery]
    package let contents: NotificationContents
    /// The realms' rules for the numbers of messages.
    package let policies: NotificationPolicies
    package let time: any TimeSource

    package init(
        database: any Database, keys: SigningKeys, notifications: Notifications, installations: Installations,
        mail: MailDelivery, phone: [PhoneChannel: SMSDelivery], contents: NotificationContents, policies: NotificationPolicies,
        time: any TimeSource
    ) {
        self.database = database
        self.keys = keys
        self.notifications = notifications
        self.installations = installations
        self.mail = mail
        self.phone = phone
        self.contents = contents
        self.policies = policies
        self.time = time
    }

    /// The key that signs pushes of one realm, and the texts with which they are shown.
    package struct Signer: Sendable {
        let issuer: DeviceIssuer
        let realm: Realm
        package let contents: RealmNotificationContents
        fileprivate let key: SigningKey
    }

    /// A push that waits for the commit of what it tells.
    package struct Pending: Sendable {
        fileprivate let challenge: String
        fileprivate let message: PushMessage
        fileprivate let recipient: PushRecipient
        /// Does what follows from an address that has turned out to be dead, be it in a trial.
        fileprivate let retire: @Sendable (_ address: PushAddress, _ isTrial: Bool) async throws -> Void
    }

    /// The signer of what is told to a realm's devices, with the key that signs now.
    package func signer(_ issuer: DeviceIssuer, _ realm: Realm) async throws -> Signer {
        let key = try await keys.keys(of: realm.id).signer(.devices, at: time.now).signer
        return Signer(issuer: issuer, realm: realm, contents: try await contents.current(in: realm.id), key: key)
    }

    /// Makes the push of a challenge, in the transaction that asks it or takes it back.
    package func push(
        _ kind: PushStatement.Kind, of challenge: Challenge, to installation: Installation, bundleID: String?, by signer: Signer,
        in transaction: any WriteTransaction
    ) throws -> Pending {
        let now = time.now
        let expires = kind == .cancel ? now.addingTimeInterval(60) : challenge.expires
        let statement = PushStatement(
            issuer: signer.issuer.description, audience: installation.id,
            pairing: kind == .test ? nil : challenge.device.text, issuedAt: now, expires: expires,
            challenge: challenge.id, kind: kind, nonce: challenge.nonce, timeout: max(0, Int(challenge.expires.timeIntervalSince(now))),
            number: kind == .authentication ? challenge.matching : nil)
        let presentation = kind == .authentication ? challenge.presentation ?? .standard : nil
        let isOlder = try presentation != nil && MigrationKeys.mayMove(installation.id, realm: challenge.realm, in: transaction)
        let message = PushMessage(
            statement: try statement.signed(with: signer.key), kind: kind, category: presentation?.category.rawValue,
            texts: presentation?.texts ?? (isOlder ? MigrationTexts.shown : nil), isTimeSensitive: kind == .authentication,
            expires: expires, collapseID: challenge.id)
        let recipient = PushRecipient(
            installation.id, in: signer.realm, application: challenge.application, bundleID: bundleID, address: installation.push,
            allowsPush: installation.isPushAllowed)
        // One that is taken back is over, whether or not the device hears of it.
        let isUnsent = recipient.address != .builtIn
        if kind != .cancel, isUnsent != challenge.isUnsent {
            try Challenges.mark(challenge.id, isUnsent: isUnsent, realm: challenge.realm, in: transaction)
        }
        return try pending(message, of: challenge.id, recipient, transaction) { [installations] address, isTrial in
            let (id, realm) = (recipient.installation, recipient.realm.id)
            try await isTrial ? installations.forget(address, of: id, in: realm) : installations.retire(address, of: id, in: realm)
        }
    }

    /// Makes the push of an authenticator app's account, in the transaction that asks. One that wasn't sent when the server ends is lost: its
    /// challenge times out, and the user who signs in asks again.
    ///
    /// - Parameter application: the application whose credentials Apple's and Google's services demand; nil where there is none.
    package func push(
        _ message: PushMessage, of challenge: Challenge, to mechanism: PushMechanism, by application: Application?, in realm: Realm,
        _ transaction: any WriteTransaction
    ) throws -> Pending {
        let recipient = PushRecipient(
            mechanism.recipient, in: realm, application: application?.id ?? "", bundleID: application?.settings.mobile?.bundleID,
            address: mechanism.pushAddress)
        // The address stays: only the app itself changes it, by saying where it is.
        return try pending(message, of: challenge.id, recipient, transaction) { _, _ in }
    }

    private func pending(
        _ message: PushMessage, of challenge: String, _ recipient: PushRecipient, _ transaction: any WriteTransaction,
        retire: @escaping @Sendable (PushAddress, Bool) async throws -> Void
    ) throws -> Pending {
        if recipient.address == .builtIn {
            try BuiltInPush.put(message, for: recipient.installation, realm: recipient.realm.id, in: transaction)
        }
        return Pending(challenge: challenge, message: message, recipient: recipient, retire: retire)
    }

    /// Sends the committed push. A push in a mailbox of the built-in service needs no sending: the commit wakes its installation.
    package func send(_ pending: [Pending], in realm: Realm) {
        for push in pending where push.recipient.address != .builtIn {
            Task {
                // A failure is in the metrics and the log; the challenge's time runs on.
                try? await deliver(push)
                try? await sent(push, in: realm)
            }
        }
    }

    /// Sends once and waits for what the provider says.
    /// - Throws: ``PushError``.
    func attempt(_ push: Pending, in realm: Realm) async throws {
        do { try await deliver(push, isRepeated: false) } catch {
            try await sent(push, in: realm)
            throw error
        }
        try await sent(push, in: realm)
    }

    private func sent(_ push: Pending, in realm: Realm) async throws {
        try await database.write { try Challenges.mark(push.challenge, isUnsent: false, realm: realm.id, in: $0) }
    }

    private func deliver(_ push: Pending, isRepeated: Bool = true) async throws {
        try await notifications.send(push.message, to: push.recipient, isRepeated: isRepeated) {
            try await push.retire($0, !isRepeated)
        }
    }
}
