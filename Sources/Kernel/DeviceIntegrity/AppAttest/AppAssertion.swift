import CBOR
public import Crypto
import Primitives
import WebAuthn

/// A request that was signed with an attested key (Apple: Validating apps that connect to your server, "Verify assertions").
public struct AppAssertion: Sendable, Equatable {
    /// The number of times that the key has signed. The next assertion's must be greater.
    public let counter: UInt32

    /// Verifies an assertion.
    ///
    /// - Parameters:
    ///   - clientDataHash: the hash that the app handed to `generateAssertion`.
    ///   - key: the key of the ``AppAttestation``.
    ///   - last: the counter of the last assertion; 0 after the attestation.
    /// - Throws: ``IntegrityError`` `.malformed`, `.wrongSignature`, `.wrongApp`, `.replayed`.
    public init(
        verifying assertion: [UInt8], clientDataHash: [UInt8], key: P256.Signing.PublicKey, after last: UInt32, rules: AppAttestRules
    ) throws(IntegrityError) {
        guard let value = try? CBORValue(decoding: assertion, limits: CBORLimits(bytes: 4096)), let signature = value["signature"]?.bytes,
            let data = value["authenticatorData"]?.bytes
        else { throw IntegrityError(.malformed, "the assertion isn't as App Attest has it") }
        // The flags of assertions promise a credential that isn't there.
        let authenticator = try IntegrityError.of(try AuthenticatorData.Head(bytes: data))
        // 1.-3. The nonce was signed.
        let nonce = SHA256.hash(data: data + clientDataHash).bytes
        guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature), key.isValidSignature(signature, for: nonce)
        else {
            throw IntegrityError(.wrongSignature, "the assertion isn't signed with the attested key, or is for another request")
        }
        // 4. The app.
        guard authenticator.relyingPartyHash == rules.appHash else { throw IntegrityError(.wrongApp, "the assertion is of another app") }
        // 5. The counter.
        guard authenticator.signCount > last else { throw IntegrityError(.replayed, "the assertion's counter has been seen") }
        counter = authenticator.signCount
    }

    /// Whether bytes look like an assertion rather than an attestation.
    public static func isAssertion(_ bytes: [UInt8]) -> Bool {
        (try? CBORValue(decoding: bytes, limits: CBORLimits(bytes: AppAttestation.longest)))?["authenticatorData"] != nil
    }
}
