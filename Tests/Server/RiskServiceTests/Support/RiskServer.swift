import PostgresTesting
import DeviceFoundation
import Dialects
import Directory
import Foundation
import Foundations
import HTTPBase
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JourneyEngine
import JourneyModel
import JourneyNodes
import MailTesting
import NIOCore
import Primitives
import RealmHTTP
import Risk
import RiskScoring
import RiskSignals
import Services
import SignIn
import Store
import Testing

/// A server in this process whose realm has users and journeys, over a clock that stands still.
final class RiskServer: Sendable {
    static let address = "http://127.0.0.1:8080"

    let domain: Services
    let database: any Database
    let time = ManualTime()
    let realm: Realm
    let ada: User
    private let http: Hummingbird.Application<FrontDoor>

    var issuer: SignalsIssuer? { SignalsIssuer(base: Self.address, environment: realm.id.text) }
    var risk: RiskService { domain.risk }

    init(
        sources: any RiskSources = PretendSources(), seed: UInt64 = 5, at path: String? = nil, journeys: [JSONValue] = [],
        settings: (inout RealmSettings) -> Void = { _ in }
    ) async throws {
        let random = SeededRandom(seed: seed)
        if let path {
            database = RehearsedDatabase.ifWanted(try await SQLiteDatabase.open(at: path, migrations: Schema.migrations))
            domain = try Self.services(over: database, random, time, sources)
            (realm, ada) = try await Self.populate(domain)
        } else {
            let (plain, (began, user)) = try await Self.databases.database(seed) { database in
                let random = SeededRandom(seed: seed | 1 << 32)
                let domain = try Self.services(over: RehearsedDatabase.ifWanted(database), random, ManualTime(), NoRiskSources())
                let made = try await Self.populate(domain)
                await domain.directory.hasher.close()
                return made
            }
            database = RehearsedDatabase.ifWanted(plain)
            domain = try Self.services(over: database, random, time, sources)
            var realm = began
            settings(&realm.settings)
            if realm.settings != began.settings { try await domain.directory.realms.update(realm) }
            self.realm = realm
            ada = user
        }
        for journey in journeys {
            try await domain.signIn.journeys.save(journey, named: journey["name"]?.string ?? "", in: realm.id)
        }
        let routes = try DialectRoutes(
            domain: domain, engine: JourneyEngine(domain: JourneyServices(domain), catalogue: .runnable),
            configuration: try DialectConfiguration(publicAddress: try PublicAddress(Self.address), proxyHeader: .automatic))
        self.http = Hummingbird.Application(responder: routes.makeFrontDoor())
    }

    /// The databases that servers begin with, by the seed.
    private static let databases = TestDatabases<UInt64, (Realm, User)>(migrations: Schema.migrations)

    private static func services(
        over database: any Database, _ random: SeededRandom, _ time: ManualTime, _ sources: any RiskSources
    ) throws -> Services {
        let sealer = Sealer(MasterKeyRing(try MasterKey.generate(SeededRandom(seed: 3))), random: random)
        var hashing = PasswordHasher.Configuration(concurrency: 1)
        hashing.algorithm = .argon2id(memory: 8, passes: 1, lanes: 1)
        return Services(
            database: database, sealer: sealer, hasher: PasswordHasher(hashing, random: random), time: time, random: random,
            mail: RecordingMail(), riskSources: sources)
    }

    private static func populate(_ domain: Services) async throws -> (Realm, User) {
        _ = try await domain.directory.realms.create(.root)
        let realm = try await domain.directory.realms.create(try #require(RealmPath("alpha")))
        try await domain.directory.applications.create(
            Directory.Application(id: "shop", realm: realm.id, settings: ApplicationSettings(), secret: nil))
        var account = NewAccount("ada", ["givenName": "Ada", "sn": "Lovelace", "mail": "ada@example.com"])
        account.password = Secret("correct horse battery staple")
        return (realm, try await domain.directory.accounts.create(account, in: realm))
    }

    struct ServerResponse: Sendable {
        let status: Int
        let headers: HTTPFields
        let body: [UInt8]

        var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }
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

    /// An event of ada's.
    func event(from address: String = "192.0.2.1", _ edit: (inout RiskEvent) -> Void = { _ in }) -> RiskEvent {
        var event = RiskEvent(address: address, user: ada.id.text)
        event.flowType = "AUTHENTICATION"
        edit(&event)
        return event
    }

    func evaluate(_ event: RiskEvent, policySet: String? = nil) async throws -> RecordedEvaluation {
        try await risk.evaluate(event, policySet: policySet, origin: Self.address, in: realm)
    }

    /// Evaluates an event, and says that it ended well.
    @discardableResult
    func succeed(_ event: RiskEvent) async throws -> RecordedEvaluation {
        let recorded = try await evaluate(event)
        return try await risk.complete(recorded.id, as: .success, in: realm)
    }

    /// The number of rows of a table.
    func count(_ table: SQL) async throws -> Int {
        let row = try await database.read { try $0.row(.joined(["SELECT COUNT(*) AS count FROM", table])) }
        return Int(try row?.int("count") ?? 0)
    }
}

/// Files that know 192.0.2.0/24 in Vienna, 198.51.100.0/24 in Sydney, and 203.0.113.0/24 as an anonymous network of ill repute.
struct PretendSources: RiskSources {
    static let vienna = Place(latitude: 48_208_000, longitude: 16_373_000, country: "AT", state: "9", city: "Vienna")
    static let sydney = Place(latitude: -33_868_000, longitude: 151_209_000, country: "AU", state: "NSW", city: "Sydney")

    private func isIn(_ range: String, _ address: IPAddress) -> Bool { IPRange(range)?.contains(address) ?? false }

    func place(of address: IPAddress) -> Lookup<Place> {
        isIn("192.0.2.0/24", address) ? .found(Self.vienna) : isIn("198.51.100.0/24", address) ? .found(Self.sydney) : .unknown
    }
    func network(of address: IPAddress) -> Lookup<NetworkOwner> { .found(NetworkOwner(number: 64_500, organization: "Example")) }
    func isAnonymous(_ address: IPAddress) -> Lookup<Bool> { .found(isIn("203.0.113.0/24", address)) }
    func standing(of address: IPAddress) -> Lookup<Int> { isIn("203.0.113.0/24", address) ? .found(90) : .unknown }
    func standing(ofMailDomain domain: String) -> Lookup<Int> { domain == "throwaway.example" ? .found(95) : .unknown }
}

/// Sends a client's requests to the server's routes.
struct RouteTransport: HTTPTransport {
    let server: RiskServer

    func send(_ request: DeviceFoundation.HTTPRequest) async throws(TransportError) -> DeviceFoundation.HTTPResponse {
        var headers = HTTPFields()
        for field in request.headers.fields {
            if let name = HTTPField.Name(field.name) { headers.append(HTTPField(name: name, value: field.value)) }
        }
        do {
            let target = request.url.path() + (request.url.query().map { "?" + $0 } ?? "")
            let answer = try await server.send(
                HTTPTypes.HTTPRequest.Method(request.method.rawValue) ?? .post, target, headers: headers, body: request.body)
            return DeviceFoundation.HTTPResponse(status: answer.status, body: answer.body)
        } catch { throw TransportError(.cannotConnect, "\(error)") }
    }

    func stream(_ request: DeviceFoundation.HTTPRequest) async throws(TransportError) -> HTTPStream {
        throw TransportError(.cannotConnect, "there are no streams here")
    }
}
