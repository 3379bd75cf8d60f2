package import JourneyMessages
import Primitives
import Translations

/// Lets a user without a second factor choose what to do.
package struct SecondFactorOptions: NodeDeclaration {
    package static let type = NodeType(
        "MultiFactorRegistrationOptionsNode", alias: "secondFactorOptions", title: "MFA Registration Options",
        "Lets a user without a second factor register one, get the app, skip it or opt out.", interaction: .always, repetition: .atFields)
    package static let settings = [
        NodeSetting<Self>("mandatory", \.isMandatory, "Whether the user can't skip it or opt out."),
        NodeSetting<Self>("getApp", \.offersApp, "Whether there is a button to get the app."),
        NodeSetting<Self>("message", \.message, "The message to show."),
        NodeSetting<Self>("registerDeviceLabel", \.register, "The label of the button to register."),
        NodeSetting<Self>("getAppLabel", \.getApp, "The label of the button to get the app."),
        NodeSetting<Self>("skipStepLabel", \.skip, "The label of the button to skip it this time."),
        NodeSetting<Self>("optOutLabel", \.optOut, "The label of the button to opt out."),
    ]
    package static let state = StateUse(reads: ["username", "mfaMethod"])

    package var isMandatory = false
    package var offersApp = true
    package var message = LocalizedText(\.mustRegister)
    package var register = LocalizedText(\.registerDevice)
    package var getApp = LocalizedText(\.getApp)
    package var skip = LocalizedText(\.skipStep)
    package var optOut = LocalizedText(\.optOut)

    package init() {}

    /// The outcomes with the labels of their buttons, in order.
    package var buttons: [(outcome: String, label: LocalizedText)] {
        [("registerOutcome", register)] + (offersApp ? [("getAppOutcome", getApp)] : [])
            + (isMandatory ? [] : [("skipOutcome", skip), ("optOutOutcome", optOut)])
    }

    package var outcomes: [String] { buttons.map(\.outcome) }
    package var callbacks: [CallbackType] { [.textOutput, .confirmation] }
}

/// Writes down that the user doesn't want the second factor that was offered.
package struct SecondFactorOptOut: ActsForProvenUser {
    package static let type = NodeType(
        "OptOutMultiFactorAuthenticationNode", alias: "secondFactorOptOut", title: "Opt-out Multi-Factor Authentication",
        "Writes down that the user doesn't want the second factor that was offered.", changesCredentials: true)
    package static let state = StateUse(reads: ["username", "mfaMethod"])

    package init() {}
}

/// Shows where the authenticator app is to be had.
package struct GetAuthenticatorApp: NodeDeclaration {
    package static let type = NodeType(
        "GetAuthenticatorAppNode", alias: "getAuthenticatorApp", title: "Get Authenticator App",
        "Shows where the authenticator app is to be had.", interaction: .always, repetition: .atFields)
    package static let settings = [
        NodeSetting<Self>("message", \.message, "The message to show; {{appleLink}} and {{googleLink}} become the addresses."),
        NodeSetting<Self>("continueLabel", \.proceed, "The label of the button to continue."),
        NodeSetting<Self>("appleLink", \.appleLink, "The app's address in Apple's store."),
        NodeSetting<Self>("googleLink", \.googleLink, "The app's address in Google's store."),
    ]

    package var message = LocalizedText(\.getAppFrom)
    package var proceed = LocalizedText(\.proceed)
    package var appleLink = ""
    package var googleLink = ""

    package init() {}

    package var callbacks: [CallbackType] { [.textOutput, .confirmation] }
}
