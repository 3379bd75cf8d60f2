import DevicePolicies
import DeviceRegistry
import HTTPBase
import PingIDService
import Primitives
import ResourceMessages
import Store

/// `/smspairings`, `/voicepairings`, `/emailpairings`: telephone numbers and mail addresses that codes are sent to.
enum CustomerMessagedResource {
    static let routes: [CustomerRoute] =
        routes("smspairings", "a telephone number, by text message", NewTelephone.form, { (.sms, $0.number) })
        + routes("voicepairings", "a telephone number, by call", NewTelephone.form, { (.voice, $0.number) })
        + routes("emailpairings", "a mail address", NewAddress.form, { (.email, $0.address) })

    private static func routes<Body>(
        _ name: String, _ what: String, _ form: Form<Body>, _ contact: @escaping @Sendable (Body) -> (kind: DeviceKind, text: String)
    ) -> [CustomerRoute] {
        [
            .post("users/:username/\(name)", "Send a code to pair \(what)", form, changes: .administration, gives: shape) { call, body in
                let contact = contact(body)
                let device = try await call.pingID.pair(
                    contact.text, as: contact.kind, with: try call.user, application: call.application, in: call.realm)
                return ["id": .string(device.id.text), "status": "OTP"]
            },
            .patch("users/:username/\(name)/:deviceID", "Pair \(what)", TypedCode.form, changes: .administration, gives: shape) {
                call, body in
                let device = try await call.pingID.activate(
                    try call.id, with: body.code, of: try call.user, application: call.application, in: call.realm)
                return ["id": .string(device.id.text), "status": "PAIRED"]
            },
        ]
    }

    private static let shape = AnswerShape.told(
        "MessagedPairing", [("id", AnswerShape.id), ("status", .choice(["OTP", "PAIRED"]))])
}

private struct NewTelephone: Shaped {
    var number = ""

    static let shapeName = "NewTelephone"
    static let members: [Member<Self>] = [Member("phoneNumber", \.number, .bytes(1...320), .required)]
}

private struct NewAddress: Shaped {
    var address = ""

    static let shapeName = "NewAddress"
    static let members: [Member<Self>] = [Member("email", \.address, .bytes(1...320), .required)]
}

private struct TypedCode: Shaped {
    var code = Secret("")

    static let shapeName = "TypedCode"
    static let members: [Member<Self>] = [Member("otp", \.code, .secret(1...32), .requiredWriteOnly)]
}
