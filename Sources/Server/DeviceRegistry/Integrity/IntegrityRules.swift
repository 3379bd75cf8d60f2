import DeviceIntegrity
package import DeviceMessages
package import Foundation
package import Primitives
package import Store
package import DevicePolicies
package import Directory
package import Foundations

/// The rules by which installations must have shown lately that they are genuine apps on sound devices.
package struct IntegrityRules: Sendable {
    /// The table `integrity_verdicts`; rows go with their realm or installation.
    package static let feature = Feature(
        history: [
            SchemaStep(14, "devices", place: 6, tables),
            SchemaStep(17, "integrity", reasonColumn),
        ],
        tables: [.owned("integrity_verdicts", filled: .byOwners, by: .installation("installation"))])

    private static let tables: [SQL] = [
        """
        CREATE TABLE integrity_verdicts (
            realm TEXT NOT NULL, installation TEXT NOT NULL, is_good BIGINT NOT NULL, checked BIGINT NOT NULL, good_until BIGINT NOT NULL,
            PRIMARY KEY (realm, installation))
        """
    ]
    /// The column of the reason for which a verdict isn't good.
    private static let reasonColumn: [SQL] = ["ALTER TABLE integrity_verdicts ADD COLUMN reason TEXT"]

    package let database: any Database
    package let applications: Applications
    package let ruleBook: MFARuleBook
    package let audit: AuditLog
    /// The verifiers that check the evidence of each maker.
    package let verifiers: [IntegrityEvidence.Maker: any IntegrityVerifier]
    package let time: any TimeSource

    package init(
        database: any Database, applications: Applications, ruleBook: MFARuleBook, audit: AuditLog,
        verifiers: [IntegrityEvidence.Maker: any IntegrityVerifier], time: any TimeSource
    ) {
        self.database = database
        self.applications = applications
        self.ruleBook = ruleBook
        self.audit = audit
        self.verifiers = verifiers
        self.time = time
    }

    /// The last finding about an installation.
    package struct State: Sendable, Equatable {
        /// The name of the failure; nil for a good verdict.
        package let failure: String?
        /// The time of the check.
        package let checked: Date
        /// The time until which the finding counts.
        package let goodUntil: Date

        /// Whether the device showed its integrity.
        package var isGood: Bool { failure == nil }
    }

    /// Reads what was found last; nil for an installation that has shown nothing yet.
    package func state(of installation: String, in realm: UUID) async throws -> State? {
        try await database.read { try Self.state(of: installation, in: realm, $0) }
    }

    static func state(of installation: String, in realm: UUID, _ transaction: any ReadTransaction) throws -> State? {
        let row = try transaction.row("SELECT * FROM integrity_verdicts WHERE realm = ?1 AND installation = ?2", realm, installation)
        return try row.map { row in
            State(
                failure: try row.bool("is_good") ? nil : try row.optionalText("reason") ?? IntegrityError.Code.malformed.rawValue,
                checked: try row.date("checked"), goodUntil: try row.date("good_until"))
        }
    }

    /// The demand that an installation show its integrity now, for what it does where nothing asks it: passcodes, codes that are scanned;
    /// nil when it need not.
    package func wanted(of installation: Installation, in realm: Realm) async throws -> ChallengeDocument.Integrity? {
        let (rules, now) = (try await ruleBook.rules(in: realm), time.now)
        return try await database.lookUp { transaction in
            let devices = try Devices.devices(ofInstallation: installation.id, realm: realm.id, in: transaction)
            // Whichever policy the next sign-in is under.
            let wanted = ([rules.policies.standard] + rules.policies.all).flatMap { policy in
                devices.compactMap { MobileRules(policy: policy, applications: rules.mobile).integrity(of: $0, installation) }
            }
            let strictest = wanted.contains(.restrictive) ? .restrictive : wanted.first
            return try Self.isWanted(strictest, of: installation.id, in: realm.id, until: now, transaction)
        }
    }

    /// Looks at evidence that came with nothing to decide.
    package func take(_ evidence: IntegrityEvidence, of installation: Installation, in realm: Realm) async throws {
        let devices = try await database.lookUp { try Devices.devices(ofInstallation: installation.id, realm: realm.id, in: $0) }
        guard let application = devices.first?.application else { return }
        try await take(evidence, of: installation, application: application, in: realm)
    }

    /// Looks at evidence, uses up its nonce, and remembers what it shows, in a transaction of its own: a bad verdict stays also when the
    /// request that it came with is refused for it.
    ///
    /// Evidence whose nonce was used shows nothing, which is no error: a device that heard no answer says the same again. So does evidence
    /// that the application gives no means to check.
    package func take(_ evidence: IntegrityEvidence, of installation: Installation, application: String, in realm: Realm) async throws {
        guard let verifier = verifiers[evidence.maker],
            let settings = try await applications.application(application, in: realm.id)?.settings.mobile,
            let detection = settings.integrityDetection, detection.mode == .enabled
        else { return }
        let request = IntegrityEvidence.request(nonce: evidence.nonce, installation: installation.id)
        guard let verdict = try await verifier.verdict(on: evidence, request: request, of: installation, settings: settings) else { return }
        let now = time.now
        try await database.write { transaction in
            guard
                try Installations.trySpend(
                    evidence.nonce, for: .integrity, of: installation.id, realm: realm.id, at: now, in: transaction),
                try verdict.key.map({ try AppAttestKeys.apply($0, of: installation, at: now, in: transaction) }) ?? true
            else { return }
            try Self.write(
                verdict, of: installation, until: now.addingTimeInterval(TimeInterval(detection.cacheSeconds)), at: now, in: transaction)
            try audit.append(
                .integrityChecked,
                [
                    "installation": .string(installation.id), "type": .string(evidence.maker.rawValue),
                    "verdict": .string(verdict.failure?.rawValue ?? "good"),
                ], at: now, realm: realm.id, in: transaction)
        }
    }

    private static func write(
        _ verdict: IntegrityVerdict, of installation: Installation, until end: Date, at now: Date, in transaction: any WriteTransaction
    ) throws {
        try transaction.execute(
            """
            INSERT INTO integrity_verdicts (realm, installation, is_good, checked, good_until, reason) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT (realm, installation) DO UPDATE SET is_good = ?3, checked = ?4, good_until = ?5, reason = ?6
            """, installation.realm, installation.id, verdict.isGood, now, verdict.isGood ? end : now, verdict.failure?.rawValue)
    }

    /// Whether a device that is asked should bring evidence along: what it has shown won't do until the end.
    package static func isWanted(
        _ enforcement: MobileApplicationRules.Enforcement?, of installation: String, in realm: UUID, until end: Date,
        _ transaction: any ReadTransaction
    ) throws -> ChallengeDocument.Integrity? {
        guard let enforcement, let wanted = ChallengeDocument.Integrity(exactly: enforcement.rawValue) else { return nil }
        let known = try state(of: installation, in: realm, transaction)
        return known?.isGood == true && end <= (known?.goodUntil ?? end) ? nil : wanted
    }
}
