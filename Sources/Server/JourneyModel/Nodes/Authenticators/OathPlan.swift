import Primitives

/// The plan by which a node has new accounts make their one-time passwords.
package struct OathPlan: Sendable {
    /// The key under which an account stays until it is stored, by AM's name.
    package static let profileName = "oathDeviceProfile"

    package var length = Length.six
    /// Characters of AM's hexadecimal secret: 32 for 16 bytes.
    package var secretLength = 32
    package var algorithm = Algorithm.totp
    package var period = 30
    package var hash = Hash.sha1
    /// AM's files have these two; no app has heard of them, so that they have no effect.
    var addsChecksum = false
    var truncationOffset = -1

    /// The length of the codes, by AM's names.
    package enum Length: String, SettingValue, CaseIterable {
        case six = "SIX_DIGITS"
        case eight = "EIGHT_DIGITS"
        /// The number of digits.
        package var digits: Int { self == .six ? 6 : 8 }
    }

    /// The way of the codes: by time (RFC 6238) or by a counter (RFC 4226).
    package enum Algorithm: String, SettingValue, CaseIterable {
        case totp = "TOTP"
        case hotp = "HOTP"
    }

    /// The hash of codes by time (RFC 6238 §1.2).
    package enum Hash: String, SettingValue, CaseIterable {
        case sha1 = "HMAC_SHA1"
        case sha256 = "HMAC_SHA256"
        case sha512 = "HMAC_SHA512"
    }
}

/// A node that registers accounts which make one-time passwords.
package protocol PlansPasswords: NodeDeclaration {
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
