import Foundation
package import JOSE
import OAuthMessages
package import Primitives
import Synchronization
package import Sessions
package import Foundations

/// An OpenID provider in this process, which can be told to lie.
package final class PretendProvider: OutboundHTTP {
    /// What a test makes it say.
    package struct Script: Sendable {
        var claims: @Sendable (inout JWTClaims) -> Void
        var userInfo: JSONObject
        var introspection: JSONObject
        var discovery: @Sendable (inout JSONObject) -> Void
        var signsWithOtherKey: Bool
        var namesIssuer: Bool

        package init(
            claims: @escaping @Sendable (inout JWTClaims) -> Void = { _ in },
            userInfo: JSONObject = ["sub": "ada-1", "email": "ada@example.com"],
            introspection: JSONObject = ["active": true, "client_id": "gatehouse"],
            discovery: @escaping @Sendable (inout JSONObject) -> Void = { _ in }, signsWithOtherKey: Bool = false, namesIssuer: Bool = false
        ) {
            self.claims = claims
            self.userInfo = userInfo
            self.introspection = introspection
            self.discovery = discovery
            self.signsWithOtherKey = signsWithOtherKey
            self.namesIssuer = namesIssuer
        }
    }

    /// Somebody's login there, until its code is redeemed.
    private struct Login {
        let subject: String
        let nonce: String?
    }

    package static let issuer = "https://id.example.com"

    private let time: any TimeSource
    private let keys: [JWK]
    private let script: Mutex<Script>
    private let seen = Mutex<[OutboundRequest]>([])
    private let nonce = Mutex<String?>(nil)
    private let logins = Mutex<[String: Login]>([:])

    package init(_ script: Script = Script(), time: any TimeSource) throws {
        self.time = time
        self.script = Mutex(script)
        keys = try (1...2).map { number in
            var key = try JWK.generate(.p256, random: SeededRandom(seed: UInt64(number)))
            key.keyID = "key"
            return key
        }
    }

    package var requests: [OutboundRequest] { seen.withLock { $0 } }

    /// The nonce that its ID tokens have, but those for codes of ``authorize(_:as:)``.
    package func answer(nonce: String?) { self.nonce.withLock { $0 = nonce } }

    /// Signs somebody in who was sent here, and gives what it sends them back with.
    package func authorize(_ url: String, as subject: String) -> [(name: String, value: String)] {
        let asked = URLComponents(string: url)?.queryItems ?? []
        func value(_ name: String) -> String? { asked.first { $0.name == name }?.value }
        let code = logins.withLock { logins in
            let code = "code-\(logins.count)"
            logins[code] = Login(subject: subject, nonce: value("nonce"))
            return code
        }
        return [("state", value("state") ?? ""), ("code", code)]
    }

    package func send(_ request: OutboundRequest) async throws -> OutboundAnswer {
        seen.withLock { $0.append(request) }
        let script = script.withLock { $0 }
        let path = URLComponents(string: request.url)?.path ?? ""
        switch path {
        case "/.well-known/openid-configuration": return Self.answer(discovery(script))
        case "/keys": return Self.answer(publicKeys())
        case "/token": return Self.answer(try tokens(for: request, script))
        case "/userinfo", "/me": return Self.answer(userInfo(for: request) ?? script.userInfo)
        case "/introspect": return Self.answer(script.introspection)
        case "/debug_token": return Self.answer(["data": .object(script.introspection)])
        default: return OutboundAnswer(status: 404, body: "")
        }
    }

    private func tokens(for request: OutboundRequest, _ script: Script) throws -> JSONObject {
        let code = try FormBody(parsing: request.body ?? "").value("code") ?? ""
        let login = logins.withLock { $0[code] }
        let token = if let login { try idToken(subject: login.subject, nonce: login.nonce) } else { try idToken(script) }
        return [
            "access_token": .string(login.map { Self.mark + $0.subject } ?? "at"), "token_type": "Bearer", "id_token": .string(token),
            "refresh_token": "rt",
        ]
    }

    /// What stands before the subject in the access tokens for codes of ``authorize(_:as:)``.
    private static let mark = "token-of-"

    private func userInfo(for request: OutboundRequest) -> JSONObject? {
        let header = request.headers.first { $0.name == "Authorization" }?.value ?? ""
        return header.firstRange(of: Self.mark).map { ["sub": .string(String(header[$0.upperBound...]))] }
    }

    package func idToken(_ script: Script = Script()) throws -> String {
        try idToken(subject: "ada-1", nonce: nonce.withLock { $0 }, script)
    }

    package func idToken(subject: String, nonce: String?, _ script: Script = Script()) throws -> String {
        var claims = JWTClaims()
        claims.issuer = Self.issuer
        claims.subject = subject
        claims.audience = ["gatehouse"]
        claims.issuedAt = time.now
        claims.expires = time.now + 300
        claims["nonce"] = nonce.map(JSONValue.string)
        script.claims(&claims)
        return try JWT.sign(claims, with: try SigningKey(keys[script.signsWithOtherKey ? 1 : 0]))
    }

    private func discovery(_ script: Script) -> JSONObject {
        var document: JSONObject = [
            "issuer": .string(Self.issuer), "authorization_endpoint": .string(Self.issuer + "/authorize"),
            "token_endpoint": .string(Self.issuer + "/token"), "userinfo_endpoint": .string(Self.issuer + "/userinfo"),
            "introspection_endpoint": .string(Self.issuer + "/introspect"), "jwks_uri": .string(Self.issuer + "/keys"),
            "authorization_response_iss_parameter_supported": .bool(script.namesIssuer),
        ]
        script.discovery(&document)
        return document
    }

    private func publicKeys() -> JSONObject {
        ["keys": .array(keys[0].publicJSON.map { [.object($0)] } ?? [])]
    }

    private static func answer(_ object: JSONObject) -> OutboundAnswer {
        OutboundAnswer(status: 200, body: JSONValue.object(object).text)
    }
}

extension IdentityProvider {
    /// The pretended provider as a realm knows it.
    package static func pretend(named name: String = "pretend") -> IdentityProvider {
        var provider = IdentityProvider(name, kind: .oidc, clientID: "gatehouse", redirectURI: "https://app.example.com/back")
        provider.issuer = PretendProvider.issuer
        provider.secret = Secret("s3cret")
        return provider
    }
}
