package import Foundation
package import JourneyMessages
package import Primitives
package import Store
package import Foundations
package import Directory

/// The devices that users have had saved.
package struct DeviceProfiles: Sendable {
    /// The table `device_profiles`; rows go with their realm or user.
    package static let feature = Feature(
        history: [SchemaStep(24, "device profiles", tables)],
        tables: [.owned("device_profiles", filled: .byOwners, by: .user("user_id"))])

    private static let tables: [SQL] = [
        """
        CREATE TABLE device_profiles (
            realm TEXT NOT NULL, user_id TEXT NOT NULL, identifier TEXT NOT NULL, alias TEXT NOT NULL, metadata TEXT NOT NULL,
            location TEXT, created BIGINT NOT NULL, selected BIGINT NOT NULL, PRIMARY KEY (realm, user_id, identifier))
        """
    ]

    /// The longest name, in characters.
    package static let longestAlias = 100

    package let database: any Database
    package let audit: AuditLog
    package let time: any TimeSource

    package init(database: any Database, audit: AuditLog, time: any TimeSource) {
        self.database = database
        self.audit = audit
        self.time = time
    }

    /// A user's devices, the last that was saved first.
    package func profiles(of user: UUID, in realm: UUID) async throws -> [DeviceProfile] {
        try await database.read { try Self.profiles(of: user, realm: realm, in: $0) }
    }

    /// Saves a device: in the place of what was saved of it before, and of those that were saved longest ago where there are too many.
    ///
    /// - Parameters:
    ///   - alias: the user's name for it; nil to leave that as it is.
    ///   - most: how many the user may have.
    package static func save(
        _ profile: DeviceProfileDocument, alias: String?, of user: UUID, realm: UUID, most: Int, at now: Date,
        in transaction: any WriteTransaction
    ) throws {
        let name = alias.map { String($0.prefix(longestAlias)) }
        try transaction.execute(
            """
            INSERT INTO device_profiles (realm, user_id, identifier, alias, metadata, location, created, selected)
            VALUES (?1, ?2, ?3, COALESCE(?4, ?8), ?5, ?6, ?7, ?7)
            ON CONFLICT (realm, user_id, identifier) DO UPDATE SET
                alias = COALESCE(?4, device_profiles.alias), metadata = ?5, location = ?6, selected = ?7
            """, realm, user, profile.identifier, name, JSONValue.object(profile.metadata ?? [:]).text, profile.location?.json.text, now,
            Self.name(of: profile))
        let all = try profiles(of: user, realm: realm, in: transaction)
        // The one at hand stays, whatever else was saved in the same moment.
        let others = all.filter { $0.identifier != profile.identifier }
        for old in others.dropFirst(max(0, most - 1)) { _ = try remove(old.identifier, of: user, realm: realm, in: transaction) }
    }

    /// The number of devices that a script may leave with a user.
    private static let mostReplaced = 100

    /// Saves devices in the place of all that were there.
    package static func replace(
        with profiles: [(DeviceProfileDocument, alias: String?)], of user: UUID, realm: UUID, at now: Date,
        in transaction: any WriteTransaction
    ) throws {
        for old in try Self.profiles(of: user, realm: realm, in: transaction)
        where !profiles.contains(where: { $0.0.identifier == old.identifier }) {
            _ = try remove(old.identifier, of: user, realm: realm, in: transaction)
        }
        for (profile, alias) in profiles.prefix(mostReplaced) {
            try save(profile, alias: alias, of: user, realm: realm, most: mostReplaced, at: now, in: transaction)
        }
    }

    /// Returns the name of a device that no user has named.
    private static func name(of profile: DeviceProfileDocument) -> String {
        let platform = profile.metadata?["platform"]
        let name = platform?["deviceName"]?.string ?? platform?["model"]?.string ?? platform?["platform"]?.string
        return String((name ?? profile.identifier).prefix(longestAlias))
    }

    /// Gives a device another name; nil when there is no such device.
    /// - Throws: `invalid` for a name that is too long or has control characters.
    package func rename(_ identifier: String, to alias: String, of user: UUID, in realm: Realm) async throws -> DeviceProfile? {
        guard (1...Self.longestAlias).contains(alias.unicodeScalars.count),
            !alias.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { throw DomainError(.invalid, "an alias has 1 to \(Self.longestAlias) characters, none of them a control character") }
        return try await database.write { transaction in
            try transaction.execute(
                "UPDATE device_profiles SET alias = ?4 WHERE realm = ?1 AND user_id = ?2 AND identifier = ?3", realm.id, user, identifier,
                alias)
            return try Self.profiles(of: user, realm: realm.id, in: transaction).first { $0.identifier == identifier }
        }
    }

    /// Removes a device.
    /// - Returns: the one that was removed; nil when there was none.
    package func remove(_ identifier: String, of user: UUID, in realm: Realm) async throws -> DeviceProfile? {
        let now = time.now
        return try await database.write { transaction in
            guard let removed = try Self.remove(identifier, of: user, realm: realm.id, in: transaction) else { return nil }
            try audit.append(.deviceProfileRemoved, [:], at: now, realm: realm.id, user: user, in: transaction)
            return removed
        }
    }

    private static func remove(
        _ identifier: String, of user: UUID, realm: UUID, in transaction: any WriteTransaction
    ) throws -> DeviceProfile? {
        let profile = try profiles(of: user, realm: realm, in: transaction).first { $0.identifier == identifier }
        try transaction.execute(
            "DELETE FROM device_profiles WHERE realm = ?1 AND user_id = ?2 AND identifier = ?3", realm, user, identifier)
        return profile
    }

    static func profiles(of user: UUID, realm: UUID, in transaction: any ReadTransaction) throws -> [DeviceProfile] {
        try transaction.rows(
            "SELECT * FROM device_profiles WHERE realm = ?1 AND user_id = ?2 ORDER BY selected DESC, identifier", realm, user
        ).map(DeviceProfile.init)
    }
}
