import Foundation
import OIDC
import Primitives

/// The terminal's report on tokens.
struct TokenSummary {
    /// The user who signed in: the name, or the identifier when that's all there is.
    let name: String
    private let tokens: TokenSet
    /// Seconds that the access token has left; nil when the server didn't say.
    private let lifetime: Int?

    init(_ tokens: TokenSet, of username: String?, at now: Date) {
        self.tokens = tokens
        lifetime = tokens.expires.map { max(0, Int($0.timeIntervalSince(now).rounded())) }
        name = username ?? tokens.subject ?? "a user"
    }

    /// The members of the token response (RFC 6749 §5.1), and the realm.
    func json(realm: String) -> JSONObject {
        var object: JSONObject = [
            "access_token": .string(tokens.accessToken.reveal()), "token_type": .string(tokens.tokenType), "realm": .string(realm),
            "username": .string(name),
        ]
        object["expires_in"] = lifetime.map { .integer(Int64($0)) }
        object["scope"] = tokens.scope.map { .string($0) }
        object["refresh_token"] = (tokens.refreshToken?.reveal()).map { .string($0) }
        object["id_token"] = (tokens.idToken?.reveal()).map { .string($0) }
        return object
    }

    /// A line for each token.
    func lines(inFull: Bool) -> [String] {
        let life = lifetime.map { "valid \(Self.duration($0))" } ?? ""
        let all = [
            ("access token", tokens.accessToken, life), ("refresh token", tokens.refreshToken, "rotating"),
            ("ID token", tokens.idToken, ""),
        ]
        return all.compactMap { name, token, note in
            token.map { Self.line(name, inFull ? $0.reveal() : Self.shortened($0.reveal()), note) }
        }
    }

    private static func line(_ name: String, _ token: String, _ note: String) -> String {
        name + String(repeating: " ", count: 15 - name.count) + token + (note.isEmpty ? "" : "  " + note)
    }

    private static func shortened(_ token: String) -> String {
        token.count <= 24 ? token.prefix(4) + "…" : token.prefix(12) + "…" + token.suffix(6)
    }

    private static func duration(_ seconds: Int) -> String {
        seconds >= 7200 ? "\(seconds / 3600) h" : seconds >= 120 ? "\(seconds / 60) min" : "\(seconds) s"
    }
}
