import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL

/// A bare HTTP client for what the tests ask.
struct Browser {
    struct ServerResponse {
        let status: Int
        let body: String
        let isHTTP2: Bool
    }

    /// Asks for a URL and gives up after a minute, or as soon as nothing listens there.
    static func get(
        _ url: String, headers: [(String, String)] = [], trusting certificate: NIOSSLCertificate? = nil
    ) async throws -> ServerResponse {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.connectionPool.retryConnectionEstablishment = false
        if let certificate {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.trustRoots = .certificates([certificate])
            configuration.tlsConfiguration = tls
        }
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        do {
            var request = HTTPClientRequest(url: url)
            request.headers.add(contentsOf: .init(headers))
            let response = try await client.execute(request, timeout: .seconds(60))
            let body = String(buffer: try await response.body.collect(upTo: 1 << 20))
            try await client.shutdown()
            return ServerResponse(status: Int(response.status.code), body: body, isHTTP2: response.version.major == 2)
        } catch {
            try await client.shutdown()
            throw error
        }
    }
}
