import CommandChannel
import HTTPBase
import OrchestrationService
import Primitives
import ResourceMessages

/// `/users/{user}/login`: sign-ins by a code, or by a request to the user's devices.
enum SignInResource {
    static let routes: [OrchestrationRoute] = [
        .post("users/:userID/login", "Sign a user in", SignIn.form, changes: .signIns, gives: RequestResource.shape) {
            try await signIn($0, $1, on: nil)
        },
        .post(
            "users/:userID/events/validate", "Verify a user on an occasion that isn't a sign-in", EventValidation.form, changes: .signIns,
            gives: RequestResource.shape
        ) { try await signIn($0, $1.signIn, on: $1.eventType) },
        .post(
            "users/:userID/generate-challenge", "Make a challenge that the user types into the app", NewChallenge.form, changes: .signIns,
            gives: challenge
        ) { call, asked in
            let made = try await call.orchestrations.makeChallenge(
                for: try call.user, length: asked.length, hasCheckDigit: asked.checkDigit, of: call.customer)
            return ["requestID": .string(made.id), "challenge": .string(made.challenge)]
        },
    ]

    /// - Parameter event: the customer's name for the occasion; nil for a sign-in.
    private static func signIn(
        _ call: OrchestrationReader.CustomerCall, _ asked: SignIn, on event: String?
    ) async throws -> JSONObject {
        let user = try call.user
        let code = asked.credentials.authenticator?.otp
        // Before anything is evaluated or judged.
        try asked.check()
        let occasion = RiskOccasion(
            address: asked.clientIP, session: asked.sessionID, type: event, browser: try asked.deviceData?.browser.fingerprint)
        let risk = try await call.orchestrations.evaluate(.authentication, of: user, occasion, call.customer)
        if let code {
            let typed: Orchestrations.TypedCode = asked.requestID.map { .answer(code, challenge: $0) } ?? .password(code)
            return try await call.judge(typed, of: user, authenticator: asked.credentials.authenticator?.serialNumber, risk)
        }
        guard !asked.delivery.isEmpty else {
            throw OrchestrationRefusal(.invalid, "the request has neither credentials.authenticator nor orchestrationDelivery")
        }
        let lines = [asked.message?.title?.text, asked.message?.subject?.text].compactMap(\.self).filter { !$0.isEmpty }
        var order = Orchestrations.RequestOrder(
            .remoteAuthentication, for: user,
            display: try OrchestrationReader.CustomerCall.display(lines.map { DisplayData.Pair("", $0) }), by: call.asker)
        order.risk = risk
        order.method = (asked.credentials.passKey ?? .pin).method
        return try await call.ask(order, asked.delivery, timeout: asked.timeout)
    }

    private static let challenge = AnswerShape.told(
        "Challenge", [("requestID", AnswerShape.text), ("challenge", AnswerShape.text)])
}

private struct SignIn: Shaped {
    var objectType: LoginObject?
    var credentials = Credentials()
    var requestID: String?
    var delivery: [Delivery] = []
    var timeout: Int?
    var message: SignInMessage?
    var clientIP: String?
    var sessionID: String?
    var deviceData: DeviceDataBody?

    static let shapeName = "SignIn"
    static let members: [Member<Self>] = [
        Member("objectType", optional: \.objectType, .choice), Member("credentials", \.credentials, .object),
        Member("requestID", optional: \.requestID, .text(1...64)),
        Member("orchestrationDelivery", \.delivery, .set(.choice, count: 0...2)), Member("timeout", optional: \.timeout, .integer(0...300)),
        Member("loginMessage", optional: \.message, .object), Member("clientIP", optional: \.clientIP, .address),
        Member("sessionID", optional: \.sessionID, .text(1...128)), Member("cddc", optional: \.deviceData, .object),
    ]
}

extension SignIn {
    /// Refuses what nothing would come of beside the rest.
    fileprivate func check() throws {
        guard credentials.authenticator != nil else {
            guard requestID == nil else {
                throw OrchestrationRefusal(.invalid, "requestID is that of a challenge, which a code in credentials.authenticator answers")
            }
            return
        }
        guard delivery.isEmpty, timeout == nil, message == nil, credentials.passKey == nil else {
            throw OrchestrationRefusal(
                .invalid, "a code is judged at once: no orchestrationDelivery, timeout, loginMessage or passKey goes with it")
        }
    }
}

/// The same with the customer's name for the event, which goes into the evaluation of its risk (`event.flow.subtype`).
private struct EventValidation: Shaped {
    var objectType: EventObject?
    var eventType: String?
    var signIn = SignIn()

    static let shapeName = "EventValidation"
    static let members: [Member<Self>] = [
        Member("objectType", optional: \.objectType, .choice), Member("eventType", optional: \.eventType, .text(1...64)),
        Member("credentials", \.signIn.credentials, .object), Member("requestID", optional: \.signIn.requestID, .text(1...64)),
        Member("orchestrationDelivery", \.signIn.delivery, .set(.choice, count: 0...2)),
        Member("timeout", optional: \.signIn.timeout, .integer(0...300)), Member("loginMessage", optional: \.signIn.message, .object),
        Member("clientIP", optional: \.signIn.clientIP, .address), Member("sessionID", optional: \.signIn.sessionID, .text(1...128)),
        Member("cddc", optional: \.signIn.deviceData, .object),
    ]
}

private struct Credentials: Shaped {
    var authenticator: AuthenticatorCode?
    var passKey: PassKey?

    static let shapeName = "Credentials"
    static let members: [Member<Self>] = [
        Member("authenticator", optional: \.authenticator, .object), Member("passKey", optional: \.passKey, .choice),
    ]
}

private struct AuthenticatorCode: Shaped {
    var otp = ""
    var serialNumber: String?

    static let shapeName = "AuthenticatorCode"
    static let members: [Member<Self>] = [
        Member("OTP", \.otp, .text(1...32), .required), Member("serialNumber", optional: \.serialNumber, .text(10...16)),
    ]
}

private struct SignInMessage: Shaped {
    var title: TextBody?
    var subject: TextBody?

    static let shapeName = "SignInMessage"
    static let members: [Member<Self>] = [
        Member("title", optional: \.title, .object), Member("subject", optional: \.subject, .object),
    ]
}

private struct NewChallenge: Shaped {
    var length = 8
    var checkDigit = false

    static let shapeName = "NewChallenge"
    static let members: [Member<Self>] = [Member("length", \.length, .integer(4...16)), Member("checkDigit", \.checkDigit, .flag)]
}
