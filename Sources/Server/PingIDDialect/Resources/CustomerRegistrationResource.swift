import DialectBase
import DeviceMessages
import Directory
import Foundation
import HTTPTypes
import PingIDService
import Primitives
import Store

/// `/registrationtokens` and `/pairingkeys`.
struct CustomerRegistrationResource: Sendable {
    /// Registers the app's device by its payload; without one, makes a pairing key that the user enters.
    func begin(_ turn: CustomerReader.Turn) async throws -> CustomerReader.Answer {
        let members = try turn.members
        let request = try CustomerAuthenticationResource.request(turn)
        guard request.payload != nil else {
            let made = try await turn.pingID.register(try turn.username, of: turn.application, in: turn.realm)
            return .init(.object(Self.body(made)), status: .created)
        }
        let registration = try await turn.pingID.register(
            request, ignoresValidation: try members.flag("ignoreValidation", default: false),
            pairingKey: try members.optionalText("pairingKey", atMost: 64).map { Secret($0) }, in: turn.realm, issuer: turn.issuer)
        return .init(.object(Self.body(registration)), status: .created)
    }

    func read(_ turn: CustomerReader.Turn) async throws -> CustomerReader.Answer {
        let found = try await turn.pingID.registration(
            try turn.id, of: try turn.username, application: turn.application, in: turn.realm)
        guard let found else { throw CustomerError.nothingThere }
        return .init(.object(Self.body(found)))
    }

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

    // MARK: - Pairing keys

    func makeKey(_ turn: CustomerReader.Turn) async throws -> CustomerReader.Answer { try await make(turn, username: nil) }

    func makeUserKey(_ turn: CustomerReader.Turn) async throws -> CustomerReader.Answer {
        try await make(turn, username: try turn.username)
    }

    private func make(_ turn: CustomerReader.Turn, username: String?) async throws -> CustomerReader.Answer {
        let made = try await turn.pingID.makePairingKey(
            for: turn.application, username: username, data: try turn.members.optionalText("pairingData", atMost: 1024), in: turn.realm)
        return .init(.object(Self.body(made.key, made.text)), status: .created)
    }

    func readKey(_ turn: CustomerReader.Turn) async throws -> CustomerReader.Answer {
        let key = try turn.key
        guard let found = try await turn.pingID.pairingKey(key, of: turn.application, in: turn.realm) else {
            throw CustomerError.nothingThere
        }
        return .init(.object(Self.body(found, key)))
    }

    func readUserKey(_ turn: CustomerReader.Turn) async throws -> CustomerReader.Answer {
        let key = try turn.key
        let member = try await turn.pingID.users.member(try turn.username, of: turn.application, in: turn.realm)
        guard let found = try await turn.pingID.pairingKey(key, of: turn.application, in: turn.realm), let member,
            found.user == member.user.id
        else { throw CustomerError.nothingThere }
        return .init(.object(Self.body(found, key)))
    }

    private static func body(_ key: CustomerPairingKey, _ text: Secret) -> JSONObject {
        var body: JSONObject = [
            "id": .string(text.reveal()), "status": .string(key.isUsed ? "USED" : "NOT_CLAIMED"),
            "created": .string(key.created.formatted(.iso8601)), "expires": .string(key.expires.formatted(.iso8601)),
        ]
        body["pairingData"] = key.data.map(JSONValue.string)
        return body
    }
}
