package import Foundation
import PingIDMessages
import Primitives
import Store
package import DeviceRegistry
package import Directory
import Foundations

extension PingID {
    /// A user's device in an application, as the customer's server sees it.
    package struct CustomerDevice: Sendable {
        package let record: TrustRecord
        /// nil for one that is only seen or ignored.
        package let device: UserDevice?
        /// nil for one whose installation is gone.
        package let installation: Installation?
    }

    /// A user's trusted devices in an application, the primary one first.
    /// - Throws: `unknownUser`.
    package func devices(of reference: UserReference, application: String, in realm: Realm) async throws -> [CustomerDevice] {
        try await seen(reference, application, realm).filter { $0.device != nil }
    }

    /// The installations from which a user was seen in an application, trusted or not.
    /// - Throws: `unknownUser`.
    package func seenDevices(of reference: UserReference, application: String, in realm: Realm) async throws -> [CustomerDevice] {
        try await seen(reference, application, realm)
    }

    private func seen(_ reference: UserReference, _ application: String, _ realm: Realm) async throws -> [CustomerDevice] {
        let now = time.now
        return try await database.read { transaction in
            guard let member = try PingIDUsers.member(reference, of: application, realm: realm.id, in: transaction) else {
                throw PingIDUsers.unknown(reference)
            }
            return try TrustRecord.all(of: member.user.id, application: application, realm: realm.id, in: transaction).map {
                CustomerDevice(
                    record: $0, device: try $0.device.flatMap { try Devices.device($0, realm: realm.id, at: now, in: transaction) },
                    installation: try Installations.installation($0.installation, realm: realm.id, in: transaction))
            }
        }
    }

    /// Makes a trusted device the primary one, by the word of the customer's server; the former one is trusted then.
    /// - Throws: `unknownUser`, `unknownDevice`.
    package func makePrimary(_ device: UUID, of reference: UserReference, application: String, in realm: Realm) async throws {
        let now = time.now
        let rules = try await rules(of: application, in: realm)
        try await database.write { [self] transaction in
            let record = try Self.record(device, reference, application, realm.id, at: now, in: transaction)
            guard record.level != .primary else { return }
            _ = try book.trust(record, as: .primary, most: rules.mostDevices, at: now, in: transaction)
        }
    }

    /// Takes the trust from a device, which is told so with its next call.
    /// - Throws: `unknownUser`, `unknownDevice`.
    package func removeDevice(_ device: UUID, of reference: UserReference, application: String, in realm: Realm) async throws {
        let now = time.now
        try await database.write { [self] transaction in
            let record = try Self.record(device, reference, application, realm.id, at: now, in: transaction)
            try book.untrust(record, because: "removed by the customer's server", at: now, in: transaction)
        }
    }

    /// Forgets an installation that was seen or is ignored: the user is asked about it again.
    /// - Throws: `unknownUser`; `unknownDevice`, also for a trusted one.
    package func forgetSeen(_ id: UUID, of reference: UserReference, application: String, in realm: Realm) async throws {
        let now = time.now
        try await database.write { transaction in
            let records = try Self.records(reference, application, realm.id, in: transaction)
            guard let record = records.first(where: { $0.id == id && $0.device == nil }) else {
                throw DomainError(.unknownDevice, "no device \(id.text) of the user was only seen")
            }
            try record.remove(by: self.erasure, at: now, in: transaction)
        }
    }

    private static func records(
        _ reference: UserReference, _ application: String, _ realm: UUID, in transaction: any ReadTransaction
    ) throws -> [TrustRecord] {
        guard let member = try PingIDUsers.member(reference, of: application, realm: realm, in: transaction) else {
            throw PingIDUsers.unknown(reference)
        }
        return try TrustRecord.all(of: member.user.id, application: application, realm: realm, in: transaction)
    }

    private static func record(
        _ device: UUID, _ reference: UserReference, _ application: String, _ realm: UUID, at now: Date, in transaction: any ReadTransaction
    ) throws -> TrustRecord {
        let records = try records(reference, application, realm, in: transaction)
        guard let record = records.first(where: { $0.device == device && $0.isTrusted(at: now) }) else {
            throw DomainError(.unknownDevice, "the user has no trusted device \(device.text)")
        }
        return record
    }
}
