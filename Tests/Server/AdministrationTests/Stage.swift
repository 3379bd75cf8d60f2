// Has the realms take spare RSA keys.
import PostgresTesting
import EngineTesting
import KeyTesting
import JourneyModel
import Administration
import AttestationTesting
import DevicePolicies
import DeviceRegistry
import Directory
import Foundation
import Foundations
import JourneyEngine
import Messaging
import OrchestrationService
import PingIDService
import Risk
import Primitives
import ResourceMessages
import Scripting
import Services
import Sessions
import SignIn
import Store
import Testing
import VerificationMessages
import VerificationPolicies
import Verifications
import WebAuthn

/// A server's data with one of each thing that administrators do something with.
@dynamicMemberLookup
struct Stage {
    static let alpha = AdministeredRealm("alpha") ?? .root
    static let sms = #"{"url":"https://sms.example.com/","json":{"to":"{{to}}","text":"{{text}}","key":"{{secret}}"}}"#

    let domain: Services
    private let begun: Beginning
    private let database: any Database

    /// The things that a stage begins with, by their names.
    struct Beginning {
        let time: Date
        let realm: Realm
        let user: User
        let device: UUID
        let session: String
        let credential: String
        let organisationKey: String
        let customerKey: String
        let riskEvaluation: String
        let signalApp: String
        let signingKey: String
        let verification: UUID
    }

    private static let databases = TestDatabases<RealmPath, Beginning>(migrations: Schema.migrations)

    init() async throws {
        let (plain, begun) = try await Self.databases.database(Self.alpha) { plain in
            let database = RehearsedDatabase.ifWanted(plain)
            let time = ManualTime()
            let domain = try Self.services(over: database, SeededRandom(seed: 2), time)
            let begun = try await Self.beginning(domain, time)
            await domain.directory.hasher.close()
            return begun
        }
        self.begun = begun
        database = RehearsedDatabase.ifWanted(plain)
        domain = try Self.services(over: database, SeededRandom(seed: 1), ManualTime(begun.time))
    }

    private static func services(over database: any Database, _ random: SeededRandom, _ time: ManualTime) throws -> Services {
        var hashing = PasswordHasher.Configuration(concurrency: 2)
        hashing.algorithm = .argon2id(memory: 8, passes: 1, lanes: 1)
        let sealer = Sealer(MasterKeyRing(try MasterKey.generate(SeededRandom(seed: 3))), random: random)
        return Services(
            database: database, sealer: sealer, hasher: PasswordHasher(hashing, random: random), time: time, random: random,
            mail: TakenMail())
    }

    private static func beginning(_ domain: Services, _ time: ManualTime) async throws -> Beginning {
        _ = try await domain.directory.realms.create(.root)
        var settings = RealmSettings()
        settings[VerificationSettings.self].verification = true
        let realm = try await domain.directory.realms.create(alpha, settings: settings)
        _ = try await domain.directory.realms.create(AdministeredRealm("alpha/staff") ?? .root)
        let user = try await people(domain, realm)
        // What happened until now is old enough to be pruned.
        time.advance(by: 2 * 86_400)
        let device = try await domain.deviceRegistry.devices.enrol(Devices.Enrolment(.totp), for: user.id, in: realm).device.id
        let database = domain.platform.database
        let session = try await database.write { transaction in
            try domain.session.registry.create(NewSession(user: user, journey: "Login"), in: realm, transaction).0.handle
        }
        try await clients(domain, realm)
        let content = try PushCredential.Content(json: Examples.apns)
        let credential = try await domain.messaging.pushCredentials.create(content, of: "app", in: realm.id)
        let organisationKey = try await domain.pingID.organisationKeys.make(in: realm, needsExpiry: true).token
        let customerKey = try await orchestration(domain, realm)
        var event = RiskEvent(address: "192.0.2.1", user: user.id.uuidString)
        event.username = "ada"
        let evaluation = try await domain.risk.evaluate(event, origin: "https://login.example.com", in: realm)
        let signalApp = try await domain.risk.applications.make(of: "app", in: realm)
        try await database.write { transaction in
            try transaction.execute(
                "INSERT INTO consents (realm, user_id, application, scope, given) VALUES (?1, ?2, 'app', 'openid', 1)", realm.id, user.id)
        }
        let signingKey = try #require(try await domain.directory.keys.keys(of: realm.id).all.first { $0.purpose == .es256 }).id
        try await objects(domain, realm)
        return Beginning(
            time: time.now, realm: realm, user: user, device: device, session: session, credential: credential.id.text,
            organisationKey: organisationKey, customerKey: customerKey, riskEvaluation: evaluation.id.text, signalApp: signalApp.id.text,
            signingKey: signingKey, verification: try await verification(of: user, domain, realm))
    }

    /// A verification of a user that waits for its app.
    private static func verification(of user: User, _ domain: Services, _ realm: Realm) async throws -> UUID {
        let site = VerificationSite(realm, address: "https://example.com")
        return try await domain.verifications.create(VerifyTransactionOrder(), for: user.id, at: site).transaction.id
    }

    subscript<Value>(dynamicMember member: KeyPath<Beginning, Value>) -> Value { begun[keyPath: member] }

    /// The services that the front has.
    var services: AdministrationServices { Self.services(domain) }

    private static func services(_ all: Services) -> AdministrationServices {
        AdministrationServices(JourneyServices(of: all), pingID: all.pingID) { [hasher = all.directory.hasher] platform, carriers in
            services(Services(platform, hasher: hasher, carriers: carriers))
        }
    }

    /// The front, for a caller.
    func administration(as caller: AdministrativeCaller = .operator(account: "ann")) -> Administration {
        Administration(services, as: caller, means)
    }

    /// The means of actions besides the domain.
    var means: AdministrationMeans {
        AdministrationMeans(
            scripts: ScriptPool.Configuration(program: ScriptPool.siblingProgram), publicURL: "https://example.com",
            push: PushConfiguration(), issuer: { "https://example.com/realms\($0)" }
        ) { try await $0(TakenRequests()) }
    }

    /// All rows of all tables, as texts.
    func rows() async throws -> [String: [String]] {
        // What waits is sealed first: an action that reads the log seals it, too.
        try await AuditLog.seal(database)
        return try await database.read { transaction in
            var all: [String: [String]] = [:]
            for rule in Schema.features.flatMap(\.tables) {
                all[rule.table.text] = try transaction.rows(.joined(["SELECT * FROM", rule.table])).map { "\($0)" }.sorted()
            }
            return all
        }
    }

    /// The events of the audit log after one, oldest first.
    func events(after sequence: Int64 = 0) async throws -> [JSONObject] {
        try await AuditLog.seal(database)
        return try await domain.platform.audit.latest(1000, of: domain.platform.database).filter { $0["sequence"]?.integer ?? 0 > sequence }
    }

    func close() async {
        await domain.directory.hasher.close()
        try? await database.close()
    }

    private static func people(_ domain: Services, _ realm: Realm) async throws -> User {
        var chief = NewAccount("chief", ["mail": "chief@example.com"], password: Secret("a password of hers"))
        (chief.mayBeIncomplete, chief.isAdministrator) = (true, true)
        _ = try await domain.directory.accounts.create(chief, in: realm)
        var ada = NewAccount("ada", ["sn": "Lovelace", "mail": "ada@example.com"], password: Secret("a password of hers"))
        ada.mayBeIncomplete = true
        return try await domain.directory.accounts.create(ada, in: realm)
    }

    /// An application with licences, one of which ada has, and a key of its server.
    private static func orchestration(_ domain: Services, _ realm: Realm) async throws -> String {
        let orchestrations = domain.orchestrations
        try await orchestrations.applications.set(OrchestrationRules(), of: "app", in: realm)
        try await orchestrations.licences.add(1, to: "app", in: realm)
        _ = try await orchestrations.register("ada", of: try await orchestrations.customer("app", in: realm))
        return try await orchestrations.customerKeys.make(for: "app", in: realm).id
    }

    private static func clients(_ domain: Services, _ realm: Realm) async throws {
        var app = ApplicationSettings()
        app.kind = .native
        var mobile = MobileSettings()
        mobile.bundleID = "org.example.app"
        app.mobile = mobile
        try await domain.directory.applications.create(Application(id: "app", realm: realm.id, settings: app, secret: nil))
        var worker = ApplicationSettings()
        (worker.kind, worker.roles, worker.grantTypes) = (.worker, AdministratorRole.allCases, [.clientCredentials])
        worker.authentication = .secretBasic
        try await domain.directory.applications.create(
            Application(id: "worker", realm: realm.id, settings: worker, secret: Secret("s3cret")))
        var backend = worker
        (backend.kind, backend.roles) = (.service, nil)
        try await domain.directory.applications.create(
            Application(id: "backend", realm: realm.id, settings: backend, secret: Secret("s3cret")))
    }

    private static func objects(_ domain: Services, _ realm: Realm) async throws {
        for journey in try BuiltInJourneys.all() {
            try await domain.signIn.journeys.save(journey.json, named: journey.name, in: realm.id)
            // One that no setting names, and that can be removed.
            try await domain.signIn.journeys.save(journey.json, named: "Spare", in: realm.id)
        }
        try await domain.signIn.scripts.save(
            Script(id: domain.platform.random.uuid(), name: "Check", text: "outcome = 'true'"), in: realm.id)
        try await domain.signIn.policies.save(try PolicySet(json: Examples.policies), in: realm.id)
        for template in try EmailTemplate.standard() { try await domain.messaging.templates.save(template, in: realm.id) }
        var provider = try IdentityProvider(json: Examples.provider)
        provider.secret = Secret("s3cret")
        try await domain.session.providers.save(provider, in: realm.id)
        try await domain.directory.secrets.set(Secret("s3cret"), as: "captcha", in: realm)
        let verification = domain.verifications.rules
        try await verification.providers.save(try WebhookProvider(json: .object(Examples.webhookProvider)), in: realm)
        _ = try await verification.policies.create(try VerifyPolicy(json: .object(Examples.verifyPolicy)), in: realm)
        var material = TrustMaterial()
        try material.add(file: Array(try PretendAuthority(at: domain.platform.time.now).rootPEM.utf8))
        _ = try await domain.devicePolicies.trustStores.load(material, as: "keys", in: realm.id)
        let now = domain.platform.time.now
        try await domain.platform.database.write { transaction in
            try transaction.execute(
                "INSERT INTO device_logs (realm, id, installation, body, created) VALUES (?1, '5f1c4a52', 'phone', ?2, ?3)", realm.id,
                [UInt8]([0x1F, 0x8B]), now)
        }
        var settings = MailServerSettings()
        (settings.host, settings.from) = ("smtp.example.com", "no-reply@example.com")
        try await domain.messaging.mailServers.set(MailServer(settings), of: realm)
        var gateway = try SMSGateway(json: try JSONValue(parsing: sms).object ?? [:])
        gateway.secret = Secret("s3cret")
        try await domain.messaging.smsGateways.set(gateway, of: realm)
    }
}

/// Takes mail.
private struct TakenMail: MailSender {
    func send(_ message: MailMessage, by server: MailServer?) async throws {}
    func check(_ server: MailServer?) throws(MessageError) {}
}

/// Answers every request with a success.
private struct TakenRequests: OutboundHTTP {
    func send(_ request: OutboundRequest) async throws -> OutboundAnswer { OutboundAnswer(status: 200, body: "{}") }
}
