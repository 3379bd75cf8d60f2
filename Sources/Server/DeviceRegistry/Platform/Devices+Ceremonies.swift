package import Foundation
import Primitives
package import Store
package import WebAuthn
import DevicePolicies
package import Directory
import Foundations

// For ceremonies that a journey runs: what was asked is in its sealed state, and its ticket is spent with the effect.
extension Devices {
    /// The result of keeping a new passkey.
    package enum Keeping: Sendable, Equatable {
        case kept
        /// Its credential is registered already.
        case known
        /// The user has as many as may be.
        case tooMany
    }

    /// Keeps a new passkey as an active device of a user's.
    ///
    /// - Parameters:
    ///   - most: how many passkeys the user may have; 0 for any number up to ``mostOfKind``.
    ///   - spend: carried out in the same transaction.
    ///   - effect: further work on the device in the same transaction.
    package func keep(
        _ new: NewPasskey, for user: UUID, most: Int, in realm: Realm,
        spending spend: @escaping @Sendable (any WriteTransaction) throws -> Void,
        also effect: @escaping @Sendable (UserDevice, any WriteTransaction) throws -> Void = { _, _ in }
    ) async throws -> Keeping {
        try await keep(
            device(.fido2, named: new.name, for: user, in: realm), most: most, spending: spend,
            storing: { try Passkeys.insert(RegisteredPasskey(new, of: $0), in: $1) }, also: effect)
    }

    /// A new active device of a user's.
    func device(_ kind: UserDevice.Kind, named name: String?, for user: UUID, in realm: Realm) -> UserDevice {
        let now = time.now
        var device = UserDevice(id: random.uuid(), realm: realm.id, user: user, kind: kind, status: .active, created: now, updated: now)
        device.nickname = name
        return device
    }

    /// Keeps a new key of whichever kind, and its device.
    ///
    /// - Parameters:
    ///   - most: how many devices of the kind the user may have; 0 for any number up to ``mostOfKind``.
    ///   - spend: carried out first, in the same transaction.
    ///   - store: writes the key; false when it is there already.
    ///   - effect: further work on the device in the same transaction.
    func keep(
        _ device: UserDevice, most: Int, spending spend: @escaping @Sendable (any WriteTransaction) throws -> Void,
        storing store: @escaping @Sendable (UserDevice, any WriteTransaction) throws -> Bool,
        also effect: @escaping @Sendable (UserDevice, any WriteTransaction) throws -> Void = { _, _ in }
    ) async throws -> Keeping {
        try await database.write { transaction in
            try spend(transaction)
            guard try Self.hasRoom(for: device, most: most, in: transaction) else { return .tooMany }
            guard try store(device, transaction) else { return .known }
            try Self.insert(device, in: transaction)
            try tell(.deviceAdded, device, at: device.created, in: transaction)
            try effect(device, transaction)
            return .kept
        }
    }

    /// The devices of one kind that a journey can give a user whose nodes set no limit: space, rather than a rule.
    package static let mostOfKind = 100

    /// Whether a journey may give a user one more device of the new one's kind. The node says how many there may be; the limit of the realm's MFA
    /// settings is for the platform's devices.
    ///
    /// - Parameter most: the node's limit; 0 for none.
    package static func hasRoom(
        for new: UserDevice, most: Int = 0, in transaction: any ReadTransaction
    ) throws -> Bool {
        let kept = try devices(of: new.user, realm: new.realm, at: new.created, in: transaction)
        let there = kept.filter { $0.kind == new.kind && $0.status == .active }
        return there.count < (most > 0 ? most : mostOfKind)
    }

    /// A user's passkeys whose devices can be used now.
    package func passkeys(of user: UUID, in realm: UUID) async throws -> [RegisteredPasskey] {
        let now = time.now
        return try await database.read { transaction in
            try Self.devices(of: user, realm: realm, at: now, in: transaction).compactMap { device in
                guard device.kind == .fido2, device.isUsable(at: now) else { return nil }
                return try Passkeys.passkey(of: device.id, realm: realm, in: transaction)
            }
        }
    }

    /// All of a user's passkeys, also those whose devices are blocked or locked.
    package func keptPasskeys(of user: UUID, in realm: UUID) async throws -> [RegisteredPasskey] {
        try await database.read { try Passkeys.passkeys(of: user, realm: realm, in: $0) }
    }

    /// An assertion that a journey asked for.
    package enum Assertion: Sendable {
        case accepted(user: UUID, device: UserDevice, AuthenticationCeremony.Verified)
        /// The reason of a refusal, for the log.
        case refused(String)
    }

    /// Checks an assertion, and takes over what it says of the passkey.
    ///
    /// - Parameters:
    ///   - user: the user that it must be; nil when the passkey is to say so.
    ///   - spend: carried out in the same transaction.
    package func verify(
        _ response: AuthenticationResponse, by ceremony: AuthenticationCeremony, of user: UUID?, in realm: Realm,
        spending spend: @escaping @Sendable (any WriteTransaction) throws -> Void
    ) async throws -> Assertion {
        let now = time.now
        return try await database.write { transaction in
            try spend(transaction)
            guard let passkey = try Passkeys.passkey(credential: response.id, realm: realm.id, in: transaction),
                passkey.relyingParty == ceremony.relyingParty.id, user == nil || user == passkey.user
            else { return .refused("no such passkey of the user for the relying party") }
            guard let device = try Self.device(passkey.device, realm: realm.id, at: now, in: transaction), device.isUsable(at: now)
            else {
                return .refused("the passkey is blocked or locked")
            }
            do {
                let verified = try ceremony.verify(
                    response, with: passkey.record,
                    of: .init(userHandle: passkey.handle, wasKnown: user != nil))
                guard try Passkeys.update(passkey, to: verified.record, in: transaction) else {
                    return .refused("the passkey was used at the same time elsewhere")
                }
                return .accepted(user: passkey.user, device: device, verified)
            } catch let error as WebAuthnError { return .refused(error.reason) }
        }
    }
}
