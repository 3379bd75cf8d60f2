import BenchSupport
import Crypto
import DeviceMessages
import Foundation
import JOSE
import Primitives
import WalletMessages

/// A registered instance on one connection: it makes and signs the same requests as the client module does, but keeps and verifies nothing.
final class BareInstance: @unchecked Sendable {  // used by one thread at a time
    let id: UUID
    let service: WalletService
    let random = SystemRandom()
    private let origin: String
    private let key = P256.Signing.PrivateKey()
    private let thumbprint: String
    private let connection: Connection

    /// Registers an instance with the realm alpha.
    init(_ base: String) throws {
        guard let url = URL(string: base) else { throw Failure("no URL: \(base)") }
        (id, origin, service) = (random.uuid(), base, WalletService(pingBaseURL: "\(base)/wallets/alpha/v1/"))
        connection = try Connection(url)
        let signing = try Self.jwk(key.publicKey.rawRepresentation)
        thumbprint = signing.thumbprintText
        let agreement = try Self.jwk(P256.KeyAgreement.PrivateKey().publicKey.rawRepresentation)
        let registration = WalletRegistration(id: id, signing: signing, agreement: agreement)
        _ = try call("POST", service.instances, registration.json.encoded, as: .embedded(signing))
    }

    /// Calls with a proof, and returns the answer's body.
    func call(_ method: String, _ url: String, _ body: [UInt8] = [], as key: DeviceProof.Key? = nil) throws -> [UInt8] {
        let proof = DeviceProof(
            installation: id.text, key: key ?? .current(thumbprint: thumbprint), method: method, url: url, body: body, issuedAt: .now,
            id: random.token(16))
        let signature = try self.key.signature(for: proof.signingInput).rawRepresentation
        let media = body.isEmpty ? "" : "Content-Type: application/json\r\n"
        return try ask(method, url, "\(DeviceProof.field): \(proof.text(signature: Array(signature)))\r\n\(media)", body)
    }

    /// Calls without a proof.
    func ask(_ method: String, _ url: String, _ fields: String = "", _ body: [UInt8] = []) throws -> [UInt8] {
        try connection.ask(method, String(url.dropFirst(origin.count)), fields, body)
    }

    private static func jwk(_ point: Data) throws -> JWK {
        JWK(.ec(try ECKey(curve: .p256, x: Array(point.prefix(32)), y: Array(point.suffix(32)))))
    }
}
