import DialectTesting
import FederationTesting
import MailTesting
import OneTimePassword
import Primitives
import Testing

extension Stage {
    /// Every kind that asks, at least once.
    static let all =
        [
            Stage("username", answers: [("IDToken1", "demo")]),
            Stage("password", answers: [("IDToken1", "secret")]),
            Stage("createPassword", answers: [("IDToken1", "correct horse battery"), ("IDToken2", "correct horse battery")]),
            Stage("choice", "{ prompt: Way, choices: [ Out, In ] }", onward: "In", others: ["Out"], answers: [("IDToken1", 1)]),
            Stage("message", onward: "\"true\"", others: ["\"false\""], answers: [("IDToken2", 0)]),
            Stage("pollingWait", onward: "DONE", wait: 10),
            Stage("page", "[ { username: {} }, { password: {} } ]", answers: [("IDToken1", "demo"), ("IDToken2", "secret")]),
            Stage("platformUsername", "{ validateInput: true }", answers: [("IDToken1", "demo")]),
            Stage("platformPassword", "{ validateInput: true }", answers: [("IDToken1", "correct horse battery")]),
            Stage(
                "attributeCollector", "{ attributesToCollect: [ preferences/updates, city ], required: true, validateInputs: true }",
                answers: [("IDToken1", true), ("IDToken2", "Paris")]),
            Stage(
                "kbaDefinition",
                answers: [
                    ("IDToken1question", "What is the name of your first pet?"), ("IDToken1answer", "Byron"),
                    ("IDToken2question", "Who was your first employer?"), ("IDToken2answer", "Babbage"),
                ]),
            Stage("kbaVerification", onward: "\"true\"", others: ["\"false\""], proves: true) { _, user, _ in
                StageAnswer(inputs: [("IDToken1", .string(user.pet)), ("IDToken2", .string(user.employer))])
            },
            Stage("acceptTerms", answers: [("IDToken1", true)]),
            Stage("consent", "{ allRequired: true }", answers: [("IDToken1", true)]),
            Stage("displayUsername"),
            Stage("stateMetadata", "{ attributes: [ username ] }"),
            Stage("innerTree", "{ tree: \(StageRealm.inner) }", onward: "\"true\"", others: ["\"false\""], answers: [("IDToken1", "demo")]),
            Stage(
                "scriptedDecision", "{ script: \(StageRealm.script), outcomes: [ in, out ] }", onward: "in", others: ["out"],
                answers: [("IDToken1", "swordfish")]),
            Stage(
                "configProvider", "{ nodeType: MessageNode, script: \(StageRealm.configuration) }", onward: "\"true\"",
                others: ["\"false\"", "CONFIGURATION_FAILED"], answers: [("IDToken2", 0)]),
        ] + captchas + sent + federated + devices + risks + authenticators

    private static let captchas = [
        Stage(
            "legacyCaptcha", "{ siteKey: site }", onward: "\"true\"", others: ["\"false\""],
            answers: [("IDToken1", .string(StagePeer.solved))]),
        Stage(
            "captcha", "{ siteKey: site, secretLabelIdentifier: \(StageRealm.secret) }", onward: "\"true\"", others: ["\"false\""],
            answers: [("IDToken1", .string(StagePeer.solved))]),
        Stage(
            "enterpriseCaptcha", "{ projectId: proj, siteKey: site, secretLabelIdentifier: \(StageRealm.secret) }", onward: "\"true\"",
            others: ["\"false\""], answers: [("IDToken1token", .string(StagePeer.solved)), ("IDToken1action", "login")]),
    ]

    /// Those whose answer is sent to the user.
    private static let sent = [
        Stage(
            "passcodeDecision", before: ["passcodeGenerator: {}", "passcodeByEmail: {}"], onward: "\"true\"", others: ["\"false\""],
            proves: true
        ) { _, user, harness in
            StageAnswer(inputs: [("IDToken1", .string(try #require(harness.server.mail.last(to: user.mail)?.passcode)))])
        }.called("by mail"),
        Stage(
            "passcodeDecision", before: ["passcodeGenerator: {}", "passcodeBySMS: {}"], onward: "\"true\"", others: ["\"false\""],
            proves: true
        ) { _, user, harness in
            StageAnswer(inputs: [("IDToken1", .string(try #require(harness.peer.passcode(for: user))))])
        }.called("by text message"),
        Stage("emailSuspend", "{ emailTemplateName: resetPassword, objectLookup: true }", proves: true) { _, user, harness in
            let id = try #require(harness.server.mail.last(to: user.mail)?.suspendedID)
            return StageAnswer(query: [("suspendedId", id)], isLink: true)
        },
    ]

    /// Those that go on when a device has answered, or when the user would rather do without.
    private static let devices = [
        Stage(
            "deviceAuthentication", onward: "success", others: ["failure", "noDevice", "notEnabled", "bypassed"], proves: true
        ) { _, user, harness in
            StageAnswer(inputs: [("IDToken1", .string(try #require(harness.server.mail.last(to: user.mail)?.passcode)))])
        },
        Stage(
            "webAuthnRegistration", "{ relyingPartyDomain: example.com }", onward: "unsupported", others: ["success", "failure", "error"],
            answers: [("IDToken2", "unsupported")]),
        Stage(
            "webAuthnAuthentication", "{ relyingPartyDomain: example.com, requiresResidentKey: true }", onward: "unsupported",
            others: ["noDevice", "success", "failure", "error"], answers: [("IDToken2", "unsupported")]),
        Stage(
            "deviceBinding", onward: "success", others: ["failure", "Unsupported", "Abort", "Timeout"]
        ) { step, user, harness in
            let signed = try user.signed(step, at: harness.server.time.now, with: 2)
            return StageAnswer(inputs: [("IDToken1jws", .string(signed)), ("IDToken1deviceId", "phone")])
        },
        Stage(
            "deviceSigningVerifier", onward: "success",
            others: ["failure", "noDeviceRegistered", "keyNotFound", "Unsupported", "Abort", "Timeout", "ClientNotRegistered"], proves: true
        ) { step, user, harness in
            StageAnswer(inputs: [("IDToken1jws", .string(try user.signed(step, at: harness.server.time.now, with: 1)))])
        },
        Stage(
            "appIntegrity", "{ application: \(StageApp.application) }", onward: "success",
            others: ["failure", "Unsupported", "ClientDeviceErrors"]
        ) { step, _, harness in
            StageAnswer(inputs: try StageApp.proof(for: step, count: UInt32(harness.nextCount) + 1))
        },
        Stage("deviceProfileCollector", answers: [("IDToken1", "{\"identifier\":\"9f1c\",\"metadata\":{}}")]),
        Stage("devicePairing", onward: "exited", others: ["paired", "expired"], answers: [("IDToken3", 0)]),
        Stage(
            "authenticationCode", "{ application: \(StageRealm.application) }", onward: "exited", others: ["success", "denied", "expired"],
            answers: [("IDToken3", 0)]),
        Stage(
            "identityVerification", onward: "exited", others: ["verified", "failed", "undecided", "expired", "unavailable"],
            answers: [("IDToken5", 0)]),
        Stage("verifyEvaluation", onward: "timeoutOutcome", others: ["successOutcome", "failureOutcome"], wait: 271),
        Stage(
            "verifyProofing", onward: "CANCEL", others: ["SUCCESS", "SUCCESSPATCH", "FAIL", "FAILPATCH", "ERROR"],
            answers: [("IDToken5", 0)]),
        Stage(
            "orchestrationAuthentication", "{ application: \(StageRealm.application) }", onward: "exited",
            others: ["accepted", "refused", "timeout", "failed", "noDevice"], answers: [("IDToken2", 0)]),
        Stage(
            "orchestrationTransaction", "{ application: \(StageRealm.application), fields: [ username ] }",
            onward: "exited", others: ["accepted", "refused", "timeout", "failed", "noDevice"], answers: [("IDToken2", 0)]),
    ]

    /// Those about risk, answered by a client that can't collect signals. It may send back unanswered what asks it to begin collecting.
    private static let risks = [
        Stage("collectSignals", onward: "\"true\"", others: ["\"false\""]),
        Stage("collectSignalsByMetadata", onward: "NEXT", others: ["ERROR"]),
        Stage("risk", onward: "low", others: ["medium", "high", "bot", "failure"], answers: [("IDToken1clientError", "no sensor")]),
        Stage(
            "riskEvaluation", onward: "clientError", others: ["low", "medium", "high", "exceed", "failure"],
            answers: [("IDToken1clientError", "no sensor")]),
        Stage(
            "riskEvaluationByMetadata", onward: "error", others: ["low", "medium", "high", "exceed"],
            answers: [("IDToken3", "no sensor")]),
    ]

    /// Those about the user's authenticator app.
    private static let authenticators = [
        Stage("oathRegistration", onward: "successOutcome", others: ["failureOutcome"], answers: [("IDToken4", 0)]),
        Stage(
            "oathTokenVerifier", onward: "successOutcome", others: ["failureOutcome", "notRegisteredOutcome"], proves: true
        ) { _, user, harness in
            let code = try HOTP(user.seed).code(at: harness.nextCount)
            return StageAnswer(inputs: [("IDToken1", .string(code)), ("IDToken2", 0)])
        },
        Stage("recoveryCode", "{ recoveryCodeType: OATH }", onward: "\"true\"", others: ["\"false\""], proves: true) { _, user, _ in
            StageAnswer(inputs: [("IDToken1", .string(user.recoveryCode))])
        },
        Stage("recoveryCodeDisplay", before: [StageRealm.makesRecoveryCodes]) { _, _, _ in
            StageAnswer(inputs: [("IDToken3", 0)])
        },
        Stage("pushRegistration", onward: "timeoutOutcome", others: ["successOutcome", "failureOutcome"], wait: 61),
        Stage("combinedRegistration", onward: "timeoutOutcome", others: ["successOutcome", "failureOutcome"], wait: 61),
        Stage("pushWait", onward: "DONE", others: ["EXITED"], wait: 5),
        Stage(
            "secondFactorOptions", onward: "registerOutcome", others: ["getAppOutcome", "skipOutcome", "optOutOutcome"],
            answers: [("IDToken2", 0)]),
        Stage("getAuthenticatorApp", answers: [("IDToken2", 0)]),
    ]

    /// Those at which a provider says who it is, or where one is chosen.
    private static let federated =
        [
            Stage(
                "selectProvider", onward: "localAuthentication", others: ["socialAuthentication"],
                answers: [("IDToken1", "localAuthentication")])
        ]
        + [("socialProvider", ["NO_ACCOUNT", "SOCIAL_AUTH_INTERRUPTED"]), ("olderSocialProvider", ["NO_ACCOUNT"])].flatMap { kind, others in
            [
                Stage(kind, before: [StageRealm.choosesProvider], onward: "ACCOUNT_EXISTS", others: others, proves: true) {
                    step, user, harness in
                    let url = step.output("redirectUrl")?.string ?? ""
                    return StageAnswer(query: harness.peer.provider.authorize(url, as: user.subject))
                }.called("in the browser"),
                Stage(
                    kind, "{ clientType: NATIVE }", before: [StageRealm.choosesProvider], onward: "ACCOUNT_EXISTS", others: others,
                    proves: true
                ) { step, user, harness in
                    let token = try harness.peer.provider.idToken(subject: user.subject, nonce: step.output("nonce")?.string)
                    return StageAnswer(inputs: [("IDToken1token", .string(token)), ("IDToken1token_type", "id_token")])
                }.called("in an app"),
            ]
        }
}
