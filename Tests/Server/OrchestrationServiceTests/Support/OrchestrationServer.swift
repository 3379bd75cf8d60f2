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
import Messaging
import NIOCore
import OrchestrationService
import Primitives
import RealmHTTP
import Risk
import Services
import Store
import Testing

/// A server in this process with applications whose users have authenticators that commands reach, over a clock that stands still.
final class OrchestrationServer: Sendable {
    static let application = "bank"
    static let otherApplication = "shop"
    /// The cost of a try of an activation password: there are hundreds. `Tests/Interop` has the specified one.
    static let activationRounds = 16
    static let address = "http://127.0.0.1:8080"

    let domain: Services
    let time = ManualTime()
    let random: SeededRandom
    let realm: Realm
    /// The keys of the application, of another one, and of one in another realm.
    let key, otherKey, foreignKey: String
    let foreign: Realm
    private let http: Hummingbird.Application<FrontDoor>

    var orchestrations: Orchestrations { domain.orchestrations }

    init(
        licences: Int = 8, seed: UInt64 = 7, rules: OrchestrationRules = OrchestrationRules(),
        http outbound: any OutboundHTTP = NoOutboundHTTP(),
        riskSources: any RiskSources = NoRiskSources(), settings edit: (inout RealmSettings) -> Void = { _ in }
    ) async throws {
        random = SeededRandom(seed: seed)
        let (database, beginning) = try await Self.databases.database([seed, UInt64(licences)]) { database in
            let domain = try Self.services(over: database, SeededRandom(seed: seed | 1 << 32), ManualTime())
            let beginning = try await Self.populate(domain, licences)
            await domain.directory.hasher.close()
            return beginning
        }
        domain = try Self.services(over: database, random, time, http: outbound, riskSources: riskSources)
        var realm = beginning.realm
        edit(&realm.settings)
        if realm.settings != beginning.realm.settings { try await domain.directory.realms.update(realm) }
        self.realm = realm
        foreign = beginning.foreign
        (key, otherKey, foreignKey) = (beginning.keys[0], beginning.keys[1], beginning.keys[2])
        if rules != OrchestrationRules() {
            for (realm, id) in Self.applications(realm, foreign) {
                try await domain.orchestrations.applications.set(rules, of: id, in: realm)
            }
        }
        let routes = try DialectRoutes(
            domain: domain, engine: JourneyEngine(domain: JourneyServices(domain), catalogue: .runnable),
            configuration: try DialectConfiguration(publicAddress: try PublicAddress(Self.address)))
        http = Hummingbird.Application(responder: routes.makeFrontDoor())
    }

    /// The things that servers begin with.
    private struct Beginning {
        let realm, foreign: Realm
        /// The keys of the applications.
        let keys: [String]
    }

    /// The databases that servers begin with, by the seed and the number of licences.
    private static let databases = TestDatabases<[UInt64], Beginning>(migrations: Schema.migrations)

    private static func services(
        over database: any Database, _ random: SeededRandom, _ time: ManualTime, http: any OutboundHTTP = NoOutboundHTTP(),
        riskSources: any RiskSources = NoRiskSources()
    ) throws -> Services {
        let sealer = Sealer(MasterKeyRing(try MasterKey.generate(SeededRandom(seed: 3))), random: random)
        var hashing = PasswordHasher.Configuration(concurrency: 1)
        hashing.algorithm = .argon2id(memory: 8, passes: 1, lanes: 1)
        return Services(
            database: RehearsedDatabase.ifWanted(database), sealer: sealer, hasher: PasswordHasher(hashing, random: random), time: time,
            random: random, http: http, riskSources: riskSources, activationRounds: activationRounds)
    }

    private static func applications(_ realm: Realm, _ foreign: Realm) -> [(Realm, String)] {
        [(realm, application), (realm, otherApplication), (foreign, application)]
    }

    private static func populate(_ domain: Services, _ licences: Int) async throws -> Beginning {
        _ = try await domain.directory.realms.create(.root)
        let realm = try await domain.directory.realms.create(try #require(RealmPath("alpha")))
        let foreign = try await domain.directory.realms.create(try #require(RealmPath("beta")))
        var keys: [String] = []
        for (realm, id) in applications(realm, foreign) {
            var settings = ApplicationSettings()
            settings.kind = .native
            settings.mobile = MobileSettings()
            settings.mobile?.bundleID = "com.example.\(id)"
            try await domain.directory.applications.create(
                Directory.Application(id: id, realm: realm.id, settings: settings, secret: nil))
            try await domain.orchestrations.applications.set(OrchestrationRules(), of: id, in: realm)
            if licences > 0 { try await domain.orchestrations.licences.add(licences, to: id, in: realm) }
            keys.append(try await domain.orchestrations.customerKeys.make(for: id, in: realm).text.reveal())
        }
        return Beginning(realm: realm, foreign: foreign, keys: keys)
    }

    /// The answer of the server.
    struct ServerResponse: Sendable {
        let status: Int
        let headers: HTTPFields
        let body: [UInt8]

        var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }
        subscript(name: String) -> String? { json[name]?.string }
        /// The number of an error.
        var number: Int? { json["errorCode"]?.integer.map { Int($0) } }
    }

    func send(
        _ method: HTTPTypes.HTTPRequest.Method, _ target: String, headers: HTTPFields = [:], body: [UInt8] = []
    ) async throws -> ServerResponse {
        try await http.test(.router) { client in
            let response = try await client.execute(
                uri: target, method: method, headers: headers, body: body.isEmpty ? nil : ByteBuffer(bytes: body))
            return ServerResponse(
                status: response.status.code, headers: response.headers, body: Array(response.body.readableBytesView))
        }
    }

    /// Calls as a customer's server.
    @discardableResult
    func call(
        _ method: HTTPTypes.HTTPRequest.Method, _ path: String, _ json: JSONValue? = nil, key: String? = nil, realm: Realm? = nil
    ) async throws -> ServerResponse {
        var headers: HTTPFields = [.contentType: "application/json"]
        headers[.authorization] = "Bearer " + (key ?? self.key)
        let target = "/orchestration/\((realm ?? self.realm).id.text)/v1/\(path)"
        return try await send(method, target, headers: headers, body: json?.encoded ?? [])
    }

    /// Registers a user, and gives the activation password.
    func register(_ name: String = "tom") async throws -> String {
        let answer = try await call(.post, "users/register", ["userID": .string(name)])
        return try #require(answer["activationPassword"], "\(answer.json)")
    }

    /// Asks a user by the customer's own way; gives the request's id and its command.
    func ask(
        _ name: String = "tom", signing: Bool = false, passKey: String = "PIN"
    ) async throws -> (id: String, command: String) {
        let body: JSONValue =
            signing
            ? [
                "data": ["transactionMessage": ["dataFields": [["key": ["text": "To"], "value": ["text": "ACME"]]]]],
                "passKey": .string(passKey), "orchestrationDelivery": ["requestMessage"],
            ]
            : [
                "credentials": ["passKey": .string(passKey)], "orchestrationDelivery": ["requestMessage"],
                "loginMessage": ["title": ["text": "Sign in to ACME?"]],
            ]
        let answer = try await call(.post, "users/\(name)/\(signing ? "transactions/validate" : "login")", body)
        return (try #require(answer["requestID"], "\(answer.json)"), try #require(answer["requestMessage"]))
    }

    func status(_ id: String) async throws -> String? { try await call(.get, "sessions/\(id)")["sessionStatus"] }

    func customer(_ application: String = application) async throws -> OrchestrationCustomer {
        try await orchestrations.customer(application, in: realm)
    }

    func authenticators(of name: String = "tom") async throws -> [AuthenticatorRecord] {
        try await orchestrations.assignment(of: UserReference(name), of: try await customer()).authenticators
    }

    /// Counts the rows of a table.
    func rows(_ statement: SQL) async throws -> Int {
        Int(try await domain.platform.database.read { try $0.row(statement)?.int("count") ?? 0 })
    }
}
