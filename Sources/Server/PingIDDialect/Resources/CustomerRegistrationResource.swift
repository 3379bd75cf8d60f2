import Directory
import Foundation
import HTTPBase
import HTTPTypes
import PingIDMessages
import PingIDService
import Primitives
import ResourceMessages
import Store

/// `/registrationtokens` and `/pairingkeys`.
enum CustomerRegistrationResource {
    private static let all = "users/:username/registrationtokens"

    static let routes: [CustomerRoute] = [
        .post(
            all, "Register the app's device by its payload; without one, make a pairing key that the user enters", NewRegistration.form,
            changes: .administration, gives: shape, begin),
        .get(all + "/:registrationID", "Read a registration", gives: shape) { call in
            let found = try await call.pingID.registration(
                try call.id, of: try call.user, application: call.application, in: call.realm)
            guard let found else { throw CustomerError.nothingThere }
            return body(found)
        },
        .post("pairingkeys", "Make a pairing key for any user", NewPairingKey.form, changes: .administration, gives: key) { call, asked in
            try await make(asked, call, user: nil)
        },
        .get("pairingkeys/:pairingKey", "Read a pairing key", gives: key) { call in try await found(call).body },
        .post(
            "users/:username/pairingkeys", "Make a pairing key for a user", NewPairingKey.form, changes: .administration, gives: key
        ) { call, asked in try await make(asked, call, user: try call.user) },
        .get("users/:username/pairingkeys/:pairingKey", "Read a user's pairing key", gives: key) { call in
            let member = try await call.pingID.users.member(try call.user, of: call.application, in: call.realm)
            let found = try await found(call)
            guard let member, found.key.user == member.user.id else { throw CustomerError.nothingThere }
            return found.body
        },
    ]

    private static func begin(_ call: CustomerReader.CustomerCall, _ asked: NewRegistration) async throws -> JSONObject {
        guard asked.authentication.payload != nil else {
            try asked.checkKeyAlone()
            return body(try await call.pingID.register(try call.user, of: call.application, in: call.realm))
        }
        return body(
            try await call.pingID.register(
                try asked.authentication.request(call), ignoresValidation: asked.ignoresValidation, pairingKey: asked.pairingKey,
                in: call.realm, issuer: call.issuer))
    }

    private static func make(
        _ asked: NewPairingKey, _ call: CustomerReader.CustomerCall, user: UserReference?
    ) async throws -> JSONObject {
        let made = try await call.pingID.makePairingKey(
            for: call.application, user: user, data: asked.data, in: call.realm)
        return body(made.key, made.text)
    }

    private static func found(_ call: CustomerReader.CustomerCall) async throws -> (key: CustomerPairingKey, body: JSONObject) {
        let text = try call.key
        guard let key = try await call.pingID.pairingKey(text, of: call.application, in: call.realm) else {
            throw CustomerError.nothingThere
        }
        return (key, body(key, text))
    }

    // MARK: - Bodies

    private static func body(_ registration: PingID.Registration) -> JSONObject {
        var body: JSONObject = [
            "id": .string(registration.token.id.text), "status": .string(registration.status.rawValue),
            "created": .string(registration.token.created.formatted(.iso8601)),
        ]
        body["pairingKey"] = registration.pairingKey.map { .string($0.reveal()) }
        body["payload"] = registration.serverPayload.map(JSONValue.string)
        body["authenticationId"] = registration.token.authentication.map { .string($0.text) }
        return body
    }

    private static let shape = AnswerShape.told(
        "Registration",
        [
            ("id", AnswerShape.id), ("status", AnswerShape.choice(RegistrationToken.Status.self)), ("created", AnswerShape.time),
        ],
        or: [("pairingKey", AnswerShape.text), ("payload", AnswerShape.text), ("authenticationId", AnswerShape.id)])

    private static func body(_ key: CustomerPairingKey, _ text: Secret) -> JSONObject {
        var body: JSONObject = [
            "id": .string(text.reveal()), "status": .string(key.isUsed ? used : unused),
            "created": .string(key.created.formatted(.iso8601)), "expires": .string(key.expires.formatted(.iso8601)),
        ]
        body["pairingData"] = key.data.map(JSONValue.string)
        return body
    }

    private static let (used, unused) = ("USED", "NOT_CLAIMED")
    private static let key = AnswerShape.told(
        "PairingKey",
        [
            ("id", AnswerShape.text), ("status", .choice([unused, used])), ("created", AnswerShape.time),
            ("expires", AnswerShape.time),
        ], or: [("pairingData", AnswerShape.text)])
}

/// A registration that is asked for: as a sign-on, and what it may say besides.
private struct NewRegistration: Shaped {
    var authentication = NewAuthentication()
    var ignoresValidation = false
    var pairingKey: Secret?

    static let shapeName = "NewRegistration"
    static let members: [Member<Self>] = [
        Member("payload", optional: \.authentication.payload, .bytes(1...16384)),
        Member("deviceId", optional: \.authentication.device, .id),
        Member("clientContext", optional: \.authentication.context, .bytes(0...SessionDetails.longestContext)),
        Member("ignoreValidation", \.ignoresValidation, .flag),
        Member("pairingKey", optional: \.pairingKey, .secret(1...64)),
    ]

    /// Refuses, where only a key is made, what nothing would come of without a payload.
    func checkKeyAlone() throws {
        guard authentication.device == nil, authentication.context == nil, !ignoresValidation, pairingKey == nil else {
            throw CustomerError(.badRequest, .invalidData, "deviceId, clientContext, ignoreValidation and pairingKey go with a payload")
        }
    }
}

private struct NewPairingKey: Shaped {
    var data: String?

    static let shapeName = "NewPairingKey"
    static let members: [Member<Self>] = [Member("pairingData", optional: \.data, .bytes(0...1024))]
}
