internal import NIOCore
internal import Primitives

/// The limits of a connection: how many there may be, and how long each step may take.
struct ConnectionLimits: Sendable {
    /// An address has at most this part of all connections, unless the settings say otherwise.
    private static let share = 8

    let census: ConnectionCensus
    let handshake: TimeAmount
    let request: TimeAmount

    /// - Parameter descriptors: how many the process may have.
    init(_ configuration: ServerConfiguration, descriptors: Int) {
        let possible = DescriptorLimit.connections(of: descriptors)
        let most = configuration.maxConnections == 0 ? possible : min(configuration.maxConnections, possible)
        let given = configuration.maxConnectionsPerAddress
        census = ConnectionCensus(
            most: most, mostOfOne: configuration.behindProxy ? nil : given == 0 ? max(1, most / Self.share) : given)
        handshake = .seconds(Int64(configuration.handshakeTimeout))
        request = .seconds(Int64(configuration.requestTimeout))
    }
}
