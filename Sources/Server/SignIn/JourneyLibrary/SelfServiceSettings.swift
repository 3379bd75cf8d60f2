package import Foundations
import Primitives
import ResourceMessages

/// The journeys to which hosted pages link.
package struct SelfServiceSettings: SettingsSection {
    package var registrationJourney = "Registration"
    package var forgottenPasswordJourney = "ResetPassword"
    package var forgottenUsernameJourney = "ForgottenUsername"
    package var updatePasswordJourney = "UpdatePassword"
    package var passkeyJourney = "PasskeyRegistration"
    package var accountDeletion = false

    package init() {}

    package static let fields: [Setting] = [
        Setting(
            1130, "registrationJourney", \.registrationJourney, .name(of: .journey, mayBeAbsent: true),
            "The journey for registration; the hosted pages link to it unless it is empty or the realm has no such journey."),
        Setting(
            1140, "forgottenPasswordJourney", \.forgottenPasswordJourney, .name(of: .journey, mayBeAbsent: true),
            "The journey that resets a forgotten password; linked likewise."),
        Setting(
            1150, "forgottenUsernameJourney", \.forgottenUsernameJourney, .name(of: .journey, mayBeAbsent: true),
            "The journey that recovers a forgotten user name; linked likewise."),
        Setting(
            1160, "updatePasswordJourney", \.updatePasswordJourney, .name(of: .journey, mayBeAbsent: true),
            "The journey by which users change their password; linked likewise."),
        Setting(
            1170, "passkeyJourney", \.passkeyJourney, .name(of: .journey, mayBeAbsent: true),
            "The journey by which users add a passkey; linked likewise."),
        Setting(
            1175, "accountDeletion", \.accountDeletion, .flag,
            "Whether users may delete their own account on the account page; administrators never may."),
    ]
}
