package import Foundation
import Primitives
import ResourceMessages
package import Store
package import Directory
package import Foundations

/// The applications of all realms that devices are trusted for. What makes one is its rules; the rest is the realm's application of that id.
package struct PingIDApplications: Sendable {
    package static let feature = Feature(
        history: [SchemaStep(34, "pingid", place: 0, tables)],
        tables: [.owned("pingid_applications", by: .application("application"))])

    private static let tables: [SQL] = [
        """
        CREATE TABLE pingid_applications (
            realm TEXT NOT NULL, application TEXT NOT NULL, rules TEXT NOT NULL, PRIMARY KEY (realm, application))
        """
    ]

    private let database: any Database
    private let applications: Applications
    private let configuration: ConfigurationChange

    package init(database: any Database, applications: Applications, configuration: ConfigurationChange) {
        self.database = database
        self.applications = applications
        self.configuration = configuration
    }

    /// Makes an application of the realm one of these, or replaces its rules.
    /// - Throws: `unknownApplication`.
    package func set(_ rules: PingIDRules, of application: String, in realm: Realm) async throws {
        guard try await applications.application(application, in: realm.id) != nil else {
            throw DomainError(.unknownApplication, "no application \(application)")
        }
        let text = JSONValue.object(rules.json).text
        try await configuration.write(.clientChanged, ["change": "PingID rules"], realm: realm.id, client: application) { transaction in
            try transaction.execute(
                """
                INSERT INTO pingid_applications (realm, application, rules) VALUES (?1, ?2, ?3)
                ON CONFLICT (realm, application) DO UPDATE SET rules = ?3
                """, realm.id, application, text)
        }
    }

    /// The rules of an application; nil for one that isn't one of these.
    package static func rules(of application: String, realm: UUID, in transaction: any ReadTransaction) throws -> PingIDRules? {
        try transaction.row("SELECT rules FROM pingid_applications WHERE realm = ?1 AND application = ?2", realm, application).map {
            try PingIDRules(stored: try JSONValue(parsing: try $0.text("rules")))
        }
    }

    /// The rules of an application as they were set; nil for one that isn't one of these.
    package func ownRules(of application: String, in realm: Realm) async throws -> PingIDRules? {
        try await database.lookUp { try Self.rules(of: application, realm: realm.id, in: $0) }
    }

    /// The same, with the application's own switch.
    package func rules(of application: String, in realm: Realm) async throws -> PingIDRules? {
        guard var rules = try await ownRules(of: application, in: realm),
            let known = try await applications.application(application, in: realm.id)
        else { return nil }
        rules.isEnabled = rules.isEnabled && known.settings.isEnabled
        return rules
    }

    /// The app's name at Apple, for pushes.
    func bundleID(of application: String, in realm: Realm) async throws -> String? {
        try await applications.application(application, in: realm.id)?.settings.mobile?.bundleID
    }
}
