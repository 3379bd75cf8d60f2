import OAuthMessages
import Primitives

/// The claims about a user.
public struct UserInfo: CustomStringConvertible {
    /// All claims.
    public let userInfo: [String: Any]
    public let sub: String?
    public let name: String?
    public let givenName: String?
    public let familyName: String?
    public let preferredUsername: String?
    public let email: String?
    public let emailVerified: Bool?

    init(_ info: OAuthMessages.UserInfo) {
        userInfo = info.claims.untyped
        sub = info.subject
        name = info.name
        givenName = info.givenName
        familyName = info.familyName
        preferredUsername = info.preferredUsername
        email = info.email
        emailVerified = info.emailVerified
    }

    /// Without the claims, which are personal.
    public var description: String { "UserInfo(sub: \(sub ?? "none"))" }
}
