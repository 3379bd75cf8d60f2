import DeviceMessages
import Directory
import Foundation
import Foundations
import Messaging
import Primitives
import Store
import Synchronization
import WalletMessages

/// Tells recipients that there is mail, by a silent push or by a `POST` with an empty body. Notices have no content, and one that is lost loses
/// nothing: the mail waits.
final class WalletBell: Sendable {
    /// The text of the push's member, which says only that there is mail.
    static let word = "wallet-mail"
    /// The time for which a push is of use, in seconds.
    private static let pushLife: TimeInterval = 3600

    private let database: any Database
    private let time: any TimeSource
    private let http: any OutboundHTTP
    private let notifications: Notifications
    private let applications: Applications
    private let ringing = Mutex<[Door: Waiting]>([:])

    /// A recipient's mailbox.
    private struct Door: Hashable {
        let realm: UUID
        let recipient: UUID
    }

    /// The notice that follows the one that is on its way, if there was more mail meanwhile.
    private struct Waiting {
        var next: WalletSite?
    }

    init(_ platform: Platform, notifications: Notifications, applications: Applications) {
        database = platform.database
        time = platform.time
        http = platform.http
        self.notifications = notifications
        self.applications = applications
    }

    /// Tells a recipient, at once if it isn't being told just now, else once more afterwards: a host that hangs keeps one notice waiting, however
    /// much mail comes.
    func ring(_ recipient: UUID, at site: WalletSite) {
        let door = Door(realm: site.realm.id, recipient: recipient)
        let isFirst = ringing.withLock { ringing in
            guard ringing[door] != nil else {
                ringing[door] = Waiting()
                return true
            }
            ringing[door]?.next = site
            return false
        }
        guard isFirst else { return }
        Task {
            var current: WalletSite? = site
            while let site = current {
                try? await tell(door, at: site)
                current = next(door)
            }
        }
    }

    /// The site of the notice that follows; nil when there was no more mail.
    private func next(_ door: Door) -> WalletSite? {
        ringing.withLock { ringing in
            let next = ringing[door]?.next
            ringing[door] = next.map { _ in Waiting() }
            return next
        }
    }

    private func tell(_ door: Door, at site: WalletSite) async throws {
        let instance = try await database.lookUp { try WalletInstance.find(door.recipient, realm: door.realm, in: $0) }
        switch instance?.reach {
        case .push(let address): try await push(to: address, of: door, at: site)
        // The setting may have changed since the URL was told.
        case .callback(let url) where site.settings.allowsCallback(url):
            var request = OutboundRequest(url: url, method: "POST")
            request.reach = .publicAddresses(orLoopback: OutboundURL.isLoopback(url))
            _ = try await http.send(request)
        case .callback, nil: return
        }
    }

    private func push(to address: PushAddress, of door: Door, at site: WalletSite) async throws {
        let application = site.settings.walletApplication
        let bundleID = try await applications.application(application, in: door.realm)?.settings.mobile?.bundleID
        let recipient = PushRecipient(
            door.recipient.text, in: site.realm, application: application, bundleID: bundleID, address: address)
        let message = PushMessage(
            statement: Self.word, kind: .silent, expires: time.now.addingTimeInterval(Self.pushLife), collapseID: Self.word)
        try await notifications.send(message, to: recipient) { [database] dead in
            try await database.write { transaction in
                _ = try transaction.execute(
                    "UPDATE wallet_instances SET reach = NULL WHERE realm = ?1 AND id = ?2 AND reach = ?3", door.realm, door.recipient,
                    WalletReach.push(dead).json.text)
            }
        }
    }
}
