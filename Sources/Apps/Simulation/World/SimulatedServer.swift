internal import DeviceFoundation
internal import Dialects
internal import Foundation
internal import HTTPBase
internal import HTTPTypes
internal import Hummingbird
internal import JourneyEngine
internal import JourneyNodes
internal import Logging
internal import NIOCore
internal import NIOEmbedded
internal import Primitives
internal import RealmHTTP
internal import Risk
internal import Store
internal import Synchronization
internal import Services
internal import Foundations
internal import Directory
internal import Wallets

/// The server, in this process: all of it but the sockets. It can be killed; what it has acknowledged is in its database.
final class SimulatedServer: Sendable {
    static let base = "https://gatehouse.example"
    static let app = "org.example.fleet"
    static let application = "fleet"

    let database: any Database
    private let sealer: Sealer
    private let time: any TimeSource
    private let random: any RandomSource
    private let sources: any RiskSources
    private let envelopes = MemoryEnvelopes()
    private let running: Mutex<Running>

    private struct Running {
        var domain: Services
        var responder: FrontDoor
    }

    var domain: Services { running.withLock { $0.domain } }

    init(time: any TimeSource, random: any RandomSource, sources: any RiskSources) async throws {
        database = RehearsedDatabase.ifWanted(try await SQLiteDatabase.temporary(migrations: Schema.migrations))
        sealer = Sealer(MasterKeyRing(try MasterKey.generate(random)), random: random)
        self.time = time
        self.random = random
        self.sources = sources
        running = Mutex(try Self.start(database, sealer, time, random, sources, envelopes))
    }

    /// Ends and starts again.
    func restart() throws {
        let next = try Self.start(database, sealer, time, random, sources, envelopes)
        running.withLock { $0 = next }
    }

    private static func start(
        _ database: any Database, _ sealer: Sealer, _ time: any TimeSource, _ random: any RandomSource,
        _ sources: any RiskSources, _ envelopes: MemoryEnvelopes
    ) throws -> Running {
        let domain = Services(
            database: database, sealer: sealer, hasher: PasswordHasher(PasswordHasher.Configuration(concurrency: 1), random: random),
            time: time, random: random, http: SilentHTTP(), riskSources: sources, envelopes: envelopes, activationRounds: OrchestratedWorld.activationRounds)
        let configuration = try DialectConfiguration(publicAddress: try PublicAddress(base))
        let responder = try DialectRoutes(
            domain: domain, engine: JourneyEngine(domain: JourneyServices(domain), catalogue: .runnable, scripts: nil),
            configuration: configuration
        ).makeFrontDoor()
        return Running(domain: domain, responder: responder)
    }

    /// Answers a request.
    func answer(_ request: DeviceFoundation.HTTPRequest) async throws -> DeviceFoundation.HTTPResponse {
        let responder = running.withLock { $0.responder }
        var fields = HTTPFields()
        for (name, value) in request.headers.fields { if let name = HTTPField.Name(name) { fields[name] = value } }
        let head = HTTPTypes.HTTPRequest(
            method: .init(request.method.rawValue) ?? .get, scheme: "https", authority: "gatehouse.example",
            path: request.url.path + (request.url.query.map { "?\($0)" } ?? ""), headerFields: fields)
        let source = ApplicationRequestContextSource(
            channel: NIOAsyncTestingChannel(), logger: Logger(label: "simulation") { _ in SwiftLogNoOpLogHandler() })
        let response = try await responder.respond(
            to: Hummingbird.Request(head: head, body: .init(buffer: ByteBuffer(bytes: request.body))),
            context: GatehouseContext(source: source))
        let body = CollectedBody()
        try await response.body.write(body)
        return DeviceFoundation.HTTPResponse(
            status: response.status.code, headers: HTTPHeaders(response.headers.map { ($0.name.rawName, $0.value) }), body: body.bytes)
    }
}

/// Servers outside, none of which ever answers.
private struct SilentHTTP: OutboundHTTP {
    func send(_ request: OutboundRequest) async throws -> OutboundAnswer {
        try await withUnsafeThrowingContinuation { _ in }
    }
}

/// A body, gathered.
final class CollectedBody: ResponseBodyWriter {
    private let gathered = Mutex<[UInt8]>([])
    var bytes: [UInt8] { gathered.withLock { $0 } }

    func write(_ buffer: ByteBuffer) async throws { gathered.withLock { $0 += Array(buffer.readableBytesView) } }
    func finish(_ trailers: HTTPFields?) async throws {}
}
