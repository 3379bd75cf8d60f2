import CBOR
public import Crypto
public import Foundation
internal import Primitives
internal import SwiftASN1
import WebAuthn
@_spi(FixedExpiryValidationTime) internal import X509

/// A key in the Secure Enclave of a genuine device, made by a genuine copy of an app: what Apple's attestation of it shows
/// (Apple: Validating apps that connect to your server).
public struct AppAttestation: Sendable {
    /// The key, with which later requests are signed.
    public let publicKey: P256.Signing.PublicKey
    /// SHA-256 of the key's point, by which the app names it.
    public let keyID: [UInt8]
    /// The environment in which the app runs.
    public let environment: AppAttestRules.Environment

    /// The longest attestation that is read.
    public static let longest = 32 << 10
    private static let format = "apple-appattest"
    private static let mostCertificates = 5

    /// Verifies an attestation object.
    ///
    /// - Parameters:
    ///   - keyID: which key the app says that it is about.
    ///   - clientDataHash: the hash that the app handed to `attestKey`.
    ///   - now: the time at which the certificates must be valid.
    /// - Throws: ``IntegrityError``, with a code of its own for each step.
    public init(
        verifying object: [UInt8], keyID: [UInt8], clientDataHash: [UInt8], rules: AppAttestRules, at now: Date
    ) async throws(IntegrityError) {
        let (certificates, data) = try Self.read(object)
        let authenticator = try IntegrityError.of(try AuthenticatorData(bytes: data))
        guard let credential = authenticator.credential else {
            throw IntegrityError(.malformed, "the authenticator data has no attested key")
        }
        // 1. The chain.
        try await Self.verify(certificates, rules, now)
        // 2.-4. The nonce.
        let nonce = SHA256.hash(data: data + clientDataHash)
        guard try Self.nonce(of: certificates[0]) == Array(nonce) else {
            throw IntegrityError(.wrongRequest, "the attestation is for another request")
        }
        // 5. The key.
        guard let key = P256.Signing.PublicKey(certificates[0].publicKey), SHA256.hash(data: key.x963Representation).bytes == keyID else {
            throw IntegrityError(.wrongKey, "the certificate isn't of the key that the app names")
        }
        // 6. The app.
        guard authenticator.relyingPartyHash == rules.appHash else { throw IntegrityError(.wrongApp, "the attestation is of another app") }
        // 7. The counter.
        guard authenticator.signCount == 0 else { throw IntegrityError(.replayed, "the key has been used before it was attested") }
        // 8. The environment.
        guard let environment = rules.environments.first(where: { $0.authenticator == credential.aaguid }) else {
            throw IntegrityError(.wrongEnvironment, "the app runs in an environment that isn't allowed")
        }
        // 9. The credential.
        guard credential.id == keyID, credential.publicKey == (try? COSEKey(.es256, point: Array(key.x963Representation))) else {
            throw IntegrityError(.wrongKey, "the authenticator data is of another key")
        }
        publicKey = key
        self.keyID = keyID
        self.environment = environment
    }

    // MARK: - Reading

    private static func read(_ object: [UInt8]) throws(IntegrityError) -> (certificates: [Certificate], data: [UInt8]) {
        let value: CBORValue
        do { value = try CBORValue(decoding: object, limits: CBORLimits(bytes: longest)) } catch {
            throw IntegrityError(.malformed, "the attestation is no CBOR: \(error.reason)", underlying: error)
        }
        guard value["fmt"]?.text == format, let chain = value["attStmt"]?["x5c"]?.array, let data = value["authData"]?.bytes,
            (2...mostCertificates).contains(chain.count)
        else { throw IntegrityError(.malformed, "the attestation isn't of the format \(format)") }
        var certificates: [Certificate] = []
        for item in chain {
            guard let der = item.bytes, let certificate = try? Certificate(derEncoded: der) else {
                throw IntegrityError(.malformed, "x5c has what is no certificate")
            }
            certificates.append(certificate)
        }
        return (certificates, data)
    }

    private static func verify(_ certificates: [Certificate], _ rules: AppAttestRules, _ now: Date) async throws(IntegrityError) {
        var verifier = Verifier(rootCertificates: CertificateStore(rules.roots)) { RFC5280Policy(fixedExpiryValidationTime: now) }
        let result = await verifier.validate(leaf: certificates[0], intermediates: CertificateStore(certificates.dropFirst()))
        guard case .validCertificate = result else {
            throw IntegrityError(.untrustedChain, "the attestation's certificates don't lead to a trusted root, or aren't valid now")
        }
    }

    private static let nonceExtension: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 8, 2]

    /// A sequence of one octet string, which has the context-specific tag 1.
    private static func nonce(of certificate: Certificate) throws(IntegrityError) -> [UInt8] {
        let head: [UInt8] = [0x30, 0x24, 0xA1, 0x22, 0x04, 0x20]
        guard let value = certificate.extensions[oid: nonceExtension]?.value, value.count == head.count + 32, value.starts(with: head)
        else {
            throw IntegrityError(.malformed, "the certificate has no nonce of App Attest")
        }
        return Array(value.dropFirst(head.count))
    }
}
