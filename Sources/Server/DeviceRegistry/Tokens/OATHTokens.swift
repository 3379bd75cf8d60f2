package import Foundation
import OneTimePassword
package import Primitives
package import Store
import DevicePolicies
package import Foundations
package import Directory

/// The hardware tokens of all realms: imported with their seeds, brought into step again, revoked.
package struct OATHTokens: Sendable {
    /// The number of tokens that a realm may have.
    static let most = 100_000
    /// The time for which the first of two codes is remembered, in seconds.
    private static let patience: TimeInterval = 300

    package let database: any Database
    package let passcodes: Passcodes
    let erasure: Erasure
    package let audit: AuditLog
    package let time: any TimeSource
    package let random: any RandomSource

    package init(
        database: any Database, passcodes: Passcodes, erasure: Erasure, audit: AuditLog, time: any TimeSource, random: any RandomSource
    ) {
        self.database = database
        self.passcodes = passcodes
        self.erasure = erasure
        self.audit = audit
        self.time = time
        self.random = random
    }

    /// Imports a token.
    /// - Throws: `alreadyExists` for a serial number that the realm has; `conflict` when it has too many.
    package func add(_ token: OATHToken, secret: Secret, in realm: Realm) async throws -> OATHToken {
        var made = token
        (made.id, made.created) = (random.uuid(), time.now)
        try await database.write { [made] transaction in
            try transaction.hold(HeldName("OATH tokens", realm.id))
            guard try OATHToken.token(serial: made.serial, realm: realm.id, in: transaction) == nil else {
                throw DomainError(.alreadyExists, "there is a token with this serial number already")
            }
            let count = try transaction.row("SELECT COUNT(*) AS count FROM oath_tokens WHERE realm = ?1", realm.id)?.int("count") ?? 0
            guard count < Self.most else { throw DomainError(.conflict, "a realm has at most \(Self.most) tokens") }
            try transaction.execute(
                """
                INSERT INTO oath_tokens (realm, id, serial, algorithm, digits, period, created) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                """, realm.id, made.id, made.serial, made.algorithm.rawValue, made.digits, made.period, made.created)
            let generator = Passcodes.Generator(algorithm: made.algorithm, digits: made.digits, period: made.period)
            try passcodes.establish(generator, secret: secret, for: made.subject, realm: realm.id, in: transaction)
            if made.period == nil { try Passcodes.move(made.subject, to: made.counter, realm: realm.id, in: transaction) }
            try tell("token added", made, realm, transaction)
        }
        return made
    }

    /// The tokens of a realm with the devices that they are paired as, in the order of their serial numbers.
    package func all(in realm: Realm, serial: String? = nil) async throws -> [(token: OATHToken, device: UserDevice?)] {
        let now = time.now
        return try await database.read { transaction in
            let rows = try transaction.rows(
                "SELECT * FROM oath_tokens WHERE realm = ?1 AND (CAST(?2 AS TEXT) IS NULL OR serial = ?2) ORDER BY serial", realm.id, serial
            )
            return try rows.map { row in
                let token = try OATHToken(row)
                return (token, try OATHToken.device(of: token.serial, realm: realm.id, at: now, in: transaction))
            }
        }
    }

    /// A token with the device that it is paired as.
    /// - Throws: `unknownResource`.
    package func token(_ id: UUID, in realm: Realm) async throws -> (token: OATHToken, device: UserDevice?) {
        let now = time.now
        return try await database.read { transaction in
            let token = try Self.token(id, realm, transaction)
            return (token, try OATHToken.device(of: token.serial, realm: realm.id, at: now, in: transaction))
        }
    }

    /// Removes a token with its seed. The user whom it is paired with loses the device.
    /// - Throws: `unknownResource`.
    package func revoke(_ id: UUID, in realm: Realm) async throws {
        let now = time.now
        try await database.write { transaction in
            let token = try Self.token(id, realm, transaction)
            let rows = try transaction.rows(
                "SELECT id FROM devices WHERE realm = ?1 AND kind = ?2 AND contact = ?3", realm.id, UserDevice.Kind.oathToken.rawValue,
                token.serial)
            for row in rows {
                guard let device = try Devices.device(try row.uuid("id"), realm: realm.id, at: now, in: transaction) else { continue }
                try Pairings.end(device, by: erasure, realm: realm.id, at: now, in: transaction)
                let details: JSONObject = ["device": .string(device.id.text), "type": "OATH_TOKEN", "reason": "the token was revoked"]
                try audit.append(.deviceRemoved, details, at: now, realm: realm.id, user: device.user, in: transaction)
            }
            try transaction.execute("DELETE FROM passcode_seeds WHERE realm = ?1 AND subject = ?2", realm.id, token.subject)
            try transaction.execute("DELETE FROM oath_tokens WHERE realm = ?1 AND id = ?2", realm.id, id)
            try tell("token revoked", token, realm, transaction)
        }
    }

    /// Brings a token into step by two codes that it showed one after the other, in one request or in two (RFC 4226 §7.4).
    ///
    /// - Throws: ``SecondFactorError`` `.anotherPasscodeNeeded` for the first of them, `.wrongPasscode`; `unknownResource`.
    package func resynchronize(_ id: UUID, with codes: [Secret], in realm: Realm) async throws -> OATHToken {
        let now = time.now
        let (token, verdict) = try await database.write { transaction in
            let token = try Self.token(id, realm, transaction)
            var verdict = PasscodeVerdict.wrong
            for code in codes {
                verdict = try passcodes.resynchronize(code, of: token, mayFinish: true, patience: Self.patience, realm.id, now, transaction)
            }
            if verdict == .accepted { try tell("token resynchronized", token, realm, transaction) }
            return (token, verdict)
        }
        switch verdict {
        case .accepted: return token
        case .unsynchronized: throw SecondFactorError(.anotherPasscodeNeeded, "the next code of the token is needed, too")
        case .wrong, .used, .locked: throw SecondFactorError(.wrongPasscode, "the codes aren't two of the token's that follow each other")
        }
    }

    private static func token(_ id: UUID, _ realm: Realm, _ transaction: any ReadTransaction) throws -> OATHToken {
        guard let row = try transaction.row("SELECT * FROM oath_tokens WHERE realm = ?1 AND id = ?2", realm.id, id, keeping: .changed)
        else {
            throw DomainError(.unknownResource, "there is no token \(id.text)")
        }
        return try OATHToken(row)
    }

    private func tell(_ change: String, _ token: OATHToken, _ realm: Realm, _ transaction: any WriteTransaction) throws {
        let details: JSONObject = ["change": .string(change), "id": .string(token.id.text), "serial": .string(token.serial)]
        try audit.append(.mfaConfigurationChanged, details, at: time.now, realm: realm.id, in: transaction)
    }
}
