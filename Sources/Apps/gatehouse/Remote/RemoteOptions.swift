import ArgumentParser
import Foundation
import Primitives

/// The flags that say which server a command asks, in place of opening the data itself.
struct RemoteOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Ask this server by its administration API, in place of opening the data.", valueName: "url"))
    var server: String?
    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("Ask as the administrator of this context; see gatehouse context.", valueName: "context"))
    var context: String?

    /// The environment's variables: the server, an application's access token, and the authorities that vouch for the server.
    static let (serverVariable, tokenVariable) = ("GATEHOUSE_SERVER", "GATEHOUSE_TOKEN")
    static let authoritiesVariable = "GATEHOUSE_AUTHORITIES"
    static let variables: Set = [serverVariable, tokenVariable, authoritiesVariable]

    func validate() throws {
        if let server { _ = try Self.address(server) }
    }

    /// The connection to the server that is meant; nil for the open file.
    ///
    /// - Parameter hasLocalFlags: whether flags name the data to open. They go before the environment, and not together with other flags.
    func connection(hasLocalFlags: Bool) async throws -> AdminConnection? {
        let environment = ProcessInfo.processInfo.environment
        guard server != nil || context != nil else {
            guard !hasLocalFlags, let server = environment[Self.serverVariable] else { return nil }
            return try await Self.connection(to: server, environment)
        }
        guard !hasLocalFlags else {
            throw CommandFailure(["--server and --as ask a server; the settings of the data to open don't go with them"], exitCode: 64)
        }
        guard let context else { return try await Self.connection(to: server ?? "", environment) }
        let known = try await ContextStore.standard().context(context)
        if let server, try Self.address(server) != known.server {
            throw CommandFailure(["the context \(context) is of \(known.server); leave --server away"], exitCode: 64)
        }
        return try AdminConnection(known)
    }

    private static func connection(to server: String, _ environment: [String: String]) async throws -> AdminConnection {
        let address = try address(server)
        if let token = environment[tokenVariable], !token.isEmpty {
            let transport = try RemoteTransport.make(authorities: environment[authoritiesVariable])
            return AdminConnection(address, token: Secret(token), transport)
        }
        let known = try await ContextStore.standard().all().filter { $0.server == address }
        guard let context = known.first else {
            throw CommandFailure(
                "no administrator is signed in to \(address); sign in with: gatehouse context login --server \(address), or set "
                    + tokenVariable)
        }
        guard known.count == 1 else {
            throw CommandFailure(
                ["\(known.count) contexts are of \(address): \(known.map(\.name).joined(separator: ", ")); choose one with --as"],
                exitCode: 64)
        }
        return try AdminConnection(context)
    }

    /// The address of a server as it was typed, without a path and without a slash at its end.
    /// - Throws: for an address by which a token could be read on its way.
    static func address(_ text: String) throws -> String {
        guard let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty, parts.user == nil, parts.password == nil,
            parts.query == nil, parts.fragment == nil, ["", "/"].contains(parts.path), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme)
        else { throw ValidationError("\(text) is no server; write https://login.example.com") }
        guard scheme == "https" || ["127.0.0.1", "localhost", "[::1]", "::1"].contains(host.lowercased()) else {
            throw ValidationError("\(text): http is taken for this machine alone; write https://\(host)")
        }
        return "\(scheme)://\(host.lowercased())" + (parts.port.map { ":\($0)" } ?? "")
    }
}
