import Foundation
import JOSE
import Primitives
import TransparencyLog
import VerifiableClaims

/// A request: `op` and what that operation needs. Keys are JWKs, `time` is in seconds since 1970.
///
/// | op | takes | answers |
/// | --- | --- | --- |
/// | `generate` | | `key` |
/// | `issue` | `key`, `claims`, in which `{"~": value}` can be kept back, `holder` | `token` |
/// | `present` | `key` of the issuer, `token`, `names` of members to show, `holder`, `audience`, `nonce`, `time` | `token`, `json` |
/// | `verify` | `key`, `token` or `json`, `audience` and `nonce` (no proof without), `time` | `claims` |
/// | `seal` | `key` of the sender, `receiver`, `from`, `to`, `keys`, `time` | `envelope` |
/// | `open` | `key` of the sender, `receiver`, `to`, `envelope`, `time` | `keys`, `from` |
/// | `log` | `folder`, `size` | `key` |
struct ClaimsRequest {
    private let members: JSONValue

    init(_ members: JSONValue) { self.members = members }

    func answer() throws -> JSONObject {
        switch try text("op") {
        case "generate": ["key": .object(try JWK.generate(.p256, random: SystemRandom()).privateJSON)]
        case "issue": try issue()
        case "present": try present()
        case "verify": try verify()
        case "seal": try seal()
        case "open": try open()
        case "log": try LogFolder(text("folder")).write(size: number("size"))
        case let other: throw ClaimsPeerError(reason: "no operation \(other)")
        }
    }

    private func issue() throws -> JSONObject {
        guard case .object(let claims) = Self.tree(members["claims"] ?? .null) else { throw ClaimsPeerError(reason: "no claims") }
        let issuer = SDJWTIssuer(key: try SigningKey(key("key")), type: "example+sd-jwt")
        return ["token": .string(try issuer.issue(claims, holder: key("holder"), random: SystemRandom()).text)]
    }

    private static func tree(_ value: JSONValue) -> ClaimTree {
        switch value {
        case .object(let object):
            if object.count == 1, let hidden = object["~"] { return .disclosable(tree(hidden)) }
            return .object(DisclosableObject(object.members.map { .init($0.name, tree($0.value)) }))
        case .array(let elements): return .array(elements.map(tree))
        default: return .value(value)
        }
    }

    private func policy(_ binding: SDJWTPolicy.Binding) -> SDJWTPolicy { SDJWTPolicy(type: nil, issuer: nil, binding: binding) }

    private func present() throws -> JSONObject {
        let held = try policy(.refused).verify(try SDJWT(parsing: text("token")), keys: VerificationKey(key("key")), at: time())
        let names = members["names"]?.strings ?? []
        let shown = held.selecting { path in
            guard case .name(let name) = path[0] else { return false }
            return names.contains(name)
        }
        let binding = KeyBinding(audience: try text("audience"), nonce: try text("nonce"), issuedAt: try time())
        let token = try held.bind(shown, to: binding, key: try SigningKey(key("holder")))
        return ["token": .string(token.text), "json": .object(try token.json())]
    }

    private func verify() throws -> JSONObject {
        let token = try members["json"].map { try SDJWT(json: $0.encoded) } ?? SDJWT(parsing: text("token"))
        let binding: SDJWTPolicy.Binding =
            members["audience"] == nil ? .ignored : .required(audience: try text("audience"), nonce: try text("nonce"))
        return ["claims": .object(try policy(binding).verify(token, keys: VerificationKey(key("key")), at: time()).claims.members)]
    }

    private func seal() throws -> JSONObject {
        let content = EnvelopeContent(
            id: SystemRandom().uuid(), sender: try id("from"), recipient: try id("to"), issuedAt: try time(),
            body: .request(keys: members["keys"]?.strings))
        let sealing = try SealingKey(key("receiver"), algorithm: .ecdhES, encryption: .a256GCM)
        return ["envelope": .string(try content.seal(signing: SigningKey(key("key")), sealing: sealing, random: SystemRandom()))]
    }

    private func open() throws -> JSONObject {
        let opening = try OpeningKey(key("receiver"), algorithm: .ecdhES, encryptions: [.a256GCM])
        let opened = try OpenedEnvelope(text("envelope"), recipient: id("to"), keys: opening)
        let content = try opened.verify(keys: VerificationKey(key("key")), at: time())
        guard case .request(let keys) = content.body else { throw ClaimsPeerError(reason: "another kind of message") }
        return ["from": .string(content.sender.text), "keys": .array((keys ?? []).map(JSONValue.string))]
    }
}

extension ClaimsRequest {
    private func key(_ name: String) throws -> JWK { try JWK(members[name]?.object ?? JSONObject()) }

    private func text(_ name: String) throws -> String {
        guard let text = members[name]?.string else { throw ClaimsPeerError(reason: "\(name) is missing") }
        return text
    }

    private func id(_ name: String) throws -> UUID {
        guard let id = UUID(text: try text(name)) else { throw ClaimsPeerError(reason: "\(name) is no UUID") }
        return id
    }

    private func number(_ name: String) throws -> Int {
        guard let number = members[name]?.integer else { throw ClaimsPeerError(reason: "\(name) is missing") }
        return Int(number)
    }

    private func time() throws -> Date { Date(timeIntervalSince1970: Double(try number("time"))) }
}

/// A request that can't be answered.
struct ClaimsPeerError: Error, CustomStringConvertible {
    let reason: String
    var description: String { reason }
}
