package import Foundation
package import Primitives
package import Store
package import DeviceRegistry
package import Messaging
package import Foundations
package import Directory
package import DevicePolicies

/// The accounts that users have in authenticator apps: one-time passwords and push approval (`docs/protocols/step-protocol.md` 6, 13).
///
/// Each is a ``UserDevice`` of its user. A request to one is a ``Challenge``, and its codes are ``Passcodes``, as with the MFA platform's
/// devices; here is what only authenticator apps have: how they register, the shared secret of push, and recovery codes.
package struct Authenticators: Sendable {
    package let database: any Database
    package let users: Users
    package let applications: Applications
    package let policies: DeviceAuthenticationPolicies
    package let devices: Devices
    package let passcodes: Passcodes
    package let challenges: Challenges
    /// The messages to devices.
    package let messages: DeviceMessenger
    package let push: BuiltInPush
    package let attempts: Attempts
    package let sealer: Sealer
    package let audit: AuditLog
    package let time: any TimeSource
    package let random: any RandomSource

    package init(
        database: any Database, users: Users, applications: Applications, policies: DeviceAuthenticationPolicies, devices: Devices,
        passcodes: Passcodes, challenges: Challenges, messages: DeviceMessenger, push: BuiltInPush, attempts: Attempts, sealer: Sealer,
        audit: AuditLog, time: any TimeSource, random: any RandomSource
    ) {
        self.database = database
        self.users = users
        self.applications = applications
        self.policies = policies
        self.devices = devices
        self.passcodes = passcodes
        self.challenges = challenges
        self.messages = messages
        self.push = push
        self.attempts = attempts
        self.sealer = sealer
        self.audit = audit
        self.time = time
        self.random = random
    }

    /// A user's accounts of some kinds, in the user's order.
    package func devices(of user: UUID, _ kinds: Set<UserDevice.Kind>, in realm: Realm) async throws -> [UserDevice] {
        try await devices.devices(of: user, in: realm.id).filter { kinds.contains($0.kind) && $0.status == .active }
    }

    /// Adds an account as a device of the user's, with its recovery codes.
    func add(_ device: UserDevice, in transaction: any WriteTransaction) throws {
        guard
            try Devices.hasRoom(for: device, in: transaction)
        else {
            throw AuthenticatorAccountError(.tooMany, "the user has \(Devices.mostOfKind) accounts of this kind already")
        }
        try Devices.insert(device, in: transaction)
        try devices.tell(.deviceAdded, device, at: device.created, in: transaction)
    }

    /// Removes all that is kept of a device here.
    static func forget(_ device: UserDevice, in transaction: any WriteTransaction) throws {
        try PushMechanism.remove(device.id, realm: device.realm, in: transaction)
        try RecoveryCodes.remove(of: device.id, realm: device.realm, in: transaction)
    }
}

extension Set<UserDevice.Kind> {
    /// Accounts that make one-time passwords.
    package static let oneTimePasswords: Set = [.totp, .oathToken]
}
