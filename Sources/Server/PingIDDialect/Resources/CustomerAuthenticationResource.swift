import DialectBase
import DeviceMessages
import DeviceRegistry
import Foundation
import HTTPTypes
import PingIDMessages
import PingIDService
import Primitives
import Store

/// `/authentications`: begun, read, a passcode taken, taken back.
struct CustomerAuthenticationResource: Sendable {
    private static let longestPayload = 16 << 10
    private static let type = "AUTHENTICATE"

    func begin(_ turn: CustomerReader.Turn) async throws -> CustomerReader.Answer {
        let members = try turn.members
        if let type = try members.optionalText("authenticationType"), type != Self.type {
            throw CustomerError(.badRequest, .invalidData, "authenticationType is \(Self.type)")
        }
        let answer = try await turn.pingID.authenticate(try Self.request(turn), in: turn.realm, issuer: turn.issuer)
        var body = try await Self.body(answer.authentication, answer.status, turn)
        body["payload"] = answer.serverPayload.map(JSONValue.string)
        if !answer.choices.isEmpty { body["devices"] = .array(answer.choices.map { ["id": .string($0.id.text)] }) }
        return .init(.object(body), status: .created)
    }

    /// The request of a sign-on or registration, as its body tells it.
    static func request(_ turn: CustomerReader.Turn) throws -> PingID.AuthenticationRequest {
        let members = try turn.members
        var request = PingID.AuthenticationRequest(application: turn.application, username: try turn.username)
        request.payload = try members.optionalText("payload", atMost: longestPayload)
        if let text = try members.optionalText("deviceId") {
            guard let id = UUID(uuidString: text) else { throw members.wrong("deviceId", "the id of a device") }
            request.device = id
        }
        request.context = try members.optionalText("clientContext", atMost: SessionDetails.longestContext)
        request.address = try members.optionalText("ipAddress", atMost: 64)
        request.browser = try members.optionalText("userAgent", atMost: 512)
        return request
    }

    func read(_ turn: CustomerReader.Turn) async throws -> CustomerReader.Answer {
        let found = try await turn.pingID.authentication(
            try turn.id, of: try turn.username, application: turn.application, in: turn.realm)
        guard let found else { throw CustomerError.nothingThere }
        return .init(.object(try await Self.body(found.authentication, found.status, turn)))
    }

    /// `offlineOTP`: a passcode that the user typed.
    func take(_ turn: CustomerReader.Turn) async throws -> CustomerReader.Answer {
        let code = Secret(try turn.members.text("offlineOTP", atMost: 32))
        let id = try turn.id
        _ = try await turn.pingID.take(code, for: id, of: try turn.username, application: turn.application, in: turn.realm)
        return try await read(turn)
    }

    func cancel(_ turn: CustomerReader.Turn) async throws -> CustomerReader.Answer {
        let authentication = try await turn.pingID.cancel(
            try turn.id, of: try turn.username, application: turn.application, in: turn.realm, issuer: turn.issuer)
        return .init(.object(try await Self.body(authentication, authentication.stored, turn)))
    }

    private static func body(
        _ authentication: PingIDAuthentication, _ status: AuthenticationStatus, _ turn: CustomerReader.Turn
    ) async throws -> JSONObject {
        var body: JSONObject = [
            "id": .string(authentication.id.text), "authenticationType": .string(type), "status": .string(status.rawValue),
            "created": .string(authentication.created.formatted(.iso8601)),
        ]
        body["deviceId"] = authentication.device.map { .string($0.text) }
        body["ipAddress"] = authentication.address.map(JSONValue.string)
        body["userAgent"] = authentication.browser.map(JSONValue.string)
        body["clientContext"] = authentication.context.map(JSONValue.string)
        let level = try await turn.pingID.approvedLevel(of: authentication)
        body["approvedDeviceState"] = level.map { .string(CustomerDeviceResource.role($0)) }
        return body
    }
}
