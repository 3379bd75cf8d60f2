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
internal import SealedFiles

/// The server, in this process: all of it but the sockets. It can be killed; what it has acknowledged is in its database.
final class SimulatedServer: Sendable {
    static let base = "https://gatehouse.example"
    static let app = "org.example.fleet"
    static let application = "fleet"

    private let lasting: Lasting
    private let running: Mutex<Running>

    /// The things that outlive the process.
    private struct Lasting: Sendable {
        let database: any Database
        let sealer: Sealer
        let time: any TimeSource
        let random: any RandomSource
        let sources: any RiskSources
        let envelopes = MemoryFileStore()
    }

    private struct Running {
        var domain: Services
        var responder: FrontDoor
    }

    var database: any Database { lasting.database }
    var domain: Services { running.withLock { $0.domain } }

    init(time: any TimeSource, random: any RandomSource, sources: any RiskSources) async throws {
        lasting = Lasting(
            database: RehearsedDatabase.ifWanted(try await SQLiteDatabase.temporary(migrations: Schema.migrations)),
            sealer: Sealer(MasterKeyRing(try MasterKey.generate(random)), random: random), time: time, random: random, sources: sources)
        running = Mutex(try Self.start(lasting))
    }

    /// Ends and starts again.
    func restart() throws {
        let next = try Self.start(lasting)
        running.withLock { $0 = next }
    }

    private static func start(_ lasting: Lasting) throws -> Running {
        let domain = Services(
            database: lasting.database, sealer: lasting.sealer,
            hasher: PasswordHasher(PasswordHasher.Configuration(concurrency: 1), random: lasting.random), time: lasting.time,
            random: lasting.random, http: SilentHTTP(), riskSources: lasting.sources, envelopes: lasting.envelopes,
            activationRounds: OrchestratedWorld.activationRounds)
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
