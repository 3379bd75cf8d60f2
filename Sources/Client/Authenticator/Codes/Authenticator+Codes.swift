import DeviceFoundation
import Foundation
import OneTimePassword
import Primitives

extension Authenticator {
    /// The code of this moment, or the next one of an account that counts. No network is used.
    ///
    /// A counter is stored before its code is given: a code is never shown twice, and one may be lost when the process ends just then.
    /// - Parameter mechanism: which, of an account that has codes of both kinds; nil for the older.
    /// - Throws: `.unknown` when the account has no one-time password; `.locked`; `.storage`.
    public nonisolated func code(
        of account: Account.ID, by mechanism: Mechanism.ID? = nil
    ) async throws(AuthenticatorError) -> OneTimeCode {
        try Self.unlocked(try await self.account(account))
        let now = device.time.now
        return try await update(account) { account throws(AuthenticatorError) in try account.code(by: mechanism, at: now) }
    }

    /// Does the same as ``code(of:by:)-(Account.ID,_)``.
    /// - Throws: ``AuthenticatorError``, as the method that takes the account's id.
    public nonisolated func code(of account: Account) async throws(AuthenticatorError) -> OneTimeCode { try await code(of: account.id) }

    /// Returns the part of a code's time that has passed by this device's clock, 0 to 1.
    public nonisolated func progress(of code: OneTimeCode) -> Double { code.progress(at: device.time.now) }

    static func unlocked(_ account: Account) throws(AuthenticatorError) {
        guard let lock = account.lock else { return }
        throw AuthenticatorError(.locked, "the account is locked: \(lock.policy)", subject: lock.policy)
    }
}

extension Account {
    /// The code of a moment; a counter moves on.
    fileprivate mutating func code(by id: Mechanism.ID?, at now: Date) throws(AuthenticatorError) -> OneTimeCode {
        guard let index = mechanisms.firstIndex(where: { $0.password != nil && (id == nil || $0.id == id) }),
            var password = mechanisms[index].password
        else {
            throw AuthenticatorError(.unknown, "the account has no one-time password")
        }
        let code = try password.code(at: now)
        mechanisms[index].kind = .password(password)
        return code
    }
}

extension Mechanism.Password {
    fileprivate mutating func code(at now: Date) throws(AuthenticatorError) -> OneTimeCode {
        do throws(OneTimePasswordError) {
            switch kind {
            case .totp(let period):
                let generator = try TOTP(secret, algorithm: algorithm, digits: digits, period: period)
                let step = generator.step(at: now)
                let start = generator.start(of: step)
                return OneTimeCode(
                    code: generator.code(in: step), from: start, until: start.addingTimeInterval(TimeInterval(period)), counter: nil)
            case .hotp(let counter):
                guard counter < UInt64(Int64.max) else { throw OneTimePasswordError(.outOfRange, "the counter is at its end") }
                let code = try HOTP(secret, algorithm: algorithm, digits: digits).code(at: counter)
                kind = .hotp(counter: counter + 1)
                return OneTimeCode(code: code, from: nil, until: nil, counter: counter)
            }
        } catch { throw AuthenticatorError(.storage, "the account makes no codes: \(error.reason)", underlying: error) }
    }
}
