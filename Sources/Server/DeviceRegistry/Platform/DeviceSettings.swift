package import Foundation
package import Foundations
import Primitives
import ResourceMessages

/// The devices and native apps of a realm.
package struct DeviceSettings: SettingsSection {
    package var appleApps: [String] = []
    package var appleLinks: [String: [String]] = [:]
    package var androidApps: [String: String] = [:]
    package var migrationsUntil = ""
    package var auditsDeviceProfiles = false

    package init() {}

    package static let fields: [Setting] = [
        Setting(
            5070, "appleApps", \.appleApps, .list(.text),
            "Apps of Apple's systems that share the passkeys of this server's domain, by team and bundle identifier: ABCDE12345.com.example.app."
        ),
        Setting(
            5075, "appleLinks", \.appleLinks, .map(.list(.text), count: nil),
            "Paths of this server's domain whose addresses open an app of appleApps, by the app: /reset/*. None at which the server answers itself."
        ),
        Setting(
            5080, "androidApps", \.androidApps, .texts,
            "Apps of Android that share them, by package, with the SHA-256 fingerprint of the certificate that signs the app, in hexadecimal."
        ),
        Setting(
            5110, "migrationsUntil", \.migrationsUntil, .text,
            "The time until which installations of the older product may move over, such as 2026-12-31T00:00:00Z; empty for never."),
        Setting(
            8030, "auditsDeviceProfiles", \.auditsDeviceProfiles, .flag,
            "Whether the audit log has the profiles that devices send, which are personal data."),
    ]
}

extension DeviceSettings {
    /// The moment that ``migrationsUntil`` names; nil when it names none.
    package var migrationEnd: Date? { try? Date(migrationsUntil, strategy: .iso8601) }

    package func check() throws(DomainError) {
        for (name, fingerprint) in androidApps.sorted(by: { $0.key < $1.key }) {
            guard AppCertificate.isPackage(name) else {
                throw DomainError(.invalid, "androidApps: \(name.prefix(128)) is no package, such as com.example.app")
            }
            guard AppCertificate.fingerprint(fingerprint) != nil else {
                throw DomainError(
                    .invalid,
                    "androidApps: what stands for \(name) is no SHA-256 fingerprint: 32 bytes in hexadecimal, with or without colons between them"
                )
            }
        }
        for app in appleApps where !AppCertificate.isAppleApp(app) {
            throw DomainError(
                .invalid, "appleApps: \(app.prefix(128)) is no team with a bundle identifier, such as ABCDE12345.com.example.app")
        }
        for (app, paths) in appleLinks.sorted(by: { $0.key < $1.key }) {
            guard appleApps.contains(app) else {
                throw DomainError(.invalid, "appleLinks: \(app.prefix(128)) is none of appleApps")
            }
            for path in paths {
                guard let problem = AppLinkPath.problem(path) else { continue }
                throw DomainError(.invalid, "appleLinks: \(path.prefix(128)) can't open an app: \(problem)")
            }
        }
        guard migrationsUntil.isEmpty || migrationEnd != nil else {
            throw DomainError(.invalid, "migrationsUntil: \(migrationsUntil.prefix(64)) is no time, such as 2026-12-31T00:00:00Z")
        }
    }
}
