import Primitives

/// The proof that an app is genuine, as it goes to the server; all of it in standard Base64.
public struct FRAppIntegrityKeys: Sendable {
    /// The attestation of the key.
    public let appAttestKey: String
    /// The assertion, signed with the key; nil while the key is only being attested.
    public let assertKey: String?
    /// The id of the key.
    public let keyIdentifier: String
    /// The client data over which the assertion is made.
    public let clientDataHash: String

    /// Makes a proof; an empty one by default.
    public init(attestKey: String = "", assertKey: String? = nil, keyIdentifier: String = "", clientDataHash: String = "") {
        appAttestKey = attestKey
        self.assertKey = assertKey
        self.keyIdentifier = keyIdentifier
        self.clientDataHash = clientDataHash
    }

    /// Whether this device keeps a key that the server has taken; false while the SDK isn't started.
    public func isAttestationCompleted() -> Bool { AttestationReference.current != nil }

    /// Forgets the key that this device keeps: the next proof attests a new one.
    public func deleteKey() { AttestationReference.forget() }
}
