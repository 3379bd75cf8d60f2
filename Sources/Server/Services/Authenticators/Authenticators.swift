package import Foundation
import Primitives
import Store

/// The accounts that users have in authenticator apps: one-time passwords and push approval (`pingam-protocol.md` 6, 13).
///
/// Each is a ``Device`` of its user. What is asked of one is a ``Challenge``, and its codes are ``Passcodes``, as with the MFA platform's
/// devices; here is what only authenticator apps have: how they register, the shared secret of push, and recovery codes.
package struct Authenticators: Sendable {
    static let tables: [SQL] = PushMechanism.tables + PendingPushRegistration.tables + RecoveryCodes.tables + SecondFactorChoices.tables

    /// The default number of codes that are looked ahead of an app that counts, and of steps each way of one by the clock
    /// (`pingam-protocol.md` 6.2).
    package static let (lookAhead, steps) = (100, 2)

    let database: any Database
    let users: Users
    let applications: Applications
    let policies: DeviceAuthenticationPolicies
    let devices: Devices
    let passcodes: Passcodes
    let challenges: Challenges
    let messages: DeviceMessenger
    let push: BuiltInPush
    let attempts: Attempts
    let sealer: Sealer
    let audit: AuditLog
    let time: any TimeSource
    let random: any RandomSource

    /// A user's accounts of some kinds, in the user's order.
    package func devices(of user: UUID, _ kinds: Set<Device.Kind>, in realm: Realm) async throws -> [Device] {
        try await devices.devices(of: user, in: realm.id).filter { kinds.contains($0.kind) && $0.status == .active }
    }

    /// Adds an account as a device of the user's, with its recovery codes.
    func add(_ device: Device, in transaction: any WriteTransaction) throws {
        guard
            try Devices.hasRoom(for: device.kind, of: device.user, most: 0, realm: device.realm, at: device.created, in: transaction)
        else {
            throw AuthenticatorError(.tooMany, "the user has \(Devices.mostOfKind) accounts of this kind already")
        }
        try Devices.insert(device, in: transaction)
        try devices.tell(.deviceAdded, device, at: device.created, in: transaction)
    }

    /// Removes all that is kept of a device here.
    static func forget(_ device: Device, in transaction: any WriteTransaction) throws {
        try PushMechanism.remove(device.id, realm: device.realm, in: transaction)
        try RecoveryCodes.remove(of: device.id, realm: device.realm, in: transaction)
    }
}

extension Set<Device.Kind> {
    /// Accounts that make one-time passwords.
    package static let oneTimePasswords: Set = [.totp, .oathToken]
}
