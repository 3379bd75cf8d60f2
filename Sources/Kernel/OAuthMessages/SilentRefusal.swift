import Primitives

/// The errors of a silent request (`prompt=none`) whose user would have to do something (OpenID Connect Core §3.1.2.6).
///
/// Clients of each vendor turn from the silent request to a redirect by the code or the text that their own server has
/// (`docs/protocols/step-protocol.md` 4.1).
public struct SilentRefusal: Sendable, Equatable {
    /// There is no session, or none that may be used: the user would have to sign in.
    public let signIn: OAuthError
    /// There is a session, and the user would have to do more.
    public let interaction: OAuthError

    private static let furtherInteraction = OAuthError(
        .interactionRequired, "The request requires some interaction that is not allowed.")

    /// The errors of OpenID Connect Core.
    public static let standard = Self(signIn: OAuthError(.loginRequired, "Authentication is required."), interaction: furtherInteraction)
    /// One error, whatever the user would have to do.
    public static let anyInteraction = Self(signIn: furtherInteraction, interaction: furtherInteraction)
    /// The errors of OpenID Connect Core, with the text of the platform.
    public static let platform = Self(
        signIn: OAuthError(.loginRequired, "User authentication is required"), interaction: furtherInteraction)
}
