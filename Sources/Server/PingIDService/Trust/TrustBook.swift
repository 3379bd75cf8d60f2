import DeviceMessages
package import Foundation
package import PingIDMessages
package import Primitives
package import Store
import DevicePolicies
package import DeviceRegistry
import Directory
package import Foundations

/// The rules of trust: a user's first device in an application becomes primary, there is one primary at any time, and no level rises by the
/// word of a device that isn't trusted.
package struct TrustBook: Sendable {
    let passcodes: Passcodes
    let erasure: Erasure
    let audit: AuditLog
    let random: any RandomSource

    package init(passcodes: Passcodes, erasure: Erasure, audit: AuditLog, random: any RandomSource) {
        self.passcodes = passcodes
        self.erasure = erasure
        self.audit = audit
        self.random = random
    }

    /// The trusted installations of a user, the primary one first.
    package static func trusted(
        of user: UUID, application: String, realm: UUID, at now: Date, in transaction: any ReadTransaction
    ) throws -> [TrustRecord] {
        try TrustRecord.all(of: user, application: application, realm: realm, in: transaction).filter { $0.isTrusted(at: now) }
    }

    /// The name of the levels of a user's installations, for what counts or changes them.
    private static func levels(of user: UUID, application: String, realm: UUID) -> HeldName {
        HeldName("PingID trust", realm, application, user)
    }

    /// The device of a trusted record, where it can be used now; nil for one that is locked, blocked or gone.
    package static func device(of record: TrustRecord, at now: Date, in transaction: any ReadTransaction) throws -> UserDevice? {
        guard record.isTrusted(at: now), let id = record.device,
            let device = try Devices.device(id, realm: record.realm, at: now, in: transaction), device.isUsable(at: now)
        else { return nil }
        return device
    }

    /// Gives an installation a level of trust that was found to be right.
    ///
    /// - Parameters:
    ///   - level: `trusted` becomes `primary` where the user has no primary device; `primary` makes the former one trusted.
    ///   - end: the time until which it is ignored; nil for no end.
    /// - Throws: ``/DeviceMessages/DeviceError`` `.policy` when the user has as many devices as the application allows.
    package func trust(
        _ record: TrustRecord, as level: TrustLevel, until end: Date? = nil, most: Int, at now: Date, in transaction: any WriteTransaction
    ) throws -> TrustRecord {
        var record = record
        guard level.isTrusted else {
            guard !record.isTrusted(at: now) else {
                throw DeviceError(.alreadyDecided, "the device has been trusted meanwhile; its trust is taken, not ignored")
            }
            (record.level, record.ignoredSince, record.ignoredUntil) = (.ignored, now, end)
            try record.update(in: transaction)
            try tell(record, "ignored", at: now, in: transaction)
            return record
        }
        try transaction.hold(Self.levels(of: record.user, application: record.application, realm: record.realm))
        let others = try Self.trusted(of: record.user, application: record.application, realm: record.realm, at: now, in: transaction)
            .filter { $0.installation != record.installation }
        guard others.count < most else {
            throw DeviceError(.policy, "the user has \(others.count) trusted devices, which is the most; remove one first")
        }
        record.device = try device(of: record, at: now, in: transaction)
        record.trustedSince = record.trustedSince ?? now
        (record.ignoredSince, record.ignoredUntil) = (nil, nil)
        let former = others.first { $0.level == .primary }
        record.level = former == nil ? .primary : level
        if record.level == .primary, var former {
            former.level = .trusted
            try former.update(in: transaction)
        }
        try record.update(in: transaction)
        try passcodes.establish(
            .init(digits: CounterSeed.digits, period: nil), for: record.installation, realm: record.realm, in: transaction)
        if let known = try Installations.installation(record.installation, realm: record.realm, in: transaction) {
            try MigrationKeys.offer(known, for: record.user, application: record.application, at: now, in: transaction)
        }
        try tell(record, record.level == .primary ? "primary" : "trusted", at: now, in: transaction)
        return record
    }

    /// The device that the installation is to the user, or is made now.
    private func device(of record: TrustRecord, at now: Date, in transaction: any WriteTransaction) throws -> UUID {
        let known = try Devices.devices(ofInstallation: record.installation, realm: record.realm, in: transaction)
            .first { $0.user == record.user }
        if let known { return known.id }
        let device = UserDevice(
            id: random.uuid(), realm: record.realm, user: record.user, kind: .mobile, status: .active, installation: record.installation,
            application: record.application, created: now, updated: now)
        try Devices.insert(device, in: transaction)
        try audit.append(
            .devicePaired, ["device": .string(device.id.text), "type": .string(device.kind.rawValue)], at: now, realm: record.realm,
            user: record.user, client: record.application, in: transaction)
        return device.id
    }

    /// Takes the trust from an installation. The longest trusted of the others becomes primary, if this one was it.
    package func untrust(_ record: TrustRecord, because reason: String, at now: Date, in transaction: any WriteTransaction) throws {
        let wasTrusted = record.device != nil
        try transaction.hold(Self.levels(of: record.user, application: record.application, realm: record.realm))
        try record.remove(by: erasure, at: now, in: transaction)
        if wasTrusted {
            try audit.append(
                .deviceRemoved, ["device": .string(record.device?.text ?? ""), "reason": .string(reason)], at: now, realm: record.realm,
                user: record.user, client: record.application, in: transaction)
        }
        try Self.settle(record.user, application: record.application, realm: record.realm, at: now, in: transaction)
    }

    /// Makes the longest trusted device primary where none is: the primary one may have been removed as any device can be.
    package static func settle(
        _ user: UUID, application: String, realm: UUID, at now: Date, in transaction: any WriteTransaction
    ) throws {
        try transaction.hold(levels(of: user, application: application, realm: realm))
        let trusted = try trusted(of: user, application: application, realm: realm, at: now, in: transaction)
        guard var first = trusted.first, first.level != .primary else { return }
        first.level = .primary
        try first.update(in: transaction)
    }

    private func tell(_ record: TrustRecord, _ change: String, at now: Date, in transaction: any WriteTransaction) throws {
        try audit.append(
            .deviceTrustChanged,
            ["installation": .string(record.installation), "change": .string(change), "device": .string(record.device?.text ?? "")],
            at: now, realm: record.realm, user: record.user, client: record.application, in: transaction)
    }
}

extension AuditEvent.Kind {
    /// The trust of an application in an installation was given, changed or taken away.
    package static let deviceTrustChanged = Self("device.trust_changed")
    /// A sign-on through the customer's server ended.
    package static let pingIDAuthenticated = Self("pingid.authenticated")
}
