// Has the realms take spare RSA keys.
import KeyTesting
import EngineTesting
import Foundation
import JourneyMessages
import MailTesting
import PostgresTesting
import Primitives
import Store
import Testing

@testable import JourneyEngine
@testable import JourneyModel
import JourneyNodes
import Services
import SignIn
import Directory
import Foundations
import Sessions
import Messaging
import JourneyTransfer

/// A realm with a user in a database of its own, an engine over it, and a client.
struct JourneyHarness: Sendable {
    static let username = "demo"
    static let password = Secret("Ch4ng3it!")

    let time: ManualTime
    let mail = RecordingMail()
    let database: any Database
    let domain: JourneyServices
    let engine: JourneyEngine
    var realm: Realm
    let user: User
    var client = ClientContext(address: "192.0.2.1", languages: ["en"])
    let watch = RunWatch()

    init(
        scripts: ScriptRuntime? = nil, http: any OutboundHTTP = NoOutboundHTTP(), time: ManualTime = ManualTime(),
        _ change: (inout RealmSettings) -> Void = { _ in }
    ) async throws {
        self.time = time
        database = RehearsedDatabase.ifWanted(try await Self.populated(at: time.now))
        domain = try Self.services(over: database, SeededRandom(seed: 1), time: time, mail: mail, http: http)
        engine = JourneyEngine(domain: domain, catalogue: .runnable, scripts: scripts)
            .with(ResumeLinks { "https://login.example.com\($0)/login" }).watched(by: watch)
        realm = try await domain.directory.realms.realm(at: try Self.alpha)
        let standard = realm.settings
        change(&realm.settings)
        if realm.settings != standard { try await domain.directory.realms.update(realm) }
        user = try #require(try await domain.directory.users.user(named: Self.username, in: realm.id))
    }

    private static var alpha: RealmPath { get throws { try #require(RealmPath("/alpha")) } }

    /// A database with the realm, the user and the built-in journeys, which are checked and saved once in a process.
    private static func populated(at begin: Date) async throws -> any Database {
        try await databases.database(begin) { database in
            let domain = try services(over: database, SeededRandom(seed: 2), time: ManualTime(begin))
            _ = try await domain.directory.realms.create(.root)
            let realm = try await domain.directory.realms.create(try alpha)
            _ = try await domain.directory.users.create(
                username, in: realm.id, passwordHash: try await domain.directory.hasher.hash(password))
            let engine = JourneyEngine(domain: domain, catalogue: .runnable)
            for journey in try BuiltInJourneys.all() { try await engine.save(journey, in: realm) }
            await domain.directory.hasher.close()
        }.database
    }

    private static let databases = TestDatabases<Date, Void>(migrations: Schema.migrations)

    private static func services(
        over database: any Database, _ random: SeededRandom, time: ManualTime, mail: any MailSender = NoMail(),
        http: any OutboundHTTP = NoOutboundHTTP()
    ) throws -> JourneyServices {
        var hashing = PasswordHasher.Configuration(concurrency: 2)
        hashing.algorithm = .argon2id(memory: 8, passes: 1, lanes: 1)
        let sealer = Sealer(MasterKeyRing(try MasterKey.generate(SeededRandom(seed: 3))), random: random)
        return JourneyServices(
            of: Services(
                database: database, sealer: sealer, hasher: PasswordHasher(hashing, random: random), time: time, random: random,
                mail: mail, http: http))
    }

    /// The services of imports and exports.
    var transfer: TransferServices {
        TransferServices(directory: domain.directory, messaging: domain.messaging, session: domain.session, signIn: domain.signIn)
    }

    /// Stores a journey from its file.
    func add(_ text: String) async throws { try await engine.save(try JourneyDefinition(text: text), in: realm) }

    /// The file of a journey in which one node is tried, with a message at the end of each of its ways.
    ///
    /// - Parameter proof: whether a password comes before, or only a user name, or nothing.
    static func file(_ name: String, _ node: String, _ outcomes: [String], proof: Bool?) -> String {
        let connections = outcomes.map { ", \($0): at-\($0)" }.joined()
        let before =
            switch proof {
            case true:
                """
                  name: { page: [ { username: {} }, { password: {} } ], next: check }
                  check: { dataStoreDecision: {}, "true": only, "false": failure }

                """
            case false: "  name: { username: {}, next: only }\n"
            case nil: ""
            }
        let ends = outcomes.map { "  at-\($0): { message: { message: \($0) }, \"true\": success, \"false\": failure }\n" }.joined()
        return "name: \(name)\nstart: \(proof == nil ? "only" : "name")\nnodes:\n\(before)  only: { \(node)\(connections) }\n\(ends)"
    }

    /// A second user, with the same password.
    func addUser(_ name: String) async throws -> User {
        try await domain.directory.users.create(name, in: realm.id, passwordHash: try await domain.directory.hasher.hash(Self.password))
    }

    /// The user as stored.
    func storedUser() async throws -> User? { try await domain.directory.users.user(user.id, in: realm.id) }

    /// How often a factor of the user was wrong since the last sign-on.
    func failures(_ factor: Factor = .password) async throws -> Int { try await known(factor).inARow }

    /// Whether a factor of the user is locked.
    func isLocked(_ factor: Factor = .password) async throws -> Bool { try await known(factor).isLocked(at: time.now) }

    private func known(_ factor: Factor) async throws -> FactorFailures {
        try await domain.directory.users.failures(of: user.id, in: realm.id)[factor] ?? FactorFailures()
    }

    /// How many events of a kind the audit log has.
    func events(_ kind: String) async throws -> Int {
        try await AuditLog.seal(database)
        return try await database.read { try $0.rows("SELECT seq FROM audit_event WHERE kind = ?1", kind).count }
    }

    /// How many states have been spent.
    func spent() async throws -> Int { try await database.read { try $0.rows("SELECT id FROM spent WHERE realm = ?1", realm.id).count } }
}

// MARK: - The client

extension JourneyHarness {
    func start(_ journey: String?, _ change: (inout JourneyStart) -> Void = { _ in }) async throws -> JourneyReply {
        var request = JourneyStart(realm: realm, journey: journey, client: client)
        change(&request)
        return try await declared(engine.start(request), to: nil)
    }

    /// The first step of a journey.
    func step(_ journey: String?, _ change: (inout JourneyStart) -> Void = { _ in }) async throws -> Step {
        try await start(journey, change).step
    }

    /// Lets so much time pass that an answer which comes again isn't given the same result any more.
    func pass() { time.advance(by: TakenAnswers.window) }

    func send(_ step: Step) async throws -> JourneyReply {
        _ = watch.take()
        return try await declared(engine.advance(step, in: realm, from: client), to: step)
    }

    /// The reply; a node is at fault that shows what it doesn't declare, writes what it doesn't declare, or asks again without a word.
    private func declared(_ reply: JourneyReply, to answered: Step?) async throws -> JourneyReply {
        let visits = watch.take()
        var isScripts = false
        for visit in visits {
            guard let node = try await engine.journeys.journey(visit.journey, in: realm.id)?.node(visit.node), visit.known != nil else {
                continue
            }
            isScripts = (node.node as? Page)?.children.contains { $0.kind.interaction == .sometimes } ?? false
            let keys = visit.undeclared(node.node)
            guard keys.isEmpty else { throw UndeclaredWrites(node: visit.kind, keys: keys) }
        }
        guard case .step(let step) = reply else { return reply }
        if let answered, visits.count == 1, visits[0].known != nil, visits[0].known?.type.interaction == .always,
            !isScripts, !step.questions.isEmpty, step.questions == answered.questions, !step.waits, !step.saysWhy,
            !Answers(answered).onlyValidate
        {
            throw SilentRepetition(node: visits[0].kind, step: step)
        }
        let state = try engine.sealer.open(step.authID, realm: realm.id, binding: client.binding, at: time.now)
        guard let frame = state.frames.last, let node = try await engine.journeys.journey(frame.journey, in: realm.id)?.node(frame.node),
            node.kind.interaction == .always, NodeCatalogue.standard.kind(node.kind.name) != nil
        else { return reply }
        // What a script on a page shows, only the script knows.
        let children = (node.node as? Page)?.children ?? []
        guard !children.contains(where: { $0.kind.interaction == .sometimes }) else { return reply }
        // The engine's own texts say why a question is asked again.
        let shown = step.callbacks.filter { $0.output("about") == nil }.map(\.type)
        let undeclared = shown.filter { !node.node.callbacks.contains($0) }
        guard undeclared.isEmpty else { throw UndeclaredCallbacks(node: node.kind.alias, callbacks: undeclared) }
        return reply
    }

    /// Answers the callbacks in order and sends the step; nil leaves one unanswered.
    func send(_ step: Step, _ answers: JSONValue?...) async throws -> JourneyReply { try await send(step.answered(answers)) }

    func login(
        _ journey: String = "sdkUsernamePasswordJourney", as username: String = username, password: Secret = password,
        _ change: (inout JourneyStart) -> Void = { _ in }
    ) async throws -> JourneyReply {
        try await send(step(journey, change), .string(username), .string(password.reveal()))
    }

    /// The error that something throws.
    func error(_ body: () async throws -> some Any) async -> JourneyRunError? {
        do { _ = try await body() } catch { return error as? JourneyRunError }
        return nil
    }
}

extension Step {
    /// The step with its inputs set in order; nil removes an input's value.
    func answered(_ answers: [JSONValue?]) -> Step {
        var step = self
        for (index, answer) in answers.enumerated() where !step.callbacks[index].input.isEmpty {
            step.callbacks[index].input[0].value = answer
        }
        return step
    }

    var types: [CallbackType] { callbacks.map(\.type) }

    /// What the first text of the step says.
    var message: String? {
        for case .textOutput(let statement) in callbacks.map(\.kind) { return statement.message }
        return nil
    }
}

/// A node has shown callbacks that it doesn't declare.
struct UndeclaredCallbacks: Error {
    let node: String
    let callbacks: [CallbackType]
}

/// A reply of the other kind than the test expects.
struct UnexpectedReply: Error {}

extension JourneyReply {
    var step: Step { get throws { if case .step(let step) = self { step } else { throw UnexpectedReply() } } }
    var success: JourneyCompletion { get throws { if case .success(let done) = self { done } else { throw UnexpectedReply() } } }
}
