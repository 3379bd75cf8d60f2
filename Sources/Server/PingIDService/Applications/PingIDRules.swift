package import Directory
package import Foundations
import Primitives
package import ResourceMessages
package import Store

/// The applications that devices are trusted for.
package typealias PingIDApplications = RuledApplications<PingIDRules>

/// The rules of an application whose users' devices are trusted through the customer's server (`docs/pingid.md`).
package struct PingIDRules: ApplicationRules {
    /// Whether devices may speak with the server for it.
    package var isEnabled = true
    /// Whether passcodes and payloads are taken only from devices that were found not to be rooted.
    package var requiresRootDetection = false
    /// Whether the user chooses among several devices, where no device is named.
    package var choosesDevice = false
    /// The number of trusted devices that a user may have.
    package var mostDevices = 5
    /// Whether a passcode is taken once a push was not answered in time.
    package var allowsFallback = false
    /// The number of wrong passcodes that rest a device, and the seconds for which they do.
    package var mostAttempts = 3
    /// The number of seconds for which wrong passcodes rest a device.
    package var restSeconds = 120
    /// The number of seconds that a user has to answer a push.
    package var pushSeconds = 60

    package init() {}
}

extension PingIDRules {
    package static let reading: SQL = "SELECT rules FROM pingid_applications WHERE realm = ?1 AND application = ?2"
    package static let writing: SQL = """
        INSERT INTO pingid_applications (realm, application, rules) VALUES (?1, ?2, ?3)
        ON CONFLICT (realm, application) DO UPDATE SET rules = ?3
        """
    package static let change = "PingID rules"
    /// The table `pingid_applications`; rows go with their realm or application.
    package static let feature = Feature(
        history: [
            SchemaStep(
                34, "pingid", place: 0,
                [
                    """
                    CREATE TABLE pingid_applications (
                        realm TEXT NOT NULL, application TEXT NOT NULL, rules TEXT NOT NULL, PRIMARY KEY (realm, application))
                    """
                ])
        ],
        tables: [.owned("pingid_applications", filled: .byAdministration, by: .application("application"))])
}

extension PingIDRules: Shaped {
    package static let shapeName = "PingIDRules"
    package static let members: [Member<Self>] = [
        Member("enabled", \.isEnabled, .flag),
        Member("root_detection_enabled", \.requiresRootDetection, .flag),
        Member("multiple_device_selection_mode", \.choosesDevice, .flag),
        Member("max_allowed_devices_for_user", \.mostDevices, .integer(1...15)),
        Member("otp_fallback_enabled", \.allowsFallback, .flag),
        Member("max_allowed_mobile_app_otp_attempts", \.mostAttempts, .integer(1...7)),
        Member("mobile_app_lock_otp_duration", \.restSeconds, .integer(60...86_400)),
        Member("push_timeout", \.pushSeconds, .integer(15...300)),
    ]
}
