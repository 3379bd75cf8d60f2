import BenchSupport
import Crypto
import DeviceMessages
import Foundation
import JOSE
import Primitives

/// A paired phone and the caller that asks it, on one thread: it makes and signs the same requests as the client module does, but keeps nothing, verifies no
/// push, and reads no more of an answer than it needs.
final class BarePhone: @unchecked Sendable {  // used by one thread at a time
    private let platform: Platform
    private let issuer: DeviceIssuer
    /// The request for an approval, with its sender.
    private let order: [UInt8]
    private let bearer: String
    private let key = P256.Signing.PrivateKey()
    private let thumbprint: String
    private let jwk: JWK
    private let asking: Connection
    private let answering: Connection
    private let stream: Connection
    private let random = SystemRandom()
    private var pairing = ""

    init(_ platform: Platform, name: String) async throws {
        self.platform = platform
        issuer = DeviceIssuer(base: platform.base, realm: platform.environment)
        let user = try await platform.createUser(name)
        order = (["user": ["id": .string(user)]] as JSONValue).encoded
        bearer = "Authorization: \(platform.bearer)\r\n"
        guard let base = URL(string: platform.base) else { throw Failure("no URL: \(platform.base)") }
        asking = try Connection(base)
        answering = try Connection(base)
        stream = try Connection(base)
        jwk = try Self.jwk(key.publicKey.rawRepresentation)
        thumbprint = jwk.thumbprintText
        let offer = try await platform.post(platform.api("users/\(user)/pairingKeys"), [:])
        try pair(with: Secret(try PairingKeyText(try Platform.text(offer, "code")).key.reveal()))
        try stream.listen(path("/push"), try proof("GET", "/push") + "Accept: text/event-stream\r\n")
    }

    /// Asks for an approval at the platform's API, approves it with the number, and sees that it is approved.
    func approve() throws {
        let made = try asking.ask("POST", "/\(platform.environment)/deviceAuthentications", bearer + Self.json, order)
        guard let number = made.member("number").flatMap({ Int($0) }), let address = made.member("href") else {
            throw Failure("no push: \(String(decoding: made, as: UTF8.self))")
        }
        try answer(number)
        let seen = try asking.ask("GET", String(address.dropFirst(issuer.base.count)), bearer)
        guard seen.member("status") == "COMPLETED" else {
            throw Failure("an approval isn't seen: \(String(decoding: seen, as: UTF8.self))")
        }
    }

    private func answer(_ number: Int) throws {
        let event = try stream.event()
        let parts = event[0].split(separator: UInt8(ascii: "."))
        guard event.count == 2, parts.count == 3, let claims = Base64URL.decode(utf8: parts[1]), let challenge = claims.member("jti"),
            let nonce = claims.member("nonce")
        else { throw Failure("a push is no statement with its document") }
        let decision = ChallengeDecision(
            .approve, nonce: nonce, pairing: pairing, shown: ChallengeDocument.hash(of: Array(event[1])), number: number)
        _ = try call("POST", "/challenges/\(challenge)/decision", decision.json.encoded)
    }

    private func pair(with secret: Secret) throws {
        let agreement = try Self.jwk(P256.KeyAgreement.PrivateKey().publicKey.rawRepresentation)
        let request = PairingRequest(
            .key(secret), agreement: agreement, app: AppDescription(id: Phone.application),
            device: DeviceDescription(platform: "linux", name: "bare"), push: .builtIn)
        let grant = try PairingGrant(json: JSONValue(parsing: try call("POST", "/pairings", request.json.encoded, as: .embedded(jwk))))
        pairing = grant.pairing
        _ = try call("POST", "/pairings/\(pairing)/confirmation", PairingConfirmation(nonce: grant.nonce).json.encoded)
    }

    private func call(_ method: String, _ path: String, _ body: [UInt8] = [], as key: DeviceProof.Key? = nil) throws -> [UInt8] {
        try answering.ask(method, self.path(path), try proof(method, path, body, as: key) + (body.isEmpty ? "" : Self.json), body)
    }

    private func path(_ path: String) -> String { String(issuer.url(path).dropFirst(issuer.base.count)) }

    private func proof(_ method: String, _ path: String, _ body: [UInt8] = [], as key: DeviceProof.Key? = nil) throws -> String {
        let proof = DeviceProof(
            installation: thumbprint, key: key ?? .current(thumbprint: thumbprint), method: method, url: issuer.url(path), body: body,
            issuedAt: .now, id: random.token(16))
        let signature = try self.key.signature(for: proof.signingInput).rawRepresentation
        return "\(DeviceProof.field): \(proof.text(signature: Array(signature)))\r\n"
    }

    private static func jwk(_ point: Data) throws -> JWK {
        JWK(.ec(try ECKey(curve: .p256, x: Array(point.prefix(32)), y: Array(point.suffix(32)))))
    }

    private static let json = "Content-Type: application/json\r\n"
}
