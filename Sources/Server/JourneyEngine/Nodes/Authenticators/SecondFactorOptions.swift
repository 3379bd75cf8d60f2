import JourneyMessages
import Primitives
import Directory
import MultiFactor

/// Lets a user without a second factor choose what to do.
struct SecondFactorOptions: JourneyNode {
    static let type = NodeType(
        "MultiFactorRegistrationOptionsNode", alias: "secondFactorOptions", title: "MFA Registration Options",
        "Lets a user without a second factor register one, get the app, skip it or opt out.", interaction: .always)
    static let settings = [
        NodeSetting<Self>("mandatory", \.isMandatory, "Whether the user can't skip it or opt out."),
        NodeSetting<Self>("getApp", \.offersApp, "Whether there is a button to get the app."),
        NodeSetting<Self>("message", \.message, "What to show."),
        NodeSetting<Self>("registerDeviceLabel", \.register, "The label of the button to register."),
        NodeSetting<Self>("getAppLabel", \.getApp, "The label of the button to get the app."),
        NodeSetting<Self>("skipStepLabel", \.skip, "The label of the button to skip it this time."),
        NodeSetting<Self>("optOutLabel", \.optOut, "The label of the button to opt out."),
    ]
    static let state = StateUse(reads: ["username", "mfaMethod"])

    var isMandatory = false
    var offersApp = true
    var message: LocalizedText =
        "The company requires multi-factor authentication: register a device, or get an app for it first."
    var register: LocalizedText = "Register Device"
    var getApp: LocalizedText = "Get the App"
    var skip: LocalizedText = "Skip this step"
    var optOut: LocalizedText = "Opt-out"

    /// The outcomes with the labels of their buttons, in order.
    private var buttons: [(outcome: String, label: LocalizedText)] {
        [("registerOutcome", register)] + (offersApp ? [("getAppOutcome", getApp)] : [])
            + (isMandatory ? [] : [("skipOutcome", skip), ("optOutOutcome", optOut)])
    }

    var outcomes: [String] { buttons.map(\.outcome) }
    var callbacks: [CallbackType] { [.textOutput, .confirmation] }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        turn.tell(TextStatement(turn.text(message)).callback)
        let labels = buttons.map { turn.text($0.label) }
        guard let pressed = turn.ask(ConfirmationQuestion(options: labels)) else { return .waiting }
        return .outcome(buttons[pressed].outcome)
    }
}

/// Writes down that the user doesn't want the second factor that was offered.
struct SecondFactorOptOut: JourneyNode {
    static let type = NodeType(
        "OptOutMultiFactorAuthenticationNode", alias: "secondFactorOptOut", title: "Opt-out Multi-Factor Authentication",
        "Writes down that the user doesn't want the second factor that was offered.", changesCredentials: true)
    static let state = StateUse(reads: ["username", "mfaMethod"])

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let (user, realm) = (try await turn.requireUser(Self.type), turn.realm.id)
        let named = turn.state.shared["mfaMethod"]?.string.flatMap(SecondFactorChoices.Method.init)
        try await turn.act { transaction, _ in
            for method in named.map({ [$0] }) ?? SecondFactorChoices.Method.allCases {
                try SecondFactorChoices.optOut(of: method, user.id, realm: realm, in: transaction)
            }
        }
        return .outcome(Outcome.only)
    }
}

/// Shows where the authenticator app is to be had.
struct GetAuthenticatorApp: JourneyNode {
    static let type = NodeType(
        "GetAuthenticatorAppNode", alias: "getAuthenticatorApp", title: "Get Authenticator App",
        "Shows where the authenticator app is to be had.", interaction: .always)
    static let settings = [
        NodeSetting<Self>("message", \.message, "What to show; {{appleLink}} and {{googleLink}} become the addresses."),
        NodeSetting<Self>("continueLabel", \.proceed, "The label of the button to go on."),
        NodeSetting<Self>("appleLink", \.appleLink, "The app's address in Apple's store."),
        NodeSetting<Self>("googleLink", \.googleLink, "The app's address in Google's store."),
    ]

    var message: LocalizedText = "Get the app from the Apple App Store or on Google Play: {{appleLink}} {{googleLink}}"
    var proceed: LocalizedText = "Continue"
    var appleLink = ""
    var googleLink = ""

    var callbacks: [CallbackType] { [.textOutput, .confirmation] }

    func step(_ turn: inout Turn) async throws -> NodeResult {
        let text = turn.text(message).replacing("{{appleLink}}", with: appleLink).replacing("{{googleLink}}", with: googleLink)
        turn.tell(TextStatement(text).callback)
        guard turn.ask(ConfirmationQuestion(acknowledgedBy: turn.text(proceed))) != nil else { return .waiting }
        return .outcome(Outcome.only)
    }
}
