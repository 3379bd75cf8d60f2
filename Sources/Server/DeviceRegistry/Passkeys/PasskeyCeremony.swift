package import Foundation
import Primitives
import ResourceMessages
package import Store
package import WebAuthn
package import DevicePolicies
package import Foundations

/// The question that a client was asked, and the rules by which its answer will be judged: those of the time of asking, whatever was
/// changed since.
package struct PasskeyCeremony: Sendable, Equatable {
    /// The table `passkey_ceremonies`; rows go with their realm, device or device authentication, or once they have expired.
    package static let feature = Feature(
        history: [SchemaStep(18, "passkeys", place: 1, tables)],
        tables: [.owned("passkey_ceremonies", filled: .byOwners, by: .device("subject"), .authentication("subject"))],
        expiry: [Expiry("passkey_ceremonies", key: "realm, subject", by: "expires")])

    private static let tables: [SQL] = [
        """
        CREATE TABLE passkey_ceremonies (
            realm TEXT NOT NULL, subject TEXT NOT NULL, challenge BLOB NOT NULL, rules TEXT NOT NULL, expires BIGINT NOT NULL,
            PRIMARY KEY (realm, subject))
        """,
        "CREATE INDEX passkey_ceremonies_expires ON passkey_ceremonies (expires)",
    ]

    /// The length of challenges in bytes.
    package static let challengeLength = 32

    /// The random challenge that the client's answer must contain (WebAuthn Level 3 §13.4.3).
    package let challenge: [UInt8]
    /// The id of the relying party, a domain name.
    package let relyingParty: String
    package let userVerification: UserVerificationRequirement
    /// Whether a credential that can be backed up is accepted.
    package let allowsBackup: Bool
    /// The one credential that will do, in an authentication.
    package let credential: [UInt8]?
    /// The demands on what metadata says of the authenticator, in a registration; nil for nothing.
    package var metadata: FIDO2Policy.Metadata?
    /// The time of expiry.
    package let expires: Date

    package init(
        challenge: [UInt8], relyingParty: String, userVerification: UserVerificationRequirement, allowsBackup: Bool,
        credential: [UInt8]? = nil,
        expires: Date
    ) {
        self.challenge = challenge
        self.relyingParty = relyingParty
        self.userVerification = userVerification
        self.allowsBackup = allowsBackup
        self.credential = credential
        self.expires = expires
    }

    /// The relying party with the origins where the ceremony may run: on its own domain.
    package var party: RelyingParty { RelyingParty(id: relyingParty, origins: [.within(domain: relyingParty)]) }

    package var registration: RegistrationCeremony {
        RegistrationCeremony(
            relyingParty: party, challenge: challenge, userVerification: userVerification, algorithms: Self.algorithms,
            allowsBackup: allowsBackup)
    }

    package var authentication: AuthenticationCeremony {
        AuthenticationCeremony(
            relyingParty: party, challenge: challenge, userVerification: userVerification, allowed: credential.map { [$0] } ?? [],
            allowsBackup: allowsBackup)
    }

    /// The algorithms that are offered: the usual ones, and PSS, which the platform offers as well.
    static let algorithms: [COSEAlgorithm] = COSEAlgorithm.usual + [.ps256]
}

// MARK: - Keeping

extension PasskeyCeremony {
    /// Asks, in the place of what the same subject was asked before.
    package func ask(_ subject: UUID, realm: UUID, in transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO passkey_ceremonies (realm, subject, challenge, rules, expires) VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT (realm, subject) DO UPDATE SET challenge = ?3, rules = ?4, expires = ?5
            """, realm, subject, challenge, rules.text, expires)
    }

    /// Reads what a subject was asked; nil when its time is over, or it was answered.
    package static func asked(
        _ subject: UUID, realm: UUID, at now: Date, in transaction: any ReadTransaction
    ) throws -> PasskeyCeremony? {
        try transaction.row(
            "SELECT * FROM passkey_ceremonies WHERE realm = ?1 AND subject = ?2 AND expires > ?3", realm, subject, now, keeping: .changed
        ).map(PasskeyCeremony.init)
    }

    /// Uses a ceremony up, in the transaction of its effect; false when it was answered, or another is asked by now.
    package func spend(_ subject: UUID, realm: UUID, in transaction: any WriteTransaction) throws -> Bool {
        try transaction.execute(
            "DELETE FROM passkey_ceremonies WHERE realm = ?1 AND subject = ?2 AND challenge = ?3", realm, subject, challenge) == 1
    }

    /// Takes back whatever a subject was asked.
    package static func spend(_ subject: UUID, realm: UUID, in transaction: any WriteTransaction) throws {
        try transaction.execute("DELETE FROM passkey_ceremonies WHERE realm = ?1 AND subject = ?2", realm, subject)
    }

    private var rules: JSONValue {
        var members: JSONObject = [
            "relyingParty": .string(relyingParty), "userVerification": .string(userVerification.rawValue),
            "allowsBackup": .bool(allowsBackup),
        ]
        members["metadata"] = metadata.map { .object($0.json) }
        members["credential"] = credential.map { .string(Base64URL.encode($0)) }
        return .object(members)
    }

    private init(_ row: Row) throws {
        let rules = try JSONValue(parsing: try row.text("rules"), limits: .own())
        self.init(
            challenge: try row.blob("challenge"), relyingParty: rules["relyingParty"]?.string ?? "",
            // A rule that can't be read counts as the strictest.
            userVerification: rules["userVerification"]?.string.flatMap(UserVerificationRequirement.init(exactly:)) ?? .required,
            allowsBackup: rules["allowsBackup"]?.bool ?? false, credential: rules["credential"]?.string.flatMap { Base64URL.decode($0) },
            expires: try row.date("expires"))
        metadata = try rules["metadata"].map { try FIDO2Policy.Metadata(stored: $0) }
    }
}
