import CommandChannel
import DialectBase
import OrchestrationService
import Primitives
import ResourceMessages

/// `/users/register` and what belongs to it: users get a licence and an activation password.
enum RegistrationResource {
    static let routes: [OrchestrationRoute] = [
        .post(
            "users/register", "Register a user for the activation of a device", NewRegistration.form, changes: .administration, gives: shape
        ) {
            turn, asked in
            try checkDomain(asked.domain, turn)
            return try await register(try turn.username(asked.userID), from: asked.clientIP, turn)
        },
        .post(
            "users/:userID/generate-activation-data", "Make a new activation password for a user", PlainBody.form, changes: .administration,
            gives: shape
        ) { turn, _ in
            let name = try turn.username
            _ = try await turn.orchestrations.assignment(of: name, of: turn.customer)
            return try await register(name, from: nil, turn)
        },
        .post(
            "users/:userID/unregister", "Take a user's registration back; devices that are activated stay", PlainBody.form,
            changes: .administration, gives: AnswerShape.nothing
        ) { turn, _ in
            try await turn.orchestrations.withdrawRegistration(of: try turn.username, of: turn.customer)
            return [:]
        },
        .post(
            "registrations/check-status", "Read whether a user's device is activated", StatusQuestion.form, changes: .nothing, gives: status
        ) {
            turn, asked in
            let status = try await turn.orchestrations.registrationStatus(of: try turn.username(asked.login), of: turn.customer)
            return ["activationStatus": .string(status.rawValue)]
        },
    ]

    /// Registers, and tells the password, this once.
    private static func register(
        _ name: String, from address: String?, _ turn: OrchestrationReader.Turn
    ) async throws -> JSONObject {
        let made = try await turn.orchestrations.register(name, of: turn.customer)
        let risk = try await turn.orchestrations.evaluate(.registration, of: name, from: address, session: nil, turn.customer)
        return [
            "activationPassword": .string(made.password.reveal()), "serialNumber": .string(made.serial), "registrationID": .string(made.id),
            "riskResponseCode": OrchestrationReader.Turn.code(of: risk),
        ]
    }

    /// - Throws: ``/OrchestrationService/OrchestrationRefusal`` for another domain than the application's.
    static func checkDomain(_ domain: String?, _ turn: OrchestrationReader.Turn) throws {
        guard domain ?? turn.customer.rules.domain == turn.customer.rules.domain else {
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

    var objectType: String?
    var userID = ""
    var domain: String?
    var clientIP: String?
    var activationType = ActivationType.online
    var deviceData: JSONObject?

    static let shapeName = "NewRegistration"
    static let members: [Member<Self>] = [
        Member("objectType", optional: \.objectType, .text(1...64)),
        Member("userID", \.userID, .text(1...ChannelUser.longestName), .required),
        Member("domain", optional: \.domain, .text(0...ChannelUser.longestDomain)),
        Member("clientIP", optional: \.clientIP, .text(1...64)),
        Member("activationType", \.activationType, .choice),
        Member("cddc", optional: \.deviceData, .open()),
    ]
}

private struct StatusQuestion: Shaped {
    var login = ""
    var timeoutSeconds: Int?

    static let shapeName = "StatusQuestion"
    static let members: [Member<Self>] = [
        Member("login", \.login, .text(1...384), .required), Member("timeoutSeconds", optional: \.timeoutSeconds, .integer(0...300)),
    ]
}
