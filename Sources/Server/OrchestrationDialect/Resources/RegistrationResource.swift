import Directory
import CommandChannel
import HTTPBase
import OrchestrationService
import Primitives
import ResourceMessages

/// `/users/register` and what belongs to it: users get a licence and an activation password.
enum RegistrationResource {
    static let routes: [OrchestrationRoute] = [
        .post(
            "users/register", "Register a user for the activation of a device", NewRegistration.form, changes: .administration, gives: shape
        ) {
            call, asked in
            try checkDomain(asked.domain, call)
            let occasion = RiskOccasion(address: asked.clientIP, browser: try asked.deviceData?.browser.fingerprint)
            return try await register(call.user(asked.userID), occasion, call)
        },
        .post(
            "users/:userID/generate-activation-data", "Make a new activation password for a user", PlainBody.form, changes: .administration,
            gives: shape
        ) { call, _ in
            let user = try call.user
            _ = try await call.orchestrations.assignment(of: user, of: call.customer)
            return try await register(user, RiskOccasion(), call)
        },
        .post(
            "users/:userID/unregister", "Take a user's registration back; devices that are activated stay", Unregistration.form,
            changes: .administration, gives: AnswerShape.nothing
        ) { call, _ in
            try await call.orchestrations.withdrawRegistration(of: try call.user, of: call.customer)
            return [:]
        },
        .post(
            "registrations/check-status", "Read whether a user's device is activated, or wait for it", StatusQuestion.form,
            changes: .nothing, gives: status
        ) {
            call, asked in
            let status = try await call.orchestrations.registrationStatus(
                of: call.user(asked.login), of: call.customer, waiting: asked.timeoutSeconds ?? 0)
            return ["activationStatus": .string(status.rawValue)]
        },
    ]

    /// Registers, and tells the password, this once.
    private static func register(
        _ user: UserReference, _ occasion: RiskOccasion, _ call: OrchestrationReader.CustomerCall
    ) async throws -> JSONObject {
        let made = try await call.orchestrations.register(user, of: call.customer)
        let risk = try await call.orchestrations.evaluate(.registration, of: user, occasion, call.customer)
        return [
            "activationPassword": .string(made.password.reveal()), "serialNumber": .string(made.serial), "registrationID": .string(made.id),
            "riskResponseCode": OrchestrationReader.CustomerCall.code(of: risk),
        ]
    }

    /// - Throws: ``/OrchestrationService/OrchestrationRefusal`` for another domain than the application's.
    static func checkDomain(_ domain: String?, _ call: OrchestrationReader.CustomerCall) throws {
        guard domain ?? call.customer.rules.domain == call.customer.rules.domain else {
            throw OrchestrationRefusal(.userUnknown, "the application's users are of another domain")
        }
    }

    private static let shape = AnswerShape.told(
        "Registration",
        [
            ("activationPassword", AnswerShape.text), ("serialNumber", AnswerShape.text),
            ("registrationID", AnswerShape.text), ("riskResponseCode", .integer(-1...25)),
        ])
    private static let status = AnswerShape.told(
        "RegistrationStatus", [("activationStatus", AnswerShape.choice(RegistrationRecord.Status.self))])
}

private struct NewRegistration: Shaped {
    enum ActivationType: String, Sendable, CaseIterable { case online = "onlineMDL" }

    var objectType: RegistrationObject?
    var userID = ""
    var domain: String?
    var clientIP: String?
    var activationType = ActivationType.online
    var deviceData: DeviceDataBody?

    static let shapeName = "NewRegistration"
    static let members: [Member<Self>] = [
        Member("objectType", optional: \.objectType, .choice),
        Member("userID", \.userID, .text(1...ChannelUser.longestName), .required),
        Member("domain", optional: \.domain, .text(0...ChannelUser.longestDomain)),
        Member("clientIP", optional: \.clientIP, .address),
        Member("activationType", \.activationType, .choice),
        Member("cddc", optional: \.deviceData, .object),
    ]
}

private struct Unregistration: Shaped {
    var objectType: UnregistrationObject?

    static let shapeName = "Unregistration"
    static let members: [Member<Self>] = [Member("objectType", optional: \.objectType, .choice)]
}

private struct StatusQuestion: Shaped {
    var login = ""
    var timeoutSeconds: Int?

    static let shapeName = "StatusQuestion"
    static let members: [Member<Self>] = [
        Member("login", \.login, .text(1...384), .required), Member("timeoutSeconds", optional: \.timeoutSeconds, .integer(0...300)),
    ]
}
