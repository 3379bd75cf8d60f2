package import DeviceBindingMessages
package import Foundation
import JOSE
import Primitives
package import Store
import DevicePolicies
package import Directory
package import Foundations

extension Devices {
    /// A user's bound keys, with the devices that they are of, in the user's order.
    package func boundKeys(of user: UUID, in realm: UUID) async throws -> [(device: UserDevice, key: RegisteredBoundKey)] {
        let now = time.now
        return try await database.read { try Self.boundKeys(of: user, realm: realm, at: now, in: $0) }
    }

    static func boundKeys(
        of user: UUID, realm: UUID, at now: Date, in transaction: any ReadTransaction
    ) throws -> [(device: UserDevice, key: RegisteredBoundKey)] {
        let keys = try BoundKeys.keys(of: user, realm: realm, in: transaction)
        guard !keys.isEmpty else { return [] }
        return try devices(of: user, realm: realm, at: now, in: transaction).compactMap { device in
            keys.first { $0.device == device.id }.map { (device, $0) }
        }
    }

    /// Keeps a new key as an active device of a user's.
    ///
    /// - Parameters:
    ///   - most: how many keys the user may have; 0 for as many as the realm allows devices.
    ///   - spend: carried out in the same transaction.
    package func keep(
        _ new: NewBoundKey, for user: UUID, most: Int, in realm: Realm,
        spending spend: @escaping @Sendable (any WriteTransaction) throws -> Void
    ) async throws -> Keeping {
        try await keep(
            device(.bound, named: new.name, for: user, in: realm), most: most, spending: spend,
            storing: { try BoundKeys.insert(RegisteredBoundKey(new, of: $0), in: $1) })
    }

    /// The result of a statement that a bound key is said to have signed.
    package enum Signing: Sendable {
        case accepted(User, UserDevice)
        /// The user has no bound key.
        case noKeys
        /// The user has none of that id that can be used now.
        case unknownKey
        case refused(Refusal, reason: String)

        /// The reason for a refusal, as AM tells it (`docs/protocols/journey-nodes.md` 2.7).
        package enum Refusal: String, Sendable {
            case claim = "INVALID_CLAIM"
            case user = "INVALID_USER"
            case inactiveUser = "NOT_ACTIVE_USER"
            case subject = "INVALID_SUBJECT"
            case signature = "INVALID_SIGNATURE"
        }
    }

    /// Checks a statement, and uses it up: what is signed counts once, also where the challenge is the same again.
    ///
    /// - Parameters:
    ///   - user: the user that it must belong to; nil where the statement is to tell.
    ///   - spend: carried out in the same transaction.
    package func verify(
        _ statement: UnverifiedStatement, as expected: UnverifiedStatement.Expectation, of user: UUID?, in realm: Realm,
        spending spend: @escaping @Sendable (any WriteTransaction) throws -> Void
    ) async throws -> Signing {
        let now = time.now
        return try await database.write { transaction in
            try spend(transaction)
            guard let owner = try Self.owner(statement.claimed.subject, in: realm, transaction) else {
                return .refused(.user, reason: "sub is no user of the realm")
            }
            guard user == nil || user == owner.id else { return .refused(.subject, reason: "sub is another user") }
            let keys = try Self.boundKeys(of: owner.id, realm: realm.id, at: now, in: transaction)
            guard !keys.isEmpty else { return .noKeys }
            guard let (device, key) = keys.first(where: { $0.key.keyID == statement.keyID }), device.isUsable(at: now) else {
                return .unknownKey
            }
            do throws(BindingError) {
                try statement.verify(with: key.publicKey, as: expected, at: now)
            } catch { return .refused(Signing.Refusal(error.code), reason: error.reason) }
            guard owner.maySignIn(at: now) else { return .refused(.inactiveUser, reason: "the user may not sign in") }
            let end = statement.claimed.expires + expected.leeway
            guard try SpentOnce.spend(statement.fingerprint, .boundStatement, realm: realm.id, expires: end, in: transaction) else {
                return .refused(.claim, reason: "the same was signed and used before")
            }
            try BoundKeys.touch(key, at: now, in: transaction)
            return .accepted(owner, device)
        }
    }

    /// The user whom a statement is about.
    private static func owner(_ subject: String, in realm: Realm, _ transaction: any ReadTransaction) throws -> User? {
        guard let id = UniversalID.user(of: subject, in: realm.path).flatMap(UUID.init(text:)) else { return nil }
        return try Users.user(id, realm: realm.id, in: transaction)
    }
}

extension Devices.Signing.Refusal {
    init(_ code: BindingError.Code) {
        switch code {
        case .invalidSignature, .unusableKey: self = .signature
        case .wrongSubject: self = .subject
        default: self = .claim
        }
    }
}

extension User {
    /// Returns the name by which devices know the user whose key they bind: by the id, which stays when the name changes.
    package func deviceSubject(in realm: RealmPath) -> String { UniversalID.of(id.text, in: realm) }
}
