import CBOR
import Primitives

/// The making half of the ceremonies: what a client and its authenticator do with options and a key (L3 §5.1.3, §5.1.4, §6.3). Asking the
/// user, choosing and keeping credentials are its caller's.
public struct AuthenticatorModel: Sendable {
    /// The model's AAGUID; zero by default.
    public var aaguid: [UInt8]
    public var attachment: AuthenticatorAttachment
    public var transports: [String]
    /// Whether its credentials can be copied to others of the user's devices, and are.
    public var isBackedUp: Bool
    /// Whether it vouches for itself when it is asked to vouch.
    public var attestsItself: Bool

    /// A model.
    public init(
        aaguid: [UInt8] = [UInt8](repeating: 0, count: 16), attachment: AuthenticatorAttachment = .platform,
        transports: [String] = ["internal"], isBackedUp: Bool = false, attestsItself: Bool = true
    ) {
        self.aaguid = aaguid
        self.attachment = attachment
        self.transports = transports
        self.isBackedUp = isBackedUp
        self.attestsItself = attestsItself
    }

    /// The algorithm of a new credential: the first of the options' that a maker has. Throws ``WebAuthnError/Code/algorithmNotAllowed``.
    public static func algorithm(
        for options: CreationOptions, among made: [COSEAlgorithm] = [.es256, .edDSA]
    ) throws(WebAuthnError) -> COSEAlgorithm {
        guard let algorithm = options.algorithms.first(where: made.contains) else {
            throw WebAuthnError(.algorithmNotAllowed, "none of the algorithms asked for can be made here")
        }
        return algorithm
    }

    /// Answers creation options with a key that was made for them.
    ///
    /// - Parameters:
    ///   - id: the new credential's id.
    ///   - userVerified: whether the user was verified just now. Throws ``WebAuthnError/Code/userNotVerified`` when that is required
    ///     and wasn't done.
    ///   - isDiscoverable: whether the credential is kept so that it is found without its id.
    ///   - signCount: the counter's first value; zero for an authenticator that doesn't count.
    public func create(
        for options: CreationOptions, origin: String, key: some CredentialKey, id: [UInt8], userVerified: Bool,
        isDiscoverable: Bool = true, signCount: UInt32 = 0
    ) throws(WebAuthnError) -> RegistrationResponse {
        guard userVerified || options.userVerification != .required else {
            throw WebAuthnError(.userNotVerified, "the user must be verified")
        }
        guard options.algorithms.contains(key.publicKey.algorithm) else {
            throw WebAuthnError(.algorithmNotAllowed, "the key's algorithm was not asked for")
        }
        let client = ClientData(.create, challenge: options.challenge, origin: origin)
        let data = AuthenticatorData(
            relyingPartyID: options.relyingPartyID, flags: flags(userVerified), signCount: signCount,
            credential: try AttestedCredential(aaguid: aaguid, id: id, publicKey: key.publicKey))
        var results = JSONObject()
        if options.extensions["credProps"]?.bool == true { results["credProps"] = ["rk": .bool(isDiscoverable)] }
        return RegistrationResponse(
            id: id, clientDataJSON: client.bytes, attestationObject: try attest(data, client, options, key).encoded,
            transports: transports, attachment: attachment, extensionResults: results)
    }

    /// Answers request options with a credential's key.
    ///
    /// - Parameters:
    ///   - userHandle: given for credentials that are found without their id.
    ///   - signCount: the counter's new value.
    public func sign(
        for options: RequestOptions, origin: String, key: some CredentialKey, id: [UInt8], userHandle: [UInt8]?, userVerified: Bool,
        signCount: UInt32 = 0
    ) throws(WebAuthnError) -> AuthenticationResponse {
        guard userVerified || options.userVerification != .required else {
            throw WebAuthnError(.userNotVerified, "the user must be verified")
        }
        guard options.allowed.isEmpty || options.allowed.contains(where: { $0.id == id }) else {
            throw WebAuthnError(.credentialNotAllowed, "the credential is none of those that were asked for")
        }
        let client = ClientData(.get, challenge: options.challenge, origin: origin)
        let data = AuthenticatorData(relyingPartyID: options.relyingPartyID, flags: flags(userVerified), signCount: signCount)
        return AuthenticationResponse(
            id: id, clientDataJSON: client.bytes, authenticatorData: data.bytes, signature: try sign(data.bytes + client.hash, key),
            userHandle: userHandle, attachment: attachment)
    }

    private func flags(_ userVerified: Bool) -> AuthenticatorFlags {
        var flags: AuthenticatorFlags = [.userPresent]
        if userVerified { flags.insert(.userVerified) }
        if isBackedUp { flags.formUnion([.backupEligible, .backedUp]) }
        return flags
    }

    /// Self attestation where attestation is asked for (L3 §8.2), and none otherwise (§8.7).
    private func attest(
        _ data: AuthenticatorData, _ client: ClientData, _ options: CreationOptions, _ key: some CredentialKey
    ) throws(WebAuthnError) -> AttestationObject {
        guard attestsItself, options.attestation != .none else {
            return AttestationObject(format: AttestationFormat.none.rawValue, statement: [:], authenticatorData: data)
        }
        let statement: CBORValue = [
            "alg": .integer(key.publicKey.algorithm.rawValue), "sig": .bytes(try sign(data.bytes + client.hash, key)),
        ]
        return AttestationObject(format: AttestationFormat.packed.rawValue, statement: statement, authenticatorData: data)
    }

    private func sign(_ message: [UInt8], _ key: some CredentialKey) throws(WebAuthnError) -> [UInt8] {
        do { return try key.signature(over: message) } catch {
            throw WebAuthnError(.cannotMake, "the credential's key can't sign", underlying: error)
        }
    }
}
