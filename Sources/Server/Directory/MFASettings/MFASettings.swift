import Primitives
package import ResourceMessages

/// The rules that hold for all devices of a realm (`docs/protocols/platform.md` 2.7).
package struct MFASettings: Sendable, Equatable {
    package var pairing = Pairing()
    /// The number of failed second factors that lock an account, and the time for which they do; nil for never: the devices' own locks
    /// stay.
    package var lockout: Lockout?
    package var phoneExtensions: PhoneExtensions?
    package var users: Users?
    /// Counts for the policies that say nothing of it.
    package var authentication: DeviceChoice?

    package init() {}

    package struct Pairing: Sendable, Equatable {
        /// The number of devices that a user may have.
        package var maximumDevices = 5
        package var keyFormat = KeyFormat.numeric
        package init() {}
    }

    /// The form of pairing keys.
    package enum KeyFormat: String, Sendable, CaseIterable {
        /// 14 digits.
        case numeric = "NUMERIC"
        /// 18 digits and letters.
        case alphanumeric = "ALPHANUMERIC"
    }

    package struct Lockout: Sendable, Equatable {
        package var failureCount = 5
        package var durationSeconds = 600
        package init() {}
    }

    package struct PhoneExtensions: Sendable, Equatable {
        package var isEnabled = false
        package init() {}
    }

    package struct Users: Sendable, Equatable {
        /// Whether new users are asked for a second factor.
        package var isMFAEnabled = false
        package init() {}
    }
}

extension MFASettings {
    package var allowsPhoneExtensions: Bool { phoneExtensions?.isEnabled ?? false }
    package var enablesNewUsers: Bool { users?.isMFAEnabled ?? false }
}

extension MFASettings: Shaped {
    package static let shapeName = "MFASettings"
    package static let members: [Member<Self>] = [
        Member("pairing", \.pairing, .object, .required),
        Member("lockout", optional: \.lockout, .object),
        Member("phoneExtensions", optional: \.phoneExtensions, .object),
        Member("users", optional: \.users, .object),
        Member("authentication", optional: \.authentication, .object),
    ]
}

extension MFASettings.Pairing: Shaped {
    package static let shapeName = "PairingSettings"
    package static let members: [Member<Self>] = [
        Member("maximumDevices", \.maximumDevices, .integer(1...15)).formerly("maxAllowedDevices"),
        Member("keyFormat", \.keyFormat, .choice, .required).formerly("pairingKeyFormat"),
    ]
}

extension MFASettings.Lockout: Shaped {
    package static let shapeName = "MFALockout"
    package static let members: [Member<Self>] = [
        Member("failureCount", \.failureCount, .integer(1...100), .required),
        Member("durationSeconds", \.durationSeconds, .integer(1...86_400)),
    ]
}

extension MFASettings.PhoneExtensions: Shaped {
    package static let shapeName = "PhoneExtensions"
    package static let members: [Member<Self>] = [Member("enabled", \.isEnabled, .flag, .required)]
}

extension MFASettings.Users: Shaped {
    package static let shapeName = "MFAUserSettings"
    package static let members: [Member<Self>] = [Member("mfaEnabled", \.isMFAEnabled, .flag, .required)]
}
