import CBOR
import Primitives

/// The making half of the ceremonies: what a client and its authenticator do with options and a key (L3 §5.1.3, §5.1.4, §6.3). Asking the
/// user, choosing and keeping credentials are its caller's.
public struct AuthenticatorModel: Sendable {
    /// The model's AAGUID; zero by default.
    public var aaguid: [UInt8]
    /// The place of the authenticator: in the device, or apart from it.
    public var attachment: AuthenticatorAttachment
    /// The ways in which the authenticator can be reached, such as `internal` or `usb`.
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
        let draft = try draft(
            for: options, origin: origin, publicKey: key.publicKey, id: id, userVerified: userVerified, isDiscoverable: isDiscoverable,
            signCount: signCount)
        return draft.response(signature: try draft.toSign.map { bytes throws(WebAuthnError) in try sign(bytes, key) })
    }

    /// The same without the signature, for a key that signs elsewhere or later.
    /// - Throws: ``WebAuthnError/Code/userNotVerified`` when verification is required and missing;
    ///   ``WebAuthnError/Code/algorithmNotAllowed`` when the key's algorithm was not asked for.
    public func draft(
        for options: CreationOptions, origin: String, publicKey: COSEKey, id: [UInt8], userVerified: Bool, isDiscoverable: Bool = true,
        signCount: UInt32 = 0
    ) throws(WebAuthnError) -> RegistrationDraft {
        guard userVerified || options.userVerification != .required else {
            throw WebAuthnError(.userNotVerified, "the user must be verified")
        }
        guard options.algorithms.contains(publicKey.algorithm) else {
            throw WebAuthnError(.algorithmNotAllowed, "the key's algorithm was not asked for")
        }
        let data = AuthenticatorData(
            relyingPartyID: options.relyingPartyID, flags: flags(userVerified), signCount: signCount,
            credential: try AttestedCredential(aaguid: aaguid, id: id, publicKey: publicKey))
        var results = JSONObject()
        if options.extensions["credProps"]?.bool == true { results["credProps"] = ["rk": .bool(isDiscoverable)] }
        return RegistrationDraft(
            id: id, client: ClientData(.create, challenge: options.challenge, origin: origin), data: data,
            algorithm: publicKey.algorithm, attests: attestsItself && options.attestation != .none, transports: transports,
            attachment: attachment, extensionResults: results)
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
        let draft = try draft(
            for: options, origin: origin, id: id, userHandle: userHandle, userVerified: userVerified, signCount: signCount)
        return draft.response(signature: try sign(draft.toSign, key))
    }

    /// The same without the signature, for a key that signs elsewhere or later.
    /// - Throws: ``WebAuthnError/Code/userNotVerified`` when verification is required and missing;
    ///   ``WebAuthnError/Code/credentialNotAllowed`` when the credential was not asked for.
    public func draft(
        for options: RequestOptions, origin: String, id: [UInt8], userHandle: [UInt8]?, userVerified: Bool, signCount: UInt32 = 0
    ) throws(WebAuthnError) -> AssertionDraft {
        guard userVerified || options.userVerification != .required else {
            throw WebAuthnError(.userNotVerified, "the user must be verified")
        }
        guard options.allowed.isEmpty || options.allowed.contains(where: { $0.id == id }) else {
            throw WebAuthnError(.credentialNotAllowed, "the credential is none of those that were asked for")
        }
        let data = AuthenticatorData(relyingPartyID: options.relyingPartyID, flags: flags(userVerified), signCount: signCount)
        return AssertionDraft(
            id: id, client: ClientData(.get, challenge: options.challenge, origin: origin), data: data, userHandle: userHandle,
            attachment: attachment)
    }

    private func flags(_ userVerified: Bool) -> AuthenticatorFlags {
        var flags: AuthenticatorFlags = [.userPresent]
        if userVerified { flags.insert(.userVerified) }
        if isBackedUp { flags.formUnion([.backupEligible, .backedUp]) }
        return flags
    }

    private func sign(_ message: [UInt8], _ key: some CredentialKey) throws(WebAuthnError) -> [UInt8] {
        do { return try key.signature(over: message) } catch {
            throw WebAuthnError(.cannotMake, "the credential's key can't sign", underlying: error)
        }
    }
}
