import DeviceMessages
import Foundation
import JOSE
import PingIDMessages
import Primitives
import Store
import DeviceRegistry
import Directory
import Foundations
import Messaging

extension PingID {
    /// The key and the names that a push is made with, found before the transaction that asks.
    struct PushMaker: Sendable {
        let realm: Realm
        let issuer: DeviceIssuer
        let bundleID: String?
        fileprivate let key: SigningKey
    }

    /// A push that waits for the commit of what it tells.
    struct PendingPush: Sendable {
        fileprivate let message: PushMessage
        fileprivate let recipient: PushRecipient
    }

    /// The number of pushes to one installation in a minute; after that passcodes are asked for.
    static let mostPushes = 6

    func pushMaker(for application: String, in realm: Realm, issuer: DeviceIssuer) async throws -> PushMaker {
        PushMaker(
            realm: realm, issuer: issuer, bundleID: try await applications.bundleID(of: application, in: realm),
            key: try await keys.keys(of: realm.id).signer(.devices, at: time.now).signer)
    }

    /// Makes a push, in the transaction that asks or takes back. It says nothing of who signs on: the device fetches that.
    func push(
        _ kind: PushStatement.Kind, session: String, nonce: String, expires: Date, device: UUID?, to installation: Installation,
        application: String, by maker: PushMaker, at now: Date, in transaction: any WriteTransaction
    ) throws -> PendingPush {
        let end = kind == .cancel ? now.addingTimeInterval(60) : expires
        let statement = PushStatement(
            issuer: maker.issuer.description, audience: installation.id, pairing: device?.text, issuedAt: now, expires: end,
            challenge: session, kind: kind, nonce: nonce, timeout: max(0, Int(expires.timeIntervalSince(now))))
        let isAsking = kind == .authentication
        let message = PushMessage(
            statement: try statement.signed(with: maker.key), kind: kind, category: isAsking ? RemoteNotificationBody.category : nil,
            texts: isAsking ? MigrationTexts.shown : nil, isTimeSensitive: isAsking,
            marks: [RemoteNotificationBody.mark: RemoteNotificationBody.version], expires: end,
            collapseID: session)
        let recipient = PushRecipient(
            installation.id, in: maker.realm, application: application, bundleID: maker.bundleID, address: installation.push,
            allowsPush: installation.isPushAllowed)
        if recipient.address == .builtIn {
            try BuiltInPush.put(message, for: installation.id, realm: maker.realm.id, in: transaction)
        }
        return PendingPush(message: message, recipient: recipient)
    }

    /// Sends the committed push. A push in a mailbox of the built-in service needs no sending: the commit wakes its installation.
    func send(_ pending: [PendingPush]) {
        for push in pending where push.recipient.address != .builtIn {
            let (recipient, realm) = (push.recipient, push.recipient.realm.id)
            Task { [notifications, installations] in
                // A failure is in the metrics and the log; the session's time runs on.
                try? await notifications.send(push.message, to: recipient) {
                    try await installations.retire($0, of: recipient.installation, in: realm)
                }
            }
        }
    }
}
