package import Directory
import Foundation
package import Foundations
import Primitives
import ResourceMessages
import Store

/// The applications of all realms whose users have such authenticators. What makes one is its rules; the rest is the realm's application of
/// that id.
package struct OrchestrationApplications: Sendable {
    package static let feature = Feature(
        history: [SchemaStep(36, "orchestration", place: 0, tables)],
        tables: [.owned("orchestration_applications", by: .application("application"))])

    private static let tables: [SQL] = [
        """
        CREATE TABLE orchestration_applications (
            realm TEXT NOT NULL, application TEXT NOT NULL, rules TEXT NOT NULL, PRIMARY KEY (realm, application))
        """
    ]

    private let database: any Database
    private let applications: Applications
    private let configuration: ConfigurationChange

    init(database: any Database, applications: Applications, configuration: ConfigurationChange) {
        (self.database, self.applications, self.configuration) = (database, applications, configuration)
    }

    /// Makes an application of the realm one of these, or replaces its rules.
    /// - Throws: `unknownApplication`; `invalid` for PINs that would have to be longer than they may be.
    package func set(_ rules: OrchestrationRules, of application: String, in realm: Realm) async throws {
        guard try await applications.application(application, in: realm.id) != nil else {
            throw DomainError(.unknownApplication, "no application \(application.prefix(64))")
        }
        guard rules.pinMinimum <= rules.pinMaximum else {
            throw DomainError(.invalid, "pin_minimum is greater than pin_maximum")
        }
        let text = JSONValue.object(rules.json).text
        try await configuration.write(.clientChanged, ["change": "orchestration rules"], realm: realm.id, client: application) {
            transaction in
            try transaction.execute(
                """
                INSERT INTO orchestration_applications (realm, application, rules) VALUES (?1, ?2, ?3)
                ON CONFLICT (realm, application) DO UPDATE SET rules = ?3
                """, realm.id, application, text)
        }
    }

    /// The app's name at Apple, for notifications.
    func bundleID(of application: String, in realm: Realm) async throws -> String? {
        try await applications.application(application, in: realm.id)?.settings.mobile?.bundleID
    }

    /// The rules of an application as they were set; nil for one that isn't one of these.
    package func ownRules(of application: String, in realm: Realm) async throws -> OrchestrationRules? {
        try await database.lookUp { transaction in
            try transaction.row(
                "SELECT rules FROM orchestration_applications WHERE realm = ?1 AND application = ?2", realm.id, application
            ).map { try OrchestrationRules(stored: try JSONValue(parsing: try $0.text("rules"))) }
        }
    }

    /// The same, with the application's own switch.
    package func rules(of application: String, in realm: Realm) async throws -> OrchestrationRules? {
        guard var rules = try await ownRules(of: application, in: realm),
            let known = try await applications.application(application, in: realm.id)
        else { return nil }
        rules.isEnabled = rules.isEnabled && known.settings.isEnabled
        return rules
    }
}
