import DeviceMessages
import DeviceRegistry
import Foundation
import HTTPBase
import PingIDMessages
import PingIDService
import Primitives
import ResourceMessages
import Store

/// `/authentications`: begun, read, a passcode taken, taken back.
enum CustomerAuthenticationResource {
    private static let all = "users/:username/authentications"

    static let routes: [CustomerRoute] = [
        .post(all, "Begin a sign-on", NewAuthentication.form, changes: [.signIns, .administration], gives: shape, begin),
        .get(all + "/:authenticationID", "Read a sign-on, for 30 minutes", gives: shape, read),
        .patch(
            all + "/:authenticationID", "Hand over a passcode that the user typed", TypedPasscode.form,
            changes: [.signIns, .administration], gives: shape
        ) { call, typed in
            _ = try await call.pingID.take(
                typed.code, for: try call.id, of: try call.user, application: call.application, in: call.realm)
            return try await read(call)
        },
        .cancel(all + "/:authenticationID", "Take a sign-on back; the device is told", changes: .signIns, gives: shape) { call in
            let authentication = try await call.pingID.cancel(
                try call.id, of: try call.user, application: call.application, in: call.realm, issuer: call.issuer)
            return try await body(authentication, authentication.status(at: call.pingID.now), call)
        },
    ]

    private static func begin(_ call: CustomerReader.CustomerCall, _ asked: NewAuthentication) async throws -> JSONObject {
        let answer = try await call.pingID.authenticate(try asked.request(call), in: call.realm, issuer: call.issuer)
        var body = try await body(answer.authentication, answer.status, call)
        body["payload"] = answer.serverPayload.map(JSONValue.string)
        if !answer.choices.isEmpty { body["devices"] = .array(answer.choices.map { ["id": .string($0.id.text)] }) }
        return body
    }

    private static func read(_ call: CustomerReader.CustomerCall) async throws -> JSONObject {
        let found = try await call.pingID.authentication(
            try call.id, of: try call.user, application: call.application, in: call.realm)
        guard let found else { throw CustomerError.nothingThere }
        return try await body(found.authentication, found.status, call)
    }

    // MARK: - Bodies

    private static func body(
        _ authentication: PingIDAuthentication, _ status: AuthenticationStatus, _ call: CustomerReader.CustomerCall
    ) async throws -> JSONObject {
        var body: JSONObject = [
            "id": .string(authentication.id.text), "authenticationType": .string(NewAuthentication.Kind.authenticate.rawValue),
            "status": .string(status.rawValue), "created": .string(authentication.created.formatted(.iso8601)),
        ]
        body["deviceId"] = authentication.device.map { .string($0.text) }
        body["ipAddress"] = authentication.address.map(JSONValue.string)
        body["userAgent"] = authentication.browser.map(JSONValue.string)
        body["clientContext"] = authentication.context.map(JSONValue.string)
        let level = try await call.pingID.approvedLevel(of: authentication)
        body["approvedDeviceState"] = level.map { .string(CustomerDeviceResource.role($0)) }
        return body
    }

    private static let shape = AnswerShape.told(
        "Authentication",
        [
            ("id", AnswerShape.id), ("authenticationType", AnswerShape.choice(NewAuthentication.Kind.self)),
            ("status", AnswerShape.choice(AuthenticationStatus.self)), ("created", AnswerShape.time),
        ],
        or: [
            ("payload", AnswerShape.text), ("deviceId", AnswerShape.id),
            ("devices", .list(AnswerShape.told("DeviceReference", [("id", AnswerShape.id)]), count: 1...100)),
            ("ipAddress", AnswerShape.text), ("userAgent", AnswerShape.text), ("clientContext", AnswerShape.text),
            ("approvedDeviceState", .choice(TrustLevel.allCases.map(CustomerDeviceResource.role))),
        ])
}

/// A sign-on that is asked for.
struct NewAuthentication: Shaped {
    enum Kind: String, Sendable, CaseIterable { case authenticate = "AUTHENTICATE" }

    private static let longestPayload = 16 << 10

    var kind = Kind.authenticate
    var payload: String?
    var device: UUID?
    var context: String?
    var address: String?
    var browser: String?

    static let shapeName = "NewAuthentication"
    static let members: [Member<Self>] = [
        Member("authenticationType", \.kind, .choice),
        Member("payload", optional: \.payload, .bytes(1...longestPayload)),
        Member("deviceId", optional: \.device, .id),
        Member("clientContext", optional: \.context, .bytes(0...SessionDetails.longestContext)),
        Member("ipAddress", optional: \.address, .bytes(1...64)),
        Member("userAgent", optional: \.browser, .bytes(1...512)),
    ]

    /// The request of a sign-on or registration.
    func request(_ call: CustomerReader.CustomerCall) throws -> PingID.AuthenticationRequest {
        var request = PingID.AuthenticationRequest(application: call.application, user: try call.user, payload: payload)
        (request.device, request.context, request.address, request.browser) = (device, context, address, browser)
        return request
    }
}

private struct TypedPasscode: Shaped {
    var code = Secret("")

    static let shapeName = "TypedPasscode"
    static let members: [Member<Self>] = [Member("offlineOTP", \.code, .secret(1...32), .requiredWriteOnly)]
}
