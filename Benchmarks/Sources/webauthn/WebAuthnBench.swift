import CBOR
import Crypto
import Foundation
import Primitives
import WebAuthn

/// Assertions verified beside the bare signatures in them, in turn in one run on one thread: `webauthn SECONDS` prints how many a second, and one
/// assertion, for others to verify.
@main
struct WebAuthnBench {
    private static let (party, origin, challenge) = ("example.com", "https://example.com", [UInt8](repeating: 7, count: 32))

    static func main() throws {
        let seconds = CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 4
        let random = SystemRandom()
        let secret = P256.Signing.PrivateKey()
        let key = try SoftwareCredentialKey(.es256, secret: Secret(bytes: Array(secret.rawRepresentation)))
        let id = random.bytes(32)
        let response = try AuthenticatorModel().sign(
            for: RequestOptions(challenge: challenge, relyingPartyID: party), origin: origin, key: key, id: id, userHandle: nil,
            userVerified: true, signCount: 1)
        let record = CredentialRecord(
            id: id, publicKey: key.publicKey, signCount: 0, isVerified: true, transports: [], isBackupEligible: false, isBackedUp: false,
            model: "00000000-0000-0000-0000-000000000000")
        let ceremony = AuthenticationCeremony(
            relyingParty: RelyingParty(id: party), challenge: challenge, userVerification: .required, allowed: [id])
        let message = response.authenticatorData + Array(SHA256.hash(data: response.clientDataJSON))
        let x963 = secret.publicKey.x963Representation
        let (ours, bare) = (Rate(), Rate())
        for _ in 0..<8 {
            ours.run(for: seconds / 16) {
                (try? ceremony.verify(response, with: record, of: .init(userHandle: [1], wasKnown: true))) != nil
            }
            // The key is read for each signature, as a server reads it from its database.
            bare.run(for: seconds / 16) {
                guard let key = try? P256.Signing.PublicKey(x963Representation: x963),
                    let signature = try? P256.Signing.ECDSASignature(derRepresentation: response.signature)
                else { return false }
                return key.isValidSignature(signature, for: message)
            }
        }
        let sample: JSONValue = [
            "id": .string(Base64URL.encode(id)), "publicKey": .string(Base64URL.encode(key.publicKey.cbor.encoded)),
            "challenge": .string(Base64URL.encode(challenge)), "response": response.json,
        ]
        print("{\"ours\": \(ours.perSecond), \"bare\": \(bare.perSecond), \"sample\": \(sample.text)}")
    }

    /// The count of an operation, and the time that it took.
    private final class Rate {
        private var count = 0
        private var seconds = 0.0

        var perSecond: Int { Int(Double(count) / seconds) }

        func run(for seconds: Double, _ body: () -> Bool) {
            let begun = ContinuousClock.now
            let end = begun + .seconds(seconds)
            while ContinuousClock.now < end {
                for _ in 0..<100 {
                    precondition(body(), "a signature is wrong")
                    count += 1
                }
            }
            self.seconds += (ContinuousClock.now - begun) / .seconds(1)
        }
    }
}
