import Foundation
import Primitives

extension TokenSet {
    /// The form in which they are kept.
    var json: JSONValue {
        var object: JSONObject = ["access_token": .string(accessToken.reveal()), "token_type": .string(tokenType)]
        object["expires"] = expires.map { .number($0.timeIntervalSince1970) }
        object["refresh_token"] = (refreshToken?.reveal()).map(JSONValue.string)
        object["id_token"] = (idToken?.reveal()).map(JSONValue.string)
        object["scope"] = scope.map(JSONValue.string)
        object["subject"] = subject.map(JSONValue.string)
        object["lifetime"] = lifetime.map { .integer(Int64($0)) }
        object["session"] = sessionFingerprint.map(JSONValue.string)
        return .object(object)
    }

    init?(json: JSONValue) {
        guard let accessToken = json["access_token"]?.string, let tokenType = json["token_type"]?.string else { return nil }
        self.init(
            accessToken: Secret(accessToken), tokenType: tokenType,
            expires: json["expires"]?.number.map { Date(timeIntervalSince1970: $0) },
            refreshToken: (json["refresh_token"]?.string).map { Secret($0) }, idToken: (json["id_token"]?.string).map { Secret($0) },
            scope: json["scope"]?.string, subject: json["subject"]?.string, sessionFingerprint: json["session"]?.string,
            lifetime: json["lifetime"]?.integer.flatMap { Int(exactly: $0) })
    }
}
