import Directory
import JourneyEngine
import JourneyModel
import MultiFactor
import OneTimePassword
import Primitives

extension OathPlan {
    /// A new account, with a secret of 160 bits or more (RFC 4226 §4 R6).
    func account(random: any RandomSource) -> OneTimePasswordAccount {
        var account = OneTimePasswordAccount(secret: Secret(bytes: random.bytes(max(20, secretLength / 2))))
        account.algorithm = hash.algorithm
        account.digits = length.digits
        account.period = algorithm == .totp ? period : nil
        account.name = "OATH Device"
        return account
    }

    // MARK: - In the journey's state

    static func account(in turn: Turn) -> OneTimePasswordAccount? {
        turn.state.secrets[profileName].flatMap { OneTimePasswordAccount(json: TransientValue.json($0)) }
    }

    static func keep(_ account: OneTimePasswordAccount?, in turn: inout Turn) {
        turn.state.secrets[profileName] = account.map { TransientValue.secret($0.json) }
    }

    /// Stores the account of the state as the user's; false when there is none, or the user has too many.
    static func store(of user: User, withCodes: Bool, _ turn: inout Turn) async throws -> Bool {
        guard let account = account(in: turn) else {
            try await turn.recordFailure("no one-time password account waits for its storage")
            return false
        }
        let (realm, authenticators) = (turn.realm, turn.domain.multiFactor.authenticators)
        do {
            let (device, codes) = try await turn.act { transaction, _ in
                let device = try authenticators.add(account, of: user.id, in: realm, transaction)
                try SecondFactorChoices.optIn(to: .oath, user.id, realm: realm.id, in: transaction)
                return (device, withCodes ? try authenticators.makeRecoveryCodes(for: device, in: transaction) : [])
            }
            keep(nil, in: &turn)
            if withCodes { turn.keepRecoveryCodes(codes, of: device) }
            return true
        } catch let error as AuthenticatorAccountError {
            try await turn.recordFailure(error.reason)
            return false
        }
    }
}

extension OathPlan.Hash {
    var algorithm: HashAlgorithm {
        switch self {
        case .sha1: .sha1
        case .sha256: .sha256
        case .sha512: .sha512
        }
    }
}

extension OneTimePasswordAccount {
    /// Its part of an account's URI.
    var uriPassword: AuthenticatorURI.Password {
        AuthenticatorURI.Password(
            period.map { .totp(period: $0) } ?? .hotp(counter: 0), secret: secret, algorithm: algorithm, digits: digits)
    }
}
