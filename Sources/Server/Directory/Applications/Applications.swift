package import Foundation
package import Primitives
import ResourceMessages
package import Store
package import Foundations

/// The OAuth 2.0 clients of all realms. Their secrets are sealed at rest.
package struct Applications: Sendable {
    /// The table `applications`, from which an application goes after all rows that are its own.
    package static let feature = Feature(
        history: [
            SchemaStep(1, "initial", place: 3, tables),
            SchemaStep(12, "platform", place: 2, mobileColumns),
        ],
        tables: [.subjects("applications", filled: .byAdministration, by: .application("id"))],
        targets: [ReferenceTargets(.nativeApplication, isThere: isNative)], referrers: [referrers])

    private static let referrers = Referrers("client", ApplicationSettings.naming.shape) { search in
        let rows = try search.transaction.rows("SELECT id, settings FROM applications WHERE realm = ?1 ORDER BY id", search.realm)
        return try rows.map { row in
            let id = try row.text("id")
            return Referrer(id: id, words: "the client \(id)", ApplicationSettings.naming.write(try settings(row)))
        }
    }

    /// Whether a realm has the native application of an id.
    private static func isNative(_ id: String, in realm: UUID, _ transaction: any ReadTransaction) throws -> Bool {
        let row = try transaction.row("SELECT settings FROM applications WHERE realm = ?1 AND id = ?2", realm, id)
        return try row.map(settings)?.kind == .native
    }

    private static let tables: [SQL] = [
        """
        CREATE TABLE applications (
            realm TEXT NOT NULL, id TEXT NOT NULL, settings TEXT NOT NULL, secret BLOB, created BIGINT NOT NULL,
            PRIMARY KEY (realm, id))
        """
    ]

    private let database: any Database
    private let time: any TimeSource
    private let sealer: Sealer
    private let configuration: ConfigurationChange
    private let erasure: Erasure
    private let cache: RevisionCache<Key, Application?>
    private let mobileCache: RevisionCache<UUID, [Application]>

    private struct Key: Hashable {
        let realm: UUID
        let id: String
    }

    package init(
        database: any Database, time: any TimeSource, sealer: Sealer, configuration: ConfigurationChange,
        erasure: Erasure
    ) {
        self.database = database
        self.time = time
        self.sealer = sealer
        self.configuration = configuration
        self.erasure = erasure
        cache = RevisionCache(configuration.revisions)
        mobileCache = RevisionCache(configuration.revisions)
    }

    /// The native application of an id, whose app may hold devices.
    /// - Throws: `invalid` when there is none, or it has no mobile app.
    package func mobileApplication(_ id: String, in realm: Realm) async throws -> Application {
        guard let application = try await application(id, in: realm.id), application.settings.mobile != nil else {
            throw DomainError(.invalid, "\(id) is no native application with a bundle id or package name")
        }
        return application
    }

    /// The application of an id; nil when there is none.
    package func application(_ id: String, in realm: UUID) async throws -> Application? {
        guard Self.isID(id) else { return nil }
        let key = Key(realm: realm, id: id)
        if let known = cache[key] { return known }
        return try await cache.value(key) {
            let row = try await database.read { transaction in
                try transaction.row("SELECT * FROM applications WHERE realm = ?1 AND id = ?2", realm, id)
            }
            return try row.map(application)
        }
    }

    /// All applications of a realm, by id.
    package func all(in realm: UUID, after id: String = "", limit: Int = .max) async throws -> [Application] {
        let rows = try await database.read { transaction in
            try transaction.rows("SELECT * FROM applications WHERE realm = ?1 AND id > ?2 ORDER BY id LIMIT ?3", realm, id, limit)
        }
        return try rows.map(application)
    }

    /// The enabled applications of a realm that have a mobile app, by id. Cached, since each authentication by a device asks for them.
    package func mobileApplications(in realm: UUID) async throws -> [Application] {
        try await mobileCache.value(realm) {
            try await all(in: realm).filter { $0.settings.isEnabled && $0.settings.mobile != nil }
        }
    }

    /// Makes an application.
    /// - Throws: `invalid` for an impossible id or setting, `alreadyExists`; ``ShapeError`` for a name of what the realm doesn't have.
    package func create(_ application: Application) async throws {
        guard Self.isID(application.id) else {
            throw DomainError(.invalid, "a client id has 1 to 128 printable ASCII characters and no colon")
        }
        try application.validate()
        let (text, secret, now) = (try Self.text(application.settings), try sealed(application), time.now)
        let mobile = try sealedMobile(application)
        try await change(application.id, in: application.realm, "created") { transaction in
            let made = try transaction.execute(
                """
                INSERT INTO applications (realm, id, settings, secret, created, mobile_secrets) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                ON CONFLICT (realm, id) DO NOTHING
                """, application.realm, application.id, text, secret, now, mobile)
            guard made == 1 else { throw DomainError(.alreadyExists, "there is a client \(application.id) already") }
            if let user = UUID(text: application.id), try Users.user(user, realm: application.realm, in: transaction) != nil {
                throw DomainError(.alreadyExists, "\(application.id) is the id of a user of the realm; name the client otherwise")
            }
            try Self.checkIdentities(of: application, replacing: nil, in: transaction)
        }
    }

    /// Replaces an application's settings and secret.
    /// - Throws: `invalid`, `unknownApplication`; ``ShapeError`` for a mobile app's id that changes or is another application's, and for a
    ///   new name of what the realm doesn't have; `conflict` for one that is to be native no longer, and is named as such.
    package func update(_ application: Application) async throws {
        try application.validate()
        let text = try Self.text(application.settings)
        let secret = try sealed(application)
        let mobile = try sealedMobile(application)
        try await change(application.id, in: application.realm, "updated") { transaction in
            let old = try transaction.row(
                "SELECT * FROM applications WHERE realm = ?1 AND id = ?2", application.realm, application.id)
            try Self.checkIdentities(of: application, replacing: try old.map(Self.settings), in: transaction)
            let changed = try transaction.execute(
                "UPDATE applications SET settings = ?3, secret = ?4, mobile_secrets = ?5 WHERE realm = ?1 AND id = ?2",
                application.realm, application.id, text, secret, mobile)
            guard changed == 1 else { throw DomainError(.unknownApplication, "no client \(application.id)") }
        }
    }

    /// Removes an application with its installations and all that was issued to it.
    /// - Throws: `unknownApplication`; `conflict` for one that others name.
    package func delete(_ id: String, in realm: UUID) async throws {
        try await change(id, in: realm, "deleted") { transaction in
            let gone = try erasure.erase(application: id, realm: realm, in: transaction)
            guard gone == 1 else { throw DomainError(.unknownApplication, "no client \(id)") }
        }
    }

    private func change(
        _ id: String, in realm: UUID, _ change: String, _ body: @escaping @Sendable (any WriteTransaction) throws -> Void
    ) async throws {
        try await configuration.write(.clientChanged, ["change": .string(change)], realm: realm, client: id, body)
    }

    private func sealed(_ application: Application) throws -> [UInt8]? {
        try application.secret.map { try sealer.seal($0, context: Self.context(application.realm, application.id)) }
    }

    /// The applications among some for which users are asked what they may have: those without implied consent.
    package static func asking(among ids: Set<String>, realm: UUID, in transaction: any ReadTransaction) throws -> Set<String> {
        guard !ids.isEmpty else { return [] }
        let places = SQL.joined((2..<2 + ids.count).map(SQL.parameter), separator: ",")
        let statement = SQL.joined(["SELECT id, settings FROM applications WHERE realm = ?1 AND id IN (", places, ")"])
        let rows = try transaction.rows(statement, values: [realm.sqlValue] + ids.map(\.sqlValue))
        return Set(try rows.filter { try !settings($0).impliedConsent }.map { try $0.text("id") })
    }

    private func application(_ row: Row) throws -> Application {
        let (realm, id) = (try row.uuid("realm"), try row.text("id"))
        var settings = try Self.settings(row)
        if let sealed = try row.optionalBlob("mobile_secrets") {
            settings.mobile = try settings.mobile?.with(try sealer.open(sealed, context: Self.mobileContext(realm, id)))
        }
        return Application(
            id: id, realm: realm, settings: settings, created: try row.date("created"),
            secret: try row.optionalBlob("secret").map { try sealer.open($0, context: Self.context(realm, id)) })
    }

    private func sealedMobile(_ application: Application) throws -> [UInt8]? {
        try application.settings.mobile?.secrets.map {
            try sealer.seal($0, context: Self.mobileContext(application.realm, application.id))
        }
    }

    static func settings(_ row: Row) throws -> ApplicationSettings {
        try JSONDecoder().decode(ApplicationSettings.self, from: Data(try row.text("settings").utf8))
    }

    private static func mobileContext(_ realm: UUID, _ id: String) -> String { "mobile " + context(realm, id) }

    private static func context(_ realm: UUID, _ id: String) -> String {
        "application/\(realm.text)/\(id)"
    }

    private static func text(_ settings: ApplicationSettings) throws -> String {
        String(own: try JSONEncoder().encode(settings))
    }

    /// Whether a client has the id that a user is to have, in upper or lower case.
    static func haveClient(named user: UUID, realm: UUID, in transaction: any ReadTransaction) throws -> Bool {
        try transaction.row(
            "SELECT id FROM applications WHERE realm = ?1 AND LOWER(id) = ?2", realm, user.text) != nil
    }

    private static func isID(_ id: String) -> Bool {
        (1...128).contains(id.utf8.count) && id.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ":") }
    }
}

extension Applications {
    /// A mobile app's ids stay what they are, and are those of one application of the realm.
    private static func checkIdentities(
        of application: Application, replacing old: ApplicationSettings?, in transaction: any ReadTransaction
    ) throws {
        let old = old?.mobile?.identities ?? []
        for (name, value) in application.settings.mobile?.identities ?? MobileSettings().identities {
            guard let before = old.first(where: { $0.name == name })?.value, before != value else { continue }
            throw ShapeError(.immutable, at: "mobile.\(name)", "it can't change once it is set")
        }
        guard let identities = application.settings.mobile?.identities, identities.contains(where: { $0.value != nil }) else { return }
        let others = try transaction.rows(
            "SELECT settings FROM applications WHERE realm = ?1 AND id <> ?2", application.realm, application.id
        ).map(settings)
        for (name, value) in identities where value != nil {
            let isTaken = others.contains { $0.mobile?.identities.contains { $0.name == name && $0.value == value } ?? false }
            if isTaken { throw ShapeError(.taken, at: "mobile.\(name)", "another application of the realm has it") }
        }
    }
}

extension Application {
    fileprivate func validate() throws(DomainError) {
        for uri in settings.redirectURIs + settings.postLogoutRedirectURIs {
            if let problem = RegisteredURI.problem(uri) {
                throw DomainError(.invalid, "\(uri.prefix(200)) is no redirect URI: \(problem)")
            }
        }
        try settings.look?.check()
        guard isPublic == (secret == nil) else {
            throw DomainError(.invalid, isPublic ? "a public client has no secret" : "a confidential client needs a secret")
        }
        guard !(isPublic && settings.grantTypes.contains(.clientCredentials)) else {
            throw DomainError(.invalid, "a public client can't use client_credentials (RFC 6749 §4.4)")
        }
        guard settings.mobile == nil || settings.kind == .native else {
            throw DomainError(.invalid, "only a native application has mobile settings")
        }
        guard settings.roles?.isEmpty ?? true || settings.grantTypes.contains(.clientCredentials) else {
            throw DomainError(.invalid, "only a client that uses client_credentials has roles")
        }
        guard ["ES256", "RS256"].contains(settings.idTokenAlgorithm) else {
            throw DomainError(.invalid, "ID tokens are signed with ES256 or RS256")
        }
        guard (0...ApplicationSettings.longestRefreshGrace).contains(settings.refreshGrace ?? 0) else {
            throw DomainError(.invalid, "refreshGrace is a number of seconds up to \(ApplicationSettings.longestRefreshGrace)")
        }
    }
}
