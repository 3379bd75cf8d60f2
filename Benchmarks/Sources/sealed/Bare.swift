import BenchSupport
import Crypto
import Foundation

/// The least that a device does for a remote authentication at the floors' server: its requests and its operations on P-256.
final class BareDevice: Answering, @unchecked Sendable {  // it does one thing at a time
    let place = PhonePlace()
    private let connection: Connection
    private let agreement: P256.KeyAgreement.PrivateKey
    private let signing: P256.Signing.PrivateKey

    init(_ base: URL) throws {
        connection = try Connection(base)
        // As the floors' server has them.
        agreement = try P256.KeyAgreement.PrivateKey(rawRepresentation: [UInt8](repeating: 1, count: 32))
        signing = try P256.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: 2, count: 32))
    }

    func approve() async throws {
        let asked = try connection.ask("POST", "/sealed/ask", "")
        guard let id = asked.member("id"), let point = asked.member("key").flatMap({ Data(base64Encoded: $0.replacing("\\", with: "")) })
        else { throw Failure("no request") }
        let theirs = try P256.KeyAgreement.PublicKey(x963Representation: point)
        _ = try agreement.sharedSecretFromKeyAgreement(with: theirs)
        let own = P256.KeyAgreement.PrivateKey()
        _ = try own.sharedSecretFromKeyAgreement(with: theirs)
        let signature = try signing.signature(for: Data(id.utf8)).rawRepresentation
        _ = try connection.ask("POST", "/sealed/answer/\(id)", "", Array(own.publicKey.x963Representation + signature))
        guard try connection.ask("GET", "/sealed/state/\(id)", "").member("id") == "accepted" else { throw Failure("not seen") }
    }
}
