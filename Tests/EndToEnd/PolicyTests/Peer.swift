import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Primitives
import ServerTesting

/// A client that says exactly what a test tells it to, well-formed or not.
struct Peer {
    let server: TestServer
    let time: ManualTime
    /// The longest wait for an answer.
    var patience = TimeAmount.seconds(30)

    struct Reply: Sendable {
        let status: Int
        let headers: HTTPHeaders
        let json: JSONValue
        let text: String

        /// The value of a parameter in the query of `Location`.
        func redirected(_ name: String) -> String? {
            headers.first(name: "Location").flatMap(URLComponents.init(string:))?.queryItems?.first { $0.name == name }?.value
        }
    }

    func send(
        _ method: HTTPMethod, _ path: String, _ headers: [(String, String)] = [], body: String? = nil
    ) async throws -> Reply {
        var request = HTTPClientRequest(url: server.url + path)
        request.method = method
        request.headers = HTTPHeaders(headers)
        if let body { request.body = .bytes(ByteBuffer(string: body)) }
        let response = try await Self.client.execute(request, timeout: patience)
        let text = String(buffer: try await response.body.collect(upTo: 1 << 20))
        return Reply(
            status: Int(response.status.code), headers: response.headers, json: (try? JSONValue(parsing: text)) ?? .null, text: text)
    }

    /// Posts a form as it is written: nothing is encoded, so that a parameter can be empty, broken or doubled.
    func form(_ path: String, _ body: String, _ headers: [(String, String)] = []) async throws -> Reply {
        try await send(.POST, path, [("Content-Type", "application/x-www-form-urlencoded")] + headers, body: body)
    }

    /// The AM dialect's headers, and the session if there is one.
    func am(_ path: String, session: String? = nil, body: String = "{}", _ headers: [(String, String)] = []) async throws -> Reply {
        var all = [("Content-Type", "application/json"), ("Accept-API-Version", "resource=2.1, protocol=1.0")] + headers
        if let session { all.append((Demo.cookie, session)) }
        return try await send(.POST, "/am/json/realms/alpha/\(path)", all, body: body)
    }

    private static let client = HTTPClient(
        eventLoopGroupProvider: .singleton, configuration: HTTPClient.Configuration(redirectConfiguration: .disallow))
}

/// What `--demo` makes.
enum Demo {
    static let cookie = "iPlanetDirectoryPro"
    static let user = "demo"
    static let password = "Ch4ng3it!"
    static let client = "sdkPublicClient"
    static let redirect = "org.forgerock.demo://oauth2redirect"
    static let confidential = "sdkConfidentialClient"
}

/// Runs a body against a server of its own, whose clock the test moves.
func withServer(_ body: (Peer) async throws -> Void) async throws {
    let time = ManualTime()
    try await TestServer.run(time: time) { server in try await body(Peer(server: server, time: time)) }
}
