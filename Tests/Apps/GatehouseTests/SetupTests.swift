import Foundation
import Primitives
import ServerTesting
import Testing

@Suite("gatehouse setup and gatehouse health")
struct SetupTests {
    private static let password = "correct horse battery staple"
    private static let proxied = ["--public-url", "https://login.example.com", "--behind-proxy"]

    @Test(
        "it writes the settings file and makes the administrator; the server then starts with them, and tells systemd and gatehouse health")
    func whole() async throws {
        let directory = try TemporaryDirectory()
        let file = directory.path + "/gatehouse.yaml"
        let port = try await FreePort.find()
        let made = try await Program.run(
            ["setup", "--config", file, "--administrator", "ada", "--password-stdin", "--port", "\(port)"] + Self.proxied,
            input: Self.password)
        #expect(made.code == 0, "\(made.complaints)")
        #expect(made.output.contains("ada in realm root") && made.output.contains("gatehouse serve --config \(file)"))
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o644)
        let users = try await Program.run("user", "list", "--realm", "root", "--config", file, "--json")
        #expect(users.json?.array?.compactMap { $0["username"]?.string } == ["ada"])

        let socket = try NotifySocket(in: directory)
        let asked = ["health", "--config", file]
        #expect(try await Program.run(asked).code == 1)
        let child = try Child(["serve", "--config", file], environment: ["NOTIFY_SOCKET": socket.path])
        #expect(socket.next() == "READY=1")
        let healthy = try await Program.run(asked + ["--json"])
        #expect(healthy.code == 0 && healthy.json?["ready"] == true, "\(healthy.complaints)")
        child.process.terminate()
        #expect(socket.next() == "STOPPING=1")
        // Its administrator was made before, so the start tells no password.
        let ending = try await child.ending()
        #expect(ending.code == 0 && !ending.output.contains("Password"))
        directory.remove()
    }

    @Test(
        "what is wrong with a value is told of its flag; a public URL without TLS is refused but for this machine's own",
        arguments: [
            ("http://login.example.com", 78, "is without TLS"), ("https://login.example.com/a", 78, "(flag --public-url)"),
            ("https://a.example\nmetrics: on", 78, "(flag --public-url)"), ("http://localhost:8080", 0, ""),
        ] as [(String, Int32, String)])
    func refusals(_ url: String, _ code: Int32, _ complaint: String) async throws {
        let directory = try TemporaryDirectory()
        let file = directory.path + "/gatehouse.yaml"
        let ending = try await Program.run(
            ["setup", "--config", file, "--public-url", url, "--behind-proxy", "--password-stdin", "--dry-run"], input: Self.password)
        #expect(ending.code == code && (code == 0 || ending.complaints.joined().contains(complaint)), "\(ending.complaints)")
        #expect(!ending.complaints.joined().contains(file))
    }

    @Test("a dry run says all and changes nothing; nothing that is there is overwritten")
    func nothingLost() async throws {
        let directory = try TemporaryDirectory()
        let file = directory.path + "/gatehouse.yaml"
        let arguments = ["setup", "--config", file, "--password-stdin"] + Self.proxied
        let dry = try await Program.run(arguments + ["--dry-run", "--json"])
        #expect(dry.json?["dryRun"] == true && dry.json?["administrator"] == "admin", "\(dry.complaints)")
        #expect(dry.json?["settings"]?.string?.contains("public-url: \"https://login.example.com\"") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)

        // The rules of the realm hold for the first password, and a setup that failed can be made again.
        let weak = try await Program.run(arguments, input: "x")
        #expect(weak.code == 1 && !FileManager.default.fileExists(atPath: file))
        #expect(try await Program.run(arguments, input: Self.password).code == 0)

        let text = try String(contentsOfFile: file, encoding: .utf8)
        let again = try await Program.run(arguments, input: Self.password)
        #expect(again.code == 1 && again.complaints.first?.contains("is there already") == true)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == text)

        // Data that came back from a backup keeps its administrator.
        try FileManager.default.removeItem(atPath: file)
        let refused = try await Program.run(arguments + ["--administrator", "eve"], input: Self.password)
        #expect(refused.code == 1 && !FileManager.default.fileExists(atPath: file))
        let kept = try await Program.run(arguments, input: "")
        #expect(kept.code == 0 && kept.output.contains("stays as it is"), "\(kept.complaints)")
        directory.remove()
    }

    @Test(
        "what no server could start with is refused before anything is made",
        arguments: [
            ([], "--public-url is missing"), (["--public-url", "https://login.example.com"], "--tls-cert and --tls-key are missing"),
            (["--public-url", "https://login.example.com", "--tls-cert", "/nowhere.pem", "--tls-key", "/nowhere.pem"], "/nowhere.pem"),
            (Self.proxied + ["--master-key-file", "/nowhere.key"], "/nowhere.key"), (Self.proxied + ["--port", "70000"], "port"),
        ] as [([String], String)])
    func refused(flags: [String], complaint: String) async throws {
        let directory = try TemporaryDirectory()
        let ending = try await Program.run(
            ["setup", "--config", directory.path + "/g.yaml", "--password-stdin"] + flags, input: Self.password)
        #expect(ending.code != 0 && ending.complaints.contains { $0.contains(complaint) }, "\(ending.complaints)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
        directory.remove()
    }

    @Test("root makes the data as the owner of its directory, whose server opens it", .enabled(if: geteuid() == 0))
    func owner() async throws {
        let directory = try TemporaryDirectory()
        let (data, file) = (directory.path + "/data", directory.path + "/gatehouse.yaml")
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false)
        try FileManager.default.setAttributes([.ownerAccountID: 54321, .groupOwnerAccountID: 54321], ofItemAtPath: data)
        _ = chmod(directory.path, 0o755)
        let key = try SelfSigned().write(to: directory)
        _ = chmod(key.key, 0o600)
        let made = try await Program.run(
            [
                "setup", "--config", file, "--data-directory", data, "--public-url", "https://login.example.com", "--tls-cert",
                key.certificate,
            ]
                + ["--tls-key", key.key, "--port", "8443", "--password-stdin"], input: Self.password)
        #expect(made.code == 0, "\(made.complaints)")
        let files = try FileManager.default.contentsOfDirectory(atPath: data)
        #expect(files.contains("gatehouse.db") && files.contains("master.key"))
        for name in files {
            let owner = try FileManager.default.attributesOfItem(atPath: data + "/" + name)[.ownerAccountID] as? Int
            #expect(owner == 54321, "\(name)")
        }
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.ownerAccountID] as? Int == 0)
        let served = try await Program.run("serve", "--config", file)
        #expect(served.code == 1 && served.complaints.contains { $0.contains("belongs to 54321") }, "\(served.complaints)")
        directory.remove()
    }
}
