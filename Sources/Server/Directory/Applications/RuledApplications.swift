package import Foundation
package import Foundations
import Primitives
package import ResourceMessages
package import Store

/// The rules that make an application of a realm one of a product's.
package protocol ApplicationRules: Shaped, Equatable {
    /// The statement that reads `rules`, by realm and application.
    static var reading: SQL { get }
    /// The statement that keeps rules, by realm, application and `rules`.
    static var writing: SQL { get }
    /// The change of rules, as the audit log names it.
    static var change: String { get }
    /// Whether the product is switched on for the application.
    var isEnabled: Bool { get set }
    /// Looks at what can't be set together.
    /// - Throws: `invalid`.
    func checkTogether() throws
    /// Looks at what can't be set beside what is in the realm.
    /// - Throws: `invalid`.
    func check(of application: String, realm: UUID, in transaction: any ReadTransaction) throws
}

extension ApplicationRules {
    package func checkTogether() throws {}
    package func check(of application: String, realm: UUID, in transaction: any ReadTransaction) throws {}
}

/// The applications of all realms that have a product's rules. The rest of them is the realm's application of that id.
package struct RuledApplications<Rules: ApplicationRules>: Sendable {
    private let database: any Database
    private let applications: Applications
    private let configuration: ConfigurationChange
    /// Each call of a customer's server asks for them.
    private let known: RevisionCache<Key, Rules>

    private struct Key: Hashable {
        let realm: UUID
        let application: String
    }

    package init(database: any Database, applications: Applications, configuration: ConfigurationChange) {
        self.database = database
        self.applications = applications
        self.configuration = configuration
        known = RevisionCache(configuration.revisions)
    }

    /// Makes an application of the realm one of these, or replaces its rules.
    /// - Throws: `unknownApplication`; `invalid` for rules that can't be set together.
    package func set(_ rules: Rules, of application: String, in realm: Realm) async throws {
        guard try await applications.application(application, in: realm.id) != nil else {
            throw DomainError(.unknownApplication, "no application \(application.prefix(64))")
        }
        try rules.checkTogether()
        let text = JSONValue.object(rules.json).text
        try await configuration.write(.clientChanged, ["change": .string(Rules.change)], realm: realm.id, client: application) {
            try rules.check(of: application, realm: realm.id, in: $0)
            try $0.execute(Rules.writing, realm.id, application, text)
        }
    }

    /// The rules of an application as they were set; nil for one that isn't one of these.
    package static func rules(of application: String, realm: UUID, in transaction: any ReadTransaction) throws -> Rules? {
        try transaction.row(Rules.reading, realm, application).map {
            try Rules(stored: try JSONValue(parsing: try $0.text("rules"), limits: .own()))
        }
    }

    /// The rules of an application as they were set; nil for one that isn't one of these.
    package func ownRules(of application: String, in realm: Realm) async throws -> Rules? {
        try await known.existingValue(Key(realm: realm.id, application: application)) {
            try await database.lookUp { try Self.rules(of: application, realm: realm.id, in: $0) }
        }
    }

    /// The same, with the application's own switch.
    package func rules(of application: String, in realm: Realm) async throws -> Rules? {
        guard var rules = try await ownRules(of: application, in: realm),
            let known = try await applications.application(application, in: realm.id)
        else { return nil }
        rules.isEnabled = rules.isEnabled && known.settings.isEnabled
        return rules
    }

    /// The app's name at Apple, for notifications.
    package func bundleID(of application: String, in realm: Realm) async throws -> String? {
        try await applications.application(application, in: realm.id)?.settings.mobile?.bundleID
    }
}
