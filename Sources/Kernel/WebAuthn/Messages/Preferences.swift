/// The degree to which a relying party wants the user verified (L3 §5.8.6).
public enum UserVerificationRequirement: String, Sendable, CaseIterable {
    /// A degree by its name on the wire: demanded, wished for, or better left out.
    case required, preferred, discouraged
}

/// The authenticators that are wanted (L3 §5.4.5).
public enum AuthenticatorAttachment: String, Sendable, CaseIterable {
    /// An authenticator in the client's own device, `platform`.
    case platform
    /// An authenticator that moves between devices, `cross-platform`.
    case crossPlatform = "cross-platform"
}

/// The wish that the credential can be found without its id (L3 §5.4.6).
public enum ResidentKey: String, Sendable, CaseIterable {
    /// A degree by its name on the wire: better not, wished for, or demanded.
    case discouraged, preferred, required
}

/// The degree to which a relying party wants to hear about the authenticator (L3 §5.4.7).
public enum AttestationPreference: String, Sendable, CaseIterable {
    /// A degree by its name on the wire: nothing, an anonymised statement, the authenticator's own, or one that names the device.
    case none, indirect, direct, enterprise
}
