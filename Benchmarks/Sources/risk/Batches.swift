import AsyncHTTPTransport
import BenchSupport
import DeviceFoundation
import Foundation
import Primitives
import RiskSignals
import Signals
import Synchronization

/// Batches of a hundred events as the client library seals them. It sends them to nowhere, and they are written down.
struct Batches {
    private static let events = 100
    /// The batches of one instance: the server takes 3200 events of an instance in a minute.
    private static let ofInstance = 30

    let base: String
    let environment: String

    func write(_ count: Int, to file: String) async throws {
        guard let issuer = SignalsIssuer(base: base, environment: environment) else { throw Failure("no environment \(environment)") }
        let real = try AsyncHTTPTransport()
        var instances: [[String]] = []
        for _ in 0..<(count + Self.ofInstance - 1) / Self.ofInstance { instances.append(try await batches(issuer, real)) }
        // One of each instance after the other, so that their numbers come in order.
        let lines = (0..<Self.ofInstance).flatMap { number in instances.map { $0[number] } }.prefix(count)
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: file))
    }

    private func batches(_ issuer: SignalsIssuer, _ real: any HTTPTransport) async throws -> [String] {
        let keeper = Keeper(real: real)
        var configuration = SignalsConfiguration(issuer: issuer)
        (configuration.collectors, configuration.flushCount, configuration.flushAge) = ([], 1000, 1000)
        let signals = Signals(configuration, on: Device(transport: keeper, store: InMemoryStore()))
        try await signals.start()
        for _ in 0..<Self.ofInstance {
            // The start is an event of the first.
            for number in 0..<Self.events { signals.record(event(number)) }
            try await signals.flush()
        }
        return keeper.lines
    }

    private func event(_ number: Int) -> ContextEvent {
        number.isMultiple(of: 2) ? .loginAttempt(email: "ada@example.com") : .plain(.addToCart)
    }

    /// Registers at the server, and takes batches down in its place.
    private final class Keeper: HTTPTransport {
        private let real: any HTTPTransport
        private let kept = Mutex<[String]>([])
        var lines: [String] { kept.withLock { $0 } }

        init(real: any HTTPTransport) { self.real = real }

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            guard request.url.path.hasSuffix("/batches") else { return try await real.send(request) }
            let token = request.headers["Authorization"]?.split(separator: " ").last ?? ""
            let seq = kept.withLock { lines in
                lines.append("\(token) \(String(decoding: request.body, as: UTF8.self))")
                return lines.count - 1
            }
            let receipt: JSONValue = ["seq": .integer(Int64(seq)), "accepted": .integer(Int64(Batches.events))]
            return HTTPResponse(status: 200, body: Array(receipt.encoded))
        }

        func stream(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream {
            throw TransportError(.cannotConnect, "there are no streams here")
        }
    }
}
