import CBOR
public import Primitives

/// An answer to ``CreationOptions`` that still wants the signature by which the authenticator vouches for itself.
public struct RegistrationDraft: Sendable {
    let id: [UInt8]
    let client: ClientData
    let data: AuthenticatorData
    let algorithm: COSEAlgorithm
    let attests: Bool
    let transports: [String]
    let attachment: AuthenticatorAttachment
    /// The client's results of its extensions; the maker may add to them.
    public var extensionResults: JSONObject

    /// The bytes that the new credential's key signs; nil where no relying party asks the authenticator to vouch.
    public var toSign: [UInt8]? { attests ? data.bytes + client.hash : nil }

    /// The answer: self attestation where attestation is asked for (L3 §8.2), and none otherwise (§8.7).
    /// - Parameter signature: of ``toSign``, in WebAuthn's form (L3 §6.5.5).
    public func response(signature: [UInt8]?) -> RegistrationResponse {
        let format = signature == nil ? AttestationFormat.none : .packed
        let statement: CBORValue = signature.map { ["alg": .integer(algorithm.rawValue), "sig": .bytes($0)] } ?? [:]
        let object = AttestationObject(format: format.rawValue, statement: statement, authenticatorData: data)
        return RegistrationResponse(
            id: id, clientDataJSON: client.bytes, attestationObject: object.encoded, transports: transports, attachment: attachment,
            extensionResults: extensionResults)
    }
}

/// An answer to ``RequestOptions`` that still wants its signature.
public struct AssertionDraft: Sendable {
    let id: [UInt8]
    let client: ClientData
    let data: AuthenticatorData
    let userHandle: [UInt8]?
    let attachment: AuthenticatorAttachment
    /// The client's results of its extensions; empty at first.
    public var extensionResults = JSONObject()

    /// The bytes that the credential's key signs.
    public var toSign: [UInt8] { data.bytes + client.hash }

    /// The answer.
    /// - Parameter signature: of ``toSign``, in WebAuthn's form (L3 §6.5.5).
    public func response(signature: [UInt8]) -> AuthenticationResponse {
        AuthenticationResponse(
            id: id, clientDataJSON: client.bytes, authenticatorData: data.bytes, signature: signature, userHandle: userHandle,
            attachment: attachment, extensionResults: extensionResults)
    }
}
