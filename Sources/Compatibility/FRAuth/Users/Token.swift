import DeviceFoundation
import Foundation
import Primitives

/// A session token: what a journey leads to.
public struct Token: Sendable, Equatable, CustomStringConvertible {
    /// The token.
    public let value: String
    /// Where a browser would go next.
    public let successUrl: String
    /// The realm as a slash path.
    public let realm: String

    /// nil when the session has no token of its own.
    init?(_ session: Session) {
        guard let token = session.token else { return nil }
        value = token.reveal()
        successUrl = session.successURL
        realm = session.realm
    }

    /// Without the token, so that it isn't printed by accident.
    public var description: String { "Token(realm: \(realm))" }
}
