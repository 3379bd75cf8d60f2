internal import HTTPBase
internal import JourneyModel

internal import Dialects
internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import JourneyEngine
internal import JourneyNodes
internal import Primitives
internal import RealmHTTP
internal import Store
internal import Services
internal import Sessions
internal import Foundations
internal import Directory

/// The users and clients of a ``FrontWorld``, with their sessions, tokens and devices.
struct FrontPeople {
    static let realmPath = RealmPath("/alpha") ?? .root

    let domain: Services
    let realm: Realm
    let configuration: DialectConfiguration

    /// Makes the realms with their journeys.
    static func realm(_ domain: Services) async throws -> Realm {
        let engine = JourneyEngine(domain: JourneyServices(domain), catalogue: .runnable, scripts: nil)
        var made: Realm?
        for path in [RealmPath.root, realmPath] {
            let realm = try await domain.directory.realms.create(path)
            for journey in try BuiltInJourneys.all() { try await engine.save(journey, in: realm) }
            made = realm
        }
        guard let made else { throw CancellationError() }
        return made
    }

    /// The words that inputs may use: ids, sessions and tokens.
    func words(_ front: FrontDoor) async throws -> [String: String] {
        let user = try await domain.directory.users.create(
            "demo", in: realm.id, attributes: ["givenName": "Demo", "sn": "User", "mail": "demo@example.com"],
            passwordHash: try await domain.directory.hasher.hash(Secret("Ch4ng3it!")))
        let other = try await domain.directory.users.create("other", in: realm.id, attributes: ["givenName": "Other", "sn": "User"])
        let (_, session) = try await domain.platform.database.write { transaction in
            try domain.session.registry.create(NewSession(user: user, journey: "Login"), in: realm, transaction)
        }
        try await makeWorker()
        return [
            "alpha": realm.id.text, "user": user.id.text, "other": other.id.text, "session": session.reveal(),
            "cookie": configuration.http.sessionCookie.name,
            "worker": try await workerToken(front),
        ]
    }

    private func makeWorker() async throws {
        var settings = ApplicationSettings()
        (settings.kind, settings.roles, settings.grantTypes) = (.worker, AdministratorRole.allCases, [.clientCredentials])
        settings.authentication = .secretBasic
        settings.redirectURIs = ["https://app.example/cb"]
        try await domain.directory.applications.create(
            Directory.Application(id: "worker", realm: realm.id, settings: settings, secret: Secret("s3cret")))
    }

    private func workerToken(_ front: FrontDoor) async throws -> String {
        let input = FrontInput(
            "POST", "/\(realm.id.text)/as/token",
            [
                ("Authorization", "Basic " + Data("worker:s3cret".utf8).base64EncodedString()),
                ("Content-Type", "application/x-www-form-urlencoded"),
            ], body: "grant_type=client_credentials")
        let response = try await front.respond(
            to: input.request([:]), context: GatehouseContext(source: FrontWorld.source()))
        let body = CollectedBody()
        try await response.body.write(body)
        guard let token = try JSONValue(parsing: body.bytes)["access_token"]?.string else { throw CancellationError() }
        return token
    }
}
