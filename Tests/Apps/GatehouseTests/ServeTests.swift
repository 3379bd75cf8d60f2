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
        let visitor = Process()
        let pipe = Pipe()
        (visitor.executableURL, visitor.standardOutput) = (URL(fileURLWithPath: "/usr/bin/curl"), pipe)
        visitor.arguments = ["-s", "--noproxy", "*", "-o", "/dev/null", "-w", "%{redirect_url}", "http://127.0.0.1:\(port)/"]
        try visitor.run()
        let elsewhere = pipe.fileHandleForReading.readDataToEndOfFile()
        #expect(String(decoding: elsewhere, as: UTF8.self) == "http://localhost:\(port)/")
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

    @Test("without --demo the administrator's password is printed on the first start and never again")
    func administrator() async throws {
        let directory = try TemporaryDirectory()
        var outputs: [String] = []
        for _ in 1...2 {
            let child = try Child(["serve", "--port", "\(try await FreePort.find())", "--data-directory", directory.path])
            for _ in 0..<1000 where !child.output.contains("listening") && child.process.isRunning {
                try await Task.sleep(for: .milliseconds(10))
            }
            child.process.terminate()
            outputs.append(try await child.ending().output)
        }
        #expect(outputs[0].contains("Password") && !outputs[0].contains("Ch4ng3it!"))
        #expect(!outputs[1].contains("Password") && outputs[1].contains("listening"))
        directory.remove()
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

    /// A server that listens.
    private func serving(_ arguments: [String], port: Int? = nil) async throws -> Child {
        let free = try await FreePort.find()
        let child = try Child(["serve", "--port", "\(port ?? free)"] + arguments)
        for _ in 0..<1000 where !child.output.contains("listening") && child.process.isRunning {
            try await Task.sleep(for: .milliseconds(10))
        }
        return child
    }
}
