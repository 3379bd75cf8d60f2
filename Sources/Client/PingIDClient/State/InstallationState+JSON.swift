import DeviceMessages
import Foundation
import PingIDMessages
import Primitives

extension InstallationState {
    /// The version of the format; a reader refuses newer ones.
    private static let version: Int64 = 1

    var json: JSONValue {
        var object: JSONObject = [
            "version": .integer(Self.version), "issuer": .string(issuer.description), "id": .string(id),
            "users": .array(users.map(\.json)), "rootRequired": .bool(isRootDetectionRequired), "rootActive": .bool(isRootDetectionActive),
            "clock": .number(clockOffset), "pushStale": .bool(isPushStale),
            "payloads": .array(payloads.map { ["id": .string($0.id), "at": .number($0.at.timeIntervalSince1970)] }),
        ]
        object["seed"] = seed?.json
        object["push"] = push?.json
        object["answer"] = answer.map { ["id": .string($0.id), "outcome": $0.outcome.json] }
        object["flow"] = flow?.json
        object["earlier"] = .array(earlier.map(\.json))
        object["token"] = token.map {
            [
                "session": .string($0.session), "status": .string($0.status.rawValue),
                "expires": .number($0.expires.timeIntervalSince1970),
            ]
        }
        return .object(object)
    }

    init(json: JSONValue) throws(PingIDError) {
        let version = json["version"]?.integer ?? 0
        guard version <= Self.version else {
            throw PingIDError(.storage, "the stored installation is of version \(version), made by a newer app; update the app")
        }
        guard let issuer = json["issuer"]?.string.flatMap(DeviceIssuer.init), let id = json["id"]?.string else { throw Self.unreadable }
        self.init(issuer: issuer, id: id)
        do {
            for user in json["users"]?.array ?? [] { users.append(try TrustedUser(json: user)) }
            if let seed = json["seed"] { self.seed = try CounterSeed(json: seed) }
            if let push = json["push"] { self.push = try PushAddress(json: push) }
        } catch { throw Self.unreadable }
        isRootDetectionRequired = json["rootRequired"]?.bool ?? false
        isRootDetectionActive = json["rootActive"]?.bool ?? false
        clockOffset = json["clock"]?.number ?? 0
        isPushStale = json["pushStale"]?.bool ?? false
        payloads = (json["payloads"]?.array ?? []).compactMap(Sent.init)
        answer = json["answer"].flatMap(PayloadAnswer.init)
        restore((json["earlier"]?.array ?? []).compactMap(Flow.init), json["flow"].flatMap(Flow.init))
        token = json["token"].flatMap(Token.init)
    }

    private static var unreadable: PingIDError { PingIDError(.storage, "the stored installation can't be read") }
}

extension InstallationState.Sent {
    fileprivate init?(json: JSONValue) {
        guard let id = json["id"]?.string, let at = json["at"]?.number else { return nil }
        self.init(id: id, at: Date(timeIntervalSince1970: at))
    }
}

extension InstallationState.PayloadAnswer {
    fileprivate init?(json: JSONValue) {
        guard let id = json["id"]?.string, let outcome = json["outcome"].flatMap(PayloadOutcome.init) else { return nil }
        self.init(id: id, outcome: outcome)
    }
}

extension InstallationState.Flow {
    fileprivate var json: JSONValue { ["session": .string(session), "nonce": nonce.map(JSONValue.string) ?? .null] }

    fileprivate init?(json: JSONValue) {
        guard let session = json["session"]?.string else { return nil }
        self.init(session: session, nonce: json["nonce"]?.string)
    }
}

extension InstallationState.Token {
    fileprivate init?(json: JSONValue) {
        guard let session = json["session"]?.string, let status = json["status"]?.string.flatMap(TokenStatus.init(exactly:)),
            let expires = json["expires"]?.number
        else { return nil }
        self.init(session: session, status: status, expires: Date(timeIntervalSince1970: expires))
    }
}
