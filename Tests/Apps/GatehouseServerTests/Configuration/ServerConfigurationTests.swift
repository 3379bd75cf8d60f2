import Dialects
import Directory
import Foundation
@testable import GatehouseServer
@testable import HTTPBase
import Messaging
import Primitives
import ScriptMessages
import Scripting
import Testing
import Vision
import Workers

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

    @Test("behind a proxy the public URL must be given: no client knows the address that the server listens on")
    func proxy() throws {
        #expect(throws: ConfigurationError.self) { try configuration(["behind-proxy": "true"]).check() }
        try configuration(["behind-proxy": "true", "public-url": "https://login.example.com"]).check()
    }

    @Test(
        "the public URL follows from where it listens, unless it's given",
        arguments: [
            ([:], "http://127.0.0.1:8080"), (["port": "80"], "http://127.0.0.1"), (["host": "::1"], "http://[::1]:8080"),
            (["tls-cert": "a", "tls-key": "b", "port": "443"], "https://127.0.0.1"),
            (["host": "0.0.0.0", "behind-proxy": "true"], "http://localhost:8080"),
            (["public-url": "https://login.example.com/"], "https://login.example.com"),
            (["demo": "true"], "http://localhost:8080"), (["demo": "true", "host": "::1", "port": "80"], "http://localhost"),
            (["demo": "true", "public-url": "http://127.0.0.1:8080"], "http://127.0.0.1:8080"),
        ] as [([String: String], String)])
    func publicURL(flags: [String: String], url: String) throws { #expect(try configuration(flags).publicURL == url) }

    @Test(
        "the session cookie is as it is set",
        arguments: [
            ([:], "iPlanetDirectoryPro=T; Path=/; HttpOnly; SameSite=Lax"),
            (["public-url": "https://a.example"], "__Host-iPlanetDirectoryPro=T; Path=/; Secure; HttpOnly; SameSite=Lax"),
            (
                ["session-cookie-secure": "always", "session-cookie-same-site": "none"],
                "__Host-iPlanetDirectoryPro=T; Path=/; Secure; HttpOnly; SameSite=None"
            ),
            (
                [
                    "public-url": "https://a.example", "session-cookie": "46b42b4229cd7a3", "session-cookie-same-site": "strict",
                    "session-cookie-partitioned": "true",
                ],
                "46b42b4229cd7a3=T; Path=/; Secure; HttpOnly; SameSite=Strict; Partitioned"
            ),
        ] as [([String: String], String)])
    func sessionCookie(flags: [String: String], line: String) throws {
        let settings = try configuration(flags)
        let cookie = try settings.sessionCookie.cookie(at: PublicAddress(settings.publicURL))
        // The library writes the attributes in any order.
        func parts(_ text: String) -> Set<String> { Set(text.components(separatedBy: "; ")) }
        #expect(parts(cookie.carrying(Secret("T")).description) == parts(line))
    }

    @Test(
        "a session cookie that browsers would refuse is refused",
        arguments: [["session-cookie-partitioned": "true"], ["session-cookie": "__Host-session"], ["session-cookie": "__Secure-session"]])
    func refusedCookie(flags: [String: String]) throws {
        #expect(throws: ConfigurationError.self) { try configuration(flags) }
        _ = try configuration(flags.merging(["public-url": "https://a.example"]) { $1 })
    }

    @Test("scripts and password hashing run as the settings say")
    func processes() throws {
        let given = try configuration([
            "script-processes": "3", "script-time": "20", "script-memory": "100", "script-program": "/opt/script", "hashing-threads": "5",
        ])
        #expect(given.scripts.workers.processes == 3 && given.scripts.workers.program == "/opt/script")
        #expect(given.scripts.limits.milliseconds == 20 && given.scripts.limits.mebibytes == 100)
        #expect(ServerAssembly.hashing(given).concurrency == 5)
    }

    @Test("images are read as the settings say")
    func vision() throws {
        let given = try configuration([
            "vision-processes": "3", "vision-program": "/opt/vision", "vision-models": "/opt/models", "vision-languages": "eng+fra",
        ])
        #expect(given.vision.workers.processes == 3 && given.vision.workers.program == "/opt/vision")
        #expect(given.vision.workers.arguments == ["--languages", "eng+fra", "--models", "/opt/models"])
        #expect(try configuration([:]).vision.workers.arguments == ["--languages", "eng"])
        #expect(throws: ConfigurationError.self) { try configuration(["vision-languages": "../eng"]) }
    }

    @Test("pushes go where the settings say")
    func push() throws {
        let standard = try configuration([:]).push
        #expect(!standard.allowsLoopback && standard.fcm == "https://fcm.googleapis.com")
        let given = try configuration(["push-fcm": "https://fcm.example/", "push-contact": "mailto:a@b.example", "push-loopback": "on"])
            .push
        #expect(given.fcm == "https://fcm.example" && given.contact == "mailto:a@b.example" && given.allowsLoopback)
        #expect(try configuration(["public-url": "https://a.example"]).push.contact == "https://a.example")
    }

    @Test("a database up to the size that is set is written anew after a removal, and none where that is 0")
    func compaction() throws {
        #expect(try configuration([:]).compactionBytes == 256 << 20)
        #expect(try configuration(["compaction-limit": "0"]).compactionBytes == 0)
    }

    private func configuration(_ flags: [String: String]) throws -> ServerConfiguration {
        try ServerConfiguration(ResolvedSettings(flags: flags))
    }
}
