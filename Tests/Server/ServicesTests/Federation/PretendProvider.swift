import Foundation
import JOSE
import OAuthMessages
import Primitives
import Services
import Synchronization

/// An OpenID provider in this process, which can be told to lie.
final class PretendProvider: OutboundHTTP {
    /// What a test makes it say.
    struct Script: Sendable {
        var claims: @Sendable (inout JWTClaims) -> Void = { _ in }
        var userInfo: JSONObject = ["sub": "ada-1", "email": "ada@example.com"]
        var introspection: JSONObject = ["active": true, "client_id": "gatehouse"]
        var discovery: @Sendable (inout JSONObject) -> Void = { _ in }
        var signsWithOtherKey = false
        var namesIssuer = false
    }

    static let issuer = "https://id.example.com"

    private let time: any TimeSource
    private let keys: [JWK]
    private let script: Mutex<Script>
    private let seen = Mutex<[OutboundRequest]>([])
    private let nonce = Mutex<String?>(nil)

    init(_ script: Script = Script(), time: any TimeSource) throws {
        self.time = time
        self.script = Mutex(script)
        keys = try (1...2).map { number in
            var key = try JWK.generate(.p256, random: SeededRandom(seed: UInt64(number)))
            key.keyID = "key"
            return key
        }
    }

    var requests: [OutboundRequest] { seen.withLock { $0 } }

    /// The nonce that its ID tokens have.
    func answer(nonce: String?) { self.nonce.withLock { $0 = nonce } }

    func send(_ request: OutboundRequest) async throws -> OutboundAnswer {
        seen.withLock { $0.append(request) }
        let script = script.withLock { $0 }
        let path = URLComponents(string: request.url)?.path ?? ""
        switch path {
        case "/.well-known/openid-configuration": return Self.answer(discovery(script))
        case "/keys": return Self.answer(publicKeys())
        case "/token":
            return Self.answer([
                "access_token": "at", "token_type": "Bearer", "id_token": .string(try idToken(script)), "refresh_token": "rt",
            ])
        case "/userinfo", "/me": return Self.answer(script.userInfo)
        case "/introspect": return Self.answer(script.introspection)
        case "/debug_token": return Self.answer(["data": .object(script.introspection)])
        default: return OutboundAnswer(status: 404, body: "")
        }
    }

    func idToken(_ script: Script = Script()) throws -> String {
        var claims = JWTClaims()
        claims.issuer = Self.issuer
        claims.subject = "ada-1"
        claims.audience = ["gatehouse"]
        claims.issuedAt = time.now
        claims.expires = time.now + 300
        claims["nonce"] = nonce.withLock { $0 }.map(JSONValue.string)
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
