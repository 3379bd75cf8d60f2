package import Foundation
package import OneTimePassword
package import Primitives
package import Store
package import DeviceRegistry
package import Directory
import DevicePolicies

/// The account of an authenticator app: how it makes its one-time passwords.
package struct OneTimePasswordAccount: Sendable, Equatable {
    package var secret: Secret
    /// The hash of the codes (RFC 6238 §1.2); SHA-1 by default.
    package var algorithm = HashAlgorithm.sha1
    /// The number of digits of a code; 6 by default.
    package var digits = 6
    /// Seconds; nil for one that counts.
    package var period: Int?
    /// The name of the device in the user's list; nil for none.
    package var name: String?

    package init(secret: Secret) { self.secret = secret }

    package var kind: UserDevice.Kind { period == nil ? .oathToken : .totp }
}

extension Authenticators {
    /// Adds an account that makes one-time passwords.
    ///
    /// - Returns: the device that it is.
    /// - Throws: ``AuthenticatorAccountError`` `.tooMany`.
    package func add(
        _ account: OneTimePasswordAccount, of user: UUID, in realm: Realm, _ transaction: any WriteTransaction
    ) throws -> UserDevice {
        let now = time.now
        var device = UserDevice(
            id: random.uuid(), realm: realm.id, user: user, kind: account.kind, status: .active, created: now, updated: now)
        device.nickname = account.name
        try add(device, in: transaction)
        let generator = Passcodes.Generator(algorithm: account.algorithm, digits: account.digits, period: account.period)
        try passcodes.establish(
            generator, secret: account.secret, for: device.id.text, realm: realm.id, in: transaction)
        return device
    }

    /// The amount that a code may be off.
    package struct Tolerance: Sendable {
        /// The number of codes ahead that one that counts may be.
        package var lookAhead = Passcodes.lookAhead
        /// The number of steps each way that one by the clock may be.
        package var steps = Passcodes.steps
        /// The number of steps each way that a clock that drifts is followed.
        package var drift = Passcodes.longestDrift

        package init() {}
    }

    /// The result of a one-time password.
    package enum CodeVerdict: Sendable, Equatable {
        case accepted
        case wrong
        /// It was used before, or is older than one that was: no guess, and counted as none.
        case used
        /// It wasn't looked at, and counted as no guess: all devices are blocked, or locked until an administrator unlocks them.
        case unseen
    }

    /// The end of an attempt that was none.
    private struct NoAttempt: Error {
        let verdict: CodeVerdict
    }

    /// Checks a one-time password of any of the user's accounts, and uses it up. Guesses are counted, and lock such codes after too many;
    /// they count towards the device's rest too, as those at the MFA platform do, but a device that rests is looked at here all the same:
    /// the user's own count is the limit.
    ///
    /// - Parameter spend: spends what this attempt may be made with only once; throws to refuse it.
    package func verify(
        _ code: Secret, of user: User, tolerating tolerance: Tolerance, in realm: Realm, from address: String,
        spending spend: @escaping @Sendable (any WriteTransaction) throws -> Void
    ) async throws -> CodeVerdict {
        let limit = try await policies.standard(in: realm).totp.failure
        let attempt = Attempts.Attempt(factor: .oneTimePassword, username: user.username, user: user.id, realm: realm, address: address)
        do {
            let verdict = try await attempts.make(attempt, success: .restores, spending: spend) { user in
                guard let user else { return false }
                let verdict = try await database.write { try look(at: code, of: user.id, tolerance, limit, realm.id, $0) }
                guard verdict == .accepted || verdict == .wrong else { throw NoAttempt(verdict: verdict) }
                return verdict == .accepted
            }
            return verdict == .refused ? .wrong : .accepted
        } catch let none as NoAttempt { return none.verdict }
    }

    private func look(
        at code: Secret, of user: UUID, _ tolerance: Tolerance, _ limit: FailureLimit, _ realm: UUID, _ transaction: any WriteTransaction
    ) throws -> CodeVerdict {
        let now = time.now
        let devices = try Devices.devices(of: user, realm: realm, at: now, in: transaction).filter { device in
            Set.oneTimePasswords.contains(device.kind) && device.status == .active && !device.isBlocked
                && device.lockedUntil.map { $0 < .distantFuture } ?? true
        }
        guard !devices.isEmpty else { return .unseen }
        for device in devices {
            let verdict = try passcodes.use(
                code, of: device, steps: tolerance.steps, ahead: tolerance.lookAhead, drift: tolerance.drift, at: now, in: transaction)
            guard verdict == .accepted else { continue }
            try Passcodes.forgive(device, at: now, in: transaction)
            return .accepted
        }
        for device in devices where try passcodes.wasUsed(code, of: device, steps: tolerance.steps, at: now, in: transaction) {
            return .used
        }
        // Counted only once no device has taken it: a right code of the second is no wrong one of the first.
        for device in devices { _ = try Passcodes.attempt(at: device, limit: limit, now: now, in: transaction) { .wrong } }
        return .wrong
    }
}

extension OneTimePasswordAccount {
    /// The value that is kept of it until it is stored, with its secret: to be sealed.
    package var json: JSONValue {
        var json: JSONObject = [
            "sharedSecret": .string(secret.withBytes { Base32.encode($0) }), "algorithm": .string(algorithm.rawValue),
            "digits": .integer(Int64(digits)),
        ]
        json["period"] = period.map { .integer(Int64($0)) }
        json["deviceName"] = name.map(JSONValue.string)
        return .object(json)
    }

    /// Reads ``json``; nil when it isn't one.
    package init?(json: JSONValue) {
        guard let secret = json["sharedSecret"]?.string.flatMap({ Base32.decode($0) }), !secret.isEmpty,
            let algorithm = json["algorithm"]?.string.flatMap(HashAlgorithm.init), let digits = json["digits"]?.integer,
            (4...10).contains(digits)
        else { return nil }
        self.secret = Secret(bytes: secret)
        self.algorithm = algorithm
        self.digits = Int(digits)
        period = json["period"]?.integer.map { Int($0) }
        name = json["deviceName"]?.string
        guard period.map({ (1...86_400).contains($0) }) ?? true else { return nil }
    }
}
