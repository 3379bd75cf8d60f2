import Primitives
package import WebAuthn
package import Directory

/// The apps that a realm names as its own (`docs/protocols/step-protocol.md` 7.6).
package struct NativeApps: Sendable, Equatable {
    /// Team and bundle identifier: `ABCDE12345.com.example.app`.
    package let apple: [String]
    /// The paths of the server's domain whose addresses open an app, by the app.
    package let appleLinks: [String: [String]]
    /// The apps by package, each with the fingerprint of its certificate: `AB:CD:…`.
    package let android: [(package: String, fingerprint: String)]

    /// The apps of a realm's settings `appleApps`, `appleLinks` and `androidApps`.
    package init(_ settings: RealmSettings) {
        apple = settings[DeviceSettings.self].appleApps
        appleLinks = settings[DeviceSettings.self].appleLinks
        android = settings[DeviceSettings.self].androidApps.sorted { $0.key < $1.key }.compactMap { name, text in
            AppCertificate.fingerprint(text).map { bytes in (name, bytes.map(Self.hexadecimal).joined(separator: ":")) }
        }
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.apple == right.apple && left.appleLinks == right.appleLinks
            && left.android.elementsEqual(right.android) { $0 == $1 }
    }

    /// Returns where their ceremonies run: apps of Apple's at `https` on the relying party's id by the system, or by their own name;
    /// Android's by their certificates.
    package func origins(for relyingParty: String) -> [RelyingParty.Origin] {
        let bundles = apple.compactMap { app in app.firstIndex(of: ".").map { String(app[app.index(after: $0)...]) } }
        return (apple.isEmpty ? [] : [.exactly("https://\(relyingParty)")]) + bundles.map { .ios(bundleIdentifier: $0) }
            + android.compactMap { AppCertificate.fingerprint($0.fingerprint).map { .android(certificateFingerprint: $0) } }
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let text = String(byte, radix: 16, uppercase: true)
        return byte < 16 ? "0" + text : text
    }
}
