internal import AsyncHTTPClient
internal import NIOCore
internal import NIOSSL
internal import Primitives
internal import Synchronization
internal import Foundations

/// Clients that connect to one address each, whatever their host's name resolves to later; the last used are kept with their connections.
final class PinnedClients: Sendable {
    private static let kept = 64

    private struct Key: Hashable {
        let host: String
        let address: PinnedAddress
    }

    private struct Entry {
        let client: HTTPClient
        var users = 0
        var lastUse: UInt64
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var uses: UInt64 = 0
        var isClosed = false

        /// Takes out the client that has been idle longest.
        mutating func removeIdle() -> HTTPClient? {
            let idle = entries.filter { $0.value.users == 0 }.min { $0.value.lastUse < $1.value.lastUse }
            guard let idle else { return nil }
            entries[idle.key] = nil
            return idle.value.client
        }
    }

    private let tls: TLSConfiguration
    private let timeout: TimeAmount
    private let state = Mutex(State())

    init(_ tls: TLSConfiguration, _ timeout: TimeAmount) {
        self.tls = tls
        self.timeout = timeout
    }

    /// Lends the client of an address.
    func with<Value: Sendable>(
        _ host: String, at address: PinnedAddress, _ body: (HTTPClient) async throws -> Value
    ) async throws -> Value {
        let key = Key(host: host, address: address)
        let (client, idle) = try take(key)
        defer { giveBack(key) }
        if let idle { Task { try? await idle.shutdown() } }
        return try await body(client)
    }

    func close() async {
        let clients = state.withLock { state in
            state.isClosed = true
            defer { state.entries = [:] }
            return state.entries.values.map(\.client)
        }
        for client in clients { try? await client.shutdown() }
    }

    /// The client, and another that has to go for it.
    private func take(_ key: Key) throws -> (HTTPClient, idle: HTTPClient?) {
        try state.withLock { state in
            guard !state.isClosed else { throw HTTPClientError.alreadyShutdown }
            state.uses += 1
            let idle = state.entries[key] == nil && state.entries.count >= Self.kept ? state.removeIdle() : nil
            var entry = state.entries[key] ?? Entry(client: client(for: key), lastUse: 0)
            entry.users += 1
            entry.lastUse = state.uses
            state.entries[key] = entry
            return (entry.client, idle)
        }
    }

    private func giveBack(_ key: Key) { state.withLock { $0.entries[key]?.users -= 1 } }

    private func client(for key: Key) -> HTTPClient {
        var configuration = OutboundRequests.configuration(tls, timeout)
        configuration.dnsOverride = [key.host: key.address.text]
        let address = key.address
        // Should the library ever connect elsewhere, nothing is sent there.
        configuration.http1_1ConnectionDebugInitializer = { channel in
            guard address.isReached(by: channel) else {
                channel.close(promise: nil)
                return channel.eventLoop.makeFailedFuture(OutboundReach.Refused("the connection leads elsewhere"))
            }
            return channel.eventLoop.makeSucceededVoidFuture()
        }
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }
}
