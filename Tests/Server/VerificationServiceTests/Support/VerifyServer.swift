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
import MailTesting
import NIOCore
import Primitives
import RealmHTTP
import SealedFiles
import Services
import Store
import Synchronization
import Testing
import VerificationMessages
import Verifications

/// A server in this process whose realm `/alpha` has verifications, over a clock that stands still.
final class VerifyServer: Sendable {
    static let address = "http://127.0.0.1:8080"

    let domain: Services
    let database: any Database
    let time: ManualTime
    let files = MemoryFileStore()
    let policies = TestPolicies()
    let provider = TestProvider()
    let realm: Realm
    let user: User
    let mail = RecordingMail()
    let engine: JourneyEngine
    private let http: Hummingbird.Application<FrontDoor>

    static let password = Secret("correct horse battery staple")

    var verifications: Verifications { domain.verifications }
    var site: VerificationSite { VerificationSite(realm, address: Self.address) }

    /// - Parameters:
    ///   - folder: the place of the database and the images, as a server has it; nil for memory.
    ///   - configured: whether policies and providers are those of the realm's configuration.
    init(
        in folder: String? = nil, pictures: (any PictureReading)? = ScriptedPictures(), http outside: any OutboundHTTP = NoOutboundHTTP(),
        configured: Bool = false, settings: (inout VerificationSettings) -> Void = { _ in }
    ) async throws {
        time = ManualTime()
        if let folder {
            database = RehearsedDatabase.ifWanted(
                try await SQLiteDatabase.open(at: folder + "/data.sqlite", migrations: Schema.migrations))
        } else {
            database = RehearsedDatabase.ifWanted(try await Self.databases.database(0) { _ in }.0)
        }
        let random = SeededRandom(seed: 5)
        let sealer = Sealer(MasterKeyRing(try MasterKey.generate(SeededRandom(seed: 3))), random: random)
        var hashing = PasswordHasher.Configuration(concurrency: 1)
        hashing.algorithm = .argon2id(memory: 8, passes: 1, lanes: 1)
        var sources = VerificationSources()
        sources.files = folder.map { FolderFileStore(folder: $0 + "/verifications") } ?? files
        sources.pictures = pictures
        if !configured { (sources.policies, sources.providers) = (policies, provider) }
        domain = Services(
            database: database, sealer: sealer, hasher: PasswordHasher(hashing, random: random), time: time, random: random,
            mail: mail, http: outside, verification: sources)
        let realms = domain.directory.realms
        _ = try await realms.create(.root)
        var realm = try await realms.create(try #require(RealmPath("alpha")))
        realm.settings[VerificationSettings.self].verification = true
        settings(&realm.settings[VerificationSettings.self])
        try await realms.update(realm)
        self.realm = try await realms.realm(at: try #require(RealmPath("alpha")))
        user = try await domain.directory.users.create(
            "sky", in: realm.id, attributes: ["givenName": "Sky", "sn": "Specimen", "mail": "sky@example.com"],
            passwordHash: try await domain.directory.hasher.hash(Self.password))
        engine = JourneyEngine(domain: JourneyServices(domain), catalogue: .runnable)
        let routes = try DialectRoutes(
            domain: domain, engine: engine,
            configuration: try DialectConfiguration(publicAddress: try PublicAddress(Self.address), proxyHeader: .automatic))
        http = Hummingbird.Application(responder: routes.makeFrontDoor())
    }

    private static let databases = TestDatabases<Int, Void>(migrations: Schema.migrations)

    struct VerifyAnswer: Sendable {
        let status: Int
        let body: [UInt8]
        let headers: HTTPFields

        var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }
        var code: String? { json["code"]?.string }
        var text: String { String(own: body) }
    }

    func send(
        _ method: HTTPTypes.HTTPRequest.Method, _ url: String, headers: HTTPFields = [:], body: [UInt8] = []
    ) async throws -> VerifyAnswer {
        try await http.test(.router) { client in
            let target = url.hasPrefix(Self.address) ? String(url.dropFirst(Self.address.utf8.count)) : url
            let response = try await client.execute(
                uri: target, method: method, headers: headers, body: body.isEmpty ? nil : ByteBuffer(bytes: body))
            return VerifyAnswer(status: response.status.code, body: Array(response.body.readableBytesView), headers: response.headers)
        }
    }

    /// A transaction of the user's, with its code.
    func create(_ order: VerifyTransactionOrder = VerifyTransactionOrder()) async throws -> (transaction: VerifyTransaction, code: Secret) {
        try await verifications.create(order, for: user.id, at: site)
    }

    /// A transaction that an app has begun.
    func begun(seed: UInt64 = 1) async throws -> TestApp {
        let app = try TestApp(self, seed: seed)
        try await app.begin(try await create().code)
        return app
    }

    func work() async throws { try await verifications.work(address: Self.address) }

    func transaction(_ id: UUID) async throws -> VerifyTransaction {
        try await verifications.transaction(id, of: user.id, at: site)
    }

    func rows(_ sql: SQL) async throws -> [Row] { try await database.read { try $0.rows(sql, values: []) } }

    /// The kinds of events that were written down, in their order.
    func events() async throws -> [String] {
        try await AuditLog.seal(database)
        return try await rows("SELECT kind FROM audit_event ORDER BY seq").map { try $0.text("kind") }
    }
}

/// One policy, by whatever id; none is there for the id of zeros.
final class TestPolicies: VerifyPolicySource {
    private let current = Mutex(VerifyPolicy())

    func change(_ change: (inout sending VerifyPolicy) -> Void) { current.withLock { change(&$0) } }

    func policy(_ id: UUID?, in realm: Realm) -> (id: UUID?, policy: VerifyPolicy)? {
        id == .zero ? nil : (id, current.withLock { $0 })
    }
}

/// A provider outside with the id `outside`: it keeps what came, and answers as a test has set.
final class TestProvider: VerificationProvider, VerificationProviderSource {
    private let state = Mutex<(orders: [ProviderOrder], outcome: ProviderOutcome)>(([], .waiting))

    var orders: [ProviderOrder] { state.withLock { $0.orders } }

    func answer(_ outcome: ProviderOutcome) { state.withLock { $0.outcome = outcome } }

    func provider(_ id: String, in realm: Realm) -> (any VerificationProvider)? { id == "outside" ? self : nil }

    func ask(_ order: ProviderOrder, at site: VerificationSite) -> ProviderOutcome {
        state.withLock { state in
            state.orders.append(order)
            return state.outcome
        }
    }
}
