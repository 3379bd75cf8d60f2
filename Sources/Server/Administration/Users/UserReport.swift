package import Foundation
import DeviceRegistry
import Directory
package import Foundations
package import Primitives
package import ResourceMessages

/// A user, as administrators see one; never the password's hash.
package struct UserReport: Sendable {
    /// The user name, unique in the realm.
    package let username: String
    package let realm: RealmPath
    /// The user's id.
    package let id: UUID
    /// The end of the account's lock, if it is locked.
    package let lockedUntil: Date?
    /// All of it.
    package let json: JSONObject

    /// All of ``json``.
    package static var form: Form<Self> {
        let time: Shape = .text(.init(format: "date-time")), ends: Shape = .map(.text, count: nil)
        let members: [(String, Shape)] = [
            ("username", .text), ("id", Form<UUID>.id.shape), ("status", .text), ("failures", .map(.integer(), count: nil)),
            ("lockedUntil", .nullable(.text)), ("lockedFactors", ends), ("lockedDevices", ends), ("hasPassword", .flag),
            ("administrator", .flag), ("created", time), ("lastLogin", .nullable(time)), ("attributes", .open),
        ]
        let shape = ObjectShape(name: "User", members: members.map { .init(name: $0.0, shape: $0.1, presence: .readOnly) })
        return .told(.object(shape)) { .object($0.json) }
    }

    /// - Parameters:
    ///   - failures: the latest wrong answers, where they are wanted.
    ///   - devices: the user's devices, where their locks are wanted.
    init(
        _ user: User, in realm: Realm, at now: Date, by schema: ProfileSchema, failures: [Factor: FactorFailures] = [:],
        devices: [UserDevice] = []
    ) {
        username = user.username
        id = user.id
        lockedUntil = user.lockedUntil
        self.realm = realm.path
        let known = failures.sorted { $0.key.rawValue < $1.key.rawValue }
        json = [
            "username": .string(user.username),
            "id": .string(user.id.text),
            "status": .string(user.isLocked(at: now) ? "locked" : user.status.rawValue),
            "failures": .object(JSONObject(known.map { ($0.key.rawValue, .integer(Int64($0.value.inARow))) })),
            "lockedUntil": user.lockedUntil.map(Self.text) ?? .null,
            "lockedFactors": .object(
                JSONObject(
                    known.compactMap { factor, failures in
                        failures.isLocked(at: now) ? failures.lockedUntil.map { (factor.rawValue, Self.text($0)) } : nil
                    })),
            "lockedDevices": .object(
                JSONObject(
                    devices.compactMap { device in
                        device.isLocked(at: now) ? device.lockedUntil.map { (device.id.text, Self.text($0)) } : nil
                    })),
            "hasPassword": .bool(user.passwordHash != nil),
            "administrator": .bool(user.isAdministrator),
            "created": .string(user.created.formatted(.iso8601)),
            "lastLogin": user.lastLogin.map { .string($0.formatted(.iso8601)) } ?? .null,
            "attributes": .object(AccountDocument.profile(user, by: schema)),
        ]
    }

    private static func text(_ end: Date) -> JSONValue {
        .string(end < .distantFuture ? end.formatted(.iso8601) : "an administrator unlocks it")
    }
}

extension AdministrationServices {
    /// The user of a name that was typed.
    /// - Throws: `unknown`.
    func existingUser(_ username: String, in realm: Realm) async throws -> User {
        guard let user = try await directory.users.user(named: username, in: realm.id) else {
            throw AdministrationError(.unknown, "there is no user \(username) in realm \(realm.path)")
        }
        return user
    }

    /// The report about one user, with the failures of late.
    func report(on username: String, in realm: Realm) async throws -> UserReport {
        let user = try await existingUser(username, in: realm)
        return UserReport(
            user, in: realm, at: platform.time.now, by: try await directory.accounts.schema(of: realm),
            failures: try await directory.users.failures(of: user.id, in: realm.id),
            devices: try await deviceRegistry.devices.devices(of: user.id, in: realm.id))
    }
}
