import Primitives

/// The machines that a request may reach.
package enum OutboundReach: Sendable, Equatable {
    /// Any: an administrator has named where it goes.
    case anywhere
    /// Only public ones, since a client has named where it goes: no client may make this server ask its neighbours. What the name resolves
    /// to is looked at, and that address is connected to, whatever the name resolves to a moment later.
    case publicAddresses(orLoopback: Bool)

    /// The reason for which a request wasn't sent.
    package struct Refused: Error, CustomStringConvertible {
        package let description: String
        package init(_ description: String) { self.description = description }
    }
}
