import Primitives
package import ResourceMessages

/// The rules that hold for all devices of a realm (`docs/protocols/platform.md` 2.7).
package struct MFASettings: Sendable, Equatable {
    /// The rules for pairing devices.
    package var pairing = Pairing()
    /// The number of failed second factors that lock an account, and the time for which they do; nil for never: the devices' own locks
    /// stay.
    package var lockout: Lockout?
    /// Extensions of telephone numbers; nil for the defaults.
    package var phoneExtensions: PhoneExtensions?
    /// The MFA setting of new users; nil for the defaults.
    package var users: Users?
    /// Counts for the policies that say nothing of it.
    package var authentication: DeviceChoice?

    package init() {}

    /// The rules for pairing devices with users.
    package struct Pairing: Sendable, Equatable {
        /// The number of devices that a user may have.
        package var maximumDevices = 5
        /// The form of pairing keys; digits by default.
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

    /// The lock of an account after failed second factors.
    package struct Lockout: Sendable, Equatable {
        /// The number of failures that lock it; 5 by default.
        package var failureCount = 5
        /// The time of the lock in seconds; 600 by default.
        package var durationSeconds = 600
        package init() {}
    }

    /// Extensions of telephone numbers, dialled after a call is answered.
    package struct PhoneExtensions: Sendable, Equatable {
        /// Whether telephone numbers may have extensions.
        package var isEnabled = false
        package init() {}
    }

    /// The MFA setting of new users.
    package struct Users: Sendable, Equatable {
        /// Whether new users are asked for a second factor.
        package var isMFAEnabled = false
        package init() {}
    }
}

extension MFASettings {
    /// Whether telephone numbers may have extensions; false by default.
    package var allowsPhoneExtensions: Bool { phoneExtensions?.isEnabled ?? false }
    /// Whether new users are asked for a second factor; false by default.
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
