package import Foundation
package import Primitives
package import Store
package import Directory
package import Foundations
import DevicePolicies

extension Devices {
    /// Removes a device; of a MOBILE one the pairing ends. The next in the order takes its place.
    ///
    /// - Returns: the one that was removed; nil when there was none.
    @discardableResult
    package func remove(_ id: UUID, of user: UUID, in realm: Realm, reason: String = "removed") async throws -> UserDevice? {
        let now = time.now
        return try await database.write { transaction in
            guard let device = try Self.device(id, realm: realm.id, at: now, in: transaction, keeping: .removed), device.user == user
            else { return nil }
            try Pairings.end(device, by: erasure, realm: realm.id, at: now, in: transaction)
            try tell(.deviceRemoved, device, at: now, ["reason": .string(reason)], in: transaction)
            return device
        }
    }

    /// Blocks a device, or takes that back: an administrator's decision, which stays until another one.
    package func setBlocked(_ isBlocked: Bool, _ id: UUID, of user: UUID, in realm: Realm) async throws -> UserDevice {
        try await change(id, of: user, in: realm, ["change": isBlocked ? "blocked" : "unblocked"]) { device, now, _ in
            device.blocked = isBlocked ? device.blocked ?? now : nil
        }
    }

    /// Takes back a lock that too many failures or pushes brought.
    package func unlock(_ id: UUID, of user: UUID, in realm: Realm) async throws -> UserDevice {
        try await change(id, of: user, in: realm, ["change": "unlocked"]) { device, _, transaction in
            device.lockedUntil = nil
            device.lockReason = nil
            try Passcodes.clear(device, in: transaction)
        }
    }

    /// Gives a device a name of its user's; an empty one takes it away.
    /// - Throws: `invalid` for one of more than 100 characters, or with one that ends lines or turns the direction of the text.
    package func setNickname(_ nickname: String, _ id: UUID, of user: UUID, in realm: Realm) async throws -> UserDevice {
        let isShown = nickname.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && !$0.isMisleading }
        guard nickname.unicodeScalars.count <= 100, isShown else {
            throw DomainError(.invalid, "a nickname has at most 100 characters, none of which controls the text")
        }
        return try await change(id, of: user, in: realm, ["change": "nickname"]) { device, _, _ in
            device.nickname = nickname.isEmpty ? nil : nickname
        }
    }

    /// Puts a user's active devices into an order. Those that it doesn't name come after, as they were.
    /// - Throws: `invalid` for a device that isn't an active one of the user's, or is given twice.
    package func order(_ ids: [UUID], of user: UUID, in realm: Realm) async throws {
        let now = time.now
        try await database.write { transaction in
            try transaction.hold(Self.places(of: user, realm: realm.id))
            let active = try Self.devices(of: user, realm: realm.id, at: now, in: transaction).filter { $0.status == .active }
            guard Set(ids).count == ids.count, ids.allSatisfy({ id in active.contains { $0.id == id } }) else {
                throw DomainError(.invalid, "an order names active devices of the user, each once")
            }
            let rest = active.map(\.id).filter { !ids.contains($0) }
            for (index, id) in (ids + rest).enumerated() {
                try transaction.execute(
                    "UPDATE devices SET position = ?3, updated = ?4 WHERE realm = ?1 AND id = ?2", realm.id, id, index + 1, now)
            }
            try audit.append(.deviceChanged, ["change": "order"], at: now, realm: realm.id, user: user, in: transaction)
        }
    }

    private func change(
        _ id: UUID, of user: UUID, in realm: Realm, _ details: JSONObject,
        _ body: @escaping @Sendable (inout UserDevice, Date, any WriteTransaction) throws -> Void
    ) async throws -> UserDevice {
        let now = time.now
        return try await database.write { transaction in
            guard var device = try Self.device(id, realm: realm.id, at: now, in: transaction, keeping: .changed), device.user == user else {
                throw DomainError(.unknownDevice, "the user has no device \(id.text)")
            }
            try body(&device, now, transaction)
            device.updated = now
            try Self.update(device, in: transaction)
            try tell(.deviceChanged, device, at: now, details, in: transaction)
            return device
        }
    }

    /// Writes the lock of a device, and nothing else of it.
    static func updateLock(of device: UserDevice, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            "UPDATE devices SET locked_until = ?3, lock_reason = ?4, updated = ?5 WHERE realm = ?1 AND id = ?2", device.realm, device.id,
            device.lockedUntil, device.lockReason?.rawValue, device.updated)
    }

    /// Writes what can change of a device besides its place and secret, which the transaction has read and kept from others (`.changed`).
    static func update(_ device: UserDevice, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            UPDATE devices SET nickname = ?3, locked_until = ?4, lock_reason = ?5, blocked = ?6, application = ?7, updated = ?8
            WHERE realm = ?1 AND id = ?2
            """, device.realm, device.id, device.nickname, device.lockedUntil, device.lockReason?.rawValue, device.blocked,
            device.application, device.updated)
    }

    /// Writes down what happened to a device.
    package func tell(
        _ kind: AuditEvent.Kind, _ device: UserDevice, at now: Date, _ details: JSONObject = JSONObject(),
        in transaction: any WriteTransaction
    ) throws {
        var details = details
        details["device"] = .string(device.id.text)
        details["type"] = .string(device.kind.rawValue)
        try audit.append(kind, details, at: now, realm: device.realm, user: device.user, in: transaction)
    }
}
