import KeyTesting
import PostgresTesting
import GatehouseServer
package import Primitives
import Foundation
import Logging
package import Services
import Directory
import Messaging
import Store

/// A whole server inside the test's process: on loopback, with a temporary directory, and any clock.
///
/// ```swift
/// try await TestServer.run(time: clock) { server in
///     // requests to server.url; server.domain looks behind the curtain
/// }
/// ```
package struct TestServer: Sendable {
    /// Where it is reached, `http://127.0.0.1:49152`; no slash at the end.
    package let url: String
    package let domain: Services

    /// Where its data is, and in the folder `mail` what it has sent.
    package var dataDirectory: String { directory.path + "/data" }

    private let listening: Task<Void, any Error>
    private let directory: TemporaryDirectory

    /// Starts a server with demonstration data, runs `body`, and stops it.
    ///
    /// - Parameters:
    ///   - settings: further settings by key, such as `["tls-cert": path]`.
    package static func run(
        settings: [String: String] = [:], time: any TimeSource = SystemTime(), random: any RandomSource = SystemRandomWithSpareKeys(),
        _ body: (TestServer) async throws -> Void
    ) async throws {
        let server = try await start(settings: settings, time: time, random: random)
        do {
            try await body(server)
            await server.stop()
        } catch {
            await server.stop()
            throw error
        }
    }

    /// Starts a server that runs until ``stop()``.
    package static func start(
        settings: [String: String] = [:], time: any TimeSource = SystemTime(), random: any RandomSource = SystemRandomWithSpareKeys()
    ) async throws -> TestServer {
        var attempts = 5
        while true {
            do { return try await attempt(settings, time, random) } catch let error as ServerError where error.code == .cannotListen {
                // Another process was quicker to take the port that was free.
                attempts -= 1
                guard attempts > 0 else { throw error }
            }
        }
    }

    /// Waits until the messages have left that requests have ordered until now.
    package func messagesLeave() async throws { try await domain.messaging.outbox.deliverDue() }

    /// Finishes what is in flight, and removes the data.
    package func stop() async {
        listening.cancel()
        _ = await listening.result
        TestServerDatabase.giveBack(dataDirectory)
        directory.remove()
    }

    private static func attempt(
        _ settings: [String: String], _ time: any TimeSource, _ random: any RandomSource
    ) async throws -> TestServer {
        let directory = try TemporaryDirectory()
        let data = settings["data-directory"] ?? directory.path + "/data"
        let isFirst = (try? FileManager.default.contentsOfDirectory(atPath: data).isEmpty) ?? true
        if isFirst, settings.keys.allSatisfy({ $0 == "data-directory" }), TestCluster.ofAllTests == nil || settings.isEmpty,
            random is SystemRandomWithSpareKeys
        {
            try await DemonstrationData.fill(data, by: time) { path in
                let (_, _, listening) = try await listen(path, [:], time, random)
                listening.cancel()
                _ = await listening.result
            }
        }
        let (url, domain, listening) = try await listen(data, settings, time, random)
        return TestServer(url: url, domain: domain, listening: listening, directory: directory)
    }

    private static func listen(
        _ data: String, _ settings: [String: String], _ time: any TimeSource, _ random: any RandomSource
    ) async throws -> (url: String, domain: Services, listening: Task<Void, any Error>) {
        let port = try await FreePort.find()
        var flags = ["port": String(port), "data-directory": data, "demo": "true"]
        // Tests that name the directory run commands on the embedded database in there.
        if settings["data-directory"] == nil, settings["database"] == nil {
            flags.merge(try await TestServerDatabase.settings(for: data)) { $1 }
        }
        // Requests go to the address, which has no second name in a resolver's order.
        if settings["host"] == nil { flags["public-url"] = "\(settings["tls-cert"] == nil ? "http" : "https")://127.0.0.1:\(port)" }
        var configuration = try ServerConfiguration(ResolvedSettings(flags: flags.merging(settings) { $1 }))
        configuration.passwordAlgorithm = .argon2id(memory: 256, passes: 1, lanes: 1)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let gatehouse = try await Gatehouse.open(
            configuration, time: time, random: random, logger: logger, wrapping: RehearsedDatabase.ifWanted)
        let (started, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
        let listening = Task {
            do { try await gatehouse.run { continuation.yield($0) } } catch {
                continuation.finish(throwing: error)
                throw error
            }
        }
        for try await _ in started { break }
        return (configuration.publicURL, gatehouse.installation.domain, listening)
    }
}
