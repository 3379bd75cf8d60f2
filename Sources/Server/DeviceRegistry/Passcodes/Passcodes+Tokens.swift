package import Foundation
import OneTimePassword
package import Primitives
package import Store
import DevicePolicies

extension Passcodes {
    /// Checks a code of a device that makes its own, other than a phone's, and uses it up.
    ///
    /// - Parameters:
    ///   - steps: how many steps each way count as the present one, for a device that goes by the clock.
    ///   - ahead: how many codes ahead are looked at, for one that counts.
    ///   - drift: how many steps each way a clock that drifts is followed.
    package func use(
        _ code: Secret, of device: UserDevice, steps: Int, ahead: Int, drift: Int = longestDrift, at now: Date,
        in transaction: any WriteTransaction
    ) throws -> PasscodeVerdict {
        let token = try OATHToken.token(of: device, in: transaction)
        let isCounting = token.map { $0.period == nil } ?? (device.kind == .oathToken)
        return try use(
            code, of: token?.subject ?? device.id.text, windows: isCounting ? ahead : steps, following: drift, realm: device.realm,
            at: now, in: transaction)
    }

    /// Takes one of two codes that follow each other, by which a token comes into step.
    ///
    /// The first, found far from where the token should be, is remembered; the second must be the very next one. Nothing is counted here.
    ///
    /// - Parameter mayFinish: whether this may be the second.
    /// - Returns: `accepted` for the second, `unsynchronized` for the first.
    func resynchronize(
        _ code: Secret, of token: OATHToken, mayFinish: Bool, patience: TimeInterval, _ realm: UUID, _ now: Date,
        _ transaction: any WriteTransaction
    ) throws -> PasscodeVerdict {
        guard let row = try row(token.subject, realm, transaction) else { return .wrong }
        let (seed, last) = (try secret(row, token.subject, realm), try row.int("last_step"))
        let finder = try TokenStep(token, seed, typed: OneTimePassword.oneTimeCode(typed: code.reveal()), at: now)
        let asked = try transaction.row(
            "SELECT resync_step FROM oath_tokens WHERE realm = ?1 AND id = ?2 AND resync_until > ?3", realm, token.id, now)
        if mayFinish, let first = try asked?.optionalInt("resync_step"), finder.isCode(of: first + 1), first + 1 >= last {
            let next = token.period == nil ? first + 2 : first + 1
            guard try Self.move(token.subject, from: last, to: next, realm, transaction) else { return .wrong }
            if token.period != nil { try Self.follow(token.subject, drift: first + 1 - finder.present, realm, transaction) }
            try Self.remember(nil, until: now, token, realm, transaction)
            return .accepted
        }
        let found = finder.step(after: token.period == nil ? last - 1 : last)
        try Self.remember(found, until: now.addingTimeInterval(patience), token, realm, transaction)
        return found == nil ? .wrong : .unsynchronized
    }

    /// Sets the first counter, or the last step, of a seed.
    package static func move(_ subject: String, to step: Int64, realm: UUID, in transaction: any WriteTransaction) throws {
        try transaction.execute("UPDATE passcode_seeds SET last_step = ?3 WHERE realm = ?1 AND subject = ?2", realm, subject, step)
    }

    /// Moves a seed on; false when another code has done so meanwhile.
    private static func move(
        _ subject: String, from last: Int64, to step: Int64, _ realm: UUID, _ transaction: any WriteTransaction
    ) throws -> Bool {
        try transaction.execute(
            "UPDATE passcode_seeds SET last_step = ?3 WHERE realm = ?1 AND subject = ?2 AND last_step = ?4", realm, subject, step, last)
            == 1
    }

    private static func follow(_ subject: String, drift: Int64, _ realm: UUID, _ transaction: any WriteTransaction) throws {
        try transaction.execute("UPDATE passcode_seeds SET drift = ?3 WHERE realm = ?1 AND subject = ?2", realm, subject, drift)
    }

    private static func remember(
        _ step: Int64?, until end: Date, _ token: OATHToken, _ realm: UUID, _ transaction: any WriteTransaction
    ) throws {
        try transaction.execute(
            "UPDATE oath_tokens SET resync_step = ?3, resync_until = ?4 WHERE realm = ?1 AND id = ?2", realm, token.id, step, end)
    }
}

/// The place of a token's code in the row of its codes.
private struct TokenStep {
    private let hotp: HOTP
    private let typed: String
    /// The step of the present, by the server's clock; 0 for a token that counts.
    let present: Int64
    private let isCounting: Bool

    init(_ token: OATHToken, _ secret: Secret, typed: String, at now: Date) throws {
        hotp = try HOTP(secret, algorithm: token.algorithm, digits: token.digits)
        self.typed = typed
        isCounting = token.period == nil
        present =
            try token.period.map { period in
                let totp = try TOTP(secret, algorithm: token.algorithm, digits: token.digits, period: period)
                return Int64(clamping: totp.step(at: now))
            } ?? 0
    }

    func isCode(of step: Int64) -> Bool { hotp.verify(typed, from: UInt64(clamping: step)) != nil }

    /// The step of the code beyond one that was used: within a thousand codes, or within twenty time steps each way.
    func step(after last: Int64) -> Int64? {
        let reach = Int64(TOTP.longestDrift)
        let first = isCounting ? last + 1 : max(last + 1, present - reach)
        let ahead = isCounting ? HOTP.longestLookAhead : Int(max(0, present + reach - first))
        guard isCounting || first <= present + reach else { return nil }
        return hotp.verify(typed, from: UInt64(clamping: first), lookAhead: ahead).map { Int64(clamping: $0) }
    }
}
