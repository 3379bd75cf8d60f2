// Has the realms take spare RSA keys.
import PostgresTesting
@testable import HTTPBase
import KeyTesting
import Dialects
import DeviceMessages
import Directory
import Foundation
import Foundations
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JourneyEngine
import JourneyNodes
import MailTesting
import Messaging
import NIOCore
import PingIDMessages
import PingIDService
import Primitives
@testable import RealmHTTP
import Services
import Store
import Testing

/// A server in this process with an application whose users have trusted devices, over a clock that stands still.
final class PingIDServer: Sendable {
    static let application = "app-1"
    static let address = "http://127.0.0.1:8080"

    let domain: Services
    let time = ManualTime()
    let random: SeededRandom
    let mail = RecordingMail()
    let texts = RecordingTexts()
    let realm: Realm
    let key: OrganisationKeys.IssuedKey
    private let http: Hummingbird.Application<FrontDoor>

    var issuer: DeviceIssuer { DeviceIssuer(base: Self.address, realm: realm.id.text) }
    var pingID: PingID { domain.pingID }

    init(
        users: [String] = ["tom"], rules: PingIDRules = PingIDRules(), seed: UInt64 = 5, http: any OutboundHTTP = NoOutboundHTTP()
    ) async throws {
        random = SeededRandom(seed: seed)
        let (database, beginning) = try await Self.databases.database([String(seed)] + users) { database in
            let domain = try Self.services(over: database, SeededRandom(seed: seed | 1 << 32), ManualTime())
            let made = try await Self.populate(domain, users)
            await domain.directory.hasher.close()
            return made
        }
        (realm, key) = beginning
        domain = try Self.services(over: database, random, time, mail: mail, http: http, sms: texts)
        if rules != PingIDRules() {
            for id in Self.applications { try await domain.pingID.applications.set(rules, of: id, in: realm) }
        }
        let routes = try DialectRoutes(
            domain: domain, engine: JourneyEngine(domain: JourneyServices(domain), catalogue: .runnable),
            configuration: try DialectConfiguration(publicAddress: try PublicAddress(Self.address)))
        self.http = Hummingbird.Application(responder: routes.makeFrontDoor())
    }

    private static let applications = [application, "app-2"]
    /// The databases that servers begin with, by the seed and the users.
    private static let databases = TestDatabases<[String], (Realm, OrganisationKeys.IssuedKey)>(migrations: Schema.migrations)

    private static func services(
        over database: any Database, _ random: SeededRandom, _ time: ManualTime, mail: any MailSender = NoMail(),
        http: any OutboundHTTP = NoOutboundHTTP(), sms: (any SMSSender)? = nil
    ) throws -> Services {
        let sealer = Sealer(MasterKeyRing(try MasterKey.generate(SeededRandom(seed: 3))), random: random)
        var hashing = PasswordHasher.Configuration(concurrency: 1)
        hashing.algorithm = .argon2id(memory: 8, passes: 1, lanes: 1)
        return Services(
            database: RehearsedDatabase.ifWanted(database), sealer: sealer, hasher: PasswordHasher(hashing, random: random), time: time,
            random: random, mail: mail, http: http, sms: sms)
    }

    private static func populate(_ domain: Services, _ users: [String]) async throws -> (Realm, OrganisationKeys.IssuedKey) {
        _ = try await domain.directory.realms.create(.root)
        let realm = try await domain.directory.realms.create(try #require(RealmPath("alpha")))
        for id in applications {
            var settings = ApplicationSettings()
            settings.kind = .native
            try await domain.directory.applications.create(
                Directory.Application(id: id, realm: realm.id, settings: settings, secret: nil))
            try await domain.pingID.applications.set(PingIDRules(), of: id, in: realm)
        }
        for user in users {
            _ = try await domain.pingID.users.add(UserReference(user), ["givenName": "Tom", "sn": "Test"], to: application, in: realm)
        }
        return (realm, try await domain.pingID.organisationKeys.make(in: realm))
    }

    /// The answer of the server.
    struct ServerResponse: Sendable {
        let status: Int
        let headers: HTTPFields
        let body: [UInt8]

        var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }
        subscript(name: String) -> String? { json[name]?.string }
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

    /// Changes the application's rules.
    func change(_ body: (inout PingIDRules) -> Void) async throws {
        var rules = try #require(try await pingID.applications.rules(of: Self.application, in: realm))
        body(&rules)
        try await pingID.applications.set(rules, of: Self.application, in: realm)
    }

    /// The pushes that wait for an installation, the latest last.
    func pushes(to installation: String) async throws -> [RemoteNotificationBody] {
        try await domain.messaging.push.waiting(for: installation, realm: realm.id).map { RemoteNotificationBody(statement: $0.text) }
    }

    /// The number of primary devices of a user.
    func primaries(of username: String) async throws -> Int {
        try await pingID.devices(of: UserReference(username), application: Self.application, in: realm).count {
            $0.record.level == .primary
        }
    }
}
