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
        let database = RehearsedDatabase.ifWanted(try await SQLiteDatabase.temporary(migrations: Schema.migrations))
        let sealer = Sealer(MasterKeyRing(try MasterKey.generate(random)), random: random)
        var hashing = PasswordHasher.Configuration(concurrency: 1)
        hashing.algorithm = .argon2id(memory: 8, passes: 1, lanes: 1)
        let domain = Services(
            database: database, sealer: sealer, hasher: PasswordHasher(hashing, random: random), time: time, random: random,
            http: outbound, riskSources: riskSources, activationRounds: Self.activationRounds)
        self.domain = domain
        _ = try await domain.directory.realms.create(.root)
        var settings = RealmSettings()
        edit(&settings)
        realm = try await domain.directory.realms.create(try #require(RealmPath("alpha")), settings: settings)
        foreign = try await domain.directory.realms.create(try #require(RealmPath("beta")))
        var keys: [String] = []
        for (realm, id) in [(realm, Self.application), (realm, Self.otherApplication), (foreign, Self.application)] {
            var settings = ApplicationSettings()
            settings.kind = .native
            settings.mobile = MobileSettings()
            settings.mobile?.bundleID = "com.example.\(id)"
            try await domain.directory.applications.create(
                Directory.Application(id: id, realm: realm.id, settings: settings, secret: nil))
            try await domain.orchestrations.applications.set(rules, of: id, in: realm)
            if licences > 0 { try await domain.orchestrations.licences.add(licences, to: id, in: realm) }
            keys.append(try await domain.orchestrations.customerKeys.make(for: id, in: realm).text.reveal())
        }
        key = keys[0]
        otherKey = keys[1]
        foreignKey = keys[2]
        let routes = try DialectRoutes(
            domain: domain, engine: JourneyEngine(domain: JourneyServices(domain), catalogue: .runnable),
            configuration: try DialectConfiguration(publicAddress: try PublicAddress(Self.address)))
        http = Hummingbird.Application(responder: routes.makeFrontDoor())
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
