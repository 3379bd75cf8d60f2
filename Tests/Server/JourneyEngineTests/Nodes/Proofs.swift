import Foundations
import JourneyTesting
import FederationTesting
import JourneyMessages
import Logging
import Primitives
import Scripting
import Store
import Synchronization

@testable import JourneyEngine
@testable import JourneyModel
import Messaging
import DeviceRegistry
import Directory
import SignIn
import MultiFactor
import Services
import Sessions
@testable import DevicePolicies

/// A user with every proof there is.
struct Proofs {
    static let subject = "ada-1"

    let harness: JourneyHarness
    let provider: PretendProvider
    let cookie: String
    let session: UserSession?
    /// The user's authenticator app, registered for push.
    let app: StrictApp
    private let counter = CodeCounter()

    /// What the app that counts counts its codes with.
    static let seed = Secret("a seed of 20 bytes or more")
    var nextCount: UInt64 { counter.next() }

    /// Runs a body with a user of its own.
    static func with(_ body: (Proofs) async throws -> Void) async throws {
        let pool = ScriptPool(ScriptPool.Configuration(program: ScriptPool.siblingProgram))
        do {
            try await body(try await Proofs(pool))
        } catch {
            await pool.close()
            throw error
        }
        await pool.close()
    }

    private init(_ pool: ScriptPool) async throws {
        let time = ManualTime()
        provider = try PretendProvider(time: time)
        let scripts = ScriptRuntime(pool: pool, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        harness = try await JourneyHarness(scripts: scripts, http: provider, time: time) {
            $0[BoundsSettings.self].lockoutThreshold = 3
            $0[JourneySettings.self].zeroPageLogin = true
            $0[MessageSettings.self].mailsPerRecipientAndMinute = 100
        }
        try await Self.settle(harness)
        app = try await Self.registeredApp(harness)
        let done = try await harness.login("Planned").success
        cookie = done.cookies.first?.value ?? ""
        session = try await harness.login().success.session
    }

    private static func settle(_ harness: JourneyHarness) async throws {
        let (domain, realm) = (harness.domain, harness.realm)
        _ = try await domain.directory.accounts.change(harness.user.id, in: realm, as: .administrator) { document in
            for (name, value) in [("mail", "demo@example.com"), ("givenName", "Demo"), ("sn", "User")] { document[name] = .string(value) }
            document["aliasList"] = [.string("pretend-\(subject)")]
        }
        let answers = [
            SecurityQuestions.NewAnswer(.offered("1"), Secret("Byron")), SecurityQuestions.NewAnswer(.offered("2"), Secret("Babbage")),
        ]
        try await domain.credentials.securityQuestions.define(answers, of: harness.user, in: realm)
        for template in try EmailTemplate.standard() { try await domain.messaging.templates.save(template, in: realm.id) }
        try await domain.session.providers.save(.pretend(), in: realm.id)
        let identify = Script(
            id: domain.platform.random.uuid(), name: "Identify",
            text: "action.goTo(\"done\").withIdentifiedUser(nodeState.get(\"username\"));")
        try await domain.signIn.scripts.save(identify, in: realm.id)
        try await harness.add(BuiltInJourneys.updatePassword)
        for route in ProofRoute.allCases { try await harness.add(route.journey) }
        try await harness.add(Journeys.planned("setPersistentCookie: { maxLife: 24, idleTimeout: 24 }"))
    }

    /// An app that counts, and one for push.
    private static func registeredApp(_ harness: JourneyHarness) async throws -> StrictApp {
        let (authenticators, realm, user) = (harness.domain.multiFactor.authenticators, harness.realm, harness.user.id)
        _ = try await harness.domain.platform.database.write {
            try authenticators.add(OneTimePasswordAccount(secret: seed), of: user, in: realm, $0)
        }
        let app = StrictApp(offer: try await authenticators.offerPush(to: user, lifetime: 60, in: realm))
        try await app.register(harness)
        return app
    }

    /// A recovery code that nobody has used.
    func freshRecoveryCode() async throws -> String {
        let (authenticators, devices) = (harness.domain.multiFactor.authenticators, harness.domain.deviceRegistry.devices)
        let all = try await devices.devices(of: harness.user.id, in: harness.realm.id)
        guard let device = all.first(where: { $0.kind == .oathToken }) else { throw UnexpectedReply() }
        let codes = try await harness.domain.platform.database.write { try authenticators.makeRecoveryCodes(for: device, in: $0) }
        return codes[0].reveal()
    }

    func isSession(_ body: () async throws -> JourneyReply) async throws -> Bool {
        try await goesOn { try await body().success.session != nil }
    }

    /// What a body says; false for a refusal.
    func goesOn(_ body: () async throws -> Bool) async throws -> Bool {
        do { return try await body() } catch is JourneyRunError { return false } catch is UnexpectedReply { return false }
    }
}

/// Counts codes.
private final class CodeCounter: Sendable {
    private let count = Atomic<UInt64>(0)
    func next() -> UInt64 { count.add(1, ordering: .relaxed).oldValue }
}
