/// The degree to which a relying party wants the user verified (L3 §5.8.6).
public enum UserVerification: String, Sendable, CaseIterable {
    case required, preferred, discouraged
}

/// The authenticators that are wanted (L3 §5.4.5).
public enum AuthenticatorAttachment: String, Sendable, CaseIterable {
    case platform
    case crossPlatform = "cross-platform"
}

/// The wish that the credential can be found without its id (L3 §5.4.6).
public enum ResidentKey: String, Sendable, CaseIterable {
    case discouraged, preferred, required
}

/// The degree to which a relying party wants to hear about the authenticator (L3 §5.4.7).
public enum AttestationPreference: String, Sendable, CaseIterable {
    case none, indirect, direct, enterprise
}
