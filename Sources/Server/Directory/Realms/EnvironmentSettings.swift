package import Foundations
import Primitives
import ResourceMessages

/// The use of a realm, and the personal data in its audit log.
package struct EnvironmentSettings: SettingsSection {
    package var environmentType = EnvironmentType.production
    package var auditPersonalFields = AuditPersonalFields.kept

    package init() {}

    package static let fields: [Setting] = [
        Setting(
            8010, "environmentType", \.environmentType, .choice(EnvironmentType.allCases.map(\.rawValue)),
            "The use of the realm: real users sign in, or things are tried out."),
        Setting(
            8020, "auditPersonalFields", \.auditPersonalFields, .choice(AuditPersonalFields.allCases.map(\.rawValue)),
            "How the audit log keeps personal data: network addresses, user names, browsers."),
    ]
}
