package import Foundations
import Primitives
import ResourceMessages

/// The authenticator apps of a realm.
package struct AuthenticatorSettings: SettingsSection {
    package var authenticatorApplication = ""
    package var completesCodesOnScan = false

    package init() {}

    package static let fields: [Setting] = [
        Setting(
            5090, "authenticatorApplication", \.authenticatorApplication, .name(of: .nativeApplication),
            "The native application with whose push credentials Apple's and Google's services are asked to wake authenticator apps; empty for none."
        ),
        // docs/protocols/device-protocol.md 7: what is scanned may be another person's screen.
        Setting(
            5100, "completesCodesOnScan", \.completesCodesOnScan, .flag,
            "Whether an authentication code that asks for no approval is completed by scanning it."),
    ]
}
