import Foundation
import HTTPBase
import HTTPTypes
import Primitives
import ResourceMessages
import DeviceRegistry
import Directory
import Foundations
import MultiFactor

/// `/{environmentID}/authenticationCodes` (`docs/protocols/platform.md` 5).
enum PlatformCodeResource {
    private static let worker = PlatformAccess.worker(.changeIdentities)
    private static let one = "authenticationCodes/{authenticationCodeID}"

    static let routes: [PlatformRoute] = [
        .post(
            .authentication("authenticationCodes"), "Make an authentication code", worker,
            .json(NewAuthenticationCode.form, .created, changes: .signIns, gives: shape) { turn, body in
                var order = AuthenticationCodes.Order(application: body.application)
                order.clientContext = body.clientContext.map(JSONValue.object)
                order.lifetime = body.lifetime ?? AuthenticationCodes.standardLifetime
                order.needsApproval = body.approval != .notRequired
                return try await json(try await turn.services.factors.authenticationCodes.create(order, in: turn.realm), turn)
            }),
        .get(.authentication(one), "The state of an authentication code", worker, gives: shape) { turn in
            guard let code = try await turn.services.factors.authenticationCodes.code(try turn.id("authenticationCodeID"), in: turn.realm)
            else {
                throw PlatformError.notFound
            }
            return try await json(code, turn)
        },
        .delete(.authentication(one), "Take an authentication code back", worker, changes: .signIns) { turn in
            guard try await turn.services.factors.authenticationCodes.delete(try turn.id("authenticationCodeID"), in: turn.realm) else {
                throw PlatformError.notFound
            }
        },
    ]

    private static func json(_ code: AuthenticationCode, _ turn: PlatformTurn) async throws -> JSONObject {
        let time = Form<Date>.time
        let prefix = try await turn.services.clients.applications.application(code.application, in: turn.realm.id)?.settings.mobile?
            .uriPrefix
        var json: JSONObject = [
            "id": .string(code.id.text), "code": .string(code.code), "uri": .string(uri(code.code, prefix)),
            "status": .string(code.status(at: turn.services.time.now).rawValue), "application": ["id": .string(code.application)],
            "lifeTime": Form.authenticationCodeLifetime.write(code.lifetime),
            "userApproval": .string((code.needsApproval ? NewAuthenticationCode.Approval.required : .notRequired).rawValue),
        ]
        json["clientContext"] = code.clientContext
        json["user"] = code.user.map { ["id": .string($0.text)] }
        json["createdAt"] = time.write(code.created)
        json["updatedAt"] = time.write(code.updated)
        json["expiresAt"] = time.write(code.expires)
        if let id = code.device, let user = code.user,
            let device = try await turn.services.factors.deviceRegistry.devices.device(id, of: user, in: turn.realm.id)
        {
            json["_embedded"] = ["device": .object(try await PlatformDevice.json(device, turn))]
        }
        return turn.resource(json, at: turn.authenticationURL("authenticationCodes/\(code.id.text)"))
    }

    /// Puts the application's prefix, if it has one, before a code.
    private static func uri(_ code: String, _ prefix: String?) -> String {
        let uri = "pingonesdk?authentication_code=" + code
        guard let prefix else { return uri }
        return prefix.hasSuffix("/") ? prefix + uri : prefix + "/" + uri
    }

    private static let shape = PlatformShape.told(
        "AuthenticationCode",
        [
            ("code", PlatformShape.text), ("uri", PlatformShape.text),
            ("status", .choice(AuthenticationCode.Status.allCases.map(\.rawValue))), ("application", .open), ("lifeTime", .open),
            ("userApproval", .choice(NewAuthenticationCode.Approval.allCases.map(\.rawValue))), ("clientContext", .open),
            ("user", PlatformShape.reference), ("createdAt", PlatformShape.time), ("updatedAt", PlatformShape.time),
            ("expiresAt", PlatformShape.time),
        ])
}

private struct NewAuthenticationCode: Shaped {
    enum Approval: String, Sendable, CaseIterable {
        case required = "REQUIRED"
        case notRequired = "NOT_REQUIRED"
    }

    var application = ""
    var clientContext: JSONObject?
    var lifetime: TimeSpan?
    var approval: Approval?
    static let shapeName = "NewAuthenticationCode"
    static let members: [Member<Self>] = [
        Member("application", \.application, .reference(to: .text(1...128), named: "ApplicationReference"), .required),
        Member("clientContext", optional: \.clientContext, .open(JSONLimits(bytes: 4096))),
        Member("lifeTime", optional: \.lifetime, .authenticationCodeLifetime),
        Member("userApproval", optional: \.approval, .choice),
    ]
}

extension Form where Value == TimeSpan {
    fileprivate static var authenticationCodeLifetime: Form {
        span(10...1800, [.seconds, .minutes]).renamed(.span("AuthenticationCodeLifetime"))
    }
}
