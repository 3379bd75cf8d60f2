import GatehouseServer
import ServerTesting
import Testing

@Suite("The question whether a server is ready")
struct HealthProbeTests {
    @Test("it is answered by a server with TLS and without, whatever name its certificate has", arguments: [true, false])
    func ready(isSecure: Bool) async throws {
        let directory = try TemporaryDirectory()
        let files = try SelfSigned().write(to: directory)
        let port = try await FreePort.find()
        var settings = ["host": "0.0.0.0", "port": "\(port)", "public-url": "https://login.example.com"]
        if isSecure {
            (settings["tls-cert"], settings["tls-key"]) = (files.certificate, files.key)
        } else {
            settings["behind-proxy"] = "true"
        }
        let probe = try HealthProbe(ServerConfiguration(ResolvedSettings(flags: settings)))
        let before = await #expect(throws: ServerError.self) { try await probe.ask(within: 60) }
        #expect(before?.code == .notReady)
        try await TestServer.run(settings: settings) { _ in try await probe.ask(within: 60) }
        directory.remove()
    }

    @Test("an answer of another kind is none")
    func stranger() async throws {
        try await TestServer.run { server async throws in
            let port = try #require(server.url.split(separator: ":").last.map(String.init))
            let settings = ["port": port, "tls-cert": "a", "tls-key": "b"]
            let probe = try HealthProbe(ServerConfiguration(ResolvedSettings(flags: settings)))
            await #expect(throws: ServerError.self) { try await probe.ask(within: 60) }
        }
    }

    @Test("a server on any port can't be asked")
    func anyPort() throws {
        let configuration = try ServerConfiguration(ResolvedSettings(flags: ["port": "0", "public-url": "http://localhost:1"]))
        #expect(throws: ConfigurationError.self) { try HealthProbe(configuration) }
    }
}
