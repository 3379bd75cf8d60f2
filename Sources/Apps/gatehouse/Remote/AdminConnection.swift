import DeviceFoundation
import Foundation
import OIDC
import Primitives

/// A server's administration API, with the token by which it is asked.
struct AdminConnection {
    /// The source of tokens.
    private enum Source {
        /// An application's token, from the environment.
        case given(Secret)
        case signIn(AdminSignIn, context: String)
    }

    /// The longest answer, in bytes.
    private static let longest = 64 << 20

    let server: String
    private let transport: any HTTPTransport
    private let source: Source
    /// True where the administrator can be asked for another sign-in.
    private let isInteractive: Bool

    /// The connection of a context.
    init(_ context: RemoteContext) throws {
        let transport = try RemoteTransport.make(authorities: context.authorities)
        self.init(
            context, AdminSignIn(context, try ContextStore.standard(), transport), transport, isInteractive: Terminal.isInteractive)
    }

    init(_ context: RemoteContext, _ signIn: AdminSignIn, _ transport: any HTTPTransport, isInteractive: Bool) {
        self.transport = transport
        self.isInteractive = isInteractive
        server = context.server
        source = .signIn(signIn, context: context.name)
    }

    /// A connection by a token.
    init(_ server: String, token: Secret, _ transport: any HTTPTransport) {
        self.transport = transport
        self.server = server
        source = .given(token)
        isInteractive = false
    }

    /// Sends a request, with a new token where the server refuses the kept one, and after a new sign-in where it wants a fresh proof.
    ///
    /// - Parameters:
    ///   - path: the path below `/admin/v1/`, with its query, percent-encoded.
    ///   - headers: header fields besides the token's.
    func send(_ method: HTTPMethod, _ path: String, headers: HTTPHeaders = [:], body: JSONValue? = nil) async throws -> AdministrationReply
    {
        guard let url = URL(string: "\(server)/admin/v1/\(path)") else { throw CommandFailure("\(path) is no path") }
        var request = HTTPRequest(method, url, headers: headers, timeout: .seconds(120), responseLimit: Self.longest)
        if let body {
            let type = request.headers["Content-Type"]
            request.setJSON(body)
            if let type { request.headers["Content-Type"] = type }
        }
        let answer = try await answer(to: request, try await token())
        guard answer.status == 401, case .signIn(let signIn, let context) = source else { return answer }
        guard let age = answer.wantedAge else { return try await self.answer(to: request, try await signIn.refreshed()) }
        guard isInteractive else {
            throw CommandFailure(
                "this needs a sign-in of the last \(age) seconds; sign in anew with: gatehouse context login --as \(context)")
        }
        Terminal.complain("This can be done only soon after a sign-in.")
        return try await self.answer(to: request, try await signIn.signIn(notOlderThan: age).accessToken)
    }

    private func token() async throws -> Secret {
        switch source {
        case .given(let token): token
        case .signIn(let signIn, _): try await signIn.token()
        }
    }

    private func answer(to request: HTTPRequest, _ token: Secret) async throws -> AdministrationReply {
        var request = request
        request.headers["Authorization"] = "Bearer " + token.reveal()
        let response: HTTPResponse
        do { response = try await transport.send(request) } catch let error as TransportError {
            throw CommandFailure("\(server) can't be asked: \(error)")
        }
        return try AdministrationReply(response)
    }
}

/// An answer of the administration API.
struct AdministrationReply {
    let status: Int
    let headers: HTTPHeaders
    /// The body; null for none.
    let json: JSONValue

    init(_ response: HTTPResponse) throws {
        status = response.status
        headers = response.headers
        guard !response.body.isEmpty else {
            json = .null
            return
        }
        let limits = JSONLimits(bytes: response.body.count, values: 10_000_000)
        guard let json = try? response.json(limits: limits) else {
            throw CommandFailure("the server answers with \(response.status) and no JSON; is it a Gatehouse of this version?")
        }
        self.json = json
    }

    var isSuccess: Bool { (200..<300).contains(status) }

    /// The age in seconds that a proof may have, where the server wants a fresher one (RFC 9470 §3).
    var wantedAge: Int? {
        guard status == 401, let challenge = headers["WWW-Authenticate"], challenge.contains("insufficient_user_authentication") else {
            return nil
        }
        let age = challenge.split(separator: "max_age=\"").dropFirst().first?.prefix { $0 != "\"" }
        return age.flatMap { Int(decimal: $0) } ?? 0
    }

    /// The path and query of the next page below `/admin/v1/` (RFC 8288); nil for the last.
    var next: String? {
        guard let link = headers["Link"], link.contains("rel=\"next\""), let start = link.firstIndex(of: "<"),
            let end = link.firstIndex(of: ">")
        else { return nil }
        return link[link.index(after: start)..<end].split(separator: "/admin/v1/", maxSplits: 1).last.map(String.init)
    }
}
