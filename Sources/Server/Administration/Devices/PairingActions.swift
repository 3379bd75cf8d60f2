import DeviceMessages
import DeviceRegistry
package import Directory
package import Foundation
package import Foundations
package import JOSE
package import Primitives
package import ResourceMessages

/// Makes a pairing key for a user.
package struct CreatePairingKey: ChangingAction {
    package static let declaration = ActionDeclaration(
        "device.pair", .changeIdentities, "Make a pairing key for a user, and show it as a QR code.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("users/{username}:pair"), IssuedPairingKey.form, from: { Self(realm: $0, username: "") },
            .init("username", \.username, .name, .required), .init("applications", \.applications, .list(.name, count: 0...100)))
    }

    package var realm: RealmPath
    /// The user name, unique in the realm.
    package var username: String
    /// The native applications that may use it; any when none is named.
    package var applications: [String]

    package init(realm: RealmPath, username: String, applications: [String] = []) {
        self.realm = realm
        self.username = username
        self.applications = applications
    }

    package var subject: ActionSubject? { .user(username) }

    /// A pairing key, whose holder can pair a phone for the user.
    package struct IssuedPairingKey: Reported {
        /// The id of the pairing key, which pairs nothing.
        package let id: UUID
        /// The pairing key itself.
        package let code: Secret
        /// The time of expiry.
        package let expires: Date
        /// The text that a phone scans, which has the key.
        package let uri: Secret

        package static let reportName = "PairingKey"

        package static var members: [Member<Self>] {
            [
                Member(told: "id", .id, \.id),
                Member(told: "key", .shownOnce, \.code),
                Member(told: "uri", .shownOnce, \.uri),
                Member(told: "expires", .moment, \.expires),
            ]
        }
    }

    package func perform(in realm: Realm, at site: Site) async throws -> IssuedPairingKey {
        let user = try await site.domain.existingUser(username, in: realm)
        let key = try await site.domain.pairing.pairingKeys.create(for: user.id, applications: applications, in: realm)
        let code = key.code ?? Secret("")
        let text = PairingKeyText(key: code, base: site.means.publicURL, realm: realm.id.text)
        return IssuedPairingKey(id: key.id, code: code, expires: key.expires, uri: Secret(text.text))
    }
}

/// Lets an installation of the older product move over, once.
package struct ImportDeviceKey: ChangingAction {
    package static let declaration = ActionDeclaration(
        "device.import-key", .changeIdentities, "Let an installation of the older product move over, once, by its public key.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("users/{username}:import-device-key"), .nothing,
            from: { Self(realm: $0, username: "", device: "", key: nil, application: "") }, .init("username", \.username, .name, .required),
            .init("device", \.device, .name, .required), .init("key", optional: \.key, .jwk, .required),
            .init("application", \.application, .name, .required))
    }

    package var realm: RealmPath
    /// The user name, unique in the realm.
    package var username: String
    /// The device's id in the older product.
    package var device: String
    /// The public key of the older installation, which every call must give.
    package var key: JWK?
    /// The native application that it becomes an installation of.
    package var application: String

    package init(realm: RealmPath, username: String, device: String, key: JWK?, application: String) {
        self.realm = realm
        self.username = username
        self.device = device
        self.key = key
        self.application = application
    }

    package var subject: ActionSubject? { .user(username) }

    package func perform(in realm: Realm, at site: Site) async throws {
        guard let key else { throw AdministrationError(.invalid, "the device's public key is missing") }
        let user = try await site.domain.existingUser(username, in: realm)
        try await site.domain.pairing.migrationKeys.add(key, of: device, for: user, application: application, in: realm)
    }
}

/// Gives the logs that a device has sent.
package struct ReadDeviceLogs: ReadingAction {
    package static let declaration = ActionDeclaration(
        "device.logs", .readIdentities, "Write logs that a device has sent to a file, as gzip.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .get("device-logs/{supportID}"), Logs.form, from: { Self(realm: $0, supportID: "") },
            .init("supportID", \.supportID, .name, .required))
    }

    package var realm: RealmPath
    /// The id that the device showed.
    package var supportID: String

    package init(realm: RealmPath, supportID: String) {
        self.realm = realm
        self.supportID = supportID
    }

    /// Logs of an installation, as gzip.
    package struct Logs: Reported {
        /// The id of the installation.
        package let installation: String
        /// The text of the logs, compressed by gzip.
        package let body: [UInt8]

        package static let reportName = "DeviceLogs"

        package static var members: [Member<Self>] {
            [
                Member(told: "installation", .words, \.installation),
                Member(told: "body", .base64, \.body),
            ]
        }
    }

    package func perform(in realm: Realm, at site: Site) async throws -> Logs {
        guard let entry = try await site.domain.deviceRegistry.deviceLogs.entry(supportID, in: realm.id) else {
            throw AdministrationError(.unknown, "no logs of the support id \(supportID); they are kept for thirty days")
        }
        return Logs(installation: entry.installation, body: entry.body)
    }
}
