package import DeviceMessages
package import Foundation
package import Primitives
import ResourceMessages
package import Store
package import DevicePolicies
package import Foundations

/// The challenges of all realms: the one state machine of everything that a device approves.
///
/// A class only so that a step's closures and suspensions hold one reference; nothing of it ever changes.
package final class Challenges: Sendable {
    /// The table `challenges`; rows go with their realm, user or application, or once they have expired.
    package static let feature = Feature(
        history: [
            SchemaStep(14, "devices", place: 5, tables),
            SchemaStep(16, "unsent pushes", unsentColumn),
            SchemaStep(23, "unanswered pushes", unansweredIndex),
            SchemaStep(26, "challenges of authentications", authenticationColumn),
            SchemaStep(31, "notifications", place: 1, presentationColumn),
            SchemaStep(42, "rows by index", place: 2, realmIndex),
            SchemaStep(43, "bounds of strangers", place: 2, askerColumn),
        ],
        // A device that goes alone leaves its challenges as failed, so that a client that waits for one learns of it.
        tables: [
            .owned(
                "challenges",
                filled: .byStrangers(
                    .init(by: .budget(.unansweredPushes), bytes: 64 << 10, renewals: .none, lifetime: .seconds(2_592_000))),
                by: .user("user_id"), .application("application"))
        ],
        expiry: [Expiry("challenges", key: "realm, id", by: "expires", kept: kept)])

    private static let tables: [SQL] = [
        """
        CREATE TABLE challenges (
            realm TEXT NOT NULL, id TEXT NOT NULL, kind TEXT NOT NULL, status TEXT NOT NULL, installation TEXT NOT NULL,
            device TEXT NOT NULL, user_id TEXT NOT NULL, application TEXT NOT NULL, document TEXT NOT NULL, nonce TEXT NOT NULL,
            number BIGINT, options TEXT, second BIGINT NOT NULL, lenient BIGINT NOT NULL, integrity TEXT, methods TEXT NOT NULL DEFAULT '[]', reason TEXT, evidence TEXT,
            created BIGINT NOT NULL, expires BIGINT NOT NULL, decided BIGINT, PRIMARY KEY (realm, id))
        """,
        "CREATE INDEX challenges_device ON challenges (realm, device, created)",
        "CREATE INDEX challenges_expires ON challenges (expires)",
    ]

    private static let realmIndex: [SQL] = [
        "DROP INDEX challenges_unsent",
        "CREATE INDEX challenges_unsent ON challenges (realm, expires) WHERE unsent = 1",
    ]

    /// The column that says whether the push has yet to be handed over.
    private static let unsentColumn: [SQL] = [
        "ALTER TABLE challenges ADD COLUMN unsent BIGINT NOT NULL DEFAULT 0",
        "CREATE INDEX challenges_unsent ON challenges (expires) WHERE unsent = 1",
    ]

    /// The index of unanswered pushes: what a device's count of them looks at is short, however many were approved.
    private static let unansweredIndex: [SQL] = [
        "DROP INDEX challenges_device",
        "CREATE INDEX challenges_unanswered ON challenges (realm, device, created) WHERE status <> 'approved'",
    ]

    /// The column of the device authentication that it is of, so that this needs no index on those.
    private static let authenticationColumn: [SQL] = [
        "ALTER TABLE challenges ADD COLUMN authentication TEXT",
        """
        UPDATE challenges SET authentication =
            (SELECT id FROM device_authentications a WHERE a.realm = challenges.realm AND a.challenge = challenges.id)
        WHERE status IN ('pending', 'claimed')
        """,
        "DROP INDEX device_authentications_challenge",
    ]

    /// The column of the push's presentation, where the realm has texts of its own.
    private static let presentationColumn: [SQL] = ["ALTER TABLE challenges ADD COLUMN presentation TEXT"]

    /// The column of who asked, as budgets count it; empty for what was asked before it was written down, and for this server.
    private static let askerColumn: [SQL] = ["ALTER TABLE challenges ADD COLUMN asker TEXT"]

    /// The time for which what was decided is kept with its evidence, in seconds: 30 days.
    private static let kept: TimeInterval = 2_592_000

    let database: any Database
    let integrity: IntegrityRules
    let succession: any ChallengeSuccession.Type
    let audit: AuditLog
    package let time: any TimeSource
    package let random: any RandomSource

    package init(
        database: any Database, integrity: IntegrityRules, succession: any ChallengeSuccession.Type, audit: AuditLog, time: any TimeSource,
        random: any RandomSource
    ) {
        self.database = database
        self.integrity = integrity
        self.succession = succession
        self.audit = audit
        self.time = time
        self.random = random
    }

    /// A challenge of an installation; nil when there is none.
    package func challenge(_ id: String, of installation: String, in realm: UUID) async throws -> Challenge? {
        try await database.lookUp { transaction in
            try Self.challenge(id, realm: realm, in: transaction).flatMap { $0.installation == installation ? $0 : nil }
        }
    }

    /// The number that is to be shown at the sign-in; nil for a challenge that is over or has none.
    package func number(of id: String, in realm: UUID) async throws -> Int? {
        let now = time.now
        return try await database.read { transaction in
            try Self.challenge(id, realm: realm, in: transaction).flatMap { $0.status(at: now) == .pending ? $0.number : nil }
        }
    }

    /// The question to be asked.
    package struct Question: Sendable {
        package let kind: PushStatement.Kind
        package let device: UserDevice
        package let user: DeviceUser
        package let matching: NumberMatching.Way?
        /// The demand that the device show its integrity; nil when it need not.
        package let integrity: MobileApplicationRules.Enforcement?
        /// Seconds.
        package let timeout: Int
        /// The context that the caller gave, which the device shows; nil for none.
        package let clientContext: String?
        package let requester: ChallengeDocument.Requester
        /// Whether a silent push that stays unanswered is let pass.
        package var passesUnanswered = false
        /// The device authentication that asks, if one does.
        package var authentication: UUID?
        /// The texts of the push; nil for the app's own.
        package var presentation: PushPresentation?
        /// The key of who asks (``BudgetAsker``); nil for this server, and for the device itself.
        package var asker: String?

        package init(
            kind: PushStatement.Kind, device: UserDevice, user: DeviceUser, matching: NumberMatching.Way?,
            integrity: MobileApplicationRules.Enforcement?, timeout: Int, clientContext: String?, requester: ChallengeDocument.Requester,
            passesUnanswered: Bool = false, authentication: UUID? = nil, presentation: PushPresentation? = nil, asker: String? = nil
        ) {
            self.kind = kind
            self.device = device
            self.user = user
            self.matching = matching
            self.integrity = integrity
            self.timeout = timeout
            self.clientContext = clientContext
            self.requester = requester
            self.passesUnanswered = passesUnanswered
            self.authentication = authentication
            self.presentation = presentation
            self.asker = asker
        }
    }

    /// Asks a device. The push is sent by the caller, once this is committed.
    package func ask(
        _ question: Question, isSecond: Bool = false, isUnsent: Bool = false, in transaction: any WriteTransaction
    ) throws -> Challenge {
        let (device, now) = (question.device, time.now)
        let (number, matching) = number(question.matching)
        let expires = now.addingTimeInterval(TimeInterval(question.timeout))
        let id = random.token(16)
        let document = ChallengeDocument(
            challenge: id, pairing: device.id.text, kind: question.kind, user: question.user, created: now,
            expires: expires, number: matching, clientContext: question.clientContext, requester: question.requester,
            integrity: try IntegrityRules.isWanted(
                question.integrity, of: device.installation ?? "", in: device.realm, until: expires, transaction))
        let challenge = Challenge(
            id: id, realm: device.realm, kind: question.kind, stored: .pending, installation: device.installation ?? "", device: device.id,
            user: device.user, application: device.application ?? "", document: document.json.text, nonce: random.token(16),
            number: number, matching: matching, isSecond: isSecond, integrity: question.integrity,
            passesUnanswered: question.passesUnanswered, methods: [], reason: nil, created: now, expires: expires,
            isUnsent: isUnsent, authentication: question.authentication, presentation: question.presentation,
            asker: question.asker)
        try Self.insert(challenge, in: transaction)
        return challenge
    }

    /// A number between 10 and 99 with the way to give it, and the options to pick from where the way is to select; nil without a way.
    package func number(_ way: NumberMatching.Way?) -> (Int?, NumberMatching?) {
        func draw() -> Int { 10 + Int(random.bytes(2).reduce(0) { $0 << 8 | UInt16($1) }) % 90 }
        guard let way else { return (nil, nil) }
        let number = draw()
        guard way == .selected else { return (number, .entered) }
        var options: Set = [number]
        while options.count < 3 { options.insert(draw()) }
        return (number, .selected(options.sorted()))
    }

    /// Stores a new challenge.
    package static func insert(_ challenge: Challenge, in transaction: any WriteTransaction) throws {
        let options: String? =
            if case .selected(let options) = challenge.matching {
                JSONValue.array(options.map { .integer(Int64($0)) }).text
            } else { nil }
        try transaction.execute(
            """
            INSERT INTO challenges (realm, id, kind, status, installation, device, user_id, application, document, nonce, number, options,
                second, lenient, integrity, created, expires, unsent, authentication,
                presentation, asker)
            VALUES (?1, ?2, ?3, 'pending', ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)
            """, challenge.realm, challenge.id, challenge.kind.rawValue, challenge.installation, challenge.device, challenge.user,
            challenge.application, challenge.document, challenge.nonce, challenge.number, options, challenge.isSecond,
            challenge.passesUnanswered, challenge.integrity?.rawValue, challenge.created, challenge.expires, challenge.isUnsent,
            challenge.authentication, (challenge.presentation?.json).map { JSONValue.object($0).text }, challenge.asker)
    }

    /// Notes whether a challenge's push is still to be handed over.
    static func mark(_ id: String, isUnsent: Bool, realm: UUID, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            "UPDATE challenges SET unsent = ?3 WHERE realm = ?1 AND id = ?2 AND unsent <> ?3", realm, id, isUnsent)
    }

    /// The challenges that wait for an answer, and whose push no carrier has.
    package static func unsent(realm: UUID, at now: Date, in transaction: any ReadTransaction) throws -> [Challenge] {
        try transaction.rows(
            "SELECT * FROM challenges WHERE unsent = 1 AND expires > ?2 AND realm = ?1 AND status = 'pending' ORDER BY created, id LIMIT 10000",
            realm, now
        ).map(Challenge.init)
    }

    /// A challenge by its id, without its evidence; nil when there is none.
    package static func challenge(_ id: String, realm: UUID, in transaction: any ReadTransaction) throws -> Challenge? {
        // All but the evidence, which is the longest and which nothing here looks at.
        try transaction.row(
            """
            SELECT realm, id, kind, status, installation, device, user_id, application, document, nonce, number, options, second, lenient,
                integrity, methods, reason, created, expires, unsent, authentication, presentation, asker
            FROM challenges WHERE realm = ?1 AND id = ?2
            """, realm, id, keeping: .changed
        ).map(Challenge.init)
    }

    /// Counts the pushes to a device that were denied, ignored or answered wrongly since a time, by who asked.
    static func unanswered(
        _ device: UUID, realm: UUID, since: Date, at now: Date, in transaction: any ReadTransaction
    ) throws -> BudgetUse {
        let rows = try transaction.rows(
            """
            SELECT asker, COUNT(*) AS count FROM challenges WHERE realm = ?1 AND device = ?2 AND created > ?3 AND status <> 'approved'
                AND kind = 'authentication' AND (status IN ('denied', 'failed', 'expired') OR (status IN ('pending', 'claimed') AND expires <= ?4))
            GROUP BY asker
            """, realm, device, since, now)
        return try BudgetUse(rows)
    }

    /// Takes a challenge back; false when it was decided before.
    package static func cancel(_ id: String, realm: UUID, at now: Date, in transaction: any WriteTransaction) throws -> Bool {
        try transaction.execute(
            "UPDATE challenges SET status = 'failed', decided = ?3 WHERE realm = ?1 AND id = ?2 AND status IN ('pending', 'claimed')",
            realm,
            id, now) == 1
    }

    /// Gives what a device is asked just now to the installation that succeeds the one that it was.
    static func hand(over device: UUID, to successor: String, realm: UUID, in transaction: any WriteTransaction) throws {
        // That it isn't approved is said for the index of those that aren't.
        try transaction.execute(
            """
            UPDATE challenges SET installation = ?3
            WHERE realm = ?1 AND device = ?2 AND status <> 'approved' AND status IN ('pending', 'claimed')
            """, realm, device, successor)
    }

}

extension NumberMatching {
    /// The way in which a number is given.
    package enum Way: Sendable { case entered, selected }
}
