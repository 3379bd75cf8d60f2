import GatehouseServer
import Testing

@Suite("The configuration of a server")
struct ServerConfigurationTests {
    @Test(
        "beyond loopback it needs TLS, or a proxy that has it",
        arguments: ["0.0.0.0", "::", "192.0.2.1", "login.example.com", "128.0.0.1", "127.0.0.1.example.com"]
    )
    func exposure(host: String) throws {
        #expect(throws: ConfigurationError.self) { try configuration(["host": host]).checkExposure() }
        try configuration(["host": host, "behind-proxy": "true"]).checkExposure()
        try configuration(["host": host, "tls-cert": "a", "tls-key": "b"]).checkExposure()
    }

    @Test("on loopback it doesn't", arguments: ["127.0.0.1", "127.1.2.3", "::1", "localhost", "::ffff:127.0.0.1"])
    func loopback(host: String) throws { try configuration(["host": host]).checkExposure() }

    @Test("a certificate needs its key, and a key its certificate", arguments: ["tls-cert", "tls-key"])
    func half(key: String) { #expect(throws: ConfigurationError.self) { try configuration([key: "file.pem"]) } }

    @Test("the master key is given once")
    func masterKey() {
        #expect(throws: ConfigurationError.self) {
            try ServerConfiguration(
                ResolvedSettings(
                    flags: ["master-key-file": "file"],
                    environment: ["GATEHOUSE_MASTER_KEY": "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="]))
        }
    }

    @Test(
        "the public URL follows from where it listens, unless it's given",
        arguments: [
            ([:], "http://127.0.0.1:8080"), (["port": "80"], "http://127.0.0.1"), (["host": "::1"], "http://[::1]:8080"),
            (["tls-cert": "a", "tls-key": "b", "port": "443"], "https://127.0.0.1"),
            (["host": "0.0.0.0", "behind-proxy": "true"], "http://localhost:8080"),
            (["public-url": "https://login.example.com/"], "https://login.example.com"),
        ] as [([String: String], String)])
    func publicURL(flags: [String: String], url: String) throws { #expect(try configuration(flags).publicURL == url) }

    private func configuration(_ flags: [String: String]) throws -> ServerConfiguration {
        try ServerConfiguration(ResolvedSettings(flags: flags))
    }
}
