import Primitives

/// The server's wish that the authenticator verify the user (WebAuthn L3 §5.8.6).
public enum WAUserVerification: String, Sendable {
    /// The user is verified where the device can.
    case preferred
    /// The user must be verified.
    case required
    /// The user isn't verified.
    case discouraged

    /// Reads the name on the wire; one that the enumeration lacks is ``preferred``, as WebAuthn's default.
    init(name: String?) { self = name.flatMap { Self(exactly: $0) } ?? .preferred }
}

/// The server's wish to hear about the authenticator (WebAuthn L3 §5.4.7).
public enum WAAttestationPreference: String, Sendable {
    /// No attestation.
    case none
    /// The attestation as the authenticator made it.
    case direct
    /// An attestation that may have been made anonymous.
    case indirect

    /// Reads the name on the wire; one that the enumeration lacks is ``none``, as WebAuthn's default.
    init(name: String?) { self = name.flatMap { Self(exactly: $0) } ?? .none }
}

/// The place of the authenticator that the server wants (WebAuthn L3 §5.4.5).
public enum WAAuthenticatorAttachment: String, Sendable {
    /// An authenticator that is part of the device, `platform` on the wire.
    case platform
    /// An authenticator that can be taken to other devices, `cross-platform` on the wire.
    case crossPlatform = "cross-platform"
    /// Any authenticator.
    case unspecified

    /// Reads the name on the wire; one that the enumeration lacks is ``unspecified``.
    init(name: String?) { self = name.flatMap { Self(exactly: $0) } ?? .unspecified }
}
