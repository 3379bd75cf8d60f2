import DialectTesting
import FederationTesting
@testable import HTTPBase
import HTTPTypes
import JourneyEngine
import Logging
import Primitives
import Scripting
import Synchronization
import Testing

@testable import JourneyModel
import Services
import SignIn
import Directory
import Sessions

/// A server with the journey of a stage, and a client of it.
struct StageHarness {
    let server: ServerHarness
    let stage: Stage
    let peer: StagePeer
    private let counter = CodeCounter()

    /// How often an app that counts was asked for a code or a signature before.
    var nextCount: UInt64 { counter.next() }

    /// Runs a body against a server of its own.
    static func with(_ stage: Stage, _ body: (StageHarness) async throws -> Void) async throws {
        let pool = ScriptPool(ScriptPool.Configuration(program: ScriptPool.siblingProgram))
        do {
            try await body(try await StageHarness(stage, pool))
        } catch {
            await pool.close()
            throw error
        }
        await pool.close()
    }

    private init(_ stage: Stage, _ pool: ScriptPool) async throws {
        self.stage = stage
        let time = ManualTime()
        let peer = StagePeer(provider: try PretendProvider(time: time))
        self.peer = peer
        let scripts = ScriptRuntime(pool: pool, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        server = try await ServerHarness(scripts: scripts, http: peer, time: time)
        try await StageRealm.settle(server.domain)
        if stage.kind == "appIntegrity" { try await StageApp.settle(server.domain) }
        if stage.kind.hasPrefix("orchestration") { try await StageAuthenticator.settle(server.domain) }
        let realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        let journey = try JourneyDefinition(text: stage.journey)
        try await server.domain.signIn.journeys.save(journey.json, named: journey.name, in: realm.id)
    }

    /// The stage's step, after a login.
    func step(as user: StageUser = .demo) async throws -> JSONValue {
        let first = try await server.start("Stage")
        return try await server.authenticate(first.answering([user.name, TestDomain.password])).json
    }

    /// A step with a user's right answer.
    func answered(_ step: JSONValue, as user: StageUser = .demo) throws -> StageRequest {
        try stage.answer(to: step, as: user, self).request(for: step)
    }

    /// The message behind the stage, with its button for success pressed.
    func passed(_ step: JSONValue) -> StageRequest { StageRequest(step: step.filling([("IDToken2", 0)])) }

    /// Lets the time pass that the stage wants.
    func wait() { server.time.advance(by: stage.wait) }

    func send(_ request: StageRequest, realm: String = "/realms/alpha") async throws -> ServerResponse {
        try await server.authenticate(request.step, realm: realm, query: request.target)
    }

    /// How many sessions a user has.
    func sessions(of user: StageUser = .demo) async throws -> Int {
        let realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        let user = try #require(try await server.domain.directory.users.user(named: user.name, in: realm.id))
        return try await server.domain.session.registry.sessions(of: user.id, in: realm.id).count
    }
}

extension ServerResponse {
    /// Whether the journey went past the stage.
    var hasGained: Bool { json["tokenId"] != nil || text.contains("Gained") }

    /// Whether the stage's step was asked again.
    func asksAgain(_ step: JSONValue) -> Bool {
        let types = step["callbacks"]?.array?.map { $0["type"] }
        // What was wrong may stand above the fields, or behind all of them.
        let again = json["callbacks"]?.array?.filter { !$0.isReason }.map { $0["type"] }
        return status == .ok && (again == types || again.map { Array($0.dropFirst()) } == types)
    }
}

extension JSONValue {
    /// Whether a callback says why another one is asked again.
    fileprivate var isReason: Bool { self["output"]?.array?.contains { $0["name"] == "about" } ?? false }

    /// A step with inputs set by name.
    func filling(_ values: [(String, JSONValue)]) -> JSONValue {
        changingCallbacks { callbacks in callbacks.map { $0.changingInputs { name, old in values.first { $0.0 == name }?.1 ?? old } } }
    }

    /// A callback with its inputs changed; nil removes one.
    func changingInputs(_ change: (String, JSONValue) -> JSONValue?) -> JSONValue {
        guard let inputs = self["input"]?.array else { return self }
        return with(
            "input",
            .array(
                inputs.compactMap { input in
                    change(input["name"]?.string ?? "", input["value"] ?? .null).map { input.with("value", $0) }
                }))
    }
}

/// Counts codes.
private final class CodeCounter: Sendable {
    private let count = Atomic<UInt64>(0)
    func next() -> UInt64 { count.add(1, ordering: .relaxed).oldValue }
}
