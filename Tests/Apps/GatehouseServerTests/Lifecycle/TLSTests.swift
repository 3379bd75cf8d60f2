import GatehouseServer
import ServerTesting
import Testing

@Suite("TLS")
struct TLSTests {
    @Test("with a certificate it serves HTTP/2 and says so in its public URL")
    func serves() async throws {
        let directory = try TemporaryDirectory()
        let identity = try SelfSigned()
        let files = try identity.write(to: directory)
        try await TestServer.run(settings: ["tls-cert": files.certificate, "tls-key": files.key]) { server async throws in
            #expect(server.url.hasPrefix("https://"))
            let answer = try await Browser.get(server.url + "/live", trusting: try identity.nioCertificate)
            #expect(answer.status == 200 && answer.isHTTP2)
        }
        directory.remove()
    }

    @Test("a key that isn't the certificate's, and files that hold something else, are refused by name")
    func refused() async throws {
        let directory = try TemporaryDirectory()
        let (one, other) = (try SelfSigned().write(to: directory), try SelfSigned().write(to: directory))
        let text = try directory.write("hello", to: "text.pem")
        for (certificate, key) in [
            (one.certificate, other.key), (text, one.key), (one.certificate, text), ("/nowhere.pem", one.key),
            (one.certificate, "/nowhere.pem"),
        ] {
            let settings = try ResolvedSettings(flags: ["tls-cert": certificate, "tls-key": key])
            #expect(throws: ServerError.self) { try ServerConfiguration(settings).check() }
        }
        directory.remove()
    }
}
