import Foundation
import HTTPBase
import Hummingbird
import JourneyEngine
import OAuthMessages
import Primitives
import ResourceMessages
import Directory
import MultiFactor

/// `/{environmentID}/flows/{flowID}`: a sign-in without redirects, which an authorization request with `response_mode=pi.flow` begins
/// (`docs/protocols/platform.md` 6.2).
enum FlowResource {
    private static let one = PlatformPath.authentication("flows/{flowID}")

    static let routes: [PlatformRoute] = [
        PlatformRoute(
            method: .get, path: one, summary: "The state of a flow", access: .anyone, query: [],
            actions: [
                PlatformAction(mediaType: nil, body: nil, status: .ok, changes: .signIns, gives: shape) { turn, _ in
                    try await answer(try await turn.flows.read(try id(turn), with: try await turn.party(of: try id(turn))), turn)
                }
            ]),
        .post(
            one, "Continue a flow", .anyone,
            action("usernamePassword.check", PasswordCheck.form) {
                .checkPassword(username: $0.username, password: $0.password ?? Secret(""))
            },
            action("user.lookup", UserLookUp.form) { .lookUp(username: $0.username) },
            action("password.forgot", UserLookUp.form) { .recovery(.forgot(username: $0.username)) },
            empty("password.sendRecoveryCode", .recovery(.sendCode)),
            action("password.recover", PasswordRecoveryBody.form) {
                .recovery(.finish(code: $0.code ?? Secret(""), password: $0.password ?? Secret("")))
            },
            action("device.select", DeviceSelection.form) { .device(.select($0.device, $0.compatibility)) },
            action("otp.check", PasscodeCheck.form) { .device(.passcode($0.passcode ?? Secret(""))) },
            action("assertion.check", AssertionCheck.form) { .device(.assertion(try $0.answer(), origin: $0.origin, $0.compatibility)) },
            action("cancel.push.authentication", PushCancellation.form) { .device(.cancelPush(.init(word: $0.reason))) },
            empty("session.reset", .reset)),
    ]

    private static func action<Body>(
        _ name: String, _ form: Form<Body>, _ make: @escaping @Sendable (Body) throws -> FlowAction
    ) -> PlatformAction {
        PlatformAction(mediaType: PlatformAction.mediaType(name), body: form.shape, status: .ok, changes: .signIns, gives: shape) {
            turn, json in
            let action = try make(try form.value(of: json))
            return try await answer(
                try await turn.flows.perform(action, in: try id(turn), with: try await turn.party(of: try id(turn))), turn)
        }
    }

    /// An action whose body says nothing.
    private static func empty(_ name: String, _ action: FlowAction) -> PlatformAction {
        PlatformAction(mediaType: PlatformAction.mediaType(name), body: nil, status: .ok, changes: .signIns, gives: shape) { turn, _ in
            try await answer(try await turn.flows.perform(action, in: try id(turn), with: try await turn.party(of: try id(turn))), turn)
        }
    }

    private static func id(_ turn: PlatformTurn) throws -> UUID { try turn.id("flowID") }

    /// A flow, with the cookie that it needs from now on.
    static func answer(_ flow: Flow, _ turn: PlatformTurn) async throws -> PlatformAnswer {
        var answer = PlatformAnswer.json(try await json(flow, turn))
        answer.cookie = flow.cookie.map { FlowCookie(turn.address, turn.realm).carrying($0.reveal()) }
        return answer
    }

    private static func json(_ flow: Flow, _ turn: PlatformTurn) async throws -> JSONObject {
        let time = Form<Date>.time
        var json: JSONObject = ["id": .string(flow.id.text), "status": .string(flow.status.rawValue)]
        json["session"] = flow.session.map { ["id": .string($0)] }
        json["selectedDevice"] = flow.device?.selected.map { ["id": .string($0.text)] }
        json["numberMatching"] = flow.device?.numberToShow.map { ["number": .integer(Int64($0))] }
        json["authorizeResponse"] = flow.response.map { form in .object(JSONObject(form.parameters.map { ($0.name, .string($0.value)) })) }
        json["error"] = flow.failure.map { ["code": .string($0.code), "message": .string($0.message)] }
        json["createdAt"] = time.write(flow.created)
        json["expiresAt"] = time.write(flow.expires)
        let standing = try await standing(flow, turn)
        json["publicKeyCredentialRequestOptions"] = standing?.request.map { .string(PlatformPasskey.text($0)) }
        json["_embedded"] = .object(try await embedded(flow, standing, turn))
        let url = turn.authenticationURL("flows/\(flow.id.text)")
        return turn.resource(json, at: url, links: flow.actions.map { ($0, url) })
    }

    private static func embedded(_ flow: Flow, _ standing: DeviceAuthenticationStanding?, _ turn: PlatformTurn) async throws -> JSONObject {
        var embedded = JSONObject()
        if let user = flow.user {
            embedded["user"] = ["id": .string(user.id.text), "username": .string(user.username)]
        }
        let name = try await turn.services.clients.applications.application(flow.application, in: turn.realm.id)?.settings.name ?? ""
        embedded["application"] = ["name": .string(name.isEmpty ? flow.application : name)]
        if let standing { embedded["devices"] = .array(standing.usable.map { .object(PlatformDevice.choice($0)) }) }
        return embedded
    }

    /// Returns what the user's devices can do now; nil while none is asked.
    private static func standing(_ flow: Flow, _ turn: PlatformTurn) async throws -> DeviceAuthenticationStanding? {
        guard let device = flow.device else { return nil }
        return try await turn.services.factors.deviceAuthentications.standing(of: device, in: turn.realm)
    }

    private static let shape = PlatformShape.told(
        "Flow",
        [
            ("status", .choice(Flow.Status.allCases.map(\.rawValue))), ("session", .open), ("selectedDevice", PlatformShape.reference),
            ("numberMatching", .open), ("publicKeyCredentialRequestOptions", PlatformShape.text), ("authorizeResponse", .open),
            ("error", .open), ("createdAt", PlatformShape.time),
            ("expiresAt", PlatformShape.time),
        ])
}

extension Flow {
    /// The actions that can be done next, by the names of the media types.
    fileprivate var actions: [String] { status.actions + (allowsRecovery ? ["password.forgot"] : []) }
}

extension Flow.Status {
    /// The actions that can be done next, by the names of the media types.
    fileprivate var actions: [String] {
        switch self {
        case .usernamePasswordRequired: ["usernamePassword.check", "session.reset"]
        case .signOnRequired: ["user.lookup", "session.reset"]
        case .passwordRequired: ["usernamePassword.check", "session.reset"]
        case .recoveryRequired: ["password.recover", "password.sendRecoveryCode", "session.reset"]
        case .selectionRequired: ["device.select", "session.reset"]
        case .passcodeRequired: ["otp.check", "device.select", "session.reset"]
        case .assertionRequired: ["assertion.check", "device.select", "session.reset"]
        case .pushRequired: ["device.select", "otp.check", "cancel.push.authentication", "session.reset"]
        case .pushTimedOut: ["device.select", "otp.check", "cancel.push.authentication", "session.reset"]
        case .completed, .failed: []
        }
    }
}

private struct PasswordCheck: Shaped {
    var username: String?
    var password: Secret?
    static let shapeName = "UsernamePasswordCheck"
    static let members: [Member<Self>] = [
        Member("username", optional: \.username, .text(1...256)),
        Member("password", optional: \.password, .secret(1...1024), .requiredWriteOnly),
    ]
}

private struct UserLookUp: Shaped {
    var username = ""
    static let shapeName = "UserLookUp"
    static let members: [Member<Self>] = [Member("username", \.username, .text(1...256), .required)]
}
