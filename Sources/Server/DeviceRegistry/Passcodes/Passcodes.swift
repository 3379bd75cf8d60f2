import DeviceMessages
package import Foundation
package import OneTimePassword
package import Primitives
package import Store
package import Foundations

/// The seeds of passcodes that devices make by the clock (RFC 6238) or by counting (RFC 4226), and how each code is accepted once.
///
/// A seed belongs to an installation, or to a `TOTP` or `OATH_TOKEN` device. The device is counted and locked.
package struct Passcodes: Sendable {
    /// The tables `passcode_seeds` and `passcode_failures`; rows go with their realm, device or installation.
    package static let feature = Feature(
        history: [SchemaStep(14, "devices", place: 2, tables)],
        tables: [
            .owned("passcode_seeds", filled: .byOwners, by: .device("subject"), .installation("subject")),
            .owned(
                "passcode_failures",
                filled: .byStrangers(
                    .init(
                        by: .account(rows: 50), bytes: 256, renewals: .none,
                        lifetime: .lasting(because: "one row for each device of a user"))), by: .device("device")),
        ])

    private static let tables: [SQL] = [
        """
        CREATE TABLE passcode_seeds (
            realm TEXT NOT NULL, subject TEXT NOT NULL, seed BLOB NOT NULL, algorithm TEXT NOT NULL, digits BIGINT NOT NULL,
            period BIGINT NOT NULL, last_step BIGINT NOT NULL DEFAULT 0, drift BIGINT NOT NULL DEFAULT 0, PRIMARY KEY (realm, subject))
        """,
        """
        CREATE TABLE passcode_failures (
            realm TEXT NOT NULL, device TEXT NOT NULL, count BIGINT NOT NULL, in_a_row BIGINT NOT NULL, PRIMARY KEY (realm, device))
        """,
    ]

    /// The number of failures in a row, locks in between or not, after which only an administrator helps (NIST SP 800-63B-4 §3.2.2).
    static let mostFailuresInARow = 100
    /// The default number of codes that are looked ahead of an app that counts, and of steps each way of one by the clock
    /// (`docs/protocols/step-protocol.md` 6.2).
    package static let (lookAhead, steps) = (100, 2)
    /// The number of passcodes that one network address may have tried in a minute.
    package static let mostFromAddress = 60
    /// The number of steps that a clock that drifts is followed, each way.
    package static let longestDrift = 10
    /// The distance beyond the tolerance at which a code still tells that a clock is wrong.
    private static let farthestLook = 20

    package let sealer: Sealer
    package let random: any RandomSource

    package init(sealer: Sealer, random: any RandomSource) {
        self.sealer = sealer
        self.random = random
    }

    /// The way in which a subject makes its codes.
    package struct Generator: Sendable {
        /// The hash of the codes (RFC 6238 §1.2); SHA-256 by default.
        package var algorithm = HashAlgorithm.sha256
        /// The number of digits of a code; 6 by default.
        package var digits = 6
        /// Seconds; nil for one that counts.
        package var period: Int? = 30

        package init(algorithm: HashAlgorithm = .sha256, digits: Int = 6, period: Int? = 30) {
            self.algorithm = algorithm
            self.digits = digits
            self.period = period
        }
    }

    /// Makes a seed for a subject that has none; one that has keeps what it has.
    ///
    /// - Parameter secret: nil for a new one.
    package func establish(
        _ generator: Generator, secret: Secret? = nil, for subject: String, realm: UUID, in transaction: any WriteTransaction
    ) throws {
        let secret = secret ?? Secret(bytes: random.bytes(32))
        let sealed = try sealer.seal(secret, context: Self.context(realm, subject))
        try transaction.execute(
            """
            INSERT INTO passcode_seeds (realm, subject, seed, algorithm, digits, period) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT (realm, subject) DO NOTHING
            """, realm, subject, sealed, generator.algorithm.rawValue, generator.digits, generator.period ?? Self.counts)
    }

    /// The seed of an installation, to be sent to it; nil when it has none.
    func seed(of subject: String, realm: UUID, in transaction: any ReadTransaction) throws -> PasscodeSeed? {
        try row(subject, realm, transaction).map {
            PasscodeSeed(secret: try secret($0, subject, realm), digits: Int(try $0.int("digits")), period: Int(try $0.int("period")))
        }
    }

    /// Checks a code and, when it is right, uses up its step. Nothing is counted here.
    ///
    /// - Parameters:
    ///   - windows: how many steps each way count as the present one; how many codes ahead, for a subject that counts.
    ///   - farthest: how many steps each way a clock that drifts is followed.
    ///   - isTrial: whether nothing hangs on the code, so that it may be used again for something.
    package func use(
        _ code: Secret, of subject: String, windows: Int, following farthest: Int = longestDrift, isTrial: Bool = false, realm: UUID,
        at now: Date, in transaction: any WriteTransaction
    ) throws -> PasscodeVerdict {
        guard let row = try row(subject, realm, transaction), let algorithm = HashAlgorithm(rawValue: try row.text("algorithm")) else {
            return .wrong
        }
        let (secret, digits, period) = (try secret(row, subject, realm), Int(try row.int("digits")), Int(try row.int("period")))
        let typed = OneTimePassword.oneTimeCode(typed: code.reveal())
        guard period != Self.counts else {
            let hotp = try HOTP(secret, algorithm: algorithm, digits: digits)
            return try use(typed, hotp, from: row.int("last_step"), ahead: windows, isTrial: isTrial, subject, realm, transaction)
        }
        let totp = try TOTP(secret, algorithm: algorithm, digits: digits, period: period)
        let drift = try row.int("drift")
        let expected = now.addingTimeInterval(Double(drift) * Double(totp.period))
        guard let step = totp.verify(typed, at: expected, drift: windows, after: UInt64(clamping: try row.int("last_step"))) else {
            let isOff =
                totp.verify(typed, at: now, drift: Self.farthestLook) != nil && totp.verify(typed, at: expected, drift: windows) == nil
            return isOff ? .unsynchronized : .wrong
        }
        if isTrial { return .accepted }
        // A token that two codes have brought into step may be farther off than one whose clock is followed code by code.
        let reach = max(Int64(farthest), abs(drift))
        let learned = min(max(Int64(step) - Int64(totp.step(at: now)), -reach), reach)
        let used = try transaction.execute(
            "UPDATE passcode_seeds SET last_step = ?3, drift = ?4 WHERE realm = ?1 AND subject = ?2 AND last_step < ?3", realm, subject,
            Int64(clamping: step), learned)
        return used == 1 ? .accepted : .wrong
    }

    /// Whether a code was right and is used up, or an older one than that: to type it again is no guess.
    ///
    /// - Parameter steps: the number of steps each way that count as the present one, for a device that goes by the clock.
    package func wasUsed(
        _ code: Secret, of device: UserDevice, steps: Int, at now: Date, in transaction: any WriteTransaction
    ) throws -> Bool {
        let subject = try OATHToken.token(of: device, in: transaction)?.subject ?? device.id.text
        return try wasUsed(code, of: subject, steps: steps, realm: device.realm, at: now, in: transaction)
    }

    /// Tells the same of a code of a seed.
    package func wasUsed(
        _ code: Secret, of subject: String, steps: Int, realm: UUID, at now: Date, in transaction: any ReadTransaction
    ) throws -> Bool {
        guard let row = try row(subject, realm, transaction), let algorithm = HashAlgorithm(rawValue: try row.text("algorithm"))
        else {
            return false
        }
        let (secret, digits, period) = (try secret(row, subject, realm), Int(try row.int("digits")), Int(try row.int("period")))
        let (typed, last) = (OneTimePassword.oneTimeCode(typed: code.reveal()), try row.int("last_step"))
        guard period != Self.counts else {
            return try last > 0 && HOTP(secret, algorithm: algorithm, digits: digits).verify(typed, from: UInt64(clamping: last - 1)) != nil
        }
        let totp = try TOTP(secret, algorithm: algorithm, digits: digits, period: period)
        let expected = now.addingTimeInterval(Double(try row.int("drift")) * Double(totp.period))
        return totp.verify(typed, at: expected, drift: steps).map { Int64(clamping: $0) <= last } ?? false
    }

    /// Looks for a code from the first counter on that no accepted code has used up.
    private func use(
        _ typed: String, _ hotp: HOTP, from first: Int64, ahead: Int, isTrial: Bool, _ subject: String, _ realm: UUID,
        _ transaction: any WriteTransaction
    ) throws -> PasscodeVerdict {
        guard let counter = hotp.verify(typed, from: UInt64(clamping: first), lookAhead: ahead) else { return .wrong }
        if isTrial { return .accepted }
        let used = try transaction.execute(
            "UPDATE passcode_seeds SET last_step = ?3 WHERE realm = ?1 AND subject = ?2 AND last_step <= ?4", realm, subject,
            Int64(clamping: counter) + 1, Int64(clamping: counter))
        return used == 1 ? .accepted : .wrong
    }

    /// The period of a seed that counts; `last_step` is then the first counter that no accepted code has used up.
    private static let counts = 0

    func row(_ subject: String, _ realm: UUID, _ transaction: any ReadTransaction) throws -> Row? {
        try transaction.row("SELECT * FROM passcode_seeds WHERE realm = ?1 AND subject = ?2", realm, subject)
    }

    func secret(_ row: Row, _ subject: String, _ realm: UUID) throws -> Secret {
        try sealer.open(try row.blob("seed"), context: Self.context(realm, subject))
    }

    private static func context(_ realm: UUID, _ subject: String) -> String { "passcode/\(realm.text)/\(subject)" }
}
