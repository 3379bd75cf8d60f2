import PostgresTesting
import Dialects
import Directory
import Foundation
import Foundations
import HTTPBase
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JourneyEngine
import JourneyNodes
import NIOCore
import Primitives
import RealmHTTP
import SealedFiles
import Services
import Store
import Synchronization
import Testing
import WalletMessages
import Wallets

/// A server in this process whose realm `/alpha` has wallets, over a clock that stands still.
final class WalletServer: Sendable {
    static let address = "http://127.0.0.1:8080"

    let domain: Services
    let database: any Database
    let time: ManualTime
    let realm: Realm
    let outside: Outside
    private let http: Hummingbird.Application<FrontDoor>

    var wallets: Wallets { domain.wallets }
    var service: WalletService { WalletService(base: "\(Self.address)/wallets/\(realm.id.text)/v1/distributedid") }

    /// - Parameters:
    ///   - path: the database's file; nil for one that goes with the server.
    ///   - files: the place of envelopes.
    init(
        at path: String? = nil, files: any SealedFileStore = MemoryFileStore(), time: ManualTime = ManualTime(),
        settings: (inout WalletSettings) -> Void = { _ in }, bounds: (inout BoundsSettings) -> Void = { _ in }
    ) async throws {
        self.time = time
        outside = Outside()
        if let path {
            database = RehearsedDatabase.ifWanted(try await SQLiteDatabase.open(at: path, migrations: Schema.migrations))
        } else {
            database = RehearsedDatabase.ifWanted(try await Self.databases.database(0) { _ in }.0)
        }
        let random = SeededRandom(seed: path == nil ? 5 : UInt64(time.now.millisecondsSince1970))
        let sealer = Sealer(MasterKeyRing(try MasterKey.generate(SeededRandom(seed: 3))), random: random)
        var hashing = PasswordHasher.Configuration(concurrency: 1)
        hashing.algorithm = .argon2id(memory: 8, passes: 1, lanes: 1)
        domain = Services(
            database: database, sealer: sealer, hasher: PasswordHasher(hashing, random: random), time: time, random: random, http: outside,
            envelopes: files)
        let realms = domain.directory.realms
        if try await realms.all().isEmpty {
            _ = try await realms.create(.root)
            var realm = try await realms.create(try #require(RealmPath("alpha")))
            realm.settings[WalletSettings.self].wallets = true
            bounds(&realm.settings[BoundsSettings.self])
            settings(&realm.settings[WalletSettings.self])
            try await realms.update(realm)
        }
        realm = try await realms.realm(at: try #require(RealmPath("alpha")))
        let routes = try DialectRoutes(
            domain: domain, engine: JourneyEngine(domain: JourneyServices(domain), catalogue: .runnable),
            configuration: try DialectConfiguration(publicAddress: try PublicAddress(Self.address), proxyHeader: .automatic))
        http = Hummingbird.Application(responder: routes.makeFrontDoor())
    }

    private static let databases = TestDatabases<Int, Void>(migrations: Schema.migrations)

    struct WalletAnswer: Sendable {
        let status: Int
        let headers: HTTPFields
        let body: [UInt8]

        var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }
        var code: String? { json["code"]?.string }
        var text: String { String(own: body) }
    }

    /// A request that is ready to be sent.
    struct Prepared: Sendable {
        let method: HTTPTypes.HTTPRequest.Method
        let url: String
        let headers: HTTPFields
        let body: [UInt8]
    }

    func send(_ request: Prepared) async throws -> WalletAnswer {
        try await send(request.method, request.url, headers: request.headers, body: request.body)
    }

    func send(
        _ method: HTTPTypes.HTTPRequest.Method, _ url: String, headers: HTTPFields = [:], body: [UInt8] = []
    ) async throws -> WalletAnswer {
        try await http.test(.router) { client in
            let target = url.hasPrefix(Self.address) ? String(url.dropFirst(Self.address.utf8.count)) : url
            let response = try await client.execute(
                uri: target, method: method, headers: headers, body: body.isEmpty ? nil : ByteBuffer(bytes: body))
            return WalletAnswer(status: response.status.code, headers: response.headers, body: Array(response.body.readableBytesView))
        }
    }

    /// The server's description of its wallets.
    func configuration() async throws -> WalletConfiguration {
        try WalletConfiguration(json: try await send(.get, service.configuration).json)
    }

    /// The rows of a table as text, for a look at what is kept.
    func rows(_ sql: SQL) async throws -> [Row] { try await database.read { try $0.rows(sql, values: []) } }
}

/// The servers outside, to which this one sends requests: it answers by what a test has set, and keeps what came.
final class Outside: OutboundHTTP {
    private let state = Mutex<([OutboundRequest], (@Sendable (OutboundRequest) async throws -> OutboundAnswer)?)>(([], nil))

    var requests: [OutboundRequest] { state.withLock { $0.0 } }

    func answer(_ answer: @escaping @Sendable (OutboundRequest) async throws -> OutboundAnswer) { state.withLock { $0.1 = answer } }

    func send(_ request: OutboundRequest) async throws -> OutboundAnswer {
        let answer = state.withLock { state in
            state.0.append(request)
            return state.1
        }
        return try await answer?(request) ?? OutboundAnswer(status: 200, body: "")
    }
}
