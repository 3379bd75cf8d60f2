import ServerTesting

/// Runs commands on a running server's data.
struct ServerData: Sendable {
    let server: TestServer
    let path: String

    func callAsFunction(_ arguments: String..., input: String = "") async throws -> Program.Ending {
        try await Program.run(arguments + ["--data-directory", path], input: input)
    }
}

func withData(_ body: (ServerData) async throws -> Void) async throws {
    let directory = try TemporaryDirectory()
    try await TestServer.run(settings: ["data-directory": directory.path]) { server async throws in
        try await body(ServerData(server: server, path: directory.path))
    }
    directory.remove()
}
