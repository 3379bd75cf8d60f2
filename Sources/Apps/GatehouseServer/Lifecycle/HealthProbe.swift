internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL
import Primitives

/// Asks the server that runs on this machine with a configuration whether it is ready.
package struct HealthProbe: Sendable {
    private let url: String

    /// - Throws: for a configuration whose port isn't known before the server listens.
    package init(_ configuration: ServerConfiguration) throws(ConfigurationError) {
        guard configuration.port != 0 else { throw ConfigurationError("a server with port 0 listens on any port, and can't be asked") }
        // An address rather than the name localhost, which a small system can't resolve.
        let host = ["0.0.0.0": "127.0.0.1", "::": "::1"][configuration.host] ?? configuration.host
        url = PublicURL.of(host: host, port: configuration.port, isSecure: configuration.tls != nil) + "/ready"
    }

    /// Asks, and returns when the server is ready.
    /// - Parameter timeout: the seconds that the answer may take.
    /// - Throws: `ServerError.notReady` with the reason.
    package func ask(within timeout: Int) async throws {
        var tls = TLSConfiguration.makeClientConfiguration()
        // The certificate is for the public name, and its authority may be one that this machine doesn't know. The probe sends nothing that is
        // secret, and believes the answer no more than that of a server without TLS.
        tls.certificateVerification = .none
        let time = TimeAmount.seconds(Int64(timeout))
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: OutboundRequests.configuration(tls, time))
        let problem = await problem(client, time)
        try await client.shutdown()
        if let problem { throw ServerError(.notReady, problem) }
    }

    private func problem(_ client: HTTPClient, _ time: TimeAmount) async -> String? {
        do {
            let answer = try await client.execute(HTTPClientRequest(url: url), timeout: time)
            return answer.status == .ok ? nil : "\(url) answers \(answer.status.code)"
        } catch {
            return "\(url) does not answer (\(error))"
        }
    }
}
