import DeviceRegistry
package import Directory
package import Foundation
package import Foundations
import Primitives
import ResourceMessages

/// Lists a user's devices.
package struct ListDevices: ReadingAction {
    package static let declaration = ActionDeclaration(
        "device.list", .readIdentities, "List a user's devices in their order; the first is the default.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .list("users/{username}/devices", by: "id", filter: ["type", "status"], bound: "the devices of one user"),
            .several(DeviceReport.form),
            from: { Self(realm: $0, username: "") }, .init("username", \.username, .name, .required))
    }

    package var realm: RealmPath
    /// The user name, unique in the realm.
    package var username: String

    package init(realm: RealmPath, username: String) {
        self.realm = realm
        self.username = username
    }

    package func perform(in realm: Realm, at site: Site) async throws -> [DeviceReport] {
        let user = try await site.domain.existingUser(username, in: realm)
        let now = site.domain.platform.time.now
        return try await site.domain.deviceRegistry.devices.devices(of: user.id, in: realm.id).map { DeviceReport($0, at: now) }
    }
}

/// Blocks a device.
package struct BlockDevice: ChangingAction {
    package static let declaration = ActionDeclaration(
        "device.block", .changeIdentities, "Refuse authentication by a device until it is unblocked.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("users/{username}/devices/{device}:block"), DeviceReport.form, from: { Self(realm: $0, username: "", device: .unnamed) },
            .init("username", \.username, .name, .required), .init("device", \.device, .id, .required))
    }

    package var realm: RealmPath
    /// The user name, unique in the realm.
    package var username: String
    /// The id of the device.
    package var device: UUID

    package init(realm: RealmPath, username: String, device: UUID) {
        self.realm = realm
        self.username = username
        self.device = device
    }

    package var subject: ActionSubject? { .user(username) }

    package func perform(in realm: Realm, at site: Site) async throws -> DeviceReport {
        try await site.domain.changing(username, in: realm) { try await $0.setBlocked(true, device, of: $1.id, in: realm) }
    }
}

/// Lets a blocked device be used again.
package struct UnblockDevice: ChangingAction {
    package static let declaration = ActionDeclaration(
        "device.unblock", .changeIdentities, "Let a blocked device be used again.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("users/{username}/devices/{device}:unblock"), DeviceReport.form,
            from: { Self(realm: $0, username: "", device: .unnamed) }, .init("username", \.username, .name, .required),
            .init("device", \.device, .id, .required))
    }

    package var realm: RealmPath
    /// The user name, unique in the realm.
    package var username: String
    /// The id of the device.
    package var device: UUID

    package init(realm: RealmPath, username: String, device: UUID) {
        self.realm = realm
        self.username = username
        self.device = device
    }

    package var subject: ActionSubject? { .user(username) }

    package func perform(in realm: Realm, at site: Site) async throws -> DeviceReport {
        try await site.domain.changing(username, in: realm) { try await $0.setBlocked(false, device, of: $1.id, in: realm) }
    }
}

/// Takes back the lock of a device.
package struct UnlockDevice: ChangingAction {
    package static let declaration = ActionDeclaration(
        "device.unlock", .changeIdentities, "Take back a lock that wrong passcodes or unanswered pushes brought.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .post("users/{username}/devices/{device}:unlock"), DeviceReport.form, from: { Self(realm: $0, username: "", device: .unnamed) },
            .init("username", \.username, .name, .required), .init("device", \.device, .id, .required))
    }

    package var realm: RealmPath
    /// The user name, unique in the realm.
    package var username: String
    /// The id of the device.
    package var device: UUID

    package init(realm: RealmPath, username: String, device: UUID) {
        self.realm = realm
        self.username = username
        self.device = device
    }

    package var subject: ActionSubject? { .user(username) }

    package func perform(in realm: Realm, at site: Site) async throws -> DeviceReport {
        try await site.domain.changing(username, in: realm) { try await $0.unlock(device, of: $1.id, in: realm) }
    }
}

/// Removes a device.
package struct RemoveDevice: ChangingAction {
    package static let declaration = ActionDeclaration(
        "device.remove", .changeIdentities, "Remove a device; a phone is no longer paired then.")
    package static var interface: ActionInterface<Self> {
        ActionInterface(
            .delete("users/{username}/devices/{device}", .hard), DeviceReport.form,
            from: { Self(realm: $0, username: "", device: .unnamed) }, .init("username", \.username, .name, .required),
            .init("device", \.device, .id, .required))
    }

    package var realm: RealmPath
    /// The user name, unique in the realm.
    package var username: String
    /// The id of the device.
    package var device: UUID

    package init(realm: RealmPath, username: String, device: UUID) {
        self.realm = realm
        self.username = username
        self.device = device
    }

    package var subject: ActionSubject? { .user(username) }

    package func perform(in realm: Realm, at site: Site) async throws -> DeviceReport {
        let user = try await site.domain.existingUser(username, in: realm)
        guard let removed = try await site.domain.deviceRegistry.devices.remove(device, of: user.id, in: realm) else {
            throw AdministrationError(.unknown, "\(username) has no device \(device.text)")
        }
        return DeviceReport(removed, at: site.domain.platform.time.now)
    }
}

extension AdministrationServices {
    /// Changes a device, and reports it as it is then.
    fileprivate func changing(
        _ username: String, in realm: Realm, _ change: (Devices, User) async throws -> UserDevice
    ) async throws -> DeviceReport {
        DeviceReport(try await change(deviceRegistry.devices, try await existingUser(username, in: realm)), at: platform.time.now)
    }
}

extension UUID {
    /// The id of nothing, before something is named.
    static let unnamed = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
