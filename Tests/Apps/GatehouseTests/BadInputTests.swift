import Foundation
import ServerTesting
import Testing

@Suite("Bad input gives one clear line and a non-zero exit, and changes nothing")
struct BadInputTests {
    @Test(
        "a wrong value",
        arguments: [
            (["serve", "--port", "70000"], "port must be a number from 0 to 65535, not \"70000\" (flag --port)"),
            (["serve", "--port", "http"], "port must be a number from 0 to 65535, not \"http\" (flag --port)"),
            (
                ["serve", "--log-level", "loud"],
                "log-level must be one of trace, debug, info, notice, warning, error, not \"loud\" (flag --log-level)"
            ),
            (
                ["serve", "--host", "0.0.0.0"],
                "refusing to listen on 0.0.0.0 without TLS; give --tls-cert and --tls-key, or --behind-proxy if a proxy terminates TLS"
            ),
            (["serve", "--tls-cert", "chain.pem"], "--tls-cert needs --tls-key, the private key's file, beside it"),
        ])
    func wrongValue(arguments: [String], complaint: String) async throws {
        let ending = try await Program.run(arguments)
        #expect(ending.code == 78)
        #expect(ending.complaints == ["error: " + complaint])
    }

    @Test(
        "a missing file",
        arguments: [
            ["serve", "--config", "/nowhere/gatehouse.yaml"], ["config", "check", "/nowhere/gatehouse.yaml"],
            ["serve", "--tls-cert", "/nowhere/chain.pem", "--tls-key", "/nowhere/key.pem"],
            ["serve", "--master-key-file", "/nowhere/master.key"], ["journey", "check", "/nowhere/login.yaml"],
            ["user", "list", "--data-directory", "/nowhere"],
        ])
    func missingFile(arguments: [String]) async throws {
        let ending = try await Program.run(arguments)
        #expect(ending.code != 0)
        #expect(ending.complaints.count == 1)
        #expect(ending.complaints.first?.contains("/nowhere") == true)
        #expect(!FileManager.default.fileExists(atPath: "/nowhere"))
    }

    @Test("a key that is none, in a file")
    func unknownKey() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write("prot: 8080\n", to: "gatehouse.yaml")
        let ending = try await Program.run("config", "check", file)
        #expect(ending.code == 78)
        #expect(ending.complaints == ["error: \(file):1: there is no setting prot; did you mean port?"])
        directory.remove()
    }

    @Test("a flag that is none")
    func unknownFlag() async throws {
        let ending = try await Program.run("serve", "--prot", "8080")
        #expect(ending.code == 64)
        #expect(ending.complaints.first == "Error: Unknown option '--prot'. Did you mean '--port'?")
    }

    @Test("a port in use")
    func portInUse() async throws {
        try await TestServer.run { server async throws in
            let port = try #require(server.url.split(separator: ":").last)
            let directory = try TemporaryDirectory()
            let ending = try await Program.run("serve", "--port", String(port), "--data-directory", directory.path + "/data")
            #expect(ending.code == 1)
            #expect(
                ending.complaints
                    == ["error: port \(port) on 127.0.0.1 is in use; choose another with --port, or stop what listens there"])
            #expect(!FileManager.default.fileExists(atPath: directory.path + "/data"))
            directory.remove()
        }
    }

    @Test("a database that is none")
    func corrupt() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write("these are somebody's holiday notes", to: "gatehouse.db")
        _ = try directory.write("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", to: "master.key")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: directory.path + "/master.key")
        let ending = try await Program.run("serve", "--port", "\(try await FreePort.find())", "--data-directory", directory.path)
        #expect(ending.code == 1)
        #expect(ending.complaints.count == 1)
        #expect(ending.complaints.first?.hasPrefix("error: \(file) is not a Gatehouse database") == true)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "these are somebody's holiday notes")
        directory.remove()
    }
}
