import DeviceMessages
import DeviceRegistry
package import Directory
import Foundation
package import Foundations
import Messaging
package import Primitives
import ResourceMessages
import Store

/// Sends a push message to a device, so that whatever is wrong with its provider shows.
package struct TestPush: ChangingAction {
    package static let declaration = ActionDeclaration(
        "push.test", .changeApplications, "Send a push message to a device, and say whether its provider took it.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("applications/{id}:test-push"), .wrapped("TriedPush", "kind", .name),
            from: { Self(realm: $0, client: "", address: .null) }, .init("id", \.client, .name, .required),
            .init("address", \.address, .any, .required), .init("bundleID", optional: \.bundleID, .name),
            .init("installation", \.installation, .name), .init("lasting", \.lasting, .integer(TestPush.bounds)),
            .init("silent", \.isSilent, .flag), .init("timeSensitive", \.isTimeSensitive, .flag))
    }
    /// The seconds for which a message may be tried.
    package static let bounds = 1...3600

    package var realm: RealmPath
    /// The id of the application, its `client_id`.
    package var client: String
    /// The object that a device tells.
    package var address: JSONValue
    /// The app's name at Apple; the application's unless given.
    package var bundleID: String?
    /// The installation that the message is for.
    package var installation = "test"
    /// The seconds for which it is tried, and kept.
    package var lasting = 40
    /// Whether the message wakes the app without being shown.
    package var isSilent = false
    /// Whether Apple's devices are to show it in spite of a focus.
    package var isTimeSensitive = false

    package init(realm: RealmPath, client: String, address: JSONValue) {
        self.realm = realm
        self.client = client
        self.address = address
    }

    /// The kind of address that took the message.
    package func perform(in realm: Realm, at site: Site) async throws -> String {
        let application = try await site.domain.existingClient(client, in: realm)
        let address: PushAddress
        do { address = try PushAddress(json: self.address) } catch {
            throw AdministrationError(.invalid, "--address: \(error.message)")
        }
        let recipient = PushRecipient(
            installation, in: realm, application: application.id, bundleID: bundleID ?? application.settings.mobile?.bundleID,
            address: address)
        let message = try await site.domain.deviceRegistry.trialPush(
            to: installation, in: realm,
            issuer: DeviceIssuer(base: site.means.publicURL, realm: realm.id.text), isSilent: isSilent,
            isTimeSensitive: isTimeSensitive, lasting: lasting)
        if !site.isTrial { try await Self.send(message, to: recipient, at: site) }
        let domain = site.domain
        let now = site.domain.platform.time.now
        let details = ["kind": .string(address.kind)] as JSONObject
        try await domain.platform.database.write { transaction in
            try domain.platform.audit.append(.pushTried, details, at: now, realm: realm.id, client: application.id, in: transaction)
        }
        return address.kind
    }

    private static func send(_ message: PushMessage, to recipient: PushRecipient, at site: Site) async throws {
        try await site.means.lendHTTP { http in
            do { try await site.domain.messaging.notifications(by: http, site.means.push).send(message, to: recipient) } catch let error
                as PushError
            {
                throw AdministrationError(.conflict, "\(error.name): \(error)")
            }
        }
    }
}

extension AuditEvent.Kind {
    /// A push message that an administrator had sent to try the way to a device.
    static let pushTried = Self("push.tried")
}
