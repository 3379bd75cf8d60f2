import DeviceFoundation
import Foundation
import PostgresTesting
import Primitives
import ServerTesting
import Synchronization
import Testing

/// Two servers over one PostgreSQL database with one public address, as behind a load balancer.
struct TwoNodes {
    let first, second: TestServer
    private let ports: [Int]

    /// A transport whose requests go to one node after the other, as a load balancer without memory sends them.
    func transport(over base: any HTTPTransport) -> any HTTPTransport { AlternatingTransport(base: base, ports: ports) }

    /// A transport to one node alone.
    func transport(to node: Int, over base: any HTTPTransport) -> any HTTPTransport {
        AlternatingTransport(base: base, ports: [ports[node]])
    }

    /// Starts the first on an empty database and the second beside it, runs `body` and stops both.
    static func run(time: any TimeSource = SystemTime(), _ body: (TwoNodes) async throws -> Void) async throws {
        let settings = try await settings()
        let first = try await TestServer.start(settings: settings.first, time: time)
        do {
            try await beside(first, settings, time, body)
            await first.stop()
        } catch {
            await first.stop()
            throw error
        }
    }

    /// The settings of both, for a database of their own.
    static func settings() async throws -> (first: [String: String], ports: [Int]) {
        let cluster = try #require(TestCluster.current)
        let ports = [try await FreePort.find(), try await FreePort.find()]
        let settings = [
            "database": cluster.connection(to: try cluster.newDatabase(from: "template0")), "database-connections": "4",
            "public-url": "http://127.0.0.1:\(ports[0])", "port": "\(ports[0])",
        ]
        return (settings, ports)
    }

    /// Starts the second node beside the first, runs `body` and stops the second.
    static func beside(
        _ first: TestServer, _ settings: (first: [String: String], ports: [Int]), _ time: any TimeSource,
        _ body: (TwoNodes) async throws -> Void
    ) async throws {
        let own = ["port": "\(settings.ports[1])", "master-key-file": first.dataDirectory + "/master.key"]
        let second = try await TestServer.start(settings: settings.first.merging(own) { $1 }, time: time)
        do {
            try await body(TwoNodes(first: first, second: second, ports: settings.ports))
            await second.stop()
        } catch {
            await second.stop()
            throw error
        }
    }
}

/// Sends requests to several ports in turn.
private final class AlternatingTransport: HTTPTransport {
    private let base: any HTTPTransport
    private let ports: [Int]
    private let count = Mutex(0)

    init(base: any HTTPTransport, ports: [Int]) {
        self.base = base
        self.ports = ports
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse { try await base.send(turned(request)) }

    func stream(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream { try await base.stream(turned(request)) }

    private func turned(_ request: HTTPRequest) -> HTTPRequest {
        let number = count.withLock { count in
            count += 1
            return count
        }
        var (request, address) = (request, URLComponents(url: request.url, resolvingAgainstBaseURL: true))
        address?.port = ports[number % ports.count]
        if let url = address?.url { request.url = url }
        return request
    }
}
