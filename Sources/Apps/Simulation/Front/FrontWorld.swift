import Dialects
internal import Foundation
package import HTTPBase
internal import HTTPTypes
internal import Hummingbird
internal import JourneyEngine
internal import JourneyNodes
internal import Logging
internal import NIOEmbedded
internal import Primitives
import RealmHTTP
internal import Store
internal import Services
internal import Directory
internal import Foundations

/// A server's whole front in this process, for requests of any shape: with a realm, a user who is signed in, and an application that may
/// do everything. Inputs name them by words in braces, such as `{session}`.
package struct FrontWorld: Sendable {
    package let table: RouteTable
    private let front: FrontDoor
    private let words: [String: String]

    /// The result of a request.
    package struct MeasuredResponse: Sendable {
        package let status: Int
        /// The route that the request took, or `no route`.
        package let route: String
        /// The processor's time that it took, of all threads.
        package let time: Duration
    }

    package static func make() async throws -> FrontWorld {
        let random = SeededRandom(seed: 17)
        var hashing = PasswordHasher.Configuration(concurrency: 1)
        // The cost of a password is known and isn't looked for here.
        hashing.algorithm = .argon2id(memory: 8, passes: 1, lanes: 1)
        let domain = Services(
            database: try await SQLiteDatabase.temporary(migrations: Schema.migrations),
            sealer: Sealer(MasterKeyRing(try MasterKey.generate(random)), random: random),
            hasher: PasswordHasher(hashing, random: random), time: ManualTime(), random: random)
        let realm = try await FrontPeople.realm(domain)
        let configuration = try DialectConfiguration(publicAddress: PublicAddress("http://127.0.0.1"))
        let front = try DialectRoutes(
            domain: domain, engine: JourneyEngine(domain: JourneyServices(domain), catalogue: .runnable, scripts: nil),
            configuration: configuration
        ).makeFrontDoor()
        let people = FrontPeople(domain: domain, realm: realm, configuration: configuration)
        return FrontWorld(table: front.table, front: front, words: try await people.words(front))
    }

    /// Sends a request and measures it.
    package func send(_ input: FrontInput) async throws -> MeasuredResponse {
        let context = GatehouseContext(source: Self.source())
        let request = input.request(words)
        let start = Self.processorTime
        let response = try await front.respond(to: request, context: context)
        // A stream continues for as long as its device listens.
        if response.headers[.contentType] != "text/event-stream" { try await response.body.write(CollectedBody()) }
        let end = Self.processorTime
        return MeasuredResponse(status: response.status.code, route: name(of: request), time: .nanoseconds(end - start))
    }

    /// The route of a request. All requests that lead nowhere are one.
    private func name(of request: Request) -> String {
        front.label(of: request).map { "\(request.method.rawValue) \($0)" } ?? "no route"
    }

    static func source() -> ApplicationRequestContextSource {
        var logger = Logger(label: "front") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .critical
        logger[metadataKey: "hb.request.id"] = "front"
        return ApplicationRequestContextSource(channel: NIOAsyncTestingChannel(), logger: logger)
    }

    /// Nanoseconds of the processor that this process has had; POSIX counts microseconds.
    private static var processorTime: Int64 { Int64(clock()) * 1000 }
}
