package import Primitives

/// The paths of this server's own push service.
package enum PushPath {
    /// The path of this server's own push service.
    package static let messages = "/push"

    /// The address to which messages to a subscription go.
    package static func url(of token: Secret, at address: PublicAddress) -> String { address.url("\(messages)/\(token.reveal())") }
}
