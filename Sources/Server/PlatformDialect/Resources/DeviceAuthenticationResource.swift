import DeviceMessages
import Foundation
import HTTPBase
import HTTPTypes
import Primitives
import ResourceMessages
import Store
import DeviceRegistry
import Directory
import MultiFactor
import DevicePolicies

/// `/{environmentID}/deviceAuthentications` (`docs/protocols/platform.md` 3).
enum DeviceAuthenticationResource {
    private static let worker = PlatformAccess.worker(.changeIdentities)
    private static let one = "deviceAuthentications/{deviceAuthenticationID}"

    static let routes: [PlatformRoute] = [
        .post(
            .authentication("deviceAuthentications"), "Authenticate a user by a device",
            .owner(.changeIdentities, scope: "p1:create:deviceAuthentication"),
            .json(NewDeviceAuthentication.form, .created, changes: .signIns, gives: shape) { turn, body in
                try turn.caller.check(owner: body.user)
                let started = try await turn.services.factors.deviceAuthentications.start(
                    try await body.order(turn), in: turn.realm, issuer: turn.deviceIssuer)
                return json(started, turn)
            }),
        .get(.authentication(one), "The state of a device authentication", worker, gives: shape) { turn in
            json(try await turn.services.factors.deviceAuthentications.standing(try id(turn), in: turn.realm), turn)
        },
        .post(
            .authentication(one), "Go on with a device authentication", worker,
            .named("device.select", DeviceSelection.form, changes: .signIns, gives: shape) { turn, body in
                let changed = try await turn.services.factors.deviceAuthentications.select(
                    body.device, at: body.compatibility, in: try id(turn), from: turn.peer, in: turn.realm, issuer: turn.deviceIssuer)
                return json(changed, turn)
            },
            .named("otp.check", PasscodeCheck.form, changes: .signIns, gives: shape) { turn, body in
                let changed = try await turn.services.factors.deviceAuthentications.check(
                    body.passcode ?? Secret(""), of: try id(turn), from: turn.peer, in: turn.realm, issuer: turn.deviceIssuer)
                return json(changed, turn)
            },
            .named("assertion.check", AssertionCheck.form, changes: .signIns, gives: shape) { turn, body in
                let changed = try await turn.services.factors.deviceAuthentications.check(
                    try body.answer(), origin: body.origin, at: body.compatibility, of: try id(turn), from: turn.peer, in: turn.realm,
                    issuer: turn.deviceIssuer)
                return json(changed, turn)
            },
            .named("cancel.push.authentication", PushCancellation.form, changes: .signIns, gives: shape) { turn, body in
                let changed = try await turn.services.factors.deviceAuthentications.cancelPush(
                    for: .init(word: body.reason), in: try id(turn), from: turn.peer, in: turn.realm, issuer: turn.deviceIssuer)
                return json(changed, turn)
            }),
    ]

    private static func id(_ turn: PlatformTurn) throws -> UUID { try turn.id("deviceAuthenticationID") }

    private static func json(_ standing: DeviceAuthenticationStanding, _ turn: PlatformTurn) -> JSONObject {
        let authentication = standing.authentication
        let time = Form<Date>.time
        var json: JSONObject = [
            "id": .string(authentication.id.text), "status": .string(authentication.status.rawValue),
            "user": ["id": .string(authentication.user.text)],
            "policy": ["id": .string(authentication.policy.text)],
        ]
        json["selectedDevice"] = authentication.selected.map { ["id": .string($0.text)] }
        json["application"] = authentication.application.map { ["id": .string($0)] }
        if authentication.status == .completed { json["authenticators"] = .array(authentication.methods.map(JSONValue.string)) }
        json["publicKeyCredentialRequestOptions"] = standing.request.map { .string(PlatformPasskey.text($0)) }
        json["test"] = standing.testCode.map { ["otp": .string($0.reveal())] }
        json["numberMatching"] = authentication.numberToShow.map { ["number": .integer(Int64($0))] }
        json["error"] = authentication.failure.map { .object(failure($0)) }
        json["bypassAllowed"] = .bool(standing.mayBypass)
        json["userBypassEnabled"] = .bool(standing.mayBypass)
        json["createdAt"] = time.write(authentication.created)
        json["updatedAt"] = time.write(authentication.updated)
        if !authentication.status.isFinal {
            json["_embedded"] = [
                "devices": .array(standing.usable.map { .object(PlatformDevice.choice($0)) }),
                "blockedDevices": .array(standing.unusable.map { .object(PlatformDevice.choice($0)) }),
            ]
        }
        let url = turn.authenticationURL("deviceAuthentications/\(authentication.id.text)")
        return turn.resource(json, at: url, links: authentication.status.actions.map { ($0, url) })
    }

    private static func failure(_ failure: DeviceAuthentication.Failure) -> JSONObject {
        var json: JSONObject = ["code": .string(failure.code), "message": .string(failure.message)]
        if !failure.unavailable.isEmpty {
            json["unavailableDevices"] = .array(failure.unavailable.map { ["id": .string($0.text)] })
        }
        return json
    }

    private static let shape = PlatformShape.told(
        "DeviceAuthentication",
        [
            ("status", .choice(DeviceAuthentication.Status.allCases.map(\.rawValue))), ("user", PlatformShape.reference),
            ("policy", PlatformShape.reference), ("selectedDevice", PlatformShape.reference), ("application", .open),
            ("authenticators", .list(PlatformShape.text, count: 0...16)), ("numberMatching", .open), ("test", .open),
            ("publicKeyCredentialRequestOptions", PlatformShape.text), ("error", .open),
            ("bypassAllowed", .flag), ("userBypassEnabled", .flag), ("createdAt", PlatformShape.time), ("updatedAt", PlatformShape.time),
        ])
}

extension DeviceAuthentication.Status {
    /// The actions that can be done next, by the names of the media types.
    fileprivate var actions: [String] {
        switch self {
        case .selectionRequired: ["device.select"]
        case .passcodeRequired: ["otp.check", "device.select"]
        case .assertionRequired: ["assertion.check", "device.select"]
        case .pushRequired: ["device.select", "otp.check", "cancel.push.authentication"]
        case .pushTimedOut: ["device.select", "otp.check"]
        case .completed, .failed: []
        }
    }
}

extension PlatformTurn {
    /// The name of this environment on devices.
    var deviceIssuer: DeviceIssuer { DeviceIssuer(base: address.origin, realm: realm.id.text) }
}

/// A device authentication that is to begin (`docs/protocols/platform.md` 3.1).
private struct NewDeviceAuthentication: Shaped {
    var user = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    var policy: UUID?
    var selected: SelectedDevice?
    var mobilePayload: String?
    var application: String?
    var notification: NotificationBody?
    var passcode: Secret?
    var relyingParty: RelyingPartyBody?
    var webAuthn: WebAuthn?
    var compatibility: Browser.Compatibility?

    static let shapeName = "NewDeviceAuthentication"
    static let members: [Member<Self>] = [
        Member("user", \.user, .reference, .required), Member("policy", optional: \.policy, .reference),
        Member("selectedDevice", optional: \.selected, .object),
        Member("mobilePayload", optional: \.mobilePayload, .text(1...8192)),
        Member("application", optional: \.application, .reference(to: .text(1...128), named: "ApplicationReference")),
        Member("notification", optional: \.notification, .object),
        Member("otp", optional: \.passcode, .secret(1...16), .writeOnly),
        Member("rp", optional: \.relyingParty, .object), Member("webAuthn", optional: \.webAuthn, .object, .writeOnly),
        Member("compatibility", optional: \.compatibility, .choice),
    ]

    func check(_ reading: inout ShapeReading) {
        if mobilePayload != nil, application == nil {
            reading.refuse(.missing, "a mobile payload needs its application", at: "application")
        }
        if webAuthn != nil, relyingParty == nil {
            reading.refuse(.missing, "a challenge is for one relying party", at: "rp")
        }
    }

    func order(_ turn: PlatformTurn) async throws -> DeviceAuthentications.Order {
        // A caller that chooses the challenge, or receives the code, needs no device: neither is for a user's own token.
        if webAuthn != nil || selected?.oneTime?.testMode == true || notification?.isForWorkers == true { try turn.requireWorker() }
        var order = DeviceAuthentications.Order(user: user)
        (order.policy, order.selected, order.passcode) = (policy, selected?.id, passcode)
        (order.mobilePayload, order.application) = (mobilePayload, application)
        order.context.clientContext = notification?.clientContext
        order.context.notification = notification?.choice ?? NotificationChoice()
        order.context.passkeyChallenge = webAuthn?.bytes
        order.context.browser = Browser(compatibility ?? .full, relyingParty: relyingParty?.id)
        order.context.oneTime = try selected?.contact()
        let name =
            try await application == nil
            ? nil : turn.services.clients.applications.application(application ?? "", in: turn.realm.id)?.settings.name
        order.context.requester = ChallengeDocument.Requester(application: application, name: name, address: turn.peer)
        return order
    }

    struct SelectedDevice: Shaped {
        var id: UUID?
        var oneTime: OneTime?
        static let shapeName = "SelectedDevice"
        static let members: [Member<Self>] = [Member("id", optional: \.id, .id), Member("oneTime", optional: \.oneTime, .object)]

        func check(_ reading: inout ShapeReading) {
            if (id == nil) == (oneTime == nil) { reading.refuse(.invalid, "it has either an id or oneTime") }
        }

        func contact() throws -> DeviceAuthentication.OneTimeContact? {
            guard let oneTime, let kind = UserDevice.Kind(exactly: oneTime.kind.rawValue) else { return nil }
            return DeviceAuthentication.OneTimeContact(kind, oneTime.email ?? oneTime.phone ?? "", isTest: oneTime.testMode == true)
        }
    }

    /// An address that is no device of the user's.
    struct OneTime: Shaped {
        enum Kind: String, Sendable, CaseIterable {
            case email = "EMAIL"
            case sms = "SMS"
            case voice = "VOICE"
        }
        var kind = Kind.email
        var email: String?
        var phone: String?
        /// Whether its code is returned instead of being sent.
        var testMode: Bool?
        static let shapeName = "OneTimeDevice"
        static let members: [Member<Self>] = [
            Member("type", \.kind, .choice, .required), Member("email", optional: \.email, .text(3...256, format: "email")),
            Member("phone", optional: \.phone, .text(3...32)), Member("testMode", optional: \.testMode, .flag),
        ]

        func check(_ reading: inout ShapeReading) {
            if (email != nil) != (kind == .email) { reading.refuse(.missing, "an EMAIL device has it, no other", at: "email") }
            if (phone != nil) != (kind != .email) { reading.refuse(.missing, "an SMS or VOICE device has it, no other", at: "phone") }
        }
    }

    /// The challenge that a passkey is to sign: one of the caller's own.
    struct WebAuthn: Shaped {
        var challenge = ""
        static let shapeName = "WebAuthnChallenge"
        static let members: [Member<Self>] = [
            Member("challenge", \.challenge, .text(1...1024, pattern: "base64url of at least 32 bytes", isValid: isChallenge), .required)
        ]

        var bytes: [UInt8]? { Base64URL.decode(challenge) }

        private static func isChallenge(_ text: String) -> Bool { (Base64URL.decode(text)?.count ?? 0) >= 32 }
    }
}

struct DeviceSelection: Shaped {
    var device = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    /// The authenticators that the browser has; nil for what was said when the authentication began.
    var compatibility: Browser.Compatibility?
    static let shapeName = "DeviceSelectionRequest"
    static let members: [Member<Self>] = [
        Member("device", \.device, .reference, .required), Member("compatibility", optional: \.compatibility, .choice, .writeOnly),
    ]
}

struct PasscodeCheck: Shaped {
    var passcode: Secret?
    static let shapeName = "PasscodeCheck"
    static let members: [Member<Self>] = [Member("otp", optional: \.passcode, .secret(1...16), .requiredWriteOnly)]
}

struct PushCancellation: Shaped {
    /// `CHANGE_DEVICE`, `ADD_DEVICE`, `SIGNOUT`, or anything else.
    var reason: String?
    static let shapeName = "PushCancellation"
    static let members: [Member<Self>] = [Member("reason", optional: \.reason, .text(0...64))]
}
