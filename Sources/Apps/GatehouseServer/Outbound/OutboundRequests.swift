internal import AsyncHTTPClient
internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL
internal import Primitives
package import Foundations

/// Sends the requests that this server makes of others. A redirect is an answer like any other: where it leads wasn't allowed.
package final class OutboundRequests: OutboundHTTP {
    private static let longestAnswer = 256 << 10

    private let client: HTTPClient
    private let http2: HTTPClient
    private let pinned: PinnedClients
    private let timeout: TimeAmount

    /// Sends to whom the system trusts.
    package convenience init() { self.init(.makeClientConfiguration()) }

    /// Sends as a server's settings say.
    /// - Throws: `ServerError.badFile`.
    convenience init(_ configuration: ServerConfiguration) throws(ServerError) {
        try self.init(authorities: configuration.outboundAuthorities, timeout: configuration.outboundTimeout)
    }

    /// Trusts the authorities of a file, too: one or more certificates in PEM.
    ///
    /// - Parameter timeout: the seconds that an answer may take.
    /// - Throws: `ServerError.badFile`.
    package convenience init(authorities file: String?, timeout: Int = ServerSettings().outboundTimeout) throws(ServerError) {
        self.init(try Self.trust(file), timeout)
    }

    /// The configuration that trusts the system's authorities, and those of a file.
    /// - Throws: `ServerError.badFile`.
    static func trust(_ file: String?) throws(ServerError) -> TLSConfiguration {
        var tls = TLSConfiguration.makeClientConfiguration()
        guard let file else { return tls }
        guard let data = FileManager.default.contents(atPath: file),
            let certificates = try? NIOSSLCertificate.fromPEMBytes(Array(ByteOrderMark.skipped(in: data))), !certificates.isEmpty
        else {
            throw ServerError(.badFile, "\(file) does not hold certificates in PEM")
        }
        tls.additionalTrustRoots = [.certificates(certificates)]
        return tls
    }

    private init(_ tls: TLSConfiguration, _ timeout: Int = ServerSettings().outboundTimeout) {
        self.timeout = .seconds(Int64(timeout))
        var configuration = Self.configuration(tls, self.timeout)
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        configuration.httpVersion = .automatic
        http2 = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        pinned = PinnedClients(tls, self.timeout)
    }

    package func send(_ request: OutboundRequest) async throws -> OutboundAnswer {
        guard case .publicAddresses(let orLoopback) = request.reach else {
            return try await send(request, by: request.needsHTTP2 ? http2 : client)
        }
        guard let host = URL(string: request.url)?.host, !host.isEmpty else { throw OutboundReach.Refused("the URL names no host") }
        let address = try await PinnedAddress(resolving: host, orLoopback: orLoopback)
        return try await pinned.with(host, at: address) { try await send(request, by: $0) }
    }

    private func send(_ request: OutboundRequest, by client: HTTPClient) async throws -> OutboundAnswer {
        var outgoing = HTTPClientRequest(url: request.url)
        outgoing.method = .RAW(value: request.method)
        for (name, value) in request.headers { outgoing.headers.add(name: name, value: value) }
        if let body = request.body { outgoing.body = .bytes(ByteBuffer(string: body)) }
        if let content = request.content { outgoing.body = .bytes(ByteBuffer(bytes: content)) }
        let answer = try await client.execute(outgoing, timeout: timeout)
        let body = try await answer.body.collect(upTo: Self.longestAnswer)
        return OutboundAnswer(
            status: Int(answer.status.code), reason: answer.status.reasonPhrase, headers: answer.headers.map { ($0.name, $0.value) },
            body: String(buffer: body))
    }

    /// Closes the connections. Requests in flight fail.
    package func close() async {
        try? await client.shutdown()
        try? await http2.shutdown()
        await pinned.close()
    }

    /// Returns the common configuration of all clients, which speak HTTP/1.1 (docs/decisions/0104-outgoing-http.md).
    static func configuration(_ tls: TLSConfiguration, _ timeout: TimeAmount) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls, redirectConfiguration: .disallow)
        configuration.httpVersion = .http1Only
        configuration.timeout = HTTPClient.Configuration.Timeout(connect: timeout, read: timeout)
        // A connection that could not be set up must not make a request wait for others' pauses.
        configuration.connectionPool.retryConnectionEstablishment = false
        // The library's spans have the path and the query in them.
        configuration.tracing.tracer = nil
        return configuration
    }
}
