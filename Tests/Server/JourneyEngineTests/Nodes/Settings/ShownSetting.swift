import JourneyMessages
import Primitives
import Testing

@testable import JourneyEngine

/// A setting that the client is shown: a step has what it says when it is set, and not when it isn't.
struct ShownSetting: Sendable, CustomTestStringConvertible {
    typealias Look = @Sendable (Step) -> Bool

    let kind: String
    let setting: String
    let value: JSONValue
    /// What else the node is set to.
    private(set) var others = JSONObject()
    /// What stands before it.
    private(set) var before: [NodeTrial.Node] = []
    /// Whether a login comes first.
    private(set) var isProven = true
    let look: Look

    var testDescription: String { "\(kind).\(setting)" }

    static let marker = "Marker 7"

    init(_ kind: String, _ setting: String, _ value: JSONValue, _ look: @escaping Look) {
        self.kind = kind
        self.setting = setting
        self.value = value
        self.look = look
    }

    /// One whose text stands in the step as it is.
    init(_ kind: String, _ setting: String) {
        self.init(kind, setting, .string(Self.marker)) { step in
            var step = step
            step.authID = ""
            return step.json.text.contains(Self.marker)
        }
    }

    /// One that is an output of a callback.
    init(_ kind: String, _ setting: String, _ value: JSONValue, as output: String, _ shown: JSONValue? = nil) {
        self.init(kind, setting, value) { step in step.callbacks.contains { $0.output(output) == shown ?? value } }
    }

    func with(_ others: JSONObject) -> Self {
        var setting = self
        setting.others = others
        return setting
    }

    func after(_ kind: String, _ settings: JSONObject) -> Self {
        var setting = self
        setting.before.append(NodeTrial.Node(kind, settings))
        return setting
    }

    /// Without a login before it.
    var alone: Self {
        var setting = self
        setting.isProven = false
        return setting
    }
}

extension ShownSetting {
    static let all = basic + identity + captchas + authenticators + passkeys + binding + devices

    private static let basic = [
        ShownSetting("page", "pageDescription").with(["nodes": [["username": [:]]]]).alone,
        ShownSetting("password", "prompt").alone, ShownSetting("message", "messageYes").alone,
        ShownSetting("message", "messageNo").alone, ShownSetting("pollingWait", "exitMessage").with(["exitable": true]).alone,
    ]

    private static let identity = [
        ShownSetting("kbaDefinition", "message").alone,
        ShownSetting("kbaDefinition", "allowUserDefinedQuestions", false, as: "allowUserDefinedQuestions").alone,
        ShownSetting("consent", "message"),
        ShownSetting("platformUsername", "prepopulate", true, as: "value", "ada").with(["validateInput": true])
            .after("setState", ["attributes": ["username": "ada"]]).alone,
        ShownSetting("displayUsername", "userName", "city") { $0.message == "Paris" },
        ShownSetting("emailSuspend", "emailSuspendMessage").with(["objectLookup": true]),
    ]

    private static let captchas: [ShownSetting] = [
        ("captcha", ["siteKey": "site", "secretLabelIdentifier": "captcha"]), ("legacyCaptcha", ["siteKey": "site"]),
        ("enterpriseCaptcha", ["projectId": "project", "siteKey": "site", "secretLabelIdentifier": "captcha"]),
    ].flatMap { (kind: String, needed: JSONObject) in
        [
            ShownSetting(kind, "siteKey").with(needed).alone, ShownSetting(kind, "divClass").with(needed).alone,
            ShownSetting(kind, "apiUri", "https://captcha.example.com/api.js", as: "captchaApiUri").with(needed).alone,
        ]
    }

    private static let authenticators =
        ["oathRegistration", "pushRegistration", "combinedRegistration"].map { ShownSetting($0, "scanQRCodeMessage") } + [
            ShownSetting("pushWait", "secondsToWait", 7, as: "waitTime", "7000").alone,
            ShownSetting("pushWait", "waitingMessage").alone, ShownSetting("pushWait", "exitMessage").alone,
            ShownSetting("pushWait", "challengeMessage", "Pick {{challenge}} there", as: "message", "Pick 42 there")
                .after("setState", ["attributes": ["pushNumberChallengeKey": "42"]]).alone,
            ShownSetting("secondFactorOptions", "mandatory", true) { $0.buttons == ["Register Device", "Get the App"] },
            ShownSetting("secondFactorOptions", "getApp", false) {
                $0.buttons == ["Register Device", "Skip this step", "Opt-out"]
            },
        ]
        + ["message", "registerDeviceLabel", "getAppLabel", "skipStepLabel", "optOutLabel"].map {
            ShownSetting("secondFactorOptions", $0).alone
        } + ["message", "continueLabel", "appleLink", "googleLink"].map { ShownSetting("getAuthenticatorApp", $0).alone }

    private static let passkeys = [
        ShownSetting("webAuthnRegistration", "relyingPartyName"),
        ShownSetting("webAuthnRegistration", "authenticatorAttachment", "PLATFORM") { $0.registration?.selection.attachment == "platform" },
        ShownSetting("webAuthnRegistration", "acceptedSigningAlgorithms", ["EDDSA"]) { $0.registration?.algorithms == [-8] },
        ShownSetting("webAuthnRegistration", "timeout", 7) { $0.registration?.timeout == 7000 },
        ShownSetting("webAuthnRegistration", "displayNameSharedState", "shown") { $0.registration?.displayName == marker }
            .after("setState", ["attributes": ["shown": .string(marker)]]),
        ShownSetting("webAuthnAuthentication", "timeout", 7) { step in
            guard case .webAuthnAuthentication(let request)? = step.callbacks.first?.kind else { return false }
            return request.timeout == 7000
        }.with(["requiresResidentKey": true]).alone,
    ]

    private static let binding =
        ["title", "subtitle", "description"].flatMap {
            [ShownSetting("deviceBinding", $0), ShownSetting("deviceSigningVerifier", $0).alone]
        } + [
            ShownSetting("deviceBinding", "authenticationType", "NONE", as: "authenticationType"),
            ShownSetting("deviceBinding", "timeout", 7, as: "timeout"),
            ShownSetting("deviceBinding", "attestation", true, as: "attestation"),
            ShownSetting("deviceSigningVerifier", "timeout", 7, as: "timeout").alone,
        ]

    private static let devices =
        [
            ShownSetting("deviceProfileCollector", "deviceMetadata", false, as: "metadata").alone,
            ShownSetting("deviceProfileCollector", "deviceLocation", true, as: "location").alone,
            ShownSetting("deviceProfileCollector", "message").alone,
            ShownSetting("devicePairing", "message"), ShownSetting("devicePairing", "exitMessage"),
            ShownSetting("devicePairing", "seconds", 7, as: "waitTime", "7000"),
        ]
        + ["message", "exitMessage"].map { ShownSetting("authenticationCode", $0).with(["application": "phone-app"]).alone } + [
            ShownSetting("authenticationCode", "seconds", 7, as: "waitTime", "7000").with(["application": "phone-app"]).alone
        ]
}

extension Step {
    /// The labels of the step's buttons.
    fileprivate var buttons: [String] {
        for case .confirmation(let question) in callbacks.map(\.kind) { return question.options }
        return []
    }

    fileprivate var registration: WebAuthnRegistration? {
        guard case .webAuthnRegistration(let request)? = callbacks.first?.kind else { return nil }
        return request
    }
}
