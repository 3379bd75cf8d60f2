package import Directory
package import Foundation
package import Foundations
import JOSE
package import Primitives
import RiskSignals
package import Store

/// The apps of the documented fraud SDK: each is known by an id of its own, which is the environment of its signals, and keys the registration
/// of its copies by a secret. Every copy holds that secret, so nothing else follows from it.
package struct SignalApplications: Sendable {
    /// The table `risk_applications`; rows go with their realm or application.
    package static let feature = Feature(
        history: [SchemaStep(37, "risk", place: 0, tables)],
        tables: [.owned("risk_applications", filled: .byAdministration, by: .application("application"))])

    private static let tables: [SQL] = [
        """
        CREATE TABLE risk_applications (
            realm TEXT NOT NULL, id TEXT NOT NULL, application TEXT NOT NULL, sealed BLOB NOT NULL, created BIGINT NOT NULL,
            PRIMARY KEY (realm, id))
        """,
        "CREATE INDEX risk_applications_id ON risk_applications (id)",
    ]

    /// The number of apps of a realm.
    private static let most = 100

    private let database: any Database
    private let applications: Applications
    private let sealer: Sealer
    private let configuration: ConfigurationChange
    private let time: any TimeSource
    private let random: any RandomSource

    package init(
        database: any Database, applications: Applications, sealer: Sealer, configuration: ConfigurationChange, time: any TimeSource,
        random: any RandomSource
    ) {
        self.database = database
        self.applications = applications
        self.sealer = sealer
        self.configuration = configuration
        self.time = time
        self.random = random
    }

    /// An app as its owner receives it, once.
    package struct AppCredentials: Sendable {
        package let id: UUID
        package let secret: Secret
    }

    /// An app.
    package struct Known: Sendable, Equatable {
        /// The id of the app, unique in the realm.
        package let id: UUID
        /// The id of the realm.
        package let realm: UUID
        /// The application that it is of.
        package let application: String
        /// The time of creation.
        package let created: Date
    }

    /// Makes an app of one of the realm's applications.
    /// - Throws: `unknownApplication`; `conflict` when the realm has too many.
    package func make(of application: String, in realm: Realm) async throws -> AppCredentials {
        guard try await applications.application(application, in: realm.id) != nil else {
            throw DomainError(.unknownApplication, "no application \(application.prefix(64))")
        }
        let made = AppCredentials(id: random.uuid(), secret: Secret(random.token(32)))
        let (sealed, now) = (try sealer.seal(made.secret, context: Self.context(realm.id, made.id)), time.now)
        try await configuration.write(
            .clientChanged, ["change": "app of signals made", "app": .string(made.id.text)], realm: realm.id, client: application
        ) { transaction in
            let row = try transaction.row("SELECT COUNT(*) AS count FROM risk_applications WHERE realm = ?1", realm.id)
            guard try row?.int("count") ?? 0 < Self.most else {
                throw DomainError(.conflict, "the realm has \(Self.most) apps of signals, which is the most; remove one first")
            }
            try transaction.execute(
                "INSERT INTO risk_applications (realm, id, application, sealed, created) VALUES (?1, ?2, ?3, ?4, ?5)", realm.id, made.id,
                application, sealed, now)
        }
        return made
    }

    /// Removes an app; false when there was none.
    package func remove(_ id: UUID, in realm: Realm) async throws -> Bool {
        guard try await all(in: realm).contains(where: { $0.id == id }) else { return false }
        try await configuration.write(
            .realmChanged, ["change": "app of signals removed", "app": .string(id.text)], realm: realm.id
        ) { try $0.execute("DELETE FROM risk_applications WHERE realm = ?1 AND id = ?2", realm.id, id) }
        return true
    }

    /// The apps of a realm, in the order in which they were made.
    package func all(in realm: Realm) async throws -> [Known] {
        try await database.read { transaction in
            try transaction.rows("SELECT * FROM risk_applications WHERE realm = ?1 ORDER BY created, id", realm.id).map(Self.known)
        }
    }

    /// An app by its id, with its secret; nil for none.
    func app(_ id: UUID) async throws -> (app: Known, secret: Secret)? {
        // All realms: the id alone says which realm it is of, as a realm's own id does.
        let row = try await database.lookUp { try $0.row("SELECT * FROM risk_applications WHERE id = ?1", id) }
        guard let row else { return nil }
        let app = try Self.known(row)
        return (app, try sealer.open(try row.blob("sealed"), context: Self.context(app.realm, id)))
    }

    /// The realm of an app; nil for none.
    package func realm(of id: UUID) async throws -> UUID? {
        // All realms: as in the function before.
        try await database.lookUp { try $0.row("SELECT realm FROM risk_applications WHERE id = ?1", id)?.uuid("realm") }
    }

    private static func known(_ row: Row) throws -> Known {
        Known(
            id: try row.uuid("id"), realm: try row.uuid("realm"), application: try row.text("application"),
            created: try row.date("created"))
    }

    private static func context(_ realm: UUID, _ id: UUID) -> String { "app of signals/\(realm.text)/\(id.text)" }
}
