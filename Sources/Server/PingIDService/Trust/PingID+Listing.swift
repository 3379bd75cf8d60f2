package import Foundation
import Primitives
import Store
package import DeviceRegistry
package import Directory
import Foundations

extension PingID {
    /// A device of a user in an application, of whatever kind: an app that is trusted, a telephone number, a mail address.
    package struct ListedDevice: Sendable {
        package let device: UserDevice
        /// The trust in an app; nil for a telephone number or mail address.
        package let record: TrustRecord?
        /// nil for a telephone number or mail address, and for an app whose installation is gone.
        package let installation: Installation?
        /// The time until which the user need not answer by it; nil for none.
        package let bypassEnd: Date?
    }

    /// A user's devices in an application: trusted apps, the primary one first, then telephone numbers and mail addresses.
    /// - Throws: `unknownUser`.
    package func listedDevices(of reference: UserReference, application: String, in realm: Realm) async throws -> [ListedDevice] {
        let now = time.now
        return try await database.read { try Self.listed(reference, application, realm.id, at: now, in: $0) }
    }

    /// The device of an id among those.
    /// - Throws: `unknownUser`, `unknownDevice`.
    package func listedDevice(
        _ id: UUID, of reference: UserReference, application: String, in realm: Realm
    ) async throws -> ListedDevice {
        let now = time.now
        return try await database.lookUp { try Self.listed(id, reference, application, realm.id, at: now, in: $0) }
    }

    /// Lets a user sign on in browsers without an answer by a device until a time, or (nil) no longer.
    ///
    /// - Throws: `unknownUser`, `unknownDevice`; `invalid` for an end that is past or more than a year away.
    package func setBypass(until end: Date?, _ id: UUID, of reference: UserReference, application: String, in realm: Realm) async throws {
        let now = time.now
        if let end, end <= now || end.timeIntervalSince(now) > DeviceBypass.longest {
            throw DomainError(.invalid, "a bypass ends within a year from now")
        }
        try await database.write { [self] transaction in
            let listed = try Self.listed(id, reference, application, realm.id, at: now, in: transaction)
            guard listed.bypassEnd != end else { return }
            let user = listed.device.user
            try DeviceBypass.set(end, device: id, of: user, application: application, realm: realm.id, in: transaction)
            // The owner is told of it, as of any bypass.
            try audit.append(
                .userChanged, ["change": end == nil ? "MFA bypass ended" : "MFA bypass", "device": .string(id.text)], at: now,
                realm: realm.id, user: user, client: application, in: transaction)
        }
    }

    private static func listed(
        _ id: UUID, _ reference: UserReference, _ application: String, _ realm: UUID, at now: Date, in transaction: any ReadTransaction
    ) throws -> ListedDevice {
        let all = try listed(reference, application, realm, at: now, in: transaction)
        guard let found = all.first(where: { $0.device.id == id }) else {
            throw DomainError(.unknownDevice, "the user has no device \(id.text)")
        }
        return found
    }

    private static func listed(
        _ reference: UserReference, _ application: String, _ realm: UUID, at now: Date, in transaction: any ReadTransaction
    ) throws -> [ListedDevice] {
        guard let member = try PingIDUsers.member(reference, of: application, realm: realm, in: transaction) else {
            throw PingIDUsers.unknown(reference)
        }
        let user = member.user.id
        let apps = try TrustRecord.all(of: user, application: application, realm: realm, in: transaction).compactMap {
            record -> ListedDevice? in
            guard record.isTrusted(at: now), let id = record.device,
                let device = try Devices.device(id, realm: realm, at: now, in: transaction)
            else { return nil }
            return ListedDevice(
                device: device, record: record,
                installation: try Installations.installation(record.installation, realm: realm, in: transaction),
                bypassEnd: try DeviceBypass.end(of: id, realm: realm, at: now, in: transaction))
        }
        return try apps
            + messagedDevices(of: user, application: application, realm: realm, at: now, in: transaction).map {
                ListedDevice(
                    device: $0, record: nil, installation: nil,
                    bypassEnd: try DeviceBypass.end(of: $0.id, realm: realm, at: now, in: transaction))
            }
    }
}
