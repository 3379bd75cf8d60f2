import Foundation
import OneTimePassword
import Primitives
import Services
import Directory
import MultiFactor

/// The plan by which a node has new accounts make their one-time passwords.
struct OathPlan: Sendable {
    /// The key under which an account stays until it is stored, by AM's name.
    static let profileName = "oathDeviceProfile"

    var length = Length.six
    /// Characters of AM's hexadecimal secret: 32 for 16 bytes.
    var secretLength = 32
    var algorithm = Algorithm.totp
    var period = 30
    var hash = Hash.sha1
    /// AM's files have these two; no app has heard of them, so that they have no effect.
    var addsChecksum = false
    var truncationOffset = -1

    enum Length: String, SettingValue, CaseIterable {
        case six = "SIX_DIGITS"
        case eight = "EIGHT_DIGITS"
        var digits: Int { self == .six ? 6 : 8 }
    }

    enum Algorithm: String, SettingValue, CaseIterable {
        case totp = "TOTP"
        case hotp = "HOTP"
    }

    enum Hash: String, SettingValue, CaseIterable {
        case sha1 = "HMAC_SHA1"
        case sha256 = "HMAC_SHA256"
        case sha512 = "HMAC_SHA512"
        var algorithm: HashAlgorithm {
            switch self {
            case .sha1: .sha1
            case .sha256: .sha256
            case .sha512: .sha512
            }
        }
    }

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
        let (realm, authenticators) = (turn.realm, turn.domain.authenticators)
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

/// A node that registers accounts which make one-time passwords.
protocol PlansPasswords: JourneyNode {
    var plan: OathPlan { get set }
}

extension PlansPasswords {
    static var planSettings: [NodeSetting<Self>] {
        [
            NodeSetting("passwordLength", \.plan.length, "How many digits a code has."),
            NodeSetting("minSharedSecretLength", \.plan.secretLength, in: 20...128, "How many hexadecimal digits the secret has."),
            NodeSetting("algorithm", \.plan.algorithm, "Whether codes go by the clock or count."),
            NodeSetting("totpTimeInterval", \.plan.period, in: 15...120, "For how many seconds a code by the clock is good."),
            NodeSetting("totpHashAlgorithm", \.plan.hash, "The hash of codes by the clock."),
            NodeSetting("addChecksum", \.plan.addsChecksum, "AM's; codes never have a checksum, since no app makes one.")
                .inert("codes have no checksum, since no app makes one"),
            NodeSetting("truncationOffset", \.plan.truncationOffset, "AM's; codes are always truncated dynamically.")
                .inert("codes are truncated dynamically, as apps do it"),
        ]
    }
}

extension OneTimePasswordAccount {
    /// Its part of an account's URI.
    var uriPassword: AuthenticatorURI.Password {
        AuthenticatorURI.Password(
            period.map { .totp(period: $0) } ?? .hotp(counter: 0), secret: secret, algorithm: algorithm, digits: digits)
    }
}
