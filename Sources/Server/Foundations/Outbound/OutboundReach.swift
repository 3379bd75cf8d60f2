import Primitives

/// The machines that a request may reach.
package enum OutboundReach: Sendable, Equatable {
    /// Any: an administrator has named where it goes.
    case anywhere
    /// Only public ones, since a client has named where it goes: no client may make this server ask its neighbours. The address
    /// that the name resolves to is checked and connected to, even if the name resolves to another a moment later.
    case publicAddresses(orLoopback: Bool)

    /// The reason for which a request wasn't sent.
    package struct Refused: Error, CustomStringConvertible {
        package let description: String
        package init(_ description: String) { self.description = description }
    }
}
