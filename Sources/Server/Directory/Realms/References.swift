package import Foundation
package import Foundations
package import ResourceMessages
package import Store
import Primitives

/// The check of names by which realms' settings and clients refer to other things: these must be there when a name is saved, and stay
/// while they are named
/// (docs/decisions/0112-what-users-are-told.md).
package enum References {
    /// Refuses names of things that the realm doesn't have.
    /// - Throws: `invalid`.
    static func require(_ references: [Shape.Reference], in realm: UUID, in transaction: any ReadTransaction) throws {
        for reference in references where try !exists(reference, in: realm, in: transaction) {
            let name = reference.name.prefix(128)
            throw DomainError(.invalid, "\(reference.place): the realm has no \(reference.referent.rawValue) \(name)")
        }
    }

    /// Refuses names of applications that aren't native: no others have the credentials of a mobile app.
    /// - Throws: `invalid`.
    package static func requireNative(_ references: [Shape.Reference], in realm: UUID, in transaction: any ReadTransaction) throws {
        for reference in references where reference.referent == .application {
            let row = try transaction.row("SELECT * FROM applications WHERE realm = ?1 AND id = ?2", realm, reference.name)
            guard try row.map(Applications.settings)?.kind != .native else { continue }
            throw DomainError(.invalid, "\(reference.place): \(reference.name.prefix(128)) is no native application")
        }
    }

    /// Refuses to remove a thing that a setting or a client names, unless the setting says what is when it is absent.
    /// - Throws: `conflict`, which says who names it.
    package static func refuseRemoval(
        of referent: Shape.Referent, _ name: String, in realm: UUID, _ sections: SettingsSections, in transaction: any ReadTransaction
    ) throws {
        let referrers = try referrers(to: referent, name, in: realm, sections, in: transaction)
        guard let first = referrers.first else { return }
        let others = referrers.count == 1 ? "" : " and \(referrers.count - 1) more"
        throw DomainError(.conflict, "the \(referent.rawValue) \(name) is named by \(first)\(others); change that first")
    }

    private static func exists(_ reference: Shape.Reference, in realm: UUID, in transaction: any ReadTransaction) throws -> Bool {
        switch reference.referent {
        case .journey, .template, .provider:
            return try NamedDocuments.isThere(reference.name, ofKind: reference.referent.rawValue, realm: realm, in: transaction)
        // No setting and no client names a script; journeys do, which are checked where scripts are kept.
        case .script: return false
        case .application:
            return try transaction.row("SELECT id FROM applications WHERE realm = ?1 AND id = ?2", realm, reference.name) != nil
        case .attribute: return try transaction.row("SELECT id FROM realms WHERE id = ?1", realm) != nil
        }
    }

    private static func referrers(
        to referent: Shape.Referent, _ name: String, in realm: UUID, _ sections: SettingsSections, in transaction: any ReadTransaction
    ) throws -> [String] {
        func names(_ references: [Shape.Reference]) -> [String] {
            references.filter { $0.referent == referent && $0.name == name && !$0.mayBeAbsent }.map(\.place)
        }
        let settings = try transaction.row("SELECT settings FROM realms WHERE id = ?1", realm).map { try Realms.settings($0, sections) }
        let clients = try transaction.rows("SELECT * FROM applications WHERE realm = ?1 ORDER BY id", realm)
        return names(try settings?.references(sections) ?? []).map { "the realm's setting \($0)" }
            + (try clients.flatMap { row in
                let id = try row.text("id")
                return names(try Applications.settings(row).references).map { "\($0) of the client \(id)" }
            })
    }
}

extension ApplicationSettings {
    /// The things that the settings of a client name.
    var references: [Shape.Reference] {
        (requiredJourneys ?? []).map { Shape.Reference(.journey, $0, at: "requiredJourneys") }
    }
}
