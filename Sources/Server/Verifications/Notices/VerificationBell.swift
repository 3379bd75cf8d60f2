import DeviceMessages
import Directory
import Foundation
import Foundations
import Messaging
import Primitives
import Store
import VerificationMessages

/// Tells apps by a silent push that a transaction has changed (`docs/protocols/verify.md` 8). A notice has no result in it, and one that is
/// lost loses nothing: the app reads the report.
final class VerificationBell: Sendable {
    /// The time for which a push is of use, in seconds.
    private static let pushLife: TimeInterval = 1800

    private let database: any Database
    private let time: any TimeSource
    private let notifications: Notifications
    private let applications: Applications

    init(_ platform: Platform, notifications: Notifications, applications: Applications) {
        database = platform.database
        time = platform.time
        self.notifications = notifications
        self.applications = applications
    }

    /// Tells the app of a transaction, without waiting for it.
    /// - Parameter address: the app's address, where the row has it no more.
    func ring(_ id: UUID, in realm: Realm, at address: PushAddress? = nil) {
        Task { try? await tell(id, in: realm, at: address) }
    }

    private func tell(_ id: UUID, in realm: Realm, at address: PushAddress?) async throws {
        let stored = try await database.lookUp { try StoredVerification.find(id, realm: realm.id, in: $0) }
        guard let stored, let app = stored.app, let address = address ?? stored.push else { return }
        let application = realm.settings[VerificationSettings.self].verificationApplication
        let bundleID = try await applications.application(application, in: realm.id)?.settings.mobile?.bundleID
        let recipient = PushRecipient(app, in: realm, application: application, bundleID: bundleID, address: address)
        let message = PushMessage(
            statement: VerificationNotice(transaction: id).text, kind: .silent, expires: time.now.addingTimeInterval(Self.pushLife),
            collapseID: id.text)
        try await notifications.send(message, to: recipient) { [database] _ in
            try await database.write { transaction in
                _ = try transaction.execute("UPDATE verifications SET push = NULL WHERE realm = ?1 AND id = ?2", realm.id, id)
            }
        }
    }
}
