import AuthenticatorMessages
import Foundations
package import Primitives

/// The paths of the push services.
package enum PushPath {
    /// The path of this server's own push service.
    package static let messages = "/push"

    /// The address to which messages to a subscription go.
    package static func url(of token: Secret, at address: PublicAddress) -> String { address.url("\(messages)/\(token.reveal())") }

    /// The path at which a realm's authenticator apps answer.
    static func answers(of realm: RealmPath) -> String {
        "\(ContextPath.preferred)/json/realms/root\(PathFamily.nested(realm))/\(PushEndpoint.path)"
    }
}
