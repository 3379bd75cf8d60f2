package import DeviceMessages
import Foundation
import Primitives
import Store
package import Directory

extension Installations {
    /// The number of seconds after which keys are old enough to be rotated: a year.
    static let keyAge: TimeInterval = 31_536_000

    /// Reads what a device is told of itself.
    /// - Throws: ``DeviceError`` `.notPaired` when it is no user's any more.
    package func report(on id: String, in realm: Realm) async throws -> InstallationReport {
        let now = time.now
        return try await database.read { transaction in
            guard let installation = try Self.installation(id, realm: realm.id, in: transaction) else { throw Self.notPaired }
            let pairings = try Devices.devices(ofInstallation: id, realm: realm.id, in: transaction).compactMap { device in
                try Users.user(device.user, realm: realm.id, in: transaction).map { user in
                    let id = device.id.text
                    return InstallationReport.Pairing(id: id, device: id, user: DeviceUser(user))
                }
            }
            guard !pairings.isEmpty else { throw Self.notPaired }
            return InstallationReport(
                installation: id, pairings: pairings, pushKind: installation.push?.kind, isPushAllowed: installation.isPushAllowed,
                revision: installation.revision, areLogsWanted: installation.logsWantedUntil.map { now < $0 } ?? false,
                isRotationDue: now.timeIntervalSince(installation.keysCreated) > Self.keyAge)
        }
    }

    /// The pairings of an installation, by whose it may be spoken to.
    /// - Throws: ``DeviceError`` `.notPaired` when there is none.
    package func requirePaired(_ installation: Installation, in realm: Realm) async throws {
        let isPaired = try await database.lookUp {
            try !Devices.devices(ofInstallation: installation.id, realm: realm.id, in: $0).isEmpty
        }
        guard isPaired else { throw Self.notPaired }
    }
}
