import Primitives

/// The browser where the user signs in, as far as passkeys care.
package struct Browser: Sendable, Equatable {
    /// The authenticators that can be used there (`docs/protocols/platform.md` 3.1).
    package enum Compatibility: String, Sendable, CaseIterable {
        case full = "FULL"
        case securityKeyOnly = "SECURITY_KEY_ONLY"
        case none = "NONE"
    }

    package var compatibility: Compatibility
    /// The id of the relying party; nil for whichever a passkey is for.
    package var relyingParty: String?

    /// A place where no passkey can be used, unless it says otherwise.
    package init(_ compatibility: Compatibility = .none, relyingParty: String? = nil) {
        self.compatibility = compatibility
        self.relyingParty = relyingParty
    }

    /// Whether the browser, for its relying party, can use a passkey.
    package func canUse(_ passkey: RegisteredPasskey) -> Bool {
        guard relyingParty == nil || relyingParty == passkey.relyingParty else { return false }
        switch compatibility {
        case .full: return true
        case .securityKeyOnly: return passkey.isCrossPlatform
        case .none: return false
        }
    }
}
