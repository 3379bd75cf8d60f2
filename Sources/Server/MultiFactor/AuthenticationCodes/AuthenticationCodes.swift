import DeviceMessages
package import Foundation
package import Primitives
package import Store
package import DeviceRegistry
package import Foundations
package import Directory

/// The authentication codes of all realms. Each is claimed by one installation, and decided once.
package struct AuthenticationCodes: Sendable {
    /// The table `authentication_codes`; rows go with their realm, user or application, or once they have expired.
    package static let feature = Feature(
        history: [SchemaStep(14, "devices", place: 8, tables)],
        tables: [
            .owned(
                "authentication_codes",
                filled: .byStrangers(.init(by: .address, bytes: 16 << 10, renewals: .none, lifetime: .seconds(2_592_000))),
                by: .user("user_id"), .application("application"))
        ],
        expiry: [Expiry("authentication_codes", key: "realm, id", by: "expires", kept: kept)])

    private static let tables: [SQL] = [
        """
        CREATE TABLE authentication_codes (
            realm TEXT NOT NULL, id TEXT NOT NULL, code TEXT NOT NULL, application TEXT NOT NULL, needs_approval BIGINT NOT NULL,
            context TEXT, name TEXT, address TEXT, status TEXT NOT NULL, installation TEXT, nonce TEXT, user_id TEXT, device TEXT,
            lifetime BIGINT NOT NULL, lifetime_unit TEXT NOT NULL, used BIGINT NOT NULL DEFAULT 0, created BIGINT NOT NULL,
            updated BIGINT NOT NULL, expires BIGINT NOT NULL, PRIMARY KEY (realm, id), UNIQUE (realm, code))
        """,
        "CREATE INDEX authentication_codes_expires ON authentication_codes (expires)",
    ]

    /// The lifetimes that a code may have, in seconds, and the one that it has.
    package static let lifetimes = 10...1800
    /// The lifetime of a code whose order names none: one minute.
    package static let standardLifetime = TimeSpan(1, .minutes)
    /// The number of characters of JSON that the context may have.
    private static let longestContext = 4096
    /// The number of codes that may be tried in a minute, from one address and by one installation.
    private static let (mostFromAddress, mostByInstallation) = (60, 20)
    /// The time for which a code is kept after its end, in seconds.
    private static let kept: TimeInterval = 86_400

    package let database: any Database
    package let applications: Applications
    package let ruleBook: MFARuleBook
    package let integrity: IntegrityRules
    package let audit: AuditLog
    package let time: any TimeSource
    package let random: any RandomSource

    package init(
        database: any Database, applications: Applications, ruleBook: MFARuleBook, integrity: IntegrityRules, audit: AuditLog,
        time: any TimeSource, random: any RandomSource
    ) {
        self.database = database
        self.applications = applications
        self.ruleBook = ruleBook
        self.integrity = integrity
        self.audit = audit
        self.time = time
        self.random = random
    }

    /// The order to make a code.
    package struct Order: Sendable {
        /// The id of the application, its `client_id`.
        package var application: String
        /// The context for the app, JSON of at most 4096 characters; nil for none.
        package var clientContext: JSONValue?
        /// The lifetime of the code; one minute by default.
        package var lifetime = AuthenticationCodes.standardLifetime
        /// Whether the user has to approve; true by default.
        package var needsApproval = true
        /// The network address that the user signs in from, when it is known.
        package var address: String?

        package init(application: String) { self.application = application }
    }

    /// Makes a code.
    /// - Throws: `invalid` for an application that no phone can have, a lifetime or context out of bounds.
    package func create(_ order: Order, in realm: Realm) async throws -> AuthenticationCode {
        let application = try await applications.mobileApplication(order.application, in: realm)
        guard Self.lifetimes.contains(order.lifetime.seconds) else {
            throw DomainError(.invalid, "a code lives \(Self.lifetimes.lowerBound) to \(Self.lifetimes.upperBound) seconds")
        }
        let context = order.clientContext?.text
        guard (context?.utf8.count ?? 0) <= Self.longestContext else {
            throw DomainError(.invalid, "clientContext has at most \(Self.longestContext) bytes")
        }
        let (id, code, now) = (random.uuid(), AuthenticationCodeText.generate(random: random), time.now)
        return try await database.write { transaction in
            try transaction.execute(
                """
                INSERT INTO authentication_codes (realm, id, code, application, needs_approval, context, name, address, status, lifetime,
                    lifetime_unit, created, updated, expires)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 'UNCLAIMED', ?9, ?10, ?11, ?11, ?12)
                """, realm.id, id, code, order.application, order.needsApproval, context, application.settings.name, order.address,
                order.lifetime.count, order.lifetime.unit.rawValue, now, now.addingTimeInterval(TimeInterval(order.lifetime.seconds)))
            guard let made = try Self.code(id, realm: realm.id, in: transaction) else {
                throw DomainError(.conflict, "the code is gone already")
            }
            return made
        }
    }

    /// A code; nil when there is none.
    package func code(_ id: UUID, in realm: Realm) async throws -> AuthenticationCode? {
        try await database.read { try Self.code(id, realm: realm.id, in: $0) }
    }

    /// Takes a code back; false when there was none.
    package func delete(_ id: UUID, in realm: Realm) async throws -> Bool {
        try await database.write { transaction in
            try transaction.execute("DELETE FROM authentication_codes WHERE realm = ?1 AND id = ?2", realm.id, id) == 1
        }
    }

    /// Uses a completed code up, in the transaction of the sign-in that it allows; nil when it isn't completed, was used, or is too old.
    ///
    /// - Returns: the user who signs in.
    package static func use(_ id: UUID, realm: UUID, at now: Date, in transaction: any WriteTransaction) throws -> UUID? {
        let used = try transaction.execute(
            """
            UPDATE authentication_codes SET used = 1
            WHERE realm = ?1 AND id = ?2 AND status = 'COMPLETED' AND used = 0 AND updated > ?3
            """, realm, id, now.addingTimeInterval(-DeviceAuthentications.lifetime))
        return used == 1 ? try code(id, realm: realm, in: transaction)?.user : nil
    }

    static func code(_ id: UUID, realm: UUID, in transaction: any ReadTransaction) throws -> AuthenticationCode? {
        try transaction.row("SELECT * FROM authentication_codes WHERE realm = ?1 AND id = ?2", realm, id, keeping: .changed).map(
            AuthenticationCode.init)
    }

}

extension AuthenticationCodes {
    /// Counts an attempt at a code. One at a code that there is is forgiven, in the transaction of its effect.
    /// - Throws: ``DeviceError`` `.rateLimited`.
    func admit(_ installation: String, from address: String, in realm: Realm) async throws -> Throttle.Attempt {
        let attempt = Throttle.Attempt(
            [
                ("authentication code", .address(address), Self.mostFromAddress),
                ("authentication code by", .installation(installation), Self.mostByInstallation),
            ], realm: realm.id, at: time.now)
        guard try await database.write({ try attempt.isAllowed(in: $0) }) else {
            throw DeviceError(.rateLimited, "too many authentication codes were tried; wait a minute")
        }
        return attempt
    }
}
