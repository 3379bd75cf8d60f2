package import Foundation
package import Primitives
import ResourceMessages
package import Store
package import Directory
package import Foundations

/// The sign-on policies that applications were assigned: one document for each application.
package struct SignOnAssignments: Sendable {
    /// An application's assignments go with it; they are a document (``NamedDocuments``), and no table.
    package static let feature = Feature(
        release: { try forget(application: $0.id, realm: $0.realm, in: $0.transaction) },
        referrers: [
            Referrers("sign-on policy assignment", SignOnAssignment.form.shape) { search in
                try NamedDocuments.all(kind, realm: search.realm, in: search.transaction).flatMap { document in
                    try assignments(of: document).map { assignment in
                        Referrer(
                            id: assignment.id.text, words: "an assignment of the application \(document.name)", .object(assignment.json))
                    }
                }
            }
        ])

    private static let kind = NamedDocuments.Kind(
        name: "signOnAssignments", noun: "sign-on policy assignments", changed: .mfaConfigurationChanged, unknown: .unknownResource)
    private static let most = 20

    private let database: any Database
    private let configuration: ConfigurationChange
    private let random: any RandomSource
    private let known: RevisionCache<Key, [SignOnAssignment]>

    private struct Key: Hashable {
        let realm: UUID
        let application: String
    }

    package init(database: any Database, configuration: ConfigurationChange, random: any RandomSource) {
        self.database = database
        self.configuration = configuration
        self.random = random
        known = RevisionCache(configuration.revisions)
    }

    /// An application's assignments, by priority. Cached until the configuration changes.
    package func all(of application: String, in realm: Realm) async throws -> [SignOnAssignment] {
        let key = Key(realm: realm.id, application: application)
        if let known = known[key] { return known }
        return try await known.value(key) {
            try await database.read { try Self.all(of: application, in: realm.id, $0) }
        }
    }

    /// Assigns a policy.
    /// - Throws: ``ShapeError`` for a policy that isn't there or is assigned already.
    package func create(_ assignment: SignOnAssignment, of application: String, in realm: Realm) async throws -> SignOnAssignment {
        var made = assignment
        made.id = random.uuid()
        try await change(application, in: realm, checking: made) { [made] assignments in
            guard assignments.count < Self.most else { throw ShapeError(.tooMany, at: "", "at most \(Self.most) policies are assigned") }
            assignments.append(made)
        }
        return made
    }

    /// Puts an assignment in the place of the one with its id.
    /// - Throws: `unknownResource`; as ``create(_:of:in:)``.
    package func replace(_ assignment: SignOnAssignment, of application: String, in realm: Realm) async throws {
        try await change(application, in: realm, checking: assignment) { assignments in
            guard let index = assignments.firstIndex(where: { $0.id == assignment.id }) else { throw Self.unknown(assignment.id) }
            assignments[index] = assignment
        }
    }

    /// Takes an assignment away.
    /// - Throws: `unknownResource`.
    package func delete(_ id: UUID, of application: String, in realm: Realm) async throws {
        try await change(application, in: realm, checking: nil) { assignments in
            guard let index = assignments.firstIndex(where: { $0.id == id }) else { throw Self.unknown(id) }
            assignments.remove(at: index)
        }
    }

    private func change(
        _ application: String, in realm: Realm, checking assignment: SignOnAssignment?,
        _ edit: @escaping @Sendable (inout [SignOnAssignment]) throws -> Void
    ) async throws {
        let details: JSONObject = ["resource": "sign-on policy assignments", "change": "changed"]
        try await configuration.write(.mfaConfigurationChanged, details, realm: realm.id, client: application) { transaction in
            var assignments = try Self.all(of: application, in: realm.id, transaction)
            if let assignment {
                guard !assignments.contains(where: { $0.policy == assignment.policy && $0.id != assignment.id }) else {
                    throw ShapeError(.taken, at: "policy.id", "the policy is assigned already")
                }
            }
            try edit(&assignments)
            assignments.sort { ($0.priority, $0.id.uuidString) < ($1.priority, $1.id.uuidString) }
            let json: JSONValue = ["assignments": .array(try assignments.map { .object(try $0.checked().json) })]
            try NamedDocuments.write(json, Self.kind, named: application, realm: realm.id, in: transaction)
        }
    }

    /// Forgets what a removed application was assigned, in the transaction that removes it.
    private static func forget(application: String, realm: UUID, in transaction: any WriteTransaction) throws {
        guard try NamedDocuments.document(application, kind, realm: realm, in: transaction) != nil else { return }
        try NamedDocuments.remove(application, kind, realm: realm, in: transaction)
    }

    private static func all(of application: String, in realm: UUID, _ transaction: any ReadTransaction) throws -> [SignOnAssignment] {
        try NamedDocuments.document(application, kind, realm: realm, in: transaction).map(assignments) ?? []
    }

    private static func assignments(of document: NamedDocument) throws -> [SignOnAssignment] {
        try (document.definition["assignments"]?.array ?? []).map { json in
            try SignOnAssignment(stored: json)
        }
    }

    private static func unknown(_ id: UUID) -> DomainError {
        DomainError(.unknownResource, "no sign-on policy assignment \(id.text)")
    }
}
