package import Directory
import Foundation
package import Foundations
import Primitives
import Store

/// The licences of applications: serial numbers, each of which one user may have, with any number of authenticators up to the application's
/// bound.
package struct Licences: Sendable {
    /// The table `orchestration_licences`; rows go with their realm or application.
    package static let feature = Feature(
        history: [SchemaStep(36, "orchestration", place: 2, tables)],
        tables: [.owned("orchestration_licences", filled: .byAdministration, by: .application("application"))])

    private static let tables: [SQL] = [
        """
        CREATE TABLE orchestration_licences (
            realm TEXT NOT NULL, serial TEXT NOT NULL, application TEXT NOT NULL, instances BIGINT NOT NULL DEFAULT 0,
            created BIGINT NOT NULL, PRIMARY KEY (realm, serial))
        """,
        "CREATE INDEX orchestration_licences_application ON orchestration_licences (realm, application, serial)",
    ]

    /// The number of licences that are made at once at most, and that an application has at most.
    package static let (mostAtOnce, most) = (10_000, 1_000_000)
    private static let prefix = "GTH"

    private let database: any Database
    private let configuration: ConfigurationChange
    private let time: any TimeSource

    init(database: any Database, configuration: ConfigurationChange, time: any TimeSource) {
        self.database = database
        self.configuration = configuration
        self.time = time
    }

    /// The numbers of an application's licences: all of them, and those that no user has.
    package struct Count: Sendable, Equatable {
        /// The number of all licences.
        package let all: Int
        /// The number of licences that no user has.
        package let free: Int
    }

    /// Makes licences for an application.
    /// - Throws: `unknownApplication`; `invalid` for more than ``mostAtOnce``; `conflict` when the application has too many.
    package func add(_ count: Int, to application: String, in realm: Realm) async throws {
        guard (1...Self.mostAtOnce).contains(count) else {
            throw DomainError(.invalid, "1 to \(Self.mostAtOnce) licences can be made at once")
        }
        let now = time.now
        try await configuration.write(
            .clientChanged, ["change": "orchestration licences made", "count": .integer(Int64(count))], realm: realm.id, client: application
        ) { transaction in
            let known = try transaction.row(
                "SELECT 1 AS found FROM orchestration_applications WHERE realm = ?1 AND application = ?2", realm.id, application)
            guard known != nil else {
                throw DomainError(.unknownApplication, "no application \(application.prefix(64)) whose users have such authenticators")
            }
            guard try Self.count(of: application, realm: realm.id, in: transaction).all + count <= Self.most else {
                throw DomainError(.conflict, "the application would have more than \(Self.most) licences")
            }
            let last = try transaction.row("SELECT MAX(serial) AS last FROM orchestration_licences WHERE realm = ?1", realm.id)
            let first = try last?.optionalText("last").flatMap { Int($0.dropFirst(Self.prefix.count)) } ?? 0
            for number in (first + 1)...(first + count) {
                try transaction.execute(
                    "INSERT INTO orchestration_licences (realm, serial, application, created) VALUES (?1, ?2, ?3, ?4)", realm.id,
                    Self.serial(number), application, now)
            }
        }
    }

    /// The numbers of an application's licences.
    package func count(of application: String, in realm: Realm) async throws -> Count {
        try await database.read { try Self.count(of: application, realm: realm.id, in: $0) }
    }

    private static func count(of application: String, realm: UUID, in transaction: any ReadTransaction) throws -> Count {
        let row = try transaction.row(
            """
            SELECT COUNT(*) AS every, COUNT(u.serial) AS taken FROM orchestration_licences l
            LEFT JOIN orchestration_users u ON u.realm = l.realm AND u.serial = l.serial
            WHERE l.realm = ?1 AND l.application = ?2
            """, realm, application)
        let (all, taken) = (try row?.int("every") ?? 0, try row?.int("taken") ?? 0)
        return Count(all: Int(all), free: Int(all - taken))
    }

    private static func serial(_ number: Int) -> String {
        prefix + String(repeating: "0", count: max(0, 7 - String(number).count)) + String(number)
    }

    /// Lets no other body give a licence of an application to a user, or count on a user's having none, until the transaction ends.
    static func hold(of application: String, realm: UUID, in transaction: any WriteTransaction) throws {
        try transaction.hold(HeldName("orchestration licences", realm, application))
    }

    /// A licence that no user has; nil when there is none. A body that gives it to one holds the licences first.
    static func free(of application: String, realm: UUID, in transaction: any ReadTransaction) throws -> String? {
        try transaction.row(
            """
            SELECT l.serial FROM orchestration_licences l
            WHERE l.realm = ?1 AND l.application = ?2
                AND NOT EXISTS (SELECT 1 FROM orchestration_users u WHERE u.realm = l.realm AND u.serial = l.serial)
            ORDER BY l.serial LIMIT 1
            """, realm, application
        )?.text("serial")
    }

    /// Whether a licence is an application's.
    static func isThere(_ serial: String, of application: String, realm: UUID, in transaction: any ReadTransaction) throws -> Bool {
        try transaction.row(
            "SELECT 1 AS found FROM orchestration_licences WHERE realm = ?1 AND serial = ?2 AND application = ?3", realm, serial,
            application
        ) != nil
    }

    /// The number for a licence's next authenticator.
    static func next(_ serial: String, realm: UUID, in transaction: any WriteTransaction) throws -> Int {
        let row = try transaction.row(
            "UPDATE orchestration_licences SET instances = instances + 1 WHERE realm = ?1 AND serial = ?2 RETURNING instances", realm,
            serial)
        guard let row else { throw OrchestrationRefusal.unassigned }
        return Int(try row.int("instances"))
    }
}
