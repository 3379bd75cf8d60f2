import Primitives

/// The addresses of the providers, and those to which messages may go. The defaults are the providers' documented addresses; others are for
/// tests.
package struct PushConfiguration: Sendable, Equatable {
    /// Origins, without a slash at the end.
    package var apns = "https://api.push.apple.com"
    /// Apple's origin for apps that were built for development.
    package var apnsSandbox = "https://api.sandbox.push.apple.com"
    /// Google's origin.
    package var fcm = "https://fcm.googleapis.com"
    /// The address at which push services reach the server's administrator: a `mailto:` or `https:` URI (RFC 8292 §2.1).
    package var contact = "mailto:postmaster@localhost"
    /// Whether devices may name push services on this very machine.
    package var allowsLoopback = false

    package init() {}
}
