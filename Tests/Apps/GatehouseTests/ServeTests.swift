import Foundation
import NIOCore
import NIOPosix
import Primitives
import ServerTesting
import Testing

@Suite("gatehouse serve")
struct ServeTests {
    @Test("it says where it is, and ends well when it is told to", arguments: [SIGTERM, SIGINT])
    func serves(signal: Int32) async throws {
        let directory = try TemporaryDirectory()
        let port = try await FreePort.find()
        let child = try Child(["serve", "--demo", "--port", "\(port)", "--data-directory", directory.path])
        for _ in 0..<1000 where !child.output.contains("listening") && child.process.isRunning {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(child.output.contains("listening on 127.0.0.1:\(port)"))
        #expect(child.output.contains("Ch4ng3it!"))
        #expect(child.output.contains("Sign in     http://localhost:\(port)/\n  Realm       alpha\n"))
        #expect(child.output.contains("gatehouse login --server http://localhost:\(port)\n"))
        #expect(try curl("-o", "/dev/null", "-w", "%{redirect_url}", "http://127.0.0.1:\(port)/") == "http://localhost:\(port)/")
        kill(child.process.processIdentifier, signal)
        let ending = try await child.ending()
        #expect(ending.code == 0 && ending.complaints.isEmpty)
        directory.remove()
    }

    @Test("it logs from a level on, and as JSON if it is told to")
    func logging() async throws {
        let directory = try TemporaryDirectory()
        let settings = ["--log-format", "json", "--log-level", "trace"]
        let child = try await serving(settings + ["--data-directory", directory.path])
        child.process.terminate()
        let lines = try await child.ending().complaints
        #expect(!lines.isEmpty && lines.allSatisfy { (try? JSONValue(parsing: $0))?["level"] != nil }, "\(lines.prefix(3))")
        directory.remove()
    }

    @Test("a request in flight has shutdown-timeout seconds when the server is told to stop")
    func shutdown() async throws {
        let directory = try TemporaryDirectory()
        let port = try await FreePort.find()
        let child = try await serving(["--data-directory", directory.path, "--shutdown-timeout", "1"], port: port)
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup).connect(host: "127.0.0.1", port: port).get()
        let head = "POST /am/json/realms/root/authenticate HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: 9\r\n\r\n{"
        try await channel.writeAndFlush(ByteBuffer(string: head)).get()
        let start = ContinuousClock.now
        child.process.terminate()
        _ = try await child.ending()
        // The body that doesn't come would have 30 seconds, and the standard is 10.
        #expect(ContinuousClock.now - start < .seconds(8))
        try? await channel.close().get()
        directory.remove()
    }

    @Test("for drain-time seconds after it is told to stop /ready is refused, and other requests are answered; then it stops")
    func drained() async throws {
        let directory = try TemporaryDirectory()
        let port = try await FreePort.find()
        let draining = try await serving(["--data-directory", directory.path, "--drain-time", "600"], port: port)
        let status = { (path: String) in try curl("-o", "/dev/null", "-w", "%{http_code}", "http://127.0.0.1:\(port)/\(path)") }
        #expect(try status("ready") == "200")
        draining.process.terminate()
        for _ in 0..<500 where try status("ready") == "200" { try await Task.sleep(for: .milliseconds(10)) }
        #expect(try curl("http://127.0.0.1:\(port)/ready") == "the server stops\n")
        #expect(try status("realms/root/.well-known/openid-configuration") == "200")
        kill(draining.process.processIdentifier, SIGKILL)
        _ = try await draining.ending()

        let short = try await serving(["--data-directory", directory.path, "--drain-time", "1"])
        short.process.terminate()
        let ending = try await short.ending()
        #expect(ending.code == 0 && ending.complaints.isEmpty, "\(ending.complaints)")
        directory.remove()
    }

    @Test("the first administrator's password is in a file for its owner alone, in no output, and goes at the first sign-in")
    func administrator() async throws {
        let directory = try TemporaryDirectory()
        let port = try await FreePort.find()
        let child = try await serving(["--data-directory", directory.path], port: port)
        let file = directory.path + "/first-password"
        let password = try String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(password.utf8.count == 20)
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
        #expect(child.output.contains("Password    cat \(file)\n") && child.output.contains("Realm       root\n"))
        let login = ["login", "--server", "http://127.0.0.1:\(port)", "--realm", "root", "--json"]
        let wrong = try await Program.run(login, input: "admin\nwrong\n")
        #expect(wrong.code == 1 && FileManager.default.fileExists(atPath: file))
        let ending = try await Program.run(login, input: "admin\n\(password)\n")
        #expect(ending.code == 0, "\(ending.complaints)")
        for _ in 0..<1000 where FileManager.default.fileExists(atPath: file) { try await Task.sleep(for: .milliseconds(10)) }
        #expect(!FileManager.default.fileExists(atPath: file))
        child.process.terminate()
        let first = try await child.ending()
        #expect(!first.output.contains(password) && !first.complaints.joined().contains(password))
        let again = try await serving(["--data-directory", directory.path])
        again.process.terminate()
        let second = try await again.ending().output
        #expect(!second.contains("Password") && second.contains("listening"))
        directory.remove()
    }

    @Test("with log-format json the greeting is a line of the log, and nothing else is printed")
    func greeting() async throws {
        let directory = try TemporaryDirectory()
        let child = try await serving(["--data-directory", directory.path, "--log-format", "json"])
        child.process.terminate()
        let ending = try await child.ending()
        #expect(ending.output.isEmpty, "\(ending.output)")
        let line = try #require(ending.complaints.compactMap { try? JSONValue(parsing: $0) }.first { $0["url"] != nil })
        #expect(line["message"] == "the server is listening" && line["realm"] == "root")
        #expect(line["firstPasswordFile"]?.string == directory.path + "/first-password")
        directory.remove()
    }

    @Test("metrics count sign-ins, reasons, tokens, locks, database and hashes; the access log has routes and addresses, and no names")
    func access() async throws {
        let directory = try TemporaryDirectory()
        let port = try await FreePort.find()
        let address = "http://127.0.0.1:\(port)"
        let flags = ["--demo", "--public-url", address, "--access-log", "--log-format", "json", "--data-directory", directory.path]
        let child = try await serving(flags, port: port)
        let login = ["login", "--server", address, "--json"]
        #expect(try await Program.run(login, input: "demo\nwrong\n").code == 1)
        #expect(try await Program.run(login, input: "demo\nCh4ng3it!\n").code == 0)
        #expect(try await Program.run("user", "lock", "demo", "--data-directory", directory.path).code == 0)
        let journey = #"realm="/alpha",journey="sdkUsernamePasswordJourney",outcome="#
        let expected = [
            "sign_ins_total{\(journey)\"failure\"} 1", "sign_ins_total{\(journey)\"success\"} 1",
            "sign_in_failures_total{reason=\"password\"} 1", "tokens_total{grant=\"authorization_code\",outcome=\"issued\"} 1",
            "locks_total{of=\"account\"} 1", "password_hashes_waiting 0", "database_seconds_count{access=\"write\"}",
        ]
        var metrics = ""
        for _ in 0..<1000 where !expected.allSatisfy({ metrics.contains($0) }) {
            metrics = try curl("\(address)/metrics")
            try await Task.sleep(for: .milliseconds(10))
        }
        for line in expected { #expect(metrics.contains(line), "\(line)") }
        child.process.terminate()
        let lines = try await child.ending().complaints.compactMap { try? JSONValue(parsing: $0) }
        let requests = lines.filter { $0["logger"] == "gatehouse.access" }
        #expect(requests.contains { $0["status"] == "200" && $0["method"] == "POST" && $0["address"] == "127.0.0.1" })
        let names = Set(requests.flatMap { $0.object?.names ?? [] })
        #expect(
            names == ["time", "level", "logger", "message", "method", "route", "status", "milliseconds", "address", "node"])
        #expect(!requests.contains { $0.text.contains("demo") || $0.text.contains("alpha") })
        directory.remove()
    }

    @Test("a certificate and the level of the log are followed: by SIGHUP, and when a file changes; a mistake changes nothing")
    func reload() async throws {
        let (directory, data) = (try TemporaryDirectory(), try TemporaryDirectory())
        let (certificate, key) = (directory.path + "/chain.pem", directory.path + "/key.pem")
        func place(_ identity: SelfSigned) throws {
            let files = try identity.write(to: directory)
            for (file, place) in [(files.key, key), (files.certificate, certificate)] { #expect(rename(file, place) == 0) }
        }
        let identities = try (0..<3).map { _ in try SelfSigned() }
        try place(identities[0])
        let port = try await FreePort.find()
        func config(_ level: String) throws -> String {
            try directory.write("tls-cert: \(certificate)\ntls-key: \(key)\nlog-level: \(level)\nport: \(port)\n", to: "gatehouse.yaml")
        }
        let child = try Child(["serve", "--config", try config("notice"), "--data-directory", data.path])
        func trusts(_ identity: SelfSigned) async throws -> Bool {
            let pem = try directory.write(try identity.pem, to: "trusted.pem")
            return try curl("--cacert", pem, "https://127.0.0.1:\(port)/live") == "alive\n"
        }
        func waits(_ body: () async throws -> Bool) async throws -> Bool {
            for _ in 0..<1000 where child.process.isRunning {
                if await (try? body()) == true { return true }
                try await Task.sleep(for: .milliseconds(10))
            }
            return false
        }
        #expect(try await waits { try await trusts(identities[0]) })
        // By the signal, before the next look at the files.
        try place(identities[1])
        kill(child.process.processIdentifier, SIGHUP)
        #expect(try await waits { try await trusts(identities[1]) })
        // By the change alone.
        try place(identities[2])
        #expect(try await waits { try await trusts(identities[2]) })
        // A mistake.
        _ = try directory.write("not a certificate", to: "chain.pem")
        kill(child.process.processIdentifier, SIGHUP)
        #expect(try await waits { child.complaints.contains("does not hold a PEM certificate") })
        #expect(try await trusts(identities[2]) && child.process.isRunning)
        try place(identities[2])
        _ = try config("trace")
        // Requests are what is logged at these levels.
        #expect(
            try await waits {
                _ = try await trusts(identities[2])
                return child.complaints.contains(" trace ") || child.complaints.contains(" debug ")
            })
        child.process.terminate()
        #expect(try await child.ending().code == 0)
        for folder in [directory, data] { folder.remove() }
    }

    @Test("commands beside the server know the address that it was told, unless they are told another")
    func address() async throws {
        let directory = try TemporaryDirectory()
        func pair(_ more: String...) async throws -> String {
            let made = try await Program.run(
                ["device", "pair", "demo", "--realm", "alpha", "--data-directory", directory.path, "--json"] + more)
            return try #require(made.json?["uri"]?.string, "\(made.complaints)")
        }
        let port = try await FreePort.find()
        for (told, base) in [
            (["--public-url", "https://login.example.com/"], "https://login.example.com"), ([], "http://localhost:\(port)"),
        ] {
            let child = try await serving(["--demo", "--data-directory", directory.path] + told, port: port)
            let printed = try await pair()
            #expect(printed.contains(base.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "") || printed.contains(base))
            #expect(try await pair("--public-url", "https://other.example").contains("other.example"))
            child.process.terminate()
            _ = try await child.ending()
        }
        directory.remove()
    }

    /// The output of curl.
    private func curl(_ arguments: String...) throws -> String {
        let (process, pipe) = (Process(), Pipe())
        (process.executableURL, process.standardOutput) = (URL(fileURLWithPath: "/usr/bin/curl"), pipe)
        process.arguments = ["-s", "--noproxy", "*"] + arguments
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }

    /// A server that listens.
    private func serving(_ arguments: [String], port: Int? = nil) async throws -> Child {
        let free = try await FreePort.find()
        let child = try Child(["serve", "--port", "\(port ?? free)"] + arguments)
        for _ in 0..<1000 where !(child.output + child.complaints).contains("listening") && child.process.isRunning {
            try await Task.sleep(for: .milliseconds(10))
        }
        return child
    }
}
